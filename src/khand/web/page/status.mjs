// How far Python has come and whether it works, at the foot of the page; and the worker that keeps the page offline.
import { STAGES, engine } from "./engine.mjs";
import { button } from "./make.mjs";
import { knows, t } from "./words.mjs";

const $ = (id) => document.getElementById(id);
// long enough not to flicker, short enough to answer "is it doing anything?"
const PATIENCE_MS = 400;
let slow = false;
let cancel;

export function show() {
  const { stage, fault } = engine;
  const working = slow && stage === "ready";
  const key = working ? "engine.working" : `engine.${knows(`engine.${stage}`) ? stage : "loading"}`;
  $("engine-status").replaceChildren(t(key, { fault }),
    ...(working ? [" ", button(t("cancel"), cancel, { class: "link" })] : []),
    ...(stage === "failed" ? [" ", button(t("engine.retry"), () => engine.start(), { class: "link" })] : []));
}

export function start({ oncancel }) {
  cancel = oncancel;
  const bar = $("loading");
  const advance = () => {
    bar.value = STAGES.indexOf(engine.stage) + 1;
    bar.hidden = engine.stage === "ready" || engine.stage === "failed";
    if (engine.stage === "ready") ready();
    show();
  };
  engine.addEventListener("stage", advance);
  // Python may have come further than this module
  advance();
  let timer;
  document.documentElement.dataset.busy = "no";
  engine.addEventListener("busy", () => {
    document.documentElement.dataset.busy = engine.busy ? "yes" : "no";
    if (engine.busy) {
      timer ??= setTimeout(() => { slow = true; show(); }, PATIENCE_MS);
    } else {
      clearTimeout(timer);
      timer = undefined;
      if (slow) { slow = false; show(); }
    }
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
