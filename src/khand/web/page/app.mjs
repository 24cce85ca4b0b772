// Starts the page: language, theme, views, Python; and keeps them together.
import "./elements/chunk-list.mjs";
import "./elements/cut-document.mjs";
import "./elements/size-histogram.mjs";
import "./elements/window-bar.mjs";
import "./elements/chunk-settings.mjs";
import "./elements/document-input.mjs";
import { documents } from "./documents.mjs";
import { STAGES, engine } from "./engine.mjs";
import { make } from "./make.mjs";
import { notice } from "./notice.mjs";
import { readAddress, state, VIEWS, writeAddress } from "./state.mjs";
import { knows, language, setLanguage, t, translate } from "./words.mjs";
import * as calculator from "./views/calculator.mjs";
import * as chunker from "./views/chunker.mjs";
import * as help from "./views/help.mjs";
import * as planner from "./views/planner.mjs";

const $ = (id) => document.getElementById(id);
const views = { calculator, chunker, window: planner, help };
const THEMES = ["auto", "light", "dark"];
const STORED = "khand.theme";
// long enough not to flicker, short enough to answer "is it doing anything?"
const PATIENCE_MS = 400;

function show(view) {
  state.view = view;
  for (const name of VIEWS) $(name).hidden = name !== view;
  for (const link of document.querySelectorAll("[data-view]")) {
    if (link.dataset.view === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${t(`view.${view}`)} – khand`;
  writeAddress();
  views[view].refresh?.();
}

function speak() {
  document.documentElement.lang = language;
  translate(document);
  $("language").textContent = t("other-language");
  $("language").lang = language === "hi" ? "en" : "hi";
  for (const input of document.querySelectorAll("document-input")) input.render();
  status();
  paint();
  calculator.render();
  chunker.fill();
  chunker.render();
  planner.fill();
  help.render();
  document.title = `${t(`view.${state.view}`)} – khand`;
}

function paint() {
  const theme = THEMES.includes(localStorage.getItem(STORED)) ? localStorage.getItem(STORED) : "auto";
  document.documentElement.dataset.theme = theme;
  $("theme").textContent = t(`theme.${theme}`);
}

function nextTheme() {
  const now = document.documentElement.dataset.theme;
  localStorage.setItem(STORED, THEMES[(THEMES.indexOf(now) + 1) % THEMES.length]);
  paint();
}

let slow = false;

function status() {
  const { stage, fault } = engine;
  const key = slow && stage === "ready" ? "engine.working" : `engine.${knows(`engine.${stage}`) ? stage : "loading"}`;
  const cancel = make("button", { type: "button", onclick: () => { engine.cancel(); notice(t("cancelled")); } }, t("cancel"));
  const retry = make("button", { type: "button", onclick: () => engine.start() }, t("engine.retry"));
  $("engine-status").replaceChildren(t(key, { fault }), ...(slow && stage === "ready" ? [" ", cancel] : []),
    ...(stage === "failed" ? [" ", retry] : []));
}

function watchEngine() {
  const bar = $("loading");
  const advance = () => {
    bar.value = STAGES.indexOf(engine.stage) + 1;
    bar.hidden = engine.stage === "ready" || engine.stage === "failed";
    if (engine.stage === "ready") ready();
    status();
  };
  for (const name of ["stage", "failed", "restart"]) engine.addEventListener(name, advance);
  // Python may have come further than this module
  advance();
  let timer;
  document.documentElement.dataset.busy = "no";
  engine.addEventListener("busy", () => {
    document.documentElement.dataset.busy = engine.busy ? "yes" : "no";
    clearTimeout(timer);
    if (engine.busy) timer = setTimeout(() => { slow = true; status(); }, PATIENCE_MS);
    else if (slow) { slow = false; status(); }
  });
}

let registered = false;
function ready() {
  document.documentElement.dataset.ready = "yes";
  performance.mark("khand-ready");
  if (registered || !navigator.serviceWorker) return;
  registered = true;
  // after Python is there: what it loaded comes out of the browser's cache, and the first figures do not wait
  const before = navigator.serviceWorker.controller;
  navigator.serviceWorker.register(new URL("sw.js", document.baseURI)).then((registration) => {
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker.addEventListener("statechange", () => {
        if (worker.state === "activated") document.documentElement.dataset.offline = "yes";
        if (worker.state === "activated" && before) $("upgrade").hidden = false;
      });
    });
    if (registration.active) document.documentElement.dataset.offline = "yes";
  }, () => {});
}

readAddress();
setLanguage(new URLSearchParams(location.search).get("lang") ?? language, { remember: false });
calculator.start();
chunker.start();
planner.start();
speak();
watchEngine();
show(state.view);

$("language").addEventListener("click", () => { setLanguage(language === "hi" ? "en" : "hi"); speak(); });
$("theme").addEventListener("click", nextTheme);
$("reload").addEventListener("click", () => location.reload());
documents.addEventListener("change", () => views[state.view].refresh?.());
// Links to a view keep what is set there; an address that is opened says all that differs from the defaults.
addEventListener("click", (event) => {
  const view = event.target.closest?.("a")?.getAttribute("href")?.slice(1);
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || !VIEWS.includes(view)) return;
  event.preventDefault();
  history.pushState(null, "", `#${view}`);
  show(view);
  $("main").focus({ preventScroll: true });
  scrollTo(0, 0);
});
addEventListener("hashchange", follow);
addEventListener("popstate", follow);
function follow() {
  readAddress();
  calculator.fill();
  chunker.fill();
  planner.fill();
  show(state.view);
}
// a document dropped beside the field is not to be opened in place of the page
for (const name of ["dragover", "drop"]) addEventListener(name, (event) => event.preventDefault());
