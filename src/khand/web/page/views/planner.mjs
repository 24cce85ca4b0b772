// The context-window planner: what the parts leave, and how many chunks fit into it.
import { documents } from "../documents.mjs";
import { Cancelled, engine } from "../engine.mjs";
import { showErrors, whole } from "../fields.mjs";
import { make } from "../make.mjs";
import { state, writeAddress } from "../state.mjs";
import { counted, number, t } from "../words.mjs";

const form = document.getElementById("window-form");
const place = document.getElementById("window-plan");
const FIELDS = ["total", "prompt", "tools", "history", "answer", "chunk_tokens"];
let plan;
let measured = 0;

export function start() {
  form.addEventListener("submit", (event) => event.preventDefault());
  fill();
}

export function fill() {
  form.replaceChildren(...FIELDS.map((name) => {
    const wide = name === "total" || name === "chunk_tokens";
    const id = `window-${name}`;
    const input = make("input", { id, name, inputmode: "numeric", "aria-describedby": `${id}-error`, oninput: () => {
      state.window[name] = input.value;
      refresh();
    } });
    input.value = state.window[name];
    return make("div", { class: wide ? "field wide" : "field" }, make("label", { for: id }, t(`window.${name}`)), input,
      name === "chunk_tokens" ? make("p", { class: "note", id: "window-measured" }) : undefined,
      make("p", { class: "error", id: `${id}-error`, "data-error": name }));
  }));
  if (plan) render();
}

export async function refresh() {
  writeAddress();
  const values = Object.fromEntries(FIELDS.map((name) => [name, whole(state.window[name])]));
  const ids = documents.items.map((item) => item.id);
  try {
    plan = await engine.latest("window", "window", { ...values, slot: "a", ids });
    showErrors(form, {});
    render();
  } catch (error) {
    if (error instanceof Cancelled) return;
    place.classList.add("stale");
    showErrors(form, { [error.option ?? "total"]: words(error, values) });
  }
}

function words(error, values) {
  const over = ["prompt", "tools", "history", "answer"].reduce((sum, name) => sum + values[name], 0) - values.total;
  if (error.option === "total" && over > 0) return t("window.over", { tokens: number(over) });
  if (!error.option) return t("error.unexpected", { reason: error.message });
  const low = error.option === "total" || error.option === "chunk_tokens" ? 1 : 0;
  return t("error.whole", { low: number(low) });
}

export function render() {
  if (!plan) return;
  place.classList.remove("stale");
  measured = plan.measured;
  document.getElementById("window-measured").textContent = plan.unit !== "tokens" ? t("window.unit", { unit: t(`unit.${plan.unit}`) })
    : measured ? t("window.measured", { count: number(measured) }) : t("window.chunk_tokens.note");
  document.getElementById("window-chunk_tokens").disabled = measured > 0;
  const fits = ["nominal", "mean", "p95", "worst"].filter((name) => plan[name]);
  // the bar shows what is sure to fit, and so does the figure in its colour
  const shown = plan.nominal ? "nominal" : "worst";
  const shownAs = (value) => counted(value, plan.exact);
  const nameOf = (name) => t(`fit.${name}`, { tokens: shownAs(plan[name].tokens) });
  const figure = (name) => make("div", { class: name === shown ? "figure first" : "figure" },
    make("dt", {}, nameOf(name)),
    make("dd", {}, shownAs(plan[name].chunks), " ", make("small", {}, t("fit.left", { left: shownAs(plan[name].left) }))));
  const sure = plan[shown];
  const bar = make("window-bar");
  place.replaceChildren(make("dl", { class: "figures" }, ...fits.map(figure)), bar,
    fits.length > 1 ? make("p", { class: "note" }, t("window.shown", { fit: nameOf(shown) })) : "");
  bar.show({
    total: plan.total,
    parts: [...["prompt", "tools", "history", "answer"].map((name) => [t(`window.${name}`), plan[name]]),
      [t("window.chunks"), plan.rest - sure.left, plan.exact], [t("window.free"), sure.left, plan.exact]],
  });
}
