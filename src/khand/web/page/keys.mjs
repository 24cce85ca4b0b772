// Single keys in the chunker, a list of them, and a switch to turn them off (WCAG 2.1.4); undo and redo of the whole text.
import { documents } from "./documents.mjs";
import { button, make } from "./make.mjs";
import { t } from "./words.mjs";

const STORED = "khand.keys";
const FIELDS = "input, select, textarea";
const dialog = document.getElementById("keys");
const KEYS = ["j", "k", "/", "g", "b", "d", "c", "t", "y", "w", "?", "Escape"];
let on = true;
try {
  on = localStorage.getItem(STORED) !== "off";
} catch {
  // they are on for this visit
}

export function speak() {
  const box = make("input", { type: "checkbox", id: "keys-on", onchange: () => {
    on = box.checked;
    try {
      localStorage.setItem(STORED, on ? "on" : "off");
    } catch {
      // it holds for this visit
    }
  } });
  box.checked = on;
  dialog.replaceChildren(make("h2", { id: "keys-title" }, t("keys.title")),
    make("dl", {}, ...KEYS.flatMap((key) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, t(`key.${key}`))]),
      make("dt", {}, make("kbd", {}, "Ctrl Z")), make("dd", {}, t("key.undo")), make("dt", {}, make("kbd", {}, "Ctrl Shift Z")), make("dd", {}, t("key.redo"))),
    make("label", { class: "check" }, box, make("span", {}, t("keys.on"))),
    button(t("keys.close"), () => dialog.close(), { class: "main" }));
}

// What each key does with the workbench.
const ACTIONS = {
  j: (bench) => bench.step(1),
  k: (bench) => bench.step(-1),
  "/": (bench) => bench.tools.find.focus(),
  g: (bench) => bench.tools.jump.focus(),
  b: (bench) => bench.tools.actions.show("both"),
  d: (bench) => bench.tools.actions.show("document"),
  c: (bench) => bench.tools.actions.show("chunks"),
  t: (bench) => bench.press("to-tokens"),
  y: (bench) => bench.press("copy"),
  w: (bench) => bench.toggleWhy(),
  Escape: (bench) => bench.marks.pin(undefined),
};

export function start({ bench }) {
  document.getElementById("keys-button").addEventListener("click", () => dialog.showModal());
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.target.matches?.(FIELDS) || dialog.open) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      if (event.shiftKey) documents.redo();
      else documents.undo();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || !on) return;
    if (event.key === "?") dialog.showModal();
    const [there, run] = [bench(), ACTIONS[event.key]];
    if (!run || !there?.made) return;
    if (event.key !== "Escape") event.preventDefault();
    run(there);
  });
}
