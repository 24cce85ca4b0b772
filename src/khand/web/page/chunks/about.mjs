// The line of the open document: its name and facts, that this tab keeps it, and what one can do with it.
import { ALL, documents, lengthOf, linesOf, nameOf, sentenceOf } from "../documents.mjs";
import * as draft from "../draft.mjs";
import { EXAMPLES } from "../examples.mjs";
import { button, isolated, make } from "../make.mjs";
import { menu } from "../menu.mjs";
import { formats } from "../models.mjs";
import { knows, number, t } from "../words.mjs";

// `actions`: edit(), another(), example(each), forget().
export class About {
  #said;

  constructor(place, actions) {
    Object.assign(this, { place, actions });
    this.title = make("h1", { tabindex: "-1" });
    this.facts = make("p", { class: "note" });
    this.acts = make("div", { class: "acts" });
    this.warnings = make("ul", { class: "warnings", role: "status" });
    place.replaceChildren(this.title, this.facts, this.acts, this.warnings);
  }

  show() {
    const { items, shown } = documents;
    if (!items.length) return;
    this.title.replaceChildren(...(items.length > 1 ? [this.#chooser()] : [isolated(nameOf(items[0]))]));
    const sum = (of) => shown.reduce((total, item) => total + of(item), 0);
    const facts = t("document.facts", { characters: number(sum(lengthOf)), lines: number(sum(linesOf)) });
    this.facts.replaceChildren(...(items.length > 1 ? [t("document.of", { count: number(items.length), shown: number(shown.length) }), " · "] : []),
      facts, " · ", t(`draft.${draft.state}`), " · ", button(t("draft.forget"), this.actions.forget, { class: "link", id: "forget" }));
    const warnings = [...documents.problems, ...shown.flatMap((item) => item.warnings ?? [])];
    this.warnings.replaceChildren(...warnings.map((each) => make("li", {}, sentenceOf(each))));
    this.#actions();
  }

  // Several files: all of them, or one.
  #chooser() {
    const { items, chosen } = documents;
    const option = (value, words) => make("option", { value }, words);
    const select = make("select", { id: "chosen", "aria-label": t("document.which"), onchange: () => documents.choose(Number(select.value)) },
      option(ALL, t("all-documents", { count: number(items.length) })), ...items.map((item, index) => option(index, nameOf(item))));
    select.value = String(chosen);
    return select;
  }

  // Buttons are made anew only when they say something else, so that the one with the focus keeps it.
  #actions() {
    const { editable, current, canUndo, canRedo } = documents;
    const key = JSON.stringify([t("document.edit"), Boolean(editable), canUndo, canRedo, current.format, documents.items.length]);
    if (key === this.#said) return;
    this.#said = key;
    const focused = this.acts.contains(document.activeElement) ? document.activeElement.id : undefined;
    const { actions } = this;
    const format = make("select", { id: "format", "aria-label": t("document.format"), onchange: () => documents.setFormat(documents.current, format.value) },
      ...formats.map((name) => make("option", { value: name }, knows(`format.${name}`) ? t(`format.${name}`) : name)));
    format.value = current.format;
    this.acts.replaceChildren(
      button(t("document.undo"), () => documents.undo(), { id: "undo", class: "plain", disabled: !canUndo }),
      button(t("document.redo"), () => documents.redo(), { id: "redo", class: "plain", disabled: !canRedo }),
      ...(documents.shown.length === 1 ? [format] : []),
      ...(editable ? [button(t("document.edit"), actions.edit, { id: "edit", class: "plain" })] : []),
      button(t(documents.items.length > 1 ? "document.files" : "document.another"), actions.another, { id: "another", class: "plain" }),
      menu(t("document.examples"), EXAMPLES.map((each) => ({ words: t(each.key), run: () => actions.example(each) }))));
    if (focused) (this.acts.querySelector(`#${focused}:not(:disabled)`) ?? this.title).focus();
  }
}
