// Starts the page: language, theme, views, Python; and keeps them together.
import "./elements/chunk-list.mjs";
import "./elements/chunk-settings.mjs";
import "./elements/document-input.mjs";
import { documents } from "./documents.mjs";
import * as draft from "./draft.mjs";
import * as incoming from "./incoming.mjs";
import * as keys from "./keys.mjs";
import { sayAgain } from "./notice.mjs";
import { readAddress, state, VIEWS, writeAddress } from "./state.mjs";
import * as status from "./status.mjs";
import * as theme from "./theme.mjs";
import { followLanguage, language, setLanguage, t, translate } from "./words.mjs";
import * as calculator from "./views/calculator.mjs";
import * as chunker from "./views/chunker.mjs";
import * as help from "./views/help.mjs";
import * as planner from "./views/planner.mjs";

const $ = (id) => document.getElementById(id);
const views = { calculator, chunker, window: planner, help };

function show(view) {
  state.view = view;
  for (const name of VIEWS) $(name).hidden = name !== view;
  for (const link of document.querySelectorAll("nav [data-view]")) {
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
  status.show();
  theme.paint();
  sayAgain();
  keys.speak();
  calculator.render();
  chunker.speak();
  planner.fill();
  if (state.view === "help") help.refresh();
  document.title = `${t(`view.${state.view}`)} – khand`;
}

readAddress();
followLanguage();
calculator.start();
chunker.start();
planner.start();
draft.start();
speak();
status.start({ oncancel: chunker.cancel });
show(state.view);
incoming.start({ view: () => state.view });
keys.start({ bench: () => (state.view === "chunker" && documents.current && !state.compare ? chunker.current() : undefined) });

$("language").addEventListener("click", () => {
  setLanguage(language === "hi" ? "en" : "hi");
  followLanguage();
  speak();
});
$("theme").addEventListener("click", theme.next);
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
for (const name of ["hashchange", "popstate"]) addEventListener(name, follow);
function follow() {
  readAddress();
  calculator.fill();
  chunker.fill();
  planner.fill();
  show(state.view);
}
