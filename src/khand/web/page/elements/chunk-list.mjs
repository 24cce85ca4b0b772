// Every chunk as a card: the seed's sentence, its context as a quiet line, its text, and how it ends.
import { exact } from "../drawing/exact.mjs";
import { reading } from "../drawing/reading.mjs";
import { tokens } from "../drawing/tokens.mjs";
import { button, make, woven } from "../make.mjs";
import { counted, number, t } from "../words.mjs";
import { LongList } from "./long-list.mjs";

const LINE = 26;
const TINT = ["even", "odd"];

export class ChunkList extends LongList {
  #inTokens = new Map();

  // `made` holds the chunks; `only` the numbers of those to show, if not all; `text` is read, embedded or source; `copy(i)`
  // puts a chunk into the clipboard and `tokensOf(i)` gets its tokens, where wanted; `letter` names the setting of two;
  // `windows` tells of the remainder.
  show(made, { text = "read", only, copy, tokensOf, letter = "", windows = false } = {}) {
    Object.assign(this, { made, text, copy, tokensOf, letter, windows, only: only ?? made.rows.map((_, index) => index) });
    this.#inTokens.clear();
    this.fill(this.only.length, letter ? `${t("list.label")} ${letter}` : t("list.label"));
  }

  guess(place) {
    const i = this.only[place];
    return 70 + LINE * Math.ceil((this.made.end(i) - this.made.start(i)) / 75);
  }

  // The place of a chunk in the list, or -1.
  placeOf(index) {
    return this.only.length === this.made.length ? index : this.only.indexOf(index);
  }

  part(place) {
    const i = this.only[place];
    const body = make("div", { class: "body" }, ...this.#body(i));
    const card = make("li", { class: `card ${TINT[i % 2]}`, value: i + 1, "data-index": i, "data-k": i, tabindex: "-1" },
      this.#head(i, body), this.#context(i), body, this.#foot(i));
    if (this.#inTokens.has(i)) this.#showTokens(i, body, card.querySelector(".to-tokens"));
    return card;
  }

  #head(i, body) {
    const { made } = this;
    const heading = made.path(i).at(-1);
    const under = heading === undefined ? t("chunk.no-heading") : make("span", {}, ...woven(t("chunk.under", { heading: "\u0001h\u0001" }), { h: make("bdi", {}, heading) }));
    const named = t(this.windows ? "preview.number" : "chunk.number", { number: number(i + 1) });
    const count = t(`units.${made.unit}`, { tokens: counted(made.tokens(i), made.exact) });
    const title = make("h2", {}, make("b", {}, this.letter ? `${this.letter} ${number(i + 1)}` : named), " — ",
      ...(this.windows ? [count] : [under, ", ", count]));
    const toTokens = this.tokensOf && button(t("chunk.tokens"), () => this.#toggle(i, body, toTokens), { class: "to-tokens",
      "aria-pressed": "false", "aria-label": t("chunk.tokens-label", { number: number(i + 1) }) });
    const copy = this.copy && button(t("chunk.copy"), () => this.copy(i), { class: "copy", "aria-label": t("chunk.copy-label", { number: number(i + 1) }) });
    return make("header", {}, title, make("span", { class: "acts" }, toTokens, copy));
  }

  // What is embedded with the text, on one quiet line; word for word under "Embedded".
  #context(i) {
    const { made, text } = this;
    if (text !== "read" || !made.before(i)) return undefined;
    const [first, ...rest] = made.before(i).split("\n").filter((line) => line.trim() && !/^[\s|:+-]*-[\s|:+-]*$/.test(line));
    const bare = (line) => line.trim().replace(/^\||\|$/g, "").replaceAll(/\s*\|\s*/g, " | ").trim();
    const path = made.path(i).length ? first.replaceAll(" > ", " › ") : bare(first);
    return make("p", { class: "with", dir: "auto", title: t("chunk.with") }, make("span", { "aria-hidden": "true" }, "+ "),
      make("span", { class: "sr" }, `${t("chunk.with")}: `), [path, ...rest.map(bare)].join(" · "));
  }

  #body(i) {
    const { made, text } = this;
    const label = t("chunk.text-label", { number: number(i + 1) });
    if (text !== "read") {
      const around = (part) => [part, "ctx"];
      const inner = [made.text(i).slice(made.start(i), made.end(i))];
      return [exact(text === "embedded" ? [around(made.before(i)), inner, around(made.after(i))].filter(([part]) => part) : [inner], label)];
    }
    const part = (from, to) => reading(made.text(i), made.blocks(i), from, to);
    const twice = (from, to, name) => to > from && make("div", { class: `twice ${name}`, title: t("legend.twice") }, part(from, to));
    const [start, own, tail, end] = [made.start(i), made.own(i), made.tail(i), made.end(i)];
    return [twice(start, own, "before"), tail > own && part(own, tail), twice(Math.max(own, tail), end, "after")].filter(Boolean);
  }

  #foot(i) {
    const { made } = this;
    const meter = make("span", { class: "meter", "aria-hidden": "true" }, make("i", { style: { width: `${Math.min(100, 100 * made.tokens(i) / made.size)}%` } }));
    const [from, to] = [made.firstLine(i), made.lastLine(i)];
    const remainder = this.windows && made.length > 1 && !made.sameDocument(i, i + 1);
    const facts = [
      remainder ? t("remainder") : t(`cut.${made.cut(i)}`),
      made.repeated(i) > 0 && t("chunk.repeats", { tokens: counted(made.repeated(i), made.exact) }),
      from === to ? t("chunk.line", { from: number(from) }) : t("chunk.lines", { from: number(from), to: number(to) }),
    ].filter(Boolean);
    return make("p", { class: "foot" }, meter, ...facts.flatMap((fact) => [make("span", {}, fact), " "]),
      made.oversized(i) && make("span", { class: "error" }, t("chunk.oversized")));
  }

  async #toggle(i, body, pressed) {
    if (this.#inTokens.has(i)) {
      this.#inTokens.delete(i);
      pressed.setAttribute("aria-pressed", "false");
      body.replaceChildren(...this.#body(i));
      return;
    }
    const pieces = await this.tokensOf(i);
    if (!pieces) return;
    this.#inTokens.set(i, pieces);
    this.#showTokens(i, body, pressed);
  }

  #showTokens(i, body, pressed) {
    pressed.setAttribute("aria-pressed", "true");
    body.replaceChildren(...tokens(this.#inTokens.get(i), { tokenizer: this.made.counter, count: this.made.tokens(i) }));
  }
}

customElements.define("chunk-list", ChunkList);
