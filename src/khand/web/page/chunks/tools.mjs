// The bar over the chunks: what is shown and how, find, jump, filter, export. Made once, so that no focus is lost.
import { button, make } from "../make.mjs";
import { menu } from "../menu.mjs";
import { SHOWS, TEXTS, state } from "../state.mjs";
import { number, t } from "../words.mjs";
import { choices } from "./filters.mjs";

export class Tools {
  // `actions`: show(name), text(name), find(words), next(step), jump(index), filter(name), and `exports`, a list for the menu.
  constructor(actions) {
    this.actions = actions;
    this.element = make("div", { class: "tools" });
    this.found = make("output", { class: "note", for: "find" });
  }

  build() {
    const { actions } = this;
    const words = this.find?.value ?? "";
    this.shows = segments("shows", t("tools.show"), SHOWS.map((name) => [name, t(`show.${name}`)]), actions.show);
    this.texts = segments("texts", t("tools.text"), TEXTS.map((name) => [name, t(`text.${name}`)]), actions.text);
    this.find = make("input", { type: "search", id: "find", class: "find", placeholder: t("tools.find"), "aria-label": t("tools.find"), autocomplete: "off",
      oninput: () => actions.find(this.find.value), onkeydown: (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        actions.next(event.shiftKey ? -1 : 1);
      } });
    this.find.value = words;
    this.jump = make("input", { id: "jump", class: "jump", placeholder: t("tools.jump"), "aria-label": t("tools.jump.help"), title: t("tools.jump.help"), autocomplete: "off",
      onchange: () => this.#jump() });
    this.filter = make("select", { id: "filter", "aria-label": t("tools.filter"), onchange: () => actions.filter(this.filter.value) });
    this.element.replaceChildren(make("div", { class: "row" }, this.shows, this.texts, this.find, this.found, this.jump, this.filter,
      make("span", { class: "push" }, menu(t("export"), actions.exports(), { name: "export", look: "main" }))));
  }

  // "12" is a chunk, "L42" a line.
  #jump() {
    const [, line, chunk] = this.jump.value.trim().match(/^(?:l\s*(\d+)|(\d+))$/i) ?? [];
    const wrong = line === undefined && chunk === undefined && this.jump.value.trim() !== "";
    this.jump.setAttribute("aria-invalid", String(wrong));
    if (chunk !== undefined) this.actions.jump(this.made.length ? Math.max(0, Math.min(this.made.length, Number(chunk)) - 1) : 0);
    if (line !== undefined) this.actions.jump(this.made.atLine(Number(line)));
  }

  show(made, filter, shown) {
    this.made = made;
    press(this.shows, shown);
    press(this.texts, state.text);
    this.filter.replaceChildren(...choices(made, filter).map(([value, words]) => make("option", { value }, words)));
    this.filter.value = filter;
  }

  // How many chunks hold the words, if words were given.
  tell(count) {
    this.found.textContent = count === undefined ? "" : t("tools.found", { count: number(count) });
  }
}

function segments(name, label, options, run) {
  return make("div", { class: `segments ${name}`, role: "group", "aria-label": label },
    ...options.map(([value, words]) => button(words, () => run(value), { class: value, "data-value": value, "aria-pressed": "false" })));
}

function press(box, value) {
  for (const each of box.children) each.setAttribute("aria-pressed", String(each.dataset.value === value));
}
