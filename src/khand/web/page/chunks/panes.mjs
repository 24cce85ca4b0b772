// Document and cards side by side, in step: what is marked, gone to or scrolled in one is brought into view in the other.
import "../elements/chunk-list.mjs";
import "../elements/cut-document.mjs";
import { make } from "../make.mjs";
import { t } from "../words.mjs";

const WIDE = matchMedia("(min-width: 66rem)");

export class Panes {
  #frames = {};

  constructor(marks, { onlayout }) {
    this.marks = marks;
    this.legend = make("p", { class: "legend" });
    this.document = make("cut-document");
    this.list = make("chunk-list");
    this.documentPane = make("section", { class: "pane docpane" }, this.legend, this.document);
    this.listPane = make("section", { class: "pane listpane" }, this.list);
    this.element = make("div", { class: "panes" }, this.documentPane, this.listPane);
    for (const list of [this.document, this.list]) list.onfilled = () => marks.draw();
    this.document.addEventListener("click", (event) => this.#clicked(event, "document"));
    this.list.addEventListener("click", (event) => this.#clicked(event, "list"));
    WIDE.addEventListener("change", onlayout);
    addEventListener("scroll", () => this.#soon("follow", () => this.#follow()), { passive: true });
    this.documentPane.addEventListener("scroll", () => this.#soon("lead", () => this.#lead()), { passive: true });
  }

  // What is shown here of "both", "document" and "chunks".
  layout(wanted) {
    return wanted === "both" && !WIDE.matches ? "document" : wanted;
  }

  show(made, { show, text, only, copy, tokensOf }) {
    const layout = this.layout(show);
    Object.assign(this, { made, shown: layout, followed: undefined, led: undefined });
    this.element.className = `panes ${layout}`;
    this.documentPane.hidden = layout === "chunks";
    this.listPane.hidden = layout === "document";
    this.documentPane.setAttribute("aria-label", t("show.document"));
    this.listPane.setAttribute("aria-label", t("show.chunks"));
    if (layout === "both") this.documentPane.tabIndex = 0;
    else this.documentPane.removeAttribute("tabindex");
    this.legend.replaceChildren(make("span", {}, make("i", { class: "alt" }), t("legend.tint")), make("span", {}, make("i", { class: "twice" }), t("legend.twice")));
    this.document.scroller = layout === "both" ? this.documentPane : null;
    if (layout === "chunks") this.document.replaceChildren();
    else this.document.show(made, { text });
    if (layout === "document") this.list.replaceChildren();
    else this.list.show(made, { text, only, copy, tokensOf });
    this.marks.draw();
  }

  // Goes to a chunk in every pane but the one it was chosen in; returns its card or its stretch of the document.
  go(index, from = undefined) {
    let reached;
    this.#quiet();
    if (this.shown !== "chunks" && from !== "document") {
      reached = this.document.reveal(this.document.placeOf(index), "center");
    }
    if (this.shown !== "document" && from !== "list") {
      const place = this.list.placeOf(index);
      if (place >= 0) reached = this.list.reveal(place) ?? reached;
    }
    this.marks.draw();
    return reached;
  }

  // A click on a place that does something itself is not meant for its chunk.
  #clicked(event, from) {
    if (event.target.closest("button, a, .bpe") || String(getSelection()).length > 0) return;
    const index = this.marks.numbersOf(event.target).at(-1);
    if (index === undefined) return;
    this.marks.pin(index);
    this.go(index, from);
  }

  // Scrolling that is not the user's is followed by nobody.
  #quiet() {
    this.quietUntil = performance.now() + 400;
  }

  #soon(name, run) {
    cancelAnimationFrame(this.#frames[name]);
    this.#frames[name] = requestAnimationFrame(() => {
      if (this.shown === "both" && this.element.isConnected && performance.now() > (this.quietUntil ?? 0)) run();
    });
  }

  // The document follows the page, which scrolls the cards.
  #follow() {
    if (this.documentPane.matches(":hover") || !this.element.checkVisibility()) return;
    const under = this.documentPane.getBoundingClientRect().top + 8;
    const top = [...this.list.querySelectorAll(".card")].find((card) => card.getBoundingClientRect().bottom > under);
    if (!top || top.dataset.index === this.followed) return;
    this.followed = top.dataset.index;
    this.document.reveal(this.document.placeOf(Number(top.dataset.index)));
  }

  // The cards follow the document while the pointer is over it.
  #lead() {
    if (!this.documentPane.matches(":hover")) return;
    const under = this.documentPane.getBoundingClientRect().top + 60;
    const top = [...this.document.querySelectorAll(".region")].find((region) => region.getBoundingClientRect().bottom > under);
    if (!top) return;
    const index = Number(top.dataset.k.split(" ").at(-1));
    const place = this.list.placeOf(index);
    if (place < 0 || index === this.led) return;
    this.led = index;
    this.#quiet();
    this.list.reveal(place);
  }

  // On paper stand all cards, whatever is on the screen.
  printAll(made, options) {
    this.listPane.hidden = false;
    if (this.shown === "document") this.list.show(made, options);
    this.list.fillAll();
  }

  printed() {
    this.listPane.hidden = this.shown === "document";
    if (this.shown === "document") this.list.replaceChildren();
    else this.list.afterwards();
  }
}
