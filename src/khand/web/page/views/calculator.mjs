// The calculator: figures of fixed windows as one types, and the windows of a real text.
import { documents, lengthOf } from "../documents.mjs";
import { Cancelled, engine } from "../engine.mjs";
import { complaint, real, showErrors, whole, wholeOrShare } from "../fields.mjs";
import { make } from "../make.mjs";
import { DEFAULTS, state, writeAddress } from "../state.mjs";
import { counted, money, number, percent, t } from "../words.mjs";

const SHOWN = 6;
const $ = (id) => document.getElementById(id);
const form = $("plan-form");
const fields = ["length", "unit", "ratio", "size", "overlap", "price"];
const field = (name) => $(`plan-${name}`);
let plan;
let preview;
let counted_from;

export function start() {
  fill();
  form.addEventListener("input", () => {
    for (const name of fields) state.plan[name] = field(name).value;
    refresh();
  });
  form.addEventListener("submit", (event) => event.preventDefault());

}

export function fill() {
  for (const name of fields) if (field(name).value !== state.plan[name]) field(name).value = state.plan[name];
  // an address may name a unit that there is not
  if (!field("unit").value) field("unit").value = state.plan.unit = DEFAULTS.plan.unit;
}

export function refresh() {
  writeAddress();
  $("plan-ratio-field").hidden = state.plan.unit !== "characters";
  calculate();
  cut();
}

async function calculate() {
  const { length, unit, ratio, size, overlap, price } = state.plan;
  const values = { length: whole(length), unit, size: whole(size), overlap: wholeOrShare(overlap), price: real(price) };
  if (unit === "characters") values.ratio = real(ratio);
  try {
    plan = await engine.latest("plan", "plan", values);
    showErrors(form, {});
    $("plan-answer").classList.remove("stale");
    render();
  } catch (error) {
    if (error instanceof Cancelled) return;
    $("plan-answer").classList.add("stale");
    const option = error.option ?? "length";
    showErrors(form, { [option]: error.option ? complaint(error, values) : t("error.unexpected", { reason: error.message }) });
  }
}

export function render() {
  if (plan) figures();
  if (preview) windows();
  sayWhoCounted();
}

function figures() {
  const exact = !plan.estimated;
  const show = (id, words) => { if ($(id).textContent !== words) $(id).textContent = words; };
  show("plan-chunks", counted(plan.chunks, exact));
  show("plan-embedded", counted(plan.embedded, exact));
  show("plan-share", percent(plan.repeated_share));
  show("plan-cost", plan.cost === null ? "–" : (exact ? "" : "≈") + money(plan.cost));
  show("plan-repeated", counted(plan.repeated, exact));
  show("plan-surplus", percent(plan.surplus));
  show("plan-last", counted(plan.last ?? 0, exact));
  $("plan-formula").replaceChildren(...formula());
}

// The formulas with the user's own numbers in them.
function formula() {
  const n = (value) => number(value);
  const e = (value) => counted(value, !plan.estimated);
  const { tokens, size, overlap, chunks, embedded, repeated, repeated_share: share, price, cost } = plan;
  const line = (key, ...words) => make("p", {}, make("span", { class: "words" }, `${t(key)} = `), words.join(" "));
  if (tokens === 0) return [make("p", {}, t("formula.nothing"))];
  const lines = [chunks === 1 ? make("p", {}, t("formula.fits"))
    : line("formula.chunks", `1 + ⌈(${e(tokens)} − ${n(size)}) ÷ (${n(size)} − ${n(overlap)})⌉ =`, e(chunks))];
  lines.push(line("formula.embedded", `${e(tokens)} + (${e(chunks)} − 1) × ${n(overlap)} =`, e(embedded)));
  lines.push(line("formula.share", `${e(repeated)} ÷ ${e(embedded)} =`, percent(share)));
  if (cost !== null) lines.push(line("formula.cost", `${e(embedded)} ÷ ${n(1_000_000)} × ${money(price)} =`, (plan.estimated ? "≈" : "") + money(cost)));
  return lines;
}

// A pasted text is split into real tokens; its exact length goes into the field.
async function cut() {
  const current = documents.current;
  if (!current) {
    preview = undefined;
    $("preview").hidden = true;
    sayWhoCounted();
    return;
  }
  documents.send();
  const settings = { by: "window", size: whole(state.plan.size), overlap: wholeOrShare(state.plan.overlap), tokenizer: state.a.tokenizer.endsWith("_base") ? state.a.tokenizer : "cl100k_base" };
  try {
    const ids = [current.id];
    const options = { slot: "preview", ids, show: current.id, length: current.text.length, settings };
    const made = await engine.latest("preview", "chunk", options);
    preview = { ...made, text: current.text, characters: lengthOf(current), settings, exact: true, size: settings.size, unit: "tokens" };
    windows();
    const from = `${current.id} ${settings.tokenizer}`;
    if (counted_from !== from) {
      counted_from = from;
      Object.assign(state.plan, { length: String(made.report.document_tokens), unit: "tokens" });
      fill();
      refresh();
    }
    sayWhoCounted();
  } catch (error) {
    if (!(error instanceof Cancelled || error.option)) throw error;
  }
}

// Under the length, as long as it is the one that was counted.
function sayWhoCounted() {
  const { length, unit } = state.plan;
  const is = preview && unit === "tokens" && whole(length) === preview.report.document_tokens;
  $("plan-length-note").hidden = !is;
  if (is) $("plan-length-note").textContent = t("plan.length.note", { tokenizer: preview.settings.tokenizer });
}

function windows() {
  const { rows, report, characters, settings } = preview;
  $("preview").hidden = false;
  const about = { tokens: number(report.document_tokens), characters: number(characters), tokenizer: settings.tokenizer,
    chunks: number(rows.length), shown: number(Math.min(SHOWN, rows.length)) };
  const few = rows.length > SHOWN + 1;
  const go = make("a", { href: "#chunker" }, t("preview.go"));
  $("preview-summary").replaceChildren(t(few ? "preview.summary" : "preview.all", about), " ", t("preview.note"), " ", go);
  const only = rows.map((_, index) => index).filter((index) => !few || index < SHOWN || index === rows.length - 1);
  $("preview-list").show(preview, { only, windows: true });
}
