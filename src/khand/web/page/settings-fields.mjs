// The settings of khand.chunk that the form offers. To add one: a line here, its default in state.mjs, its words in words/.
//
//   name     in the page's state and address
//   kind     how it is drawn: choice, slider, text, check, checks
//   more     stands among those that are folded away
//   option   the keyword of khand.chunk, where it is not the name; null for none of its own
//   to       from what stands in the field to what Python takes
import { real, whole, wholeOrShare } from "./fields.mjs";
import { models, tokenizerOf, tokenizers } from "./models.mjs";
import { t } from "./words.mjs";

const BY = ["heading", "paragraph", "sentence", "window"];
export const CONTEXT = ["headings", "lead_in", "table", "fence"];
// those with rules or lists of their own; any other text is told by itself
const LANGUAGES = ["en", "hi", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "ar", "fa", "ur", "bn", "mr", "ta", "te", "ja", "zh"];

const languageName = (tag) => new Intl.DisplayNames([document.documentElement.lang], { type: "language" }).of(tag);
export const counterName = (name) => (["characters", "words", "estimate"].includes(name) ? t(`tokenizer.${name}`) : name);
const named = (names) => names.map((name) => [name, counterName(name)]);

export const FIELDS = [
  { name: "by", kind: "choice", choices: () => BY.map((name) => [name, t(`by.${name}`)]) },
  { name: "size", kind: "slider", low: () => 16, high: () => 8191, to: whole },
  { name: "overlap", kind: "slider", zero: true, low: () => 1, high: ({ size }) => Math.max(2, Math.floor(whole(size) / 2) || 2),
    to: wholeOrShare, mode: "text" },
  { name: "tokenizer", kind: "choice", redraw: true, to: (name, { ratio }) => tokenizerOf(name, real(ratio)),
    groups: () => [["settings.models", named(models.map(({ model }) => model))], ["settings.tokenizers", named(tokenizers)]] },
  { name: "ratio", kind: "text", mode: "decimal", more: true, option: null, note: true, only: ({ tokenizer }) => tokenizer === "estimate" },
  { name: "min_size", kind: "text", more: true, note: true, to: whole },
  { name: "heading_depth", kind: "choice", more: true, to: whole, choices: () => ["1", "2", "3", "4", "5", "6"].map((level) => [level, level]) },
  { name: "language", kind: "choice", more: true, to: (tag) => tag || null,
    choices: () => [["", t("language.auto")], ...LANGUAGES.map((tag) => [tag, languageName(tag)])] },
  { name: "context", kind: "checks", more: true, choices: () => CONTEXT.map((name) => [name, t(`context.${name}`)]),
    to: (chosen) => CONTEXT.filter((name) => chosen.split(",").includes(name)) },
  { name: "across", kind: "check", more: true, option: "overlap_across_headings", to: (checked) => checked === "1" },
];

// The keywords for Python.
export function optionsOf(values) {
  const wanted = FIELDS.filter(({ option }) => option !== null);
  return Object.fromEntries(wanted.map(({ name, option, to = (value) => value }) => [option ?? name, to(values[name], values)]));
}

// Back from a keyword to the field that is to blame.
export const fieldOf = (option) => FIELDS.find((field) => (field.option ?? field.name) === option)?.name;
