// The form of one setting of khand.chunk. Changes are written into `values`, and told by a "change" event of its own.
import { real, showErrors, whole, wholeOrShare } from "../fields.mjs";
import { make, newId } from "../make.mjs";
import { DEFAULTS } from "../state.mjs";
import { t } from "../words.mjs";

const BY = ["heading", "paragraph", "sentence", "window"];
const TOKENIZERS = ["cl100k_base", "o200k_base", "p50k_base", "r50k_base", "characters", "words", "estimate"];
const CONTEXT = ["headings", "lead_in", "table", "fence"];
// those with rules or lists of their own; any other text is detected
const LANGUAGES = ["en", "hi", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "ar", "fa", "ur", "bn", "mr", "ta", "te", "ja", "zh"];

export class ChunkSettings extends HTMLElement {
  connect(values, title) {
    this.values = values;
    this.render(title);
  }

  // The keywords for Python. Windows know neither context nor minimum size.
  get options() {
    const { by, size, overlap, tokenizer, ratio, min_size, heading_depth, context, across, language } = this.values;
    const plainRatio = real(ratio);
    return {
      by,
      size: whole(size),
      overlap: wholeOrShare(overlap),
      tokenizer: tokenizer === "estimate" ? `estimate:${plainRatio ?? ""}` : tokenizer,
      min_size: whole(min_size),
      heading_depth: whole(heading_depth),
      context: CONTEXT.filter((each) => context.split(",").includes(each)),
      overlap_across_headings: across === "1",
      language: language || null,
    };
  }

  get unit() {
    const { tokenizer } = this.values;
    return ["characters", "words"].includes(tokenizer) ? tokenizer : "tokens";
  }

  errors(found) {
    const more = this.querySelector("details");
    if (["min_size", "heading_depth", "language"].some((name) => found[name])) more.open = true;
    showErrors(this, found);
  }

  render(title) {
    const open = this.querySelector("details")?.open ?? false;
    const legend = make("legend", {}, title);
    const more = make("details", { open },
      make("summary", {}, t("settings.more")),
      make("div", { class: "fields" },
        this.#text("min_size", "settings.min_size", { note: "settings.min_size.note" }),
        this.#select("heading_depth", "settings.depth", ["1", "2", "3", "4", "5", "6"].map((level) => [level, level])),
        this.#select("language", "settings.language", [["", t("language.detect")], ...LANGUAGES.map((tag) => [tag, nameOf(tag)])]),
        this.#context(),
        this.#check("across", "settings.across")));
    const estimate = this.values.tokenizer === "estimate";
    this.replaceChildren(make("fieldset", { class: "fields" }, legend,
      this.#select("by", "settings.by", BY.map((name) => [name, t(`by.${name}`)]), { wide: true }),
      this.#text("size", "settings.size"),
      this.#text("overlap", "settings.overlap"),
      this.#select("tokenizer", "settings.tokenizer", TOKENIZERS.map((name) => [name, nameOfTokenizer(name)]),
        { wide: true }),
      estimate ? this.#text("ratio", "settings.ratio", { wide: true, note: "settings.ratio.note" }) : undefined,
      more));
  }

  #changed(name, value) {
    const { by, overlap } = this.values;
    this.values[name] = value;
    // windows share 64 tokens unless told, structured cuts nothing; a number the user chose stays
    if (name === "by" && value === "window" && overlap === "0") this.#set("overlap", "64");
    if (name === "by" && by === "window" && value !== "window" && overlap === "64") this.#set("overlap", "0");
    if (name === "tokenizer") {
      const { id } = document.activeElement ?? {};
      this.render(this.querySelector("legend").textContent);
      this.querySelector(`#${CSS.escape(id || "none")}`)?.focus();
    }
    this.dispatchEvent(new Event("settings"));
  }

  #set(name, value) {
    this.values[name] = value;
    this.querySelector(`[name="${name}"]`).value = value;
  }

  #field(name, key, control, { wide = false, note = undefined } = {}) {
    const [error, about] = [newId("error"), newId("note")];
    control.id = `${this.id}-${name}`;
    control.name = name;
    control.setAttribute("aria-describedby", note ? `${about} ${error}` : error);
    return make("div", { class: wide ? "field wide" : "field" },
      make("label", { for: control.id }, t(key)), control,
      note ? make("p", { class: "note", id: about }, t(note)) : undefined,
      make("p", { class: "error", id: error, "data-error": name }));
  }

  #text(name, key, options) {
    const mode = name === "ratio" ? "decimal" : name === "overlap" ? "text" : "numeric";
    const placeholder = name === "overlap" ? "0, 10%" : undefined;
    const control = make("input", { inputmode: mode, placeholder, autocomplete: "off", oninput: () => this.#changed(name, control.value) });
    control.value = this.values[name];
    return this.#field(name, key, control, options);
  }

  #select(name, key, choices, options) {
    const control = make("select", { onchange: () => this.#changed(name, control.value) },
      ...choices.map(([value, words]) => make("option", { value }, words)));
    control.value = this.values[name];
    // an address may name what there is not
    if (control.selectedIndex < 0) control.value = this.values[name] = DEFAULTS.a[name];
    return this.#field(name, key, control, options);
  }

  #check(name, key) {
    const box = make("input", { type: "checkbox", name, onchange: () => this.#changed(name, box.checked ? "1" : "") });
    box.checked = this.values[name] === "1";
    return make("label", { class: "check field wide" }, box, make("span", {}, t(key)));
  }

  #context() {
    const chosen = new Set(this.values.context.split(","));
    const boxes = CONTEXT.map((name) => {
      const box = make("input", { type: "checkbox", name: `context-${name}`, onchange: () => {
        if (box.checked) chosen.add(name);
        else chosen.delete(name);
        this.#changed("context", CONTEXT.filter((each) => chosen.has(each)).join(","));
      } });
      box.checked = chosen.has(name);
      return make("label", { class: "check" }, box, make("span", {}, t(`context.${name}`)));
    });
    const title = newId("context");
    return make("div", { class: "field wide", role: "group", "aria-labelledby": title },
      make("span", { class: "label", id: title }, t("settings.context")), make("div", { class: "checks" }, ...boxes));
  }
}

const nameOf = (tag) => new Intl.DisplayNames([document.documentElement.lang], { type: "language" }).of(tag);

const nameOfTokenizer = (name) => (name.endsWith("_base") ? name : t(`tokenizer.${name}`));

customElements.define("chunk-settings", ChunkSettings);
