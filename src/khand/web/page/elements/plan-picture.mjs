// The first windows of a plan as a staircase: what each repeats of the one before is striped.
import { make } from "../make.mjs";
import { number, t } from "../words.mjs";

const SHOWN = 5;
const NARROW = matchMedia("(max-width: 44rem)");

class PlanPicture extends HTMLElement {
  show({ tokens, size, overlap, stride, chunks, last }) {
    const shown = last === null ? 0 : Math.min(chunks, NARROW.matches ? 3 : SHOWN);
    const span = Math.max(1, Math.min(tokens, size + (shown - 1) * stride));
    const at = (value) => `${100 * value / span}%`;
    const stairs = make("div", { class: "stairs", "aria-hidden": "true" }, ...Array.from({ length: shown }, (_, step) => {
      const from = step * stride;
      const length = Math.min(size, tokens - from);
      const stripe = (start, lead) => make("u", { class: lead ? "twice lead" : "twice", style: { "inset-inline-start": at(start), width: at(Math.min(overlap, length)) } });
      return make("div", { class: step % 2 ? "odd" : "even" },
        make("i", { style: { "inset-inline-start": at(from), width: at(length) } }),
        step > 0 && overlap > 0 && stripe(from, true), step + 1 < shown && overlap > 0 && stripe(from + stride, false),
        make("span", { style: { "inset-inline-start": at(from + (step ? overlap : 0)) } }, `${number(step + 1)} · ${number(from)}–${number(from + length)}`));
    }));
    const words = [overlap > 0 && chunks > 1 && t("picture.note", { overlap: number(overlap) }), chunks > shown && t("picture.all", { count: number(chunks) })];
    this.replaceChildren(...(shown ? [make("h2", {}, t("picture.title")), stairs] : []), make("p", { class: "note" }, words.filter(Boolean).join(" ")));
  }
}

customElements.define("plan-picture", PlanPicture);
