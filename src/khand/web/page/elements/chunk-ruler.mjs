// The whole document as a line of its chunks, each as long as its own part: where one is, and a way to go elsewhere.
import { make, roving } from "../make.mjs";
import { number, t } from "../words.mjs";

const SEGMENTS = 400;
const TINT = ["even", "odd"];

class ChunkRuler extends HTMLElement {
  // `ongo(i)` is called for a segment; beyond 400 chunks a segment stands for several.
  show(made, { ongo }) {
    const step = Math.ceil(made.length / SEGMENTS) || 1;
    const segments = [];
    for (let first = 0; first < made.length; first += step) {
      const last = Math.min(made.length, first + step) - 1;
      let length = 0;
      for (let i = first; i <= last; i++) length += made.end(i) - made.own(i);
      const numbers = Array.from({ length: last - first + 1 }, (_, i) => first + i);
      const name = t("chunk.number", { number: number(first + 1) }) + (last > first ? `–${number(last + 1)}` : "");
      segments.push(make("button", { type: "button", class: TINT[(first / step) % 2], "data-k": numbers.join(" "), style: { "flex-grow": Math.max(1, length) },
        "aria-label": name, title: [name, made.path(first).at(-1)].filter(Boolean).join(" — "), onclick: () => ongo(first) }));
    }
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", t("ruler.label"));
    this.replaceChildren(...segments);
    roving(this);
  }

  // What the filter leaves out is pale.
  dim(shown) {
    for (const segment of this.children) {
      segment.classList.toggle("off", shown !== undefined && !segment.dataset.k.split(" ").some((k) => shown.has(Number(k))));
    }
  }
}

customElements.define("chunk-ruler", ChunkRuler);
