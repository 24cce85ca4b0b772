// Why the result is as it is: the plan beside it, where chunks end, and what to make of it.
import { button, make } from "../make.mjs";
import { decimal, knows, number, percent, t } from "../words.mjs";
import { planTable } from "./table.mjs";

const MUCH_REPEATED = 0.2;

// Something is wrong that one should not have to look for.
export const isWrong = (made) => overLimit(made) || made.rows.some((_, i) => made.oversized(i)) || made.report.repeated_share > MUCH_REPEATED;
export const hasAdvice = (made) => overLimit(made) || made.report.notes.some(({ code }) => knows(`note.${code}`));

const overLimit = ({ report, money }) => report.largest > (money.model?.limit ?? Infinity);

// `onfilter(cut)` shows the chunks that end so; `onchange(changes)` changes the setting as an advice says.
export function why(made, { onfilter, onchange }) {
  const part = (key, ...content) => make("div", {}, make("h2", {}, t(key)), ...content);
  const advice = advices(made, onchange);
  return [
    part("results.plan", planTable(made)),
    part("reasons", ends(made, onfilter)),
    ...(advice.length ? [part("advice", make("ul", { class: "advice" }, ...advice))] : []),
  ];
}

// With `onfilter` each is a button.
export function ends(made, onfilter) {
  const counts = Object.entries(made.report.cuts).sort(([, a], [, b]) => b - a);
  const most = counts[0]?.[1] ?? 1;
  return make("ul", { class: "ends-at" }, ...counts.map(([cut, count]) => make("li", {},
    make(onfilter ? "button" : "div", onfilter ? { type: "button", onclick: () => onfilter(cut) } : {}, t(`cut.${cut}`),
      make("i", { "aria-hidden": "true", style: { width: `${100 * count / most}%` } }), make("b", {}, number(count))))));
}

// Notes come from Python with a code and the figures in them; the words are the catalogue's. A part of a note that is about
// a figure is left out where the figure is 0.
const PARTS = {
  overlap_carried: ["heading", "no_room"], cut_units: ["inside_words", "in_links"], small_chunks: ["joinable"], some_small_chunks: ["joinable"],
};

const joining = (made, { joinable }) => joinable && { min_size: String(Math.max(1, Math.round(made.size / 3))) };

const REMEDIES = {
  small_chunks: joining,
  some_small_chunks: joining,
  dense_script: (made, { wanted }) => ({ size: String(wanted) }),
  long_chunks: () => ({ children: "40" }),
  overlap_carried: () => ({ across: "1" }),
  overlap_cost: (made) => ({ overlap: String(Math.max(1, Math.floor(made.size / 10))) }),
};

function advices(made, onchange) {
  const notes = made.report.notes.filter(({ code }) => knows(`note.${code}`)).map(({ code, values }) => {
    const shown = Object.fromEntries(Object.entries({ size: made.size, unit: t(`unit.${made.unit}`), ...values })
      .map(([name, value]) => [name, shownValue(name, value)]));
    const more = (PARTS[code] ?? []).filter((name) => values[name] > 0).map((name) => ` ${t(`note.${code}.${name}`, shown)}`);
    return make("li", {}, make("strong", {}, t(`note.${code}.title`)), t(`note.${code}`, shown), ...more, ...remedy(made, code, values, onchange));
  });
  return [...(overLimit(made) ? [limitNote(made)] : []), ...notes];
}

function remedy(made, code, values, onchange) {
  const changes = code === "overlap_carried" && !values.heading ? undefined : REMEDIES[code]?.(made, values);
  if (!changes) return [];
  const [[name, value]] = Object.entries(changes);
  return [" ", button(t(`remedy.${name}`, { value: number(Number(value)) }), () => onchange(changes), { class: "link" })];
}

const limitNote = ({ report, money: { model } }) => make("li", { class: "wrong" }, make("strong", {}, t("limit.title")),
  t("limit.note", { tokens: number(report.largest), model: model.model, limit: number(model.limit) }));

function shownValue(name, value) {
  if (name === "by") return t(`by.${value}`);
  if (name === "share") return percent(value);
  return typeof value === "number" ? decimal(value) : value;
}
