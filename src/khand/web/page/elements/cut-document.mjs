// The document as one text with a rule at every cut; what the next chunk repeats is marked where it stands.
import { LongList } from "./long-list.mjs";
import { make } from "../make.mjs";
import { plain, repeated } from "../source-text.mjs";
import { counted, number, t } from "../words.mjs";

const LINE = 21;

class CutDocument extends LongList {
  // `made` is {text, rows, …}; `onchoose(index)` is called for a cut that is clicked.
  show(made, { onchoose } = {}) {
    Object.assign(this, { made, onchoose });
    this.fill(made.rows.length, t("cuts.label"));
  }

  // Each character stands in exactly one part: what lies between two chunks goes with the one before.
  #span(index) {
    return [index ? this.#end(index - 1) : 0, this.#end(index)];
  }

  #end(index) {
    const { text, rows } = this.made;
    return index + 1 < rows.length ? Math.max(rows[index][1], rows[index + 1][0]) : text.length;
  }

  guess(index) {
    const [begin, end] = this.#span(index);
    return 30 + LINE * Math.ceil((end - begin) / 90);
  }

  part(index) {
    const { text, rows, exact, unit } = this.made;
    const [begin, end] = this.#span(index);
    const [, chunkEnd, , tokens, , , , , cut] = rows[index];
    // where an overlap is longer than a chunk, a part of it stands in earlier parts
    const next = rows[index + 1]?.[0] ?? end;
    const mark = Math.min(end, Math.max(begin, next));
    const markEnd = Math.max(mark, Math.min(end, chunkEnd));
    const words = t("cut.line", { number: number(index + 1),
      tokens: t(`units.${unit}`, { tokens: counted(tokens, exact) }), reason: t(`cut.${cut}`) });
    return make("li", { "data-index": index },
      make("pre", { class: "source", dir: "auto" },
        ...plain(text.slice(begin, mark)), ...repeated(text.slice(mark, markEnd)), ...plain(text.slice(markEnd, end).replace(/(\r\n|\n|\r)+$/, ""))),
      make("p", { class: "cut" },
        this.onchoose
          ? make("a", { href: "#chunker", onclick: (event) => { event.preventDefault(); this.onchoose(index); } }, words)
          : make("span", {}, words)));
  }
}

customElements.define("cut-document", CutDocument);
