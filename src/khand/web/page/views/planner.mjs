// The context-window planner: what the parts leave, and how many chunks fit into it.
import "../elements/window-bar.mjs";
import { documents } from "../documents.mjs";
import { Cancelled, engine } from "../engine.mjs";
import { showErrors, whole } from "../fields.mjs";
import { button, make, woven } from "../make.mjs";
import { tokenizerOf, unitOf } from "../models.mjs";
import { optionsOf } from "../settings-fields.mjs";
import { state, writeAddress } from "../state.mjs";
import { counted, number, percent, t } from "../words.mjs";
import { cutters } from "./chunker.mjs";

const form = document.getElementById("window-form");
const place = document.getElementById("window-plan");
const sentence = document.getElementById("window-sentence");
const chosen = document.getElementById("window-chosen");
const FIELDS = ["total", "prompt", "tools", "history", "answer", "chunk_tokens", "retrieved"];
// Texts whose tokens can be counted into the field.
const COUNTED = ["prompt", "tools"];
let plan;

export function start() {
  form.addEventListener("submit", (event) => event.preventDefault());
  fill();
}

export function fill() {
  const focused = form.contains(document.activeElement) ? document.activeElement.id : undefined;
  form.replaceChildren(...FIELDS.map(field));
  if (focused) document.getElementById(focused)?.focus();
  if (plan) render();
}

function field(name) {
  const wide = name === "total";
  const id = `window-${name}`;
  const input = make("input", { id, name, inputmode: "numeric", autocomplete: "off", "aria-describedby": `${id}-error`, oninput: () => {
    state.window[name] = input.value;
    refresh();
  } });
  input.value = state.window[name];
  const label = make("label", { for: id }, t(`window.${name}`));
  return make("div", { class: wide ? "field wide" : "field" },
    COUNTED.includes(name) ? make("div", { class: "name-row" }, label, counterButton(name)) : label, input,
    COUNTED.includes(name) && counterText(name, input),
    name === "chunk_tokens" && make("p", { class: "note", id: "window-measured" }),
    make("p", { class: "error", id: `${id}-error`, "data-error": name }));
}

const counterButton = (name) => button(t("window.count"), (event) => {
  const box = document.getElementById(`window-${name}-text`);
  box.hidden = !box.hidden;
  event.currentTarget.setAttribute("aria-expanded", String(!box.hidden));
  if (!box.hidden) box.focus();
}, { class: "link", "aria-expanded": "false", "aria-controls": `window-${name}-text`, "aria-label": `${t(`window.${name}`)}: ${t("window.count")}` });

function counterText(name, input) {
  const box = make("textarea", { id: `window-${name}-text`, hidden: true, rows: "3", spellcheck: "false", placeholder: t("window.count.hint"), "aria-label": t("window.count.hint"),
    onpaste: (event) => event.stopPropagation(),
    oninput: async () => {
      const tokenizer = unitOf(state.a.tokenizer) === "tokens" ? tokenizerOf(state.a.tokenizer, 4) : "cl100k_base";
      try {
        const tokens = await engine.latest(`count-${name}`, "count", { tokenizer }, new TextEncoder().encode(box.value.toWellFormed()));
        input.value = state.window[name] = String(tokens);
        refresh();
      } catch (error) {
        if (!(error instanceof Cancelled)) throw error;
      }
    } });
  return box;
}

export async function refresh() {
  writeAddress();
  const values = Object.fromEntries(FIELDS.map((name) => [name, whole(state.window[name])]));
  const ids = documents.items.map((item) => item.id);
  if (ids.length) documents.send();
  // the chunks of the last good setting, not of one that is wrong
  const settings = cutters.a.made?.request.settings ?? optionsOf(state.a);
  try {
    plan = await engine.latest("window", "window", { ...values, slot: "a", ids, settings });
    showErrors(form, retrievedError(values));
    render();
  } catch (error) {
    if (error instanceof Cancelled) return;
    for (const each of [place, sentence]) each.classList.add("is-stale");
    showErrors(form, { ...retrievedError(values), [error.option ?? "total"]: words(error, values) });
  }
}

const retrievedError = ({ retrieved }) => (Number.isInteger(retrieved) && retrieved >= 0 ? {} : { retrieved: t("error.whole", { low: number(0) }) });

function words(error, values) {
  const over = ["prompt", "tools", "history", "answer"].reduce((sum, name) => sum + values[name], 0) - values.total;
  if (error.option === "total" && over > 0) return t("window.over", { tokens: number(over) });
  if (!error.option) return t("error.unexpected", { reason: error.message });
  const low = error.option === "total" || error.option === "chunk_tokens" ? 1 : 0;
  return t("error.whole", { low: number(low) });
}

export function render() {
  if (!plan) return;
  for (const each of [place, sentence]) each.classList.remove("is-stale");
  const { measured } = plan;
  document.getElementById("window-measured").textContent = plan.unit !== "tokens" ? t("window.unit", { unit: t(`unit.${plan.unit}`) })
    : measured ? t("window.measured", { count: number(measured) }) : t("window.chunk_tokens.note");
  document.getElementById("window-chunk_tokens").disabled = measured > 0;
  // the sentence and the bar say what is sure to fit
  const sure = plan.nominal ?? plan.worst;
  const shown = (value) => counted(value, plan.exact);
  sentence.replaceChildren(...woven(t("window.fits", { count: "\u0001n\u0001", free: "\u0001f\u0001", n: shown(sure.chunks) }),
    { n: make("b", {}, t("window.fits.chunks", { count: shown(sure.chunks) })), f: make("b", {}, shown(sure.left)) }));
  const retrieved = whole(state.window.retrieved);
  const taken = Number.isInteger(retrieved) && retrieved >= 0 ? retrieved * sure.tokens : 0;
  const missing = taken - plan.rest;
  chosen.className = missing > 0 ? "error" : "note";
  chosen.textContent = missing > 0 ? t("window.too-many", { count: number(retrieved), tokens: shown(missing) })
    : t("window.taken", { count: number(retrieved), tokens: shown(taken), share: percent(taken / plan.total) });
  const bar = make("window-bar");
  const used = Math.min(taken, plan.rest);
  bar.show({ total: plan.total, one: sure.tokens, parts: [...["prompt", "tools", "history", "answer"].map((name) => [t(`window.${name}`), plan[name], true]),
    [t("window.chunks"), used, plan.exact], [t("window.free"), plan.rest - used, plan.exact]] });
  place.replaceChildren(bar, make("dl", { class: "figures" }, ...["nominal", "mean", "p95", "worst"].filter((name) => plan[name]).map((name) => fit(name, sure, shown))));
}

function fit(name, sure, shown) {
  const { tokens, chunks, left } = plan[name];
  return make("div", { class: plan[name] === sure ? "figure first" : "figure" }, make("dt", {}, t(`fit.${name}`, { tokens: shown(tokens) })),
    make("dd", {}, shown(chunks)), make("dd", {}, t("fit.left", { left: shown(left) })));
}
