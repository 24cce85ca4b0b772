// A button that opens a list of things to do. Escape and a click elsewhere close it; the arrows go through it.
import { make } from "./make.mjs";

// `items` are {words, run, note, gap}.
export function menu(words, items, { name = "menu", look = "plain" } = {}) {
  const list = make("ul", { hidden: true });
  const opener = make("button", { type: "button", class: look, "aria-expanded": "false", onclick: () => (list.hidden ? open() : shut()) }, `${words} ▾`);
  const whole = make("div", { class: `menu ${name}` }, opener, list);
  list.append(...items.map(({ words: item, run, note, gap }) => make("li", { class: gap ? "gap" : undefined },
    make("button", { type: "button", onclick: () => { shut(); opener.focus(); run(); } }, item, note && make("small", {}, note)))));
  function open() {
    list.hidden = false;
    opener.setAttribute("aria-expanded", "true");
    list.querySelector("button")?.focus({ preventScroll: true });
    document.addEventListener("click", outside);
  }
  function shut() {
    list.hidden = true;
    opener.setAttribute("aria-expanded", "false");
    document.removeEventListener("click", outside);
  }
  function outside(event) {
    if (!whole.contains(event.target)) shut();
  }
  whole.addEventListener("keydown", (event) => {
    const buttons = [...list.querySelectorAll("button")];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape" && !list.hidden) { shut(); opener.focus(); event.stopPropagation(); }
    if (step && !list.hidden) { event.preventDefault(); buttons[(buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length].focus(); }
  });
  whole.addEventListener("focusout", (event) => { if (event.relatedTarget && !whole.contains(event.relatedTarget)) shut(); });
  return whole;
}
