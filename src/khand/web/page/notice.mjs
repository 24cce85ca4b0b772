// One short message at the foot of the page, with at most one thing to do about it. It is kept as a key, so that it
// changes language with the page; it waits while it is pointed at or has the focus.
import { button, make } from "./make.mjs";
import { t } from "./words.mjs";

const place = document.getElementById("notice");
const SHORT_MS = 5_000;
const WITH_ACTION_MS = 10_000;
let timer;
let shown;

// `action` is {key, run, done}: `done` is called when the message goes without having been taken up.
export function notice(key, values = {}, action = undefined) {
  close();
  shown = { key, values, action };
  place.hidden = false;
  sayAgain();
  wait();
}

export function sayAgain() {
  if (!shown) return;
  const { key, values, action } = shown;
  const act = () => {
    const { run } = action;
    shown.action = undefined;
    close();
    run();
  };
  place.replaceChildren(make("span", {}, t(key, values)), ...(action ? [button(t(action.key), act)] : []));
}

export function close() {
  clearTimeout(timer);
  place.hidden = true;
  const done = shown?.action?.done;
  shown = undefined;
  done?.();
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(() => (place.matches(":hover, :focus-within") ? wait() : close()), shown.action ? WITH_ACTION_MS : SHORT_MS);
}
