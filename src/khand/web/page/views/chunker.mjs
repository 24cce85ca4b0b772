// The chunker: cuts the open documents with one setting or two, and shows what came of it.
import "../elements/document-input.mjs";
import { About } from "../chunks/about.mjs";
import { Band } from "../chunks/band.mjs";
import { comparison } from "../chunks/comparison.mjs";
import { Cutter } from "../chunks/cutter.mjs";
import { Start } from "../chunks/start.mjs";
import { Workbench } from "../chunks/workbench.mjs";
import { documents } from "../documents.mjs";
import { engine } from "../engine.mjs";
import { real, showErrors, whole } from "../fields.mjs";
import { button, make } from "../make.mjs";
import { forget, replaced, tryExample } from "../opening.mjs";
import { state, writeAddress } from "../state.mjs";
import { number, t } from "../words.mjs";
import { chunkOut, exportsOf, save } from "./chunker-out.mjs";
import { priceFields } from "./price-fields.mjs";

const $ = (id) => document.getElementById(id);
const forms = { a: $("settings-a"), b: $("settings-b") };
const place = $("chunk-results");
const bar = $("chunk-settings");
export const cutters = { a: new Cutter("a", state.a), b: new Cutter("b", state.b) };
const about = new About($("chunk-about"), { edit: () => edit("textarea"), another: () => edit("button"), example: tryExample, forget });
const start_ = new Start({ examples: $("chunk-examples"), sample: $("chunk-sample") }, { example: tryExample });
const band = new Band($("chunk-band"), { cancel, again: () => refresh() });
const input = $("chunk-document");
let bench;
let compared;
let editing = false;

export function start() {
  bench = new Workbench($("chunk-bench"), {
    copy: (made, i) => chunkOut.copy(made, i), tokensOf: chunkOut.tokensOf, change,
    exports: () => exportsOf(() => cutters.a.made, state.a),
  });
  for (const [name, form] of Object.entries(forms)) {
    form.addEventListener("settings", (event) => {
      if (name === "b") state.ownB = true;
      refresh(event.detail);
    });
    form.addEventListener("fold", measure);
    cutters[name].addEventListener("change", render);
  }
  $("chunk-summary").addEventListener("click", () => openSheet(!bar.classList.contains("open")));
  bar.addEventListener("keydown", (event) => { if (event.key === "Escape" && bar.classList.contains("open")) { openSheet(false); $("chunk-summary").focus(); } });
  input.addEventListener("typing", () => { editing = true; layout(); });
  input.addEventListener("given", () => { editing = false; layout(); about.title.focus({ preventScroll: true }); });
  documents.addEventListener("kept", () => about.show());
  addEventListener("resize", measure);
  fill();
}

function openSheet(open) {
  bar.classList.toggle("open", open);
  $("chunk-summary").setAttribute("aria-expanded", String(open));
}

// The settings stay in reach while the page scrolls; what sticks below them needs to know their height.
function measure() {
  const fixed = getComputedStyle(bar).position === "fixed";
  document.documentElement.style.setProperty("--stuck", fixed || bar.hidden ? "0px" : `${bar.offsetHeight - 1}px`);
}

const other = (by) => (by === "heading" ? "paragraph" : "heading");

function compare(on) {
  state.compare = on;
  // the second setting begins as the first, cut at another boundary
  if (on && !state.ownB) Object.assign(state.b, state.a, { by: other(state.a.by) });
  fill();
  refresh();
  $(on ? "settings-b-by" : "compare")?.focus();
}

// Writes words and values anew, after a change of language or of the address.
export function fill() {
  const toggle = state.compare ? button(t("compare.end"), () => compare(false), { id: "compare" }) : button(t("compare"), () => compare(true), { id: "compare" });
  forms.b.hidden = !state.compare;
  bar.classList.toggle("comparing", state.compare);
  forms.a.connect(state.a, { letter: state.compare ? "a" : undefined, ends: state.compare ? [] : [toggle], extra: priceFields(refresh) });
  if (state.compare) forms.b.connect(state.b, { letter: "b", ends: [toggle] });
  else forms.b.replaceChildren();
}

export function refresh(how = "now") {
  writeAddress();
  documents.send();
  if (documents.current) {
    for (const name of names()) cutters[name].ask(forms[name].options, how);
  } else {
    for (const cutter of Object.values(cutters)) cutter.clear();
    editing = false;
    start_.show();
  }
  if (!state.compare) cutters.b.clear();
  render();
}

const names = () => (state.compare ? ["a", "b"] : ["a"]);

export function cancel() {
  const asked = names().map((name) => cutters[name]);
  for (const cutter of asked) cutter.restore();
  engine.cancel();
  fill();
  writeAddress();
  render();
  about.title.focus({ preventScroll: true });
}

// What an advice says; it can be taken back.
function change(changes) {
  const before = { ...state.a };
  const put = (values) => {
    Object.assign(state.a, values);
    fill();
    refresh();
  };
  put(changes);
  replaced("settings.changed", () => put(before));
}

function edit(target) {
  editing = true;
  layout();
  input.querySelector(target)?.focus();
}

// Which parts stand on the screen.
function layout() {
  const open = documents.items.length > 0;
  $("chunk-start").hidden = open && !editing;
  $("chunk-start").classList.toggle("editing", open);
  $("chunk-about").hidden = !open;
  bar.hidden = !open;
  if (!open) openSheet(false);
  const of = names().map((name) => cutters[name]);
  place.hidden = !open || !of.every((cutter) => cutter.made && (cutter.ofThese || editing));
  $("chunk-done").hidden = !open;
  measure();
}

export function render() {
  layout();
  about.show();
  summary();
  const of = names().map((name) => cutters[name]);
  for (const name of names()) forms[name].errors(cutters[name].errors);
  priceErrors();
  const working = of.some((cutter) => cutter.busy);
  const stale = of.some((cutter) => cutter.stale && cutter.made);
  place.classList.toggle("is-stale", stale);
  $("chunker").setAttribute("aria-busy", String(Boolean(documents.current) && working));
  band.show(documents.current && (stale || working || of.some((cutter) => cutter.stopped)) ? {
    size: whole(state.a.size), old: stale && !place.hidden ? cutters.a.made?.size : undefined, working, stopped: of.some((cutter) => cutter.stopped) } : undefined);
  if (of.every((cutter) => cutter.made)) draw();
}

let drawn;
function draw() {
  const key = names().map((name) => cutters[name].made.key + cutters[name].made.shown.map((item) => item.id)).join() + document.documentElement.lang + state.text;
  const empty = cutters.a.made.report.chunks === 0;
  $("chunk-empty").hidden = !empty;
  $("chunk-bench").hidden = state.compare || empty;
  $("chunk-versus").hidden = !state.compare || empty;
  if (key === drawn && compared === state.compare) return;
  [drawn, compared] = [key, state.compare];
  if (empty) return;
  if (state.compare) $("chunk-versus").replaceChildren(...comparison(cutters.a.made, cutters.b.made, { ...chunkOut, save }));
  else bench.show(cutters.a.made);
  printed();
}

function printed() {
  const { size, overlap, by } = state.a;
  $("chunk-printed").textContent = [t("settings.by"), t(`by.${by}`), `${t("settings.size")} ${size}`, `${t("settings.overlap")} ${overlap}`, cutters.a.made.counter].join(" · ");
}

// On a phone the settings fold into this line.
function summary() {
  const { by, size, overlap } = state.a;
  const made = cutters.a.made;
  $("chunk-summary").replaceChildren(make("span", {}, `${t(`by.${by}`)} · ${size} · ${t("settings.overlap")} ${overlap}`),
    make("b", {}, made ? t("summary.chunks", { count: number(made.report.chunks) }) : ""));
}

// A price that is none changes nothing but the words beside it.
function priceErrors() {
  const price = real(state.price);
  const valid = price === null || (typeof price === "number" && price >= 0);
  const field = $("chunk-price")?.parentElement;
  if (field) showErrors(field, valid ? {} : { price: t("error.number", { low: number(0) }) });
}

// In the page's language.
export function speak() {
  fill();
  start_.speak();
  $("chunk-done").textContent = t("document.done");
  drawn = undefined;
  bench.speak();
  render();
}

$("chunk-done").addEventListener("click", () => {
  editing = false;
  layout();
  about.title.focus({ preventScroll: true });
});

export const current = () => bench;
