// How large the chunks are: one cell a chunk while there is room, so that each can be found in it; bars beyond. A column
// shows only its chunks.
import { make, roving } from "../make.mjs";
import { decimal, number, t } from "../words.mjs";

const COLUMNS = 24;
const CELLS = 400;

// The columns up to `top`: [lowest, highest size, numbers of their chunks].
export function columns(made, top) {
  const step = Math.max(1, top / COLUMNS);
  const count = Math.min(COLUMNS, top);
  const found = Array.from({ length: count }, (_, place) => [Math.round(place * step) + 1, Math.round((place + 1) * step), []]);
  made.rows.forEach((_, i) => {
    const size = Math.max(1, made.tokens(i));
    let place = Math.min(count - 1, Math.floor((size - 1) / step));
    while (place > 0 && size < found[place][0]) place -= 1;
    while (place < count - 1 && size > found[place][1]) place += 1;
    found[place][2].push(i);
  });
  return found;
}

class SizeHistogram extends HTMLElement {
  // `onfilter(low, high)`, if given, is called for a column.
  show(made, { onfilter }) {
    const largest = made.rows.reduce((most, _, i) => Math.max(most, made.tokens(i)), 0);
    const top = Math.max(made.size, largest);
    const all = columns(made, top);
    const highest = Math.max(1, ...all.map(([, , of]) => of.length));
    const cells = made.length <= CELLS;
    const box = make("div", { class: "cells" }, ...all.map(([low, high, of]) => {
      const about = t("histogram.column", { from: number(low), to: number(high), chunks: number(of.length), unit: t(`unit.${made.unit}`) });
      return make("button", { type: "button", disabled: of.length === 0 || !onfilter, "aria-label": about, title: about, "aria-pressed": "false",
        "data-bin": `bin:${low}:${high}`, onclick: () => onfilter(low, high) },
      ...(cells ? of.map((i) => make("i", { "data-k": i })) : [make("i", { class: "bar", "data-k": of.length ? of.join(" ") : undefined,
        style: { height: `${100 * of.length / highest}%` } })]));
    }), make("span", { class: "limit", style: { "inset-inline-start": `${100 * made.size / top}%` } }));
    const { smallest, mean, largest: most } = made.report;
    const about = { min: number(smallest), mean: decimal(mean), max: number(most) };
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", t("histogram.title"));
    this.replaceChildren(roving(box), make("p", {}, make("span", {}, "1"),
      make("span", {}, (made.exact ? "" : "≈ ") + t("histogram.summary", about)), make("span", {}, number(top))));
  }

  // Says which column is the filter.
  press(filter) {
    for (const bar of this.querySelectorAll("[data-bin]")) bar.setAttribute("aria-pressed", String(bar.dataset.bin === filter));
  }
}

customElements.define("size-histogram", SizeHistogram);
