// Every chunk as a card: number, heading path, tokens, lines, why it ends, and its text with the repeated part marked.
import { LongList } from "./long-list.mjs";
import { isolated, make } from "../make.mjs";
import { plain, repeated } from "../source-text.mjs";
import { counted, number, t } from "../words.mjs";

const LINE = 21;

class ChunkList extends LongList {
  // `made` is {text, rows, strings, size, exact, unit}; `copy(index)` puts a chunk into the clipboard; `only` are the
  // rows to show, if not all; `windows` names the last one as the remainder.
  show(made, { copy, only, windows = false } = {}) {
    Object.assign(this, { made, copy, windows, only: only ?? made.rows.map((_, index) => index) });
    this.fill(this.only.length, t("list.label"));
  }

  guess(place) {
    const [start, end] = this.made.rows[this.only[place]];
    return 60 + LINE * Math.ceil((end - start) / 90);
  }

  part(place) {
    const index = this.only[place];
    const { text, rows, strings } = this.made;
    const [start, end, own, , , , before, after] = rows[index];
    const context = (at, key) => (strings[at][0]
      ? make("pre", { class: "source context", dir: "auto", "aria-label": t(key, { number: number(index + 1) }), role: "group" },
        ...plain(strings[at][0].replace(/^\n|\n+$/g, ""))) : undefined);
    return make("li", { class: "chunk", value: index + 1, "data-index": index },
      this.#head(index),
      context(before, "chunk.context-label"),
      make("pre", { class: "source", dir: "auto", role: "group", "aria-label": t("chunk.text-label", { number: number(index + 1) }) },
        ...repeated(text.slice(start, own)), ...plain(text.slice(own, end))),
      context(after, "chunk.context-label"));
  }

  #head(index) {
    const { rows, strings, size, exact, unit } = this.made;
    const [, , , tokens, repeats, path, , , cut, from, to, oversized] = rows[index];
    const fact = (words, name = undefined) => make("span", { class: name }, words);
    const meter = make("span", { class: "meter", "aria-hidden": "true" }, make("i"));
    meter.firstChild.style.width = `${Math.min(100, 100 * tokens / size)}%`;
    const last = this.windows && index === rows.length - 1 && rows.length > 1;
    const titles = strings[path].filter(Boolean);
    const facts = [
      fact(t(this.windows ? "preview.number" : "chunk.number", { number: number(index + 1) }), "number"),
      titles.length ? make("span", { class: "path" }, isolated(titles.join(" › "))) : undefined,
      fact(t(`units.${unit}`, { tokens: counted(tokens, exact) }), "tokens"),
      meter,
      repeats ? fact(t("chunk.repeats", { tokens: counted(repeats, exact) })) : undefined,
      fact(from === to ? t("chunk.line", { from: number(from) }) : t("chunk.lines", { from: number(from), to: number(to) })),
      last ? fact(t("remainder")) : fact(t("chunk.cut", { reason: t(`cut.${cut}`) })),
      oversized ? fact(t("chunk.oversized"), "error") : undefined,
      this.copy && make("button", { type: "button", class: "copy",
        "aria-label": t("chunk.copy-label", { number: number(index + 1) }), onclick: () => this.copy(index) }, t("chunk.copy")),
    ];
    // with a space between them, for whoever hears or copies the line
    return make("header", {}, ...facts.filter(Boolean).flatMap((each) => [each, " "]));
  }
}

customElements.define("chunk-list", ChunkList);
