// The calculator: figures of fixed windows as one types, in a sentence, a picture and the formula.
import "../elements/plan-picture.mjs";
import { Cancelled, engine } from "../engine.mjs";
import { complaint, real, showErrors, whole, wholeOrShare } from "../fields.mjs";
import { logSlider } from "../elements/log-slider.mjs";
import { make, woven } from "../make.mjs";
import { modelOf, models, priceOf, tokenizers } from "../models.mjs";
import { DEFAULTS, state, writeAddress } from "../state.mjs";
import { counted, money, number, percent, t } from "../words.mjs";
import { CURRENCIES, modelNote } from "./price-fields.mjs";
import * as preview from "./preview.mjs";

const $ = (id) => document.getElementById(id);
const form = $("plan-form");
const fields = Object.keys(DEFAULTS.plan);
const field = (name) => $(`plan-${name}`);
const sliders = {};
let plan;

export function start() {
  const option = (name) => make("option", { value: name }, name);
  field("tokenizer").replaceChildren(...[...models.map(({ model }) => model), ...tokenizers.filter((name) => name.endsWith("_base"))].map(option));
  field("currency").replaceChildren(...CURRENCIES.map(option));
  sliders.size = slide("size", { low: () => 16, high: () => 8191 });
  sliders.overlap = slide("overlap", { zero: true, low: () => 1, high: () => Math.max(2, Math.floor((whole(state.plan.size) || 512) / 2)) });
  fill();
  form.addEventListener("input", () => {
    for (const name of fields) state.plan[name] = field(name).value;
    refresh();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  preview.start({ onlength: takeLength });
}

function slide(name, scale) {
  const set = (value) => {
    field(name).value = state.plan[name] = String(value);
    refresh();
  };
  const slider = logSlider({ ...scale, label: t(name), value: whole(state.plan[name]), oninput: set, onchange: set });
  slider.id = `plan-${name}-slide`;
  field(name).before(slider);
  return slider;
}

export function fill() {
  for (const name of fields) if (field(name).value !== state.plan[name]) field(name).value = state.plan[name];
  // an address may name what there is not
  for (const name of ["unit", "tokenizer", "currency"]) if (!field(name).value) field(name).value = state.plan[name] = DEFAULTS.plan[name];
}

// A text was counted: its length stands in the field from now on, until another is typed.
function takeLength(tokens) {
  Object.assign(state.plan, { length: String(tokens), unit: "tokens" });
  fill();
  refresh();
}

export function refresh() {
  writeAddress();
  $("plan-ratio-field").hidden = state.plan.unit !== "characters";
  for (const [name, slider] of Object.entries(sliders)) slider.follow(whole(state.plan[name]));
  calculate();
  preview.refresh();
}

function valuesOf() {
  const { length, unit, ratio, size, overlap, price, currency, tokenizer } = state.plan;
  const typed = real(price);
  const priced = priceOf(tokenizer, typed, currency);
  // several texts are planned one by one
  const values = { length: preview.lengths(length) ?? whole(length), unit, size: whole(size), overlap: wholeOrShare(overlap), price: priced.price ?? null };
  if (unit === "characters") values.ratio = real(ratio);
  return { values, priced };
}

async function calculate() {
  const { values, priced } = valuesOf();
  try {
    plan = Object.assign(await engine.latest("plan", "plan", values), { priced, count: Array.isArray(values.length) ? values.length.length : 1 });
    showErrors(form, {});
    $("plan-answer").classList.remove("is-stale");
    $("plan-sentence").classList.remove("is-stale");
    render();
  } catch (error) {
    if (error instanceof Cancelled) return;
    for (const id of ["plan-answer", "plan-sentence"]) $(id).classList.add("is-stale");
    const option = error.option ?? "length";
    showErrors(form, { [option]: error.option ? complaint(error, values) : t("error.unexpected", { reason: error.message }) });
  }
}

export function render() {
  for (const [name, slider] of Object.entries(sliders)) slider.setAttribute("aria-label", t(name));
  if (plan) show();
  preview.render();
}

const many = () => (Number.isInteger(whole(state.plan.documents)) && whole(state.plan.documents) > 0 ? whole(state.plan.documents) : 1);

function show() {
  sentence();
  const { priced: { currency, model }, estimated } = plan;
  const paid = (amount) => (plan.cost === null ? "–" : (estimated ? "≈" : "") + money(amount, currency));
  const put = (id, words) => { $(id).textContent = words; };
  const overlapCost = plan.cost === null ? 0 : plan.repeated / 1_000_000 * plan.price;
  put("plan-repeated", counted(plan.repeated, !estimated));
  put("plan-surplus", `${t("figure.surplus")}: ${percent(plan.surplus)}`);
  put("plan-cost", paid(plan.cost));
  put("plan-cost-overlap", `${t("plan.of-overlap")}: ${paid(overlapCost)}`);
  put("plan-many-name", t("plan.such", { count: number(many()) }));
  put("plan-many", paid(plan.cost * many()));
  put("plan-many-overlap", `${t("plan.of-overlap")}: ${paid(overlapCost * many())}`);
  put("plan-last", plan.last === null ? "–" : counted(plan.last, !estimated));
  put("plan-stride", `${t("plan.stride")}: ${number(plan.stride)}`);
  put("plan-model-note", model ? modelNote(model) : t("settings.price.note"));
  const over = modelOf(state.plan.tokenizer)?.limit < plan.size;
  put("plan-limit", over ? t("limit.plan", { tokens: number(plan.size), model: model.model, limit: number(model.limit) }) : "");
  $("plan-picture").show(plan);
  $("plan-formula").replaceChildren(...formula());
}

function sentence() {
  const exact = !plan.estimated;
  const marked = (name, words) => make("b", { id: `plan-${name}` }, words);
  const values = { tokens: marked("tokens", counted(plan.tokens, exact)), size: marked("of-size", number(plan.size)), overlap: marked("of-overlap", number(plan.overlap)),
    chunks: marked("chunks", t("plan.chunks", { count: counted(plan.chunks, exact) })), embedded: marked("embedded", t("plan.embedded", { count: counted(plan.embedded, exact) })),
    share: marked("share", percent(plan.repeated_share)), documents: marked("count", number(plan.count)) };
  const places = Object.fromEntries(Object.keys(values).map((name) => [name, `\u0001${name}\u0001`]));
  $("plan-sentence").replaceChildren(...woven(t(plan.count > 1 ? "plan.sentence.many" : "plan.sentence", places), values));
}

// The formulas with the user's own numbers in them.
function formula() {
  const n = (value) => number(value);
  const e = (value) => counted(value, !plan.estimated);
  const { tokens, size, overlap, chunks, embedded, repeated, repeated_share: share, price, cost, count, priced } = plan;
  const line = (key, ...words) => [make("dt", {}, t(key)), make("dd", {}, words.join(" "))];
  if (tokens === 0) return [make("dt", {}, t("formula.nothing"))];
  if (count > 1) return [make("dt", {}, t("formula.many"))];
  return [
    ...(chunks === 1 ? [make("dt", {}, t("formula.fits")), make("dd")] : line("formula.chunks", `1 + ⌈(${e(tokens)} − ${n(size)}) ÷ (${n(size)} − ${n(overlap)})⌉ =`, e(chunks))),
    ...line("formula.embedded", `${e(tokens)} + (${e(chunks)} − 1) × ${n(overlap)} =`, e(embedded)),
    ...line("formula.share", `${e(repeated)} ÷ ${e(embedded)} =`, percent(share)),
    ...(cost === null ? [] : line("formula.cost", `${e(embedded)} ÷ ${n(1_000_000)} × ${money(price, priced.currency)} =`, (plan.estimated ? "≈" : "") + money(cost, priced.currency))),
  ];
}
