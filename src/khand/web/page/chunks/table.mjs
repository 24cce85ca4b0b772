// Figures of two things row by row, with their difference: plan and result, or two settings.
import { make } from "../make.mjs";
import { counted, money, number, percent, points, t } from "../words.mjs";

export const MANY = 1000;

// Each row: its words, how it is shown, its value in a plan and in a report, whether less is better.
export const ROWS = [
  ["row.chunks", counted, (plan) => plan.chunks, (report) => report.chunks],
  ["row.embedded", counted, (plan) => plan.embedded, (report) => report.tokens, true],
  ["row.repeated", counted, (plan) => plan.repeated, (report) => report.repeated, true],
  ["row.share", percent, (plan) => plan.repeated_share, (report) => report.repeated_share, true],
  ["row.context", counted, () => 0, (report) => report.context_tokens, true],
  ["row.many", undefined, (plan) => plan.cost ?? undefined, (report) => report.cost, true],
];
export const SIZE_ROWS = [
  ["row.min", counted, undefined, (report) => report.smallest],
  ["row.mean", counted, undefined, (report) => report.mean],
  ["row.median", counted, undefined, (report) => report.median],
  ["row.p95", counted, undefined, (report) => report.p95],
  ["row.max", counted, undefined, (report) => report.largest],
];

// What is counted is named as it was counted.
function named(key, ...units) {
  const words = t(key, { unit: [...new Set(units)].map((unit) => t(`unit.${unit}`)).join(" / "), count: number(MANY) });
  return words[0].toUpperCase() + words.slice(1);
}

export const cost = (currency) => (amount, exact) => (exact ? "" : "≈") + money(amount * MANY, currency);

// `units` and `exact` are of the two values; `better` marks the lesser one.
export function row([key, show, , , less], values, { units, exact, currency, better = false }) {
  const shown = key === "row.chunks" ? [true, true] : exact;
  const format = show ?? cost(currency);
  const words = values.map((value, which) => (value === undefined ? "–" : format(value, shown[which])));
  const comparable = units[0] === units[1] || show === percent || key === "row.chunks";
  const difference = values[1] - values[0];
  const least = better && less && comparable && difference !== 0 ? (difference > 0 ? 0 : 1) : -1;
  return make("tr", {}, make("th", { scope: "row" }, named(key, ...units)),
    ...words.map((each, which) => make("td", { class: which === least ? "less" : undefined }, each)),
    make("td", {}, !comparable || Number.isNaN(difference) ? "–" : apart(difference, format, show === percent, shown[0] && shown[1])));
}

function apart(difference, show, share, exact) {
  if (!difference) return "0";
  const sign = difference > 0 ? "+" : "−";
  return (exact || share ? "" : "≈") + sign + (share ? points : show)(Math.abs(difference), true);
}

export function figuresTable(caption, heads, rows) {
  return make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": caption }, make("table", { class: "figures-table" },
    make("caption", { class: "sr" }, caption),
    make("thead", {}, make("tr", {}, make("td"), ...heads.map((words) => make("th", { scope: "col" }, words)))),
    make("tbody", {}, ...rows)));
}

// The plan beside the result.
export function planTable({ report, exact, unit, money: { currency } }) {
  const about = { units: [unit, unit], currency };
  const rows = ROWS.filter(([, , , value]) => value(report) !== undefined)
    .map((each) => row(each, [each[2](report.plan), each[3](report)], { ...about, exact: [exact, exact || each[0] === "row.chunks"] }));
  return figuresTable(t("results.plan"), ["column.plan", "column.result", "column.difference"].map((key) => t(key)), rows);
}
