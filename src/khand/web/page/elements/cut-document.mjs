// The document in the tints of its chunks: what stands in two of them is striped, every cut has its reason.
import { regionsOf } from "../chunks/regions.mjs";
import { exact } from "../drawing/exact.mjs";
import { reading } from "../drawing/reading.mjs";
import { make } from "../make.mjs";
import { counted, number, t } from "../words.mjs";
import { nameOf } from "../documents.mjs";
import { LongList } from "./long-list.mjs";

const LINE = 26;
const TINT = ["even", "odd"];

// Where the number of each chunk stands: at the first stretch that is its alone, else at the first that is in its tint.
function numberedAt(regions) {
  const at = new Map();
  const done = new Set();
  const put = (place, index) => {
    if (done.has(index) || at.has(place)) return;
    at.set(place, index);
    done.add(index);
  };
  regions.forEach(([, , low, high], place) => { if (low === high) put(place, low); });
  regions.forEach(([, , low], place) => put(place, low));
  return at;
}

export class CutDocument extends LongList {
  // `until` ends it after so many chunks, for an example.
  show(made, { text = "read", until = Infinity } = {}) {
    const regions = regionsOf(made).filter(([, , low]) => low < until);
    Object.assign(this, { made, text, regions, numbered: numberedAt(regions) });
    this.fill(this.regions.length, t("cuts.label"));
  }

  guess(place) {
    const [from, to] = this.regions[place];
    return 12 + LINE * Math.ceil((to - from) / 70);
  }

  // The first stretch of a chunk.
  placeOf(index) {
    return this.regions.findIndex(([, , low, high]) => low <= index && index <= high);
  }

  part(place) {
    const { made, text } = this;
    const [from, to, low, high] = this.regions[place];
    const numbers = Array.from({ length: high - low + 1 }, (_, step) => low + step);
    const shared = high > low;
    const begun = this.numbered.get(place);
    const piece = text === "read" ? reading(made.text(low), made.blocks(low), from, to)
      : exact([[made.text(low).slice(from, to)]], t("cuts.label"));
    return make("li", { class: `region ${TINT[low % 2]}${shared ? " twice" : ""}`, "data-k": numbers.join(" "), "data-index": place,
      style: shared ? { "--next-edge": `var(--${TINT[high % 2]}-edge)` } : {} },
      this.#nameOf(place, low),
      shared && make("span", { class: "rep", title: t("legend.twice") }, `↻${counted(made.repeated(high), made.exact)}`),
      begun !== undefined && make("span", { class: "no" }, number(begun + 1)),
      piece,
      this.#ends(place, low) && make("p", { class: "cut" }, make("span", {}, t(`cut.${made.cut(low)}`))));
  }

  // The chunk ends with this stretch.
  #ends(place, low) {
    const next = this.regions[place + 1];
    return !next || next[2] > low;
  }

  // Where several files are shown, each begins with its name.
  #nameOf(place, low) {
    const { made } = this;
    if (made.shown.length < 2 || (place > 0 && made.sameDocument(low, this.regions[place - 1][2]))) return undefined;
    return make("p", { class: "file" }, make("bdi", {}, nameOf(made.document(low))));
  }
}

customElements.define("cut-document", CutDocument);
