// What the chunks came to: figures, the plan beside them, sizes, reasons, advice, and the two ways to look at the cuts.
import { documents } from "../documents.mjs";
import { make } from "../make.mjs";
import { state, writeAddress } from "../state.mjs";
import { counted, decimal, knows, money, number, percent, t } from "../words.mjs";

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

function figures({ report, exact }) {
  const figure = (key, value, first = false) => make("div", { class: first ? "figure first" : "figure" },
    make("dt", {}, t(key)), make("dd", {}, value));
  return make("dl", { class: "figures", "aria-live": "polite" },
    figure("row.chunks", number(report.chunks), true),
    figure("row.embedded", counted(report.tokens, exact)),
    figure("row.share", percent(report.repeated_share)),
    report.cost === undefined ? undefined : figure("row.cost", (exact ? "" : "≈") + money(report.cost)));
}

// Each row: its words, how it is shown, its value in a plan and in a report.
const ROWS = [
  ["row.tokens", counted, (plan) => plan.tokens, (report) => report.document_tokens],
  ["row.chunks", counted, (plan) => plan.chunks, (report) => report.chunks],
  ["row.embedded", counted, (plan) => plan.embedded, (report) => report.tokens],
  ["row.repeated", counted, (plan) => plan.repeated, (report) => report.repeated],
  ["row.share", percent, (plan) => plan.repeated_share, (report) => report.repeated_share],
  ["row.context", counted, () => 0, (report) => report.context_tokens],
  ["row.cost", money, (plan) => plan.cost ?? undefined, (report) => report.cost],
];
const SIZE_ROWS = [
  ["row.context_share", percent, undefined, (report) => report.context_share],
  ["row.min", counted, undefined, (report) => report.smallest],
  ["row.mean", counted, undefined, (report) => report.mean],
  ["row.median", counted, undefined, (report) => report.median],
  ["row.p95", counted, undefined, (report) => report.p95],
  ["row.max", counted, undefined, (report) => report.largest],
];

function planTable({ report, exact }) {
  const rows = ROWS.filter(([, , , value]) => value(report) !== undefined)
    .map(([key, show, planned, value]) => row(key, show, [planned(report.plan), value(report)], exact));
  return make("table", { class: "figures-table" },
    make("caption", {}, t("results.plan")),
    header(["column.plan", "column.result", "column.difference"]),
    make("tbody", {}, ...rows));
}

function comparison(a, b) {
  const rows = [...ROWS, ...SIZE_ROWS].filter(([, , , value]) => value(a.report) !== undefined)
    .map(([key, show, , value]) => row(key, show, [value(a.report), value(b.report)], a.exact && b.exact));
  return make("table", { class: "figures-table" },
    make("caption", {}, t("results.figures")),
    header(["settings.a", "settings.b", "column.difference"]),
    make("tbody", {}, ...rows));
}

const header = (keys) => make("thead", {}, make("tr", {}, make("td"), ...keys.map((key) => make("th", { scope: "col" }, t(key)))));

function row(key, show, [before, after], exact) {
  const shown = (value) => (show === counted ? counted(value, exact) : show(value));
  const difference = after - before;
  const sign = difference > 0 ? "+" : difference < 0 ? "−" : "";
  return make("tr", {}, make("th", { scope: "row" }, t(key)), make("td", {}, shown(before)), make("td", {}, shown(after)),
    make("td", {}, difference ? sign + shown(Math.abs(difference)) : "0"));
}

function reasons(report) {
  return make("div", {}, make("h2", { class: "small" }, t("reasons")),
    make("dl", { class: "reasons" }, ...Object.entries(report.cuts).map(([cut, count]) => make("div", {},
      make("dt", {}, t(`cut.${cut}`)), make("dd", {}, number(count))))));
}

// Notes come from Python with a code and the figures in them; the words are the catalogue's.
function notes(report, { size }) {
  const said = report.notes.filter(({ code }) => knows(`note.${code}`)).map(({ code, values }) => {
    const shown = Object.fromEntries(Object.entries({ size, ...values }).map(([name, value]) => [name, shownValue(name, value)]));
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
