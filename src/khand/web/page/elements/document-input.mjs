// Where a document comes in: typed, pasted, dropped or chosen. Two of these show the same documents.
import { LIMIT_BYTES, LIVE_LENGTH, documents, lengthOf, linesOf, nameOf, sentenceOf } from "../documents.mjs";
import { button, isolated, make, newId } from "../make.mjs";
import { addFiles, clear, replaceText, replaced } from "../opening.mjs";
import { number, t } from "../words.mjs";

// Tells of "typing" when the text is written by hand, and of "given" when it came in one piece.
class DocumentInput extends HTMLElement {
  connectedCallback() {
    const area = newId("text");
    this.area = make("textarea", { id: area, spellcheck: "false", dir: "auto", autocomplete: "off",
      oninput: (event) => this.#typed(event), onpaste: (event) => this.#pasted(event) });
    this.files = make("input", { type: "file", multiple: true, tabindex: "-1", "aria-hidden": "true", onchange: () => this.#add(this.files.files) });
    this.label = make("label", { for: area, class: "sr" });
    this.list = make("ul", { class: "attached", hidden: true });
    this.warnings = make("ul", { class: "warnings" });
    this.about = make("p", { class: "note about-one" });
    this.choose = make("button", { type: "button", class: "main", onclick: () => this.files.click() });
    this.clear = make("button", { type: "button", class: "clear", onclick: () => { clear(); this.area.focus(); } });
    this.note = make("p", { class: "note" });
    this.append(make("div", { class: "paste" }, this.label, this.area, this.list, this.about),
      make("div", { class: "row" }, this.choose, this.clear, this.files, this.note), make("div", { role: "status" }, this.warnings));
    documents.addEventListener("change", () => this.render());
    this.render();
  }

  #typed({ inputType = "" }) {
    // the browser's undo also reaches an area that is hidden: it must not replace what is open
    if (!this.area.checkVisibility()) {
      this.render();
      return;
    }
    const byHand = /^(insert(Text|Composition|Line|Paragraph)|delete|history)/.test(inputType);
    documents.type(this.area.value);
    this.dispatchEvent(new Event(byHand ? "typing" : "given"));
  }

  // A large text never enters the text area: laying it out takes longer than cutting it.
  #pasted(event) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    event.stopPropagation();
    if (text.length <= LIVE_LENGTH) return;
    event.preventDefault();
    replaceText(text);
    this.dispatchEvent(new Event("given"));
  }

  async #add(files) {
    const chosen = [...files];
    this.files.value = "";
    if (await addFiles(chosen)) this.dispatchEvent(new Event("given"));
  }

  render() {
    const { items, editable } = documents;
    const typed = items.length === 0 || editable !== undefined;
    this.area.hidden = !typed;
    this.list.hidden = typed;
    // not while one is typing: setting the value moves the caret
    const value = editable?.text ?? "";
    if (this.area.value !== value && this.area.value.toWellFormed() !== value) this.area.value = value;
    this.label.textContent = t("document.hint");
    this.area.placeholder = t("document.hint");
    this.choose.textContent = t("document.choose");
    this.clear.textContent = t("document.clear");
    this.clear.hidden = items.length === 0;
    this.note.textContent = t("document.kinds", { limit: number(LIMIT_BYTES / 1e6) });
    this.about.replaceChildren(...(editable ? [isolated(nameOf(editable)), " · ", this.#facts(editable)] : []));
    this.list.replaceChildren(...(typed ? [] : items.map((item) => this.#row(item))));
    const warnings = [...documents.problems, ...(documents.current?.warnings ?? [])];
    this.warnings.replaceChildren(...warnings.map((each) => make("li", {}, sentenceOf(each))));
  }

  #facts(item) {
    return t("document.facts", { characters: number(lengthOf(item)), lines: number(linesOf(item)) });
  }

  #row(item) {
    const name = nameOf(item);
    const remove = () => {
      documents.remove(item);
      replaced("document.removed");
    };
    return make("li", {}, make("span", { class: "name" }, isolated(name)), make("span", { class: "facts" }, this.#facts(item)),
      button("×", remove, { "aria-label": t("document.remove", { name }) }));
  }
}

customElements.define("document-input", DocumentInput);
