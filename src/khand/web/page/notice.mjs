// One short message at the foot of the page, with at most one thing to do about it.
import { make } from "./make.mjs";

const place = document.getElementById("notice");
let timer;

export function notice(words, action = undefined) {
  clearTimeout(timer);
  const dismiss = () => { place.hidden = true; };
  const button = action && make("button", { type: "button", onclick: () => { dismiss(); action.run(); } }, action.words);
  place.replaceChildren(make("span", {}, words), ...(button ? [button] : []));
  place.hidden = false;
  timer = setTimeout(dismiss, action ? 30_000 : 4_000);
}
