// A slider beside a number, on a logarithmic scale: an arrow key is a step of about 6 %, a page key doubles or halves.
import { make } from "../make.mjs";

const STEP = 1.06;
const DOUBLE = Math.round(Math.log(2) / Math.log(STEP));

// `low` and `high` are functions, since the end of one scale may follow the value of another; `zero` adds 0 at its start.
export function logSlider({ label, low, high, zero = false, value, oninput, onchange }) {
  const first = zero ? 1 : 0;
  const steps = () => first + Math.max(1, Math.round(Math.log(high() / low()) / Math.log(STEP)));
  const at = (step) => (step < first ? 0 : step >= steps() ? high() : Math.round(low() * STEP ** (step - first)));
  const stepOf = (number) => (zero && number < low() ? 0
    : Math.max(0, Math.min(steps(), first + Math.round(Math.log(Math.max(number, low()) / low()) / Math.log(STEP)))));
  const range = make("input", { type: "range", min: 0, step: 1, "aria-label": label });
  const paint = (number) => {
    range.style.setProperty("--at", `${100 * range.value / steps()}%`);
    range.setAttribute("aria-valuetext", String(number));
  };
  const moved = (tell) => {
    const number = at(Number(range.value));
    paint(number);
    tell(number);
  };
  range.addEventListener("input", () => moved(oninput));
  range.addEventListener("change", () => moved(onchange));
  range.addEventListener("keydown", (event) => {
    const step = { PageUp: DOUBLE, PageDown: -DOUBLE }[event.key];
    if (!step) return;
    event.preventDefault();
    range.value = String(Number(range.value) + step);
    moved(onchange);
  });
  // Follows a number that was typed; what is none leaves it where it is.
  range.follow = (number) => {
    range.max = String(steps());
    if (Number.isFinite(number)) range.value = String(stepOf(number));
    paint(number);
  };
  range.follow(value);
  return range;
}
