// The four figures one acts on, each with the figure it is compared with under it.
import { make } from "../make.mjs";
import { counted, money, number, percent, t } from "../words.mjs";

const MANY = 1000;

export function figures(made) {
  const { report, exact, unit } = made;
  const figure = (name, key, value, note) => make("div", { class: `figure ${name}` },
    make("dt", {}, t(key, { unit: t(`unit.${unit}`) })), make("dd", {}, value), make("dd", {}, note));
  return make("dl", { class: "figures" },
    figure("first", "figure.chunks", number(report.chunks), t("figure.plan", { count: counted(report.plan.chunks, exact) })),
    figure("embedded", `figure.embedded.${unit}`, counted(report.tokens, exact), t("figure.document", { count: counted(report.document_tokens, exact) })),
    figure("price", "figure.overlap", percent(report.repeated_share), overlapNote(made)),
    figure("largest", "figure.largest", counted(report.largest, exact), t("figure.limit", { count: number(made.size) })));
}

function overlapNote({ report, exact, unit, money: { currency } }) {
  if (!report.repeated) return t("figure.nothing");
  const twice = t(`figure.twice.${unit}`, { count: counted(report.repeated, exact) });
  if (report.repeated_cost === undefined) return twice;
  return `${twice} · ${t("figure.per-many", { count: number(MANY), money: (exact ? "" : "≈") + money(report.repeated_cost * MANY, currency) })}`;
}
