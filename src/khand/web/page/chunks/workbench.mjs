// What came of one setting: figures, "Why?", the bar of tools, document and cards. Made once; what changes is filled in.
import "../elements/chunk-ruler.mjs";
import "../elements/size-histogram.mjs";
import { button, make } from "../make.mjs";
import { state, writeAddress } from "../state.mjs";
import { number, t } from "../words.mjs";
import { only } from "./filters.mjs";
import { chunksWith, highlight } from "./finding.mjs";
import { Marks } from "./marks.mjs";
import { Panes } from "./panes.mjs";
import { figures } from "./strip.mjs";
import { Tools } from "./tools.mjs";
import { hasAdvice, isWrong, why } from "./why.mjs";

const WIDE_ENOUGH_FOR_WHY = matchMedia("(min-width: 110rem)");

export class Workbench {
  #filter = "all";
  #whyChosen;
  #words = "";

  // `actions`: copy(made, i), tokensOf(made, i), exports(), change(changes).
  constructor(place, actions) {
    Object.assign(this, { place, actions });
    this.marks = new Marks(place);
    this.panes = new Panes(this.marks, { onlayout: () => this.draw() });
    this.figures = make("div", { class: "figures-place", "aria-live": "polite" });
    this.histogram = make("size-histogram");
    this.whyButton = make("button", { type: "button", id: "why-button", "aria-controls": "why", onclick: () => this.toggleWhy() });
    this.why = make("div", { class: "why", id: "why" });
    this.ruler = make("chunk-ruler");
    this.tools = new Tools({ exports: actions.exports, show: (name) => this.#set({ show: name }), text: (name) => this.#set({ text: name }),
      find: (words) => this.find(words), next: (step) => this.next(step), jump: (index) => this.go(index), filter: (name) => this.filter(name) });
    place.replaceChildren(
      make("div", { class: "strip" }, this.figures, this.histogram, make("div", { class: "whybox" }, this.whyButton)),
      this.why, this.tools.element, this.panes.element);
    this.tools.element.append(this.ruler);
    this.speak();
    addEventListener("beforeprint", () => { if (this.made) this.panes.printAll(this.made, this.#cards()); });
    addEventListener("afterprint", () => { if (this.made) this.panes.printed(); });
  }

  // In the page's language.
  speak() {
    this.tools.build();
    this.tools.element.append(this.ruler);
    if (this.made) this.show(this.made);
  }

  show(made) {
    const same = this.made?.key === made.key;
    const sameDocuments = String(this.made?.request.ids) === String(made.request.ids);
    this.made = made;
    if (!same) this.marks.reset();
    if (!sameDocuments || (this.#filter.startsWith("bin:") && !same)) this.#filter = "all";
    this.figures.replaceChildren(figures(made));
    this.histogram.show(made, { onfilter: (low, high) => this.filter(`bin:${low}:${high}`) });
    this.why.replaceChildren(...why(made, { onfilter: (cut) => this.filter(`cut:${cut}`), onchange: this.actions.change }));
    this.whyButton.replaceChildren(hasAdvice(made) ? make("i", { "aria-hidden": "true" }) : "", t("why"), hasAdvice(made) ? make("span", { class: "sr" }, `: ${t("advice")}`) : "");
    this.#openWhy(this.#whyChosen ?? (isWrong(made) || WIDE_ENOUGH_FOR_WHY.matches));
    this.ruler.show(made, { ongo: (index) => this.go(index) });
    this.draw();
  }

  // Tools, document and cards.
  draw() {
    if (!this.made) return;
    const shown = this.panes.layout(state.show);
    this.tools.show(this.made, this.#filter, shown);
    this.panes.show(this.made, this.#cards());
    this.histogram.press(this.#filter);
    const passing = only(this.made, this.#filter);
    this.ruler.dim(passing && new Set(passing));
    this.find(this.#words);
    if (passing?.length === 0) {
      this.panes.list.replaceChildren(make("p", { class: "note" }, `${t("filter.none")} `, button(t("filter.show-all"), () => this.filter("all"), { class: "link" })));
    }
  }

  #cards() {
    const { made, actions } = this;
    return { show: state.show, text: state.text, only: only(made, this.#filter), copy: (i) => actions.copy(made, i),
      tokensOf: made.counter.endsWith("_base") ? (i) => actions.tokensOf(made, i) : undefined };
  }

  #set(changes) {
    Object.assign(state, changes);
    writeAddress();
    this.draw();
  }

  // The same filter again is none.
  filter(name) {
    this.#filter = this.#filter === name ? "all" : name;
    this.draw();
    const first = only(this.made, this.#filter)?.[0];
    if (first !== undefined && this.panes.shown !== "chunks") this.panes.document.reveal(this.panes.document.placeOf(first));
  }

  toggleWhy() {
    this.#whyChosen = this.why.hidden;
    this.#openWhy(this.#whyChosen);
  }

  #openWhy(open) {
    this.why.hidden = !open;
    this.whyButton.setAttribute("aria-expanded", String(open));
    this.place.classList.toggle("with-why", open);
  }

  // Marks a chunk and brings it into view, with the focus.
  go(index) {
    if (!this.made?.length) return;
    const chosen = Math.max(0, Math.min(this.made.length - 1, index));
    if (this.panes.list.placeOf?.(chosen) === -1) this.filter("all");
    this.marks.pin(chosen);
    const reached = this.panes.go(chosen);
    if (reached && !reached.hasAttribute("tabindex")) reached.tabIndex = -1;
    reached?.focus({ preventScroll: true });
  }

  step(by) {
    this.go((this.marks.pinned ?? (by > 0 ? -1 : 1)) + by);
  }

  find(words) {
    this.#words = words;
    const found = words.trim().length > 1 ? chunksWith(this.made, words) : undefined;
    this.tools.tell(found?.length);
    highlight([this.panes.list, this.panes.document], words);
    this.found = found ?? [];
  }

  // To the next chunk that holds the words; the focus stays where they are typed.
  next(step) {
    if (!this.found?.length) return;
    const from = this.marks.pinned ?? (step > 0 ? -1 : this.made.length);
    const next = step > 0 ? this.found.find((i) => i > from) ?? this.found[0] : this.found.findLast((i) => i < from) ?? this.found.at(-1);
    if (this.panes.list.placeOf?.(next) === -1) this.filter("all");
    this.marks.pin(next);
    this.panes.go(next);
    highlight([this.panes.list, this.panes.document], this.#words);
    this.tools.found.textContent = t("tools.found.at", { place: number(this.found.indexOf(next) + 1), count: number(this.found.length) });
  }

  // A button on the card of the chunk one is at.
  press(name) {
    const place = this.panes.list.placeOf?.(this.marks.pinned ?? 0) ?? -1;
    if (place >= 0) this.panes.list.reach(place)?.querySelector(`.${name}`)?.click();
  }
}
