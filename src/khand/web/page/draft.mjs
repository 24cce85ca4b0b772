// The text is kept in this tab, so that a reload does not lose it; no other tab sees it, and it goes with the tab.
import { documents } from "./documents.mjs";

const KEY = "khand.draft";
const PAUSE_MS = 300;
let timer;

// "kept", or "too-large" where the browser has no room, "off" where it keeps nothing (as in some private windows).
export let state = "kept";

function store() {
  clearTimeout(timer);
  const items = documents.items.map(({ source, text, format }) => ({ source, text, format }));
  const before = state;
  try {
    if (items.length) sessionStorage.setItem(KEY, JSON.stringify({ items, chosen: documents.chosen }));
    else sessionStorage.removeItem(KEY);
    state = "kept";
  } catch (error) {
    state = error.name === "QuotaExceededError" ? "too-large" : "off";
    forgetStored();
  }
  if (state !== before) documents.dispatchEvent(new Event("kept"));
}

function forgetStored() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // a browser that keeps nothing has nothing to forget
  }
}

export function start() {
  try {
    const kept = sessionStorage.getItem(KEY);
    if (kept) documents.restore(JSON.parse(kept));
  } catch (error) {
    // a draft of an older page is no draft; a browser that keeps nothing says so when there is something to keep
    if (error instanceof SyntaxError) forgetStored();
    else state = "off";
  }
  documents.addEventListener("change", () => {
    clearTimeout(timer);
    timer = setTimeout(store, PAUSE_MS);
  });
  addEventListener("pagehide", store);
}
