// Where a document comes in: typed, pasted, dropped or chosen. Two of these show the same documents.
import { LIMIT_BYTES, LIVE_LENGTH, documents, lengthOf, sentenceOf } from "../documents.mjs";
import { example } from "../example.mjs";
import { isolated, make, newId } from "../make.mjs";
import { notice } from "../notice.mjs";
import { language, number, t } from "../words.mjs";

const FORMATS = ["markdown", "text", "html"];
const KINDS = ".md,.markdown,.mdown,.mkd,.mdx,.qmd,.txt,.text,.rst,.adoc,.html,.htm,.xhtml,text/*";

class DocumentInput extends HTMLElement {
  connectedCallback() {
    const [area, files] = [newId("text"), newId("files")];
    this.area = make("textarea", {
      id: area, spellcheck: "false", dir: "auto", autocomplete: "off", oninput: () => this.#typed(),
      onpaste: (event) => this.#pasted(event),
    });
    this.files = make("input", { id: files, type: "file", multiple: true, accept: KINDS, tabindex: "-1",
      "aria-hidden": "true", onchange: () => this.#add(this.files.files) });
    this.label = make("label", { for: area, class: "note" });
    this.list = make("ul", { class: "attached", hidden: true });
    this.warnings = make("ul", { class: "warnings" });
    this.format = make("select", { onchange: () => documents.setFormat(documents.current, this.format.value) });
    this.choose = make("button", { type: "button", onclick: () => this.files.click() });
    this.clear = make("button", { type: "button", onclick: () => this.#clear() });
    this.example = make("button", { type: "button", onclick: () => this.#example() });
    this.note = make("p", { class: "note" });
    this.append(
      make("div", { class: "paste" }, this.label, this.area, this.list),
      make("div", { class: "tools" }, this.choose, this.example, this.format, this.clear, this.files, this.note),
      make("div", { role: "status" }, this.warnings),
    );
    for (const name of ["dragenter", "dragover"]) this.addEventListener(name, (event) => this.#over(event));
    this.addEventListener("dragleave", () => this.classList.remove("over"));
    this.addEventListener("drop", (event) => this.#dropped(event));
    documents.addEventListener("change", () => this.render());
    this.render();
  }

  #typed() {
    // the browser's undo also reaches an area that is hidden: it must not replace what is open
    if (this.area.checkVisibility()) documents.type(this.area.value);
    else this.render();
  }

  #replace(text) {
    const replaced = documents.items.length > 0;
    documents.replace(text);
    if (replaced) this.#offerUndo("document.replaced");
  }

  // A large text never enters the text area: laying it out takes longer than cutting it.
  #pasted(event) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.length <= LIVE_LENGTH) return;
    event.preventDefault();
    this.#replace(text);
  }

  #over(event) {
    event.preventDefault();
    this.classList.add("over");
  }

  #dropped(event) {
    event.preventDefault();
    this.classList.remove("over");
    const { files } = event.dataTransfer;
    if (files.length) this.#add(files);
    else if (event.dataTransfer.getData("text/plain")) this.#replace(event.dataTransfer.getData("text/plain"));
  }

  async #add(files) {
    const chosen = [...files];
    this.files.value = "";
    const replaced = documents.items.length > 0;
    const added = await documents.add(chosen);
    if (added && replaced && documents.canUndo) this.#offerUndo("document.replaced");
  }

  #clear() {
    documents.clear();
    this.#offerUndo("document.removed");
    this.area.focus();
  }

  #example() {
    documents.type(example(language));
  }

  #offerUndo(key) {
    notice(t(key), { words: t("document.undo"), run: () => documents.undo() });
  }

  render() {
    const { items, pasted } = documents;
    const attached = items.some((item) => item.attached);
    this.area.hidden = attached;
    this.list.hidden = !attached;
    // not while one is typing: setting the value moves the caret
    const value = pasted?.text ?? "";
    if (!attached && this.area.value !== value && this.area.value.toWellFormed() !== value) this.area.value = value;
    if (attached && this.area.value) this.area.value = "";
    this.label.textContent = t("document.hint");
    this.label.hidden = attached;
    this.choose.textContent = t("document.choose");
    this.clear.textContent = t("document.clear");
    this.clear.hidden = items.length === 0;
    this.example.textContent = t("document.example");
    this.example.hidden = items.length > 0;
    this.note.textContent = t("document.kinds", { limit: number(LIMIT_BYTES / 1e6) });
    this.format.hidden = items.length === 0;
    this.format.style.width = "auto";
    this.format.setAttribute("aria-label", t("document.format"));
    this.format.replaceChildren(...FORMATS.map((name) => make("option", { value: name }, t(`format.${name}`))));
    if (documents.current) this.format.value = documents.current.format;
    this.list.replaceChildren(...items.filter((item) => item.attached).map((item, index) => this.#row(item, index)));
    const warnings = [...documents.problems, ...(documents.current?.warnings ?? [])];
    this.warnings.replaceChildren(...warnings.map((each) => make("li", {}, sentenceOf(each))));
  }

  #row(item, index) {
    const name = item.source ?? t("document.pasted");
    item.lines ??= 1 + (item.text.match(/\r\n|\r|\n/g)?.length ?? 0);
    const facts = t("document.facts", { characters: number(lengthOf(item)), lines: number(item.lines) });
    const remove = () => {
      documents.remove(item);
      this.#offerUndo("document.removed");
    };
    return make("li", {},
      make("button", { type: "button", class: "choose", "aria-pressed": String(item === documents.current),
        onclick: () => documents.choose(index) }, isolated(name)),
      make("span", { class: "facts" }, facts),
      make("button", { type: "button", "aria-label": t("document.remove", { name }), onclick: remove }, "×"));
  }
}

customElements.define("document-input", DocumentInput);
