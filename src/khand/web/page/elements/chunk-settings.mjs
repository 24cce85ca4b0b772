// The form of one setting of khand.chunk: a row that is always there and fields that fold away. Changes are written into
// `values` and told by a "settings" event; its `detail` says how: "typing", "sliding" or "now".
import { showErrors } from "../fields.mjs";
import { make, newId } from "../make.mjs";
import { FIELDS, optionsOf } from "../settings-fields.mjs";
import { DEFAULTS } from "../state.mjs";
import { unitOf } from "../models.mjs";
import { t } from "../words.mjs";
import { logSlider } from "./log-slider.mjs";

export class ChunkSettings extends HTMLElement {
  #sliders = new Map();

  // `letter` is A or B where two settings are compared; `ends` makes the buttons at the end of the row, `price` further
  // fields to fold away.
  connect(values, { letter, ends = [], extra = [] } = {}) {
    Object.assign(this, { values, letter, ends, extra });
    this.render();
  }

  get options() {
    return optionsOf(this.values);
  }

  get unit() {
    return unitOf(this.values.tokenizer);
  }

  errors(found) {
    if (FIELDS.some(({ name, more }) => more && found[name])) this.#open(true);
    showErrors(this, found);
  }

  render() {
    const focused = this.contains(document.activeElement) ? document.activeElement.id : undefined;
    const open = this.querySelector(".more")?.hidden === false;
    const { values } = this;
    this.#sliders.clear();
    const drawn = FIELDS.filter(({ only }) => !only || only(values)).map((field) => [field, this.#field(field)]);
    const of = (folded) => drawn.filter(([{ more = false }]) => more === folded).map(([, element]) => element);
    this.more = make("button", { type: "button", id: `${this.id}-more`, "aria-expanded": "false", "aria-controls": `${this.id}-folded`,
      onclick: () => this.#open(this.querySelector(".more").hidden) }, t("settings.more"));
    this.replaceChildren(
      make("div", { class: "setting", role: "group", "aria-label": this.letter ? t(`settings.${this.letter}`) : t("settings") },
        make("span", { class: "letter", "aria-hidden": "true" }, this.letter?.toUpperCase() ?? ""),
        ...of(false), make("div", { class: "ends" }, this.more, ...this.ends)),
      make("div", { class: "more", id: `${this.id}-folded`, hidden: true }, ...of(true), ...this.extra));
    if (open) this.#open(true);
    if (focused) this.querySelector(`#${CSS.escape(focused)}`)?.focus();
  }

  #open(open) {
    this.querySelector(".more").hidden = !open;
    this.more.setAttribute("aria-expanded", String(open));
    this.dispatchEvent(new Event("fold"));
  }

  #changed(name, value, how) {
    const { by, overlap } = this.values;
    this.values[name] = value;
    // windows share 64 tokens unless told, structured cuts nothing; a number the user chose stays
    if (name === "by" && value === "window" && overlap === "0") this.#write("overlap", "64");
    if (name === "by" && by === "window" && value !== "window" && overlap === "64") this.#write("overlap", "0");
    this.#follow();
    if (FIELDS.find((field) => field.name === name).redraw) this.render();
    this.dispatchEvent(new CustomEvent("settings", { detail: how }));
  }

  #write(name, value) {
    this.values[name] = value;
    this.querySelector(`[name="${name}"]`).value = value;
  }

  #follow() {
    for (const [name, slider] of this.#sliders) slider.follow(this.#tokens(name));
  }

  // A share of the size in tokens, for the place of the slider.
  #tokens(name) {
    const { options } = this;
    const value = options[name];
    return String(value).includes("%") ? Math.floor(options.size * parseFloat(value) / 100) : Number(value);
  }

  #field(field) {
    const draw = { choice: () => this.#choice(field), slider: () => this.#slider(field), text: () => this.#text(field),
      checks: () => this.#checks(field), check: () => this.#check(field) };
    return draw[field.kind]();
  }

  #labelled(field, control, around = control) {
    const { name, note } = field;
    const [error, about] = [newId("error"), newId("note")];
    control.id = `${this.id}-${name}`;
    control.name = name;
    control.setAttribute("aria-describedby", note ? `${about} ${error}` : error);
    return make("div", { class: `field ${name}` },
      make("label", { for: control.id }, t(`settings.${name}`)), around,
      note && make("p", { class: "note", id: about }, t(`settings.${name}.note`)),
      make("p", { class: "error", id: error, "data-error": name }));
  }

  #input({ name, mode = "numeric" }) {
    const tell = (how) => () => this.#changed(name, input.value, how);
    const input = make("input", { inputmode: mode, autocomplete: "off", oninput: tell("typing"), onchange: tell("now") });
    input.value = this.values[name];
    return input;
  }

  #text(field) {
    return this.#labelled(field, this.#input(field));
  }

  #slider(field) {
    const { name, low, high, zero } = field;
    const input = this.#input(field);
    const set = (how) => (number) => {
      input.value = String(number);
      this.#changed(name, input.value, how);
    };
    const slider = logSlider({ label: t(`settings.${name}`), zero, value: this.#tokens(name), low: () => low(this.values),
      high: () => high(this.values), oninput: set("sliding"), onchange: set("now") });
    slider.id = `${this.id}-${name}-slide`;
    this.#sliders.set(name, slider);
    return this.#labelled(field, input, make("div", { class: "pair" }, slider, input));
  }

  #choice(field) {
    const { name, choices, groups } = field;
    const option = ([value, words]) => make("option", { value }, words);
    const select = make("select", { onchange: () => this.#changed(name, select.value, "now") },
      ...(groups ? groups().map(([key, all]) => make("optgroup", { label: t(key) }, ...all.map(option))) : choices().map(option)));
    select.value = this.values[name];
    // an address may name what there is not
    if (select.selectedIndex < 0) select.value = this.values[name] = DEFAULTS.a[name];
    return this.#labelled(field, select);
  }

  #check({ name }) {
    const box = make("input", { type: "checkbox", name, id: `${this.id}-${name}`, onchange: () => this.#changed(name, box.checked ? "1" : "", "now") });
    box.checked = this.values[name] === "1";
    return make("label", { class: "check" }, box, make("span", {}, t(`settings.${name}`)));
  }

  #checks({ name, choices }) {
    const chosen = new Set(this.values[name].split(","));
    const boxes = choices().map(([value, words]) => {
      const box = make("input", { type: "checkbox", name: `${name}-${value}`, onchange: () => {
        if (box.checked) chosen.add(value);
        else chosen.delete(value);
        this.#changed(name, choices().map(([each]) => each).filter((each) => chosen.has(each)).join(","), "now");
      } });
      box.checked = chosen.has(value);
      return make("label", { class: "check" }, box, make("span", {}, words));
    });
    const title = newId(name);
    return make("div", { class: "field wide", role: "group", "aria-labelledby": title },
      make("span", { class: "label", id: title }, t(`settings.${name}`)), make("div", { class: "checks" }, ...boxes));
  }
}

customElements.define("chunk-settings", ChunkSettings);
