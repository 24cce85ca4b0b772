// The chunker: cuts the open documents with one setting or two, shows every chunk, the figures and what to make of them.
import { documents } from "../documents.mjs";
import { Cancelled, engine } from "../engine.mjs";
import { blamed, complaint, real, showErrors } from "../fields.mjs";
import { download, make } from "../make.mjs";
import { notice } from "../notice.mjs";
import { state, writeAddress } from "../state.mjs";
import { number, t } from "../words.mjs";
import * as results from "./results.mjs";

const $ = (id) => document.getElementById(id);
const forms = { a: $("settings-a"), b: $("settings-b") };
const made = { a: undefined, b: undefined };

export function start() {
  for (const form of Object.values(forms)) form.addEventListener("settings", refresh);
  forms.b.addEventListener("settings", () => { state.ownB = true; });
  $("compare").addEventListener("change", () => {
    state.compare = $("compare").checked;
    // the second setting begins as the first, cut at another boundary
    if (state.compare && !state.ownB) Object.assign(state.b, state.a, { by: other(state.a.by) });
    fill();
    refresh();
  });
  $("chunk-price").addEventListener("input", () => {
    state.price = $("chunk-price").value;
    refresh();
  });
  results.start({ onexport: save, oncopy: copy });
  fill();
}

const other = (by) => (by === "heading" ? "paragraph" : "heading");

// Writes words and values anew, after a change of language or of the address.
export function fill() {
  $("compare").checked = state.compare;
  if ($("chunk-price").value !== state.price) $("chunk-price").value = state.price;
  forms.b.hidden = !state.compare;
  forms.a.connect(state.a, t(state.compare ? "settings.a" : "settings"));
  forms.b.connect(state.b, t("settings.b"));
}

export function refresh() {
  writeAddress();
  pricePerMillion();
  $("chunk-price-note").hidden = !state.price || [forms.a, ...(state.compare ? [forms.b] : [])].every((form) => form.unit === "tokens");
  if (documents.current) documents.send();
  cut("a");
  if (state.compare) cut("b");
  else made.b = undefined;
  if (!documents.current) {
    made.a = made.b = undefined;
    render();
  }
}

async function cut(which) {
  const current = documents.current;
  if (!current) return;
  const form = forms[which];
  const settings = form.options;
  const price = form.unit === "tokens" ? pricePerMillion() : null;
  const ids = documents.items.map((item) => item.id);
  const options = { slot: which, ids, show: current.id, length: current.text.length, settings, price };
  try {
    const result = await engine.latest(`chunk-${which}`, "chunk", options);
    form.errors({});
    made[which] = { ...result, ids, id: current.id, slot: which, text: current.text, settings, size: settings.size,
      exact: result.report.exact, unit: form.unit };
    render();
  } catch (error) {
    if (error instanceof Cancelled) return;
    $("chunk-results").classList.add("stale");
    form.errors(error.option || error.type ? { [blamed(error, settings) ?? "by"]: complaint(error, settings) }
      : { by: t("error.unexpected", { reason: error.message }) });
  }
}

// A price that is none changes nothing but the words beside it.
function pricePerMillion() {
  const price = real(state.price);
  const valid = price === null || (typeof price === "number" && price >= 0);
  showErrors($("chunk-price").parentElement, valid ? {} : { price: t("error.number", { low: number(0) }) });
  return valid ? price : null;
}

export function render() {
  const shown = state.compare ? made.a && made.b : made.a;
  $("chunk-results").hidden = !documents.current || !shown;
  $("chunk-results").classList.remove("stale");
  if (shown && documents.current) results.render({ a: made.a, b: state.compare ? made.b : undefined });
}

const nameOf = (extension) => {
  const source = documents.items.length === 1 ? documents.items[0].source : null;
  return `${source ? source.replace(/\.[^.]*$/, "") : "chunks"}.${extension}`;
};

async function save(kind, which) {
  const { slot: from, ids } = made[which];
  const content = await engine.call(kind, { slot: from, ids });
  const type = kind === "jsonl" ? "application/x-ndjson" : "text/csv;charset=utf-8";
  download(nameOf(kind), type, content);
}

async function copy(which, index) {
  const { slot: from, id } = made[which];
  await navigator.clipboard.writeText(await engine.call("embedded", { slot: from, id, index }));
  notice(t("chunk.copied"));
}
