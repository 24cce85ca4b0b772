// What the chunks came to: figures, the plan beside them, sizes, reasons, advice, and the two ways to look at the cuts.
import { documents } from "../documents.mjs";
import { make } from "../make.mjs";
import { state, writeAddress } from "../state.mjs";
import { counted, decimal, knows, money, number, percent, points, t } from "../words.mjs";

const place = document.getElementById("chunk-results");
const WIDE = matchMedia("(min-width: 100rem)");
let actions;
let last;

export function start(given) {
  actions = given;
  WIDE.addEventListener("change", () => last && render(last));
}

// `a` and `b` are what the chunker made; `b` only when two settings are compared.
export function render({ a, b }) {
  last = { a, b };
  if (!a.rows.length && !a.report.chunks) {
    place.replaceChildren(make("p", { class: "summary", role: "status" }, t("empty")));
    return;
  }
  place.replaceChildren(head(a, b), advice(a, b), toolbar(a, b), legend(), panes(a, b));
}

function head(a, b) {
  const histogram = make("size-histogram");
  const { report } = a;
  const facts = { min: counted(report.smallest, a.exact), mean: counted(report.mean, a.exact),
    median: counted(report.median, a.exact), max: counted(report.largest, a.exact) };
  const left = make("div", {}, b ? undefined : figures(a), make("div", { class: "scroll" }, b ? comparison(a, b) : planTable(a)));
  const right = make("div", {},
    make("h2", { class: "small" }, t("histogram.title")),
    histogram,
    make("p", { class: "note" }, b ? t("histogram.compared") : t("histogram.summary", facts)),
    b ? undefined : reasons(report));
  histogram.show({ series: [report.sizes, ...(b ? [b.report.sizes] : [])], limit: Math.max(a.size, b?.size ?? 0), unit: a.unit });
  return make("div", { class: "result-head" }, left, right);
}

// What is counted is named as it was counted.
function named(key, ...units) {
  const words = t(key, { unit: [...new Set(units)].map((unit) => t(`unit.${unit}`)).join(" / ") });
  return words[0].toUpperCase() + words.slice(1);
}

function figures({ report, exact, unit }) {
  const figure = (key, value, first = false) => make("div", { class: first ? "figure first" : "figure" },
    make("dt", {}, named(key, unit)), make("dd", {}, value));
  return make("dl", { class: "figures", "aria-live": "polite" },
    figure("row.chunks", number(report.chunks), true),
    figure("row.embedded", counted(report.tokens, exact)),
    figure("row.share", percent(report.repeated_share)),
    report.cost === undefined ? undefined : figure("row.cost", cost(report.cost, exact)));
}

// What is not a count carries a sign: a sum of money, too.
const cost = (amount, exact) => (exact ? "" : "≈") + money(amount);

// Each row: its words, how it is shown, its value in a plan and in a report.
const ROWS = [
  ["row.tokens", counted, (plan) => plan.tokens, (report) => report.document_tokens],
  ["row.chunks", counted, (plan) => plan.chunks, (report) => report.chunks],
  ["row.embedded", counted, (plan) => plan.embedded, (report) => report.tokens],
  ["row.repeated", counted, (plan) => plan.repeated, (report) => report.repeated],
  ["row.share", percent, (plan) => plan.repeated_share, (report) => report.repeated_share],
  ["row.context", counted, () => 0, (report) => report.context_tokens],
  ["row.cost", cost, (plan) => plan.cost ?? undefined, (report) => report.cost],
];
const SIZE_ROWS = [
  ["row.context_share", percent, undefined, (report) => report.context_share],
  ["row.min", counted, undefined, (report) => report.smallest],
  ["row.mean", counted, undefined, (report) => report.mean],
  ["row.median", counted, undefined, (report) => report.median],
  ["row.p95", counted, undefined, (report) => report.p95],
  ["row.max", counted, undefined, (report) => report.largest],
];

function planTable({ report, exact, unit }) {
  const rows = ROWS.filter(([, , , value]) => value(report) !== undefined)
    .map(([key, show, planned, value]) => row(named(key, unit), show, [planned(report.plan), value(report)],
      [exact, exact || key === "row.chunks"]));
  return make("table", { class: "figures-table" },
    make("caption", {}, t("results.plan")),
    header(["column.plan", "column.result", "column.difference"]),
    make("tbody", {}, ...rows));
}

function comparison(a, b) {
  const rows = [...ROWS, ...SIZE_ROWS].filter(([, , , value]) => value(a.report) !== undefined || value(b.report) !== undefined)
    .map(([key, show, , value]) => row(named(key, a.unit, b.unit), show, [value(a.report), value(b.report)],
      key === "row.chunks" ? [true, true] : [a.exact, b.exact], a.unit === b.unit || show === percent || key === "row.chunks"));
  return make("table", { class: "figures-table" },
    make("caption", {}, t("results.figures")),
    header(["settings.a", "settings.b", "column.difference"]),
    make("tbody", {}, ...rows));
}

const header = (keys) => make("thead", {}, make("tr", {}, make("td"), ...keys.map((key) => make("th", { scope: "col" }, t(key)))));

// `exact` says of both values whether they are counts; `comparable`, whether they are of one unit.
function row(name, show, values, exact, comparable = true) {
  const shown = values.map((value, which) => (value === undefined ? "–" : show(value, exact[which])));
  const difference = values[1] - values[0];
  const sign = difference > 0 ? "+" : difference < 0 ? "−" : "";
  const about = exact[0] && exact[1] || show === percent ? "" : "≈";
  const size = () => about + sign + (show === percent ? points : show)(Math.abs(difference), true);
  return make("tr", {}, make("th", { scope: "row" }, name), ...shown.map((words) => make("td", {}, words)),
    make("td", {}, !comparable || Number.isNaN(difference) ? "–" : difference ? size() : "0"));
}

function reasons(report) {
  return make("div", {}, make("h2", { class: "small" }, t("reasons")),
    make("dl", { class: "reasons" }, ...Object.entries(report.cuts).sort(([, a], [, b]) => b - a).map(([cut, count]) => make("div", {},
      make("dt", {}, t(`cut.${cut}`)), make("dd", {}, number(count))))));
}

// Notes come from Python with a code and the figures in them; the words are the catalogue's.
function notes(report, { size, unit }) {
  const said = report.notes.filter(({ code }) => knows(`note.${code}`)).map(({ code, values }) => {
    const shown = Object.fromEntries(Object.entries({ size, unit: t(`unit.${unit}`), ...values }).map(([name, value]) => [name, shownValue(name, value)]));
    return make("li", {}, make("strong", {}, t(`note.${code}.title`)), t(`note.${code}`, shown));
  });
  return make("ul", { class: "advice" }, ...said);
}

function advice(a, b) {
  const settings = b ? [[a, "settings.a"], [b, "settings.b"]] : [[a]];
  const lists = settings.map(([made, key]) => make("div", {}, key && make("h3", {}, t(key)), notes(made.report, made)));
  if (!lists.some((list) => list.querySelector("li"))) return "";
  return make("div", {}, make("h2", {}, t("advice")), make("div", { class: b ? "advice-of two" : "advice-of" }, ...lists));
}

function shownValue(name, value) {
  if (name === "by") return t(`by.${value}`);
  if (name === "share") return percent(value);
  return typeof value === "number" ? decimal(value) : value;
}

function toolbar(a, b) {
  const both = WIDE.matches && !b;
  const tab = (name) => make("button", { type: "button", "aria-pressed": String(state.show === name), onclick: () => {
    state.show = name;
    writeAddress();
    render(last);
    place.querySelector('.tabs [aria-pressed="true"]')?.focus();
  } }, t(`tab.${name}`));
  const save = (kind) => ["a", ...(b ? ["b"] : [])].map((which) => make("button", { type: "button",
    onclick: () => actions.onexport(kind, which) }, b ? `${t(`export.${kind}`)} ${which.toUpperCase()}` : t(`export.${kind}`)));
  const buttons = [...save("jsonl"), ...save("csv")];
  buttons[0].classList.add("primary");
  const count = documents.items.length;
  return make("div", { class: "toolbar" },
    both ? undefined : make("div", { class: "tabs", role: "group", "aria-label": t("tabs") }, tab("chunks"), tab("document")),
    count > 1 ? make("span", { class: "note" }, t("all-documents", { count: number(count) })) : undefined,
    make("span", { class: "push" }), ...buttons);
}

function legend() {
  return make("p", { class: "legend" },
    make("span", {}, make("mark", {}, t("legend.repeated")), " ",
      t(state.show === "document" && !WIDE.matches ? "legend.repeated.note" : "legend.repeats.note")),
    make("span", {}, t("legend.context.note")));
}

function panes(a, b) {
  const shown = [];
  const list = (made, which) => {
    const element = make("chunk-list");
    element.show(made, { copy: (index) => actions.oncopy(which, index) });
    return element;
  };
  const cuts = (made, chunks) => {
    const element = make("cut-document");
    element.show(made, { onchoose: chunks && ((index) => chunks.reveal(index)) });
    return element;
  };
  const pane = (title, element) => make("div", { class: "pane" }, make("h2", { class: "small" }, title), element);
  if (b) {
    const kind = state.show === "document" ? cuts : list;
    shown.push(pane(t("settings.a"), kind(a, state.show === "document" ? undefined : "a")), pane(t("settings.b"), kind(b, state.show === "document" ? undefined : "b")));
  } else if (WIDE.matches) {
    const chunks = list(a, "a");
    shown.push(pane(t("tab.document"), cuts(a, chunks)), pane(t("tab.chunks"), chunks));
  } else {
    shown.push(make("div", { class: "pane" }, state.show === "document" ? cuts(a) : list(a, "a")));
  }
  return make("div", { class: `panes ${b ? "compared" : "both"}` }, ...shown);
}
