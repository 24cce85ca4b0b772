// The settings of the page as a command and as Python: run on the same files they give the bytes that the page exports.
import { optionsOf } from "./settings-fields.mjs";
import { DEFAULTS } from "./state.mjs";

// What differs from khand's own defaults.
function chosen(values) {
  const [given, usual] = [optionsOf(values), optionsOf(DEFAULTS.a)];
  // khand's own default for windows is another overlap than for the rest
  const changed = Object.entries(given).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(usual[name])
    || (name === "overlap" && given.by === "window"));
  return Object.fromEntries(changed);
}

const quoted = (text) => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

const FLAGS = {
  overlap_across_headings: () => ["--overlap-across-headings"],
  context: (kinds) => (kinds.length ? ["--context", kinds.join(",")] : ["--context", "none"]),
};

export function command(values, items) {
  const parts = Object.entries(chosen(values)).flatMap(([name, value]) => FLAGS[name]?.(value)
    ?? [`--${name.replaceAll("_", "-")}`, quoted(String(value))]);
  // a format that was chosen by hand
  const format = items.find((item) => item.format !== (item.detected ?? "markdown"))?.format;
  if (format) parts.push(`--format ${format}`);
  const names = items.map(({ source }) => quoted(source ?? "-"));
  return ["khand chunk", ...names, ...parts, "-o chunks.jsonl"].join(" ");
}

function literal(value) {
  if (Array.isArray(value)) return value.length ? `(${value.map(literal).join(", ")},)` : "()";
  if (typeof value === "boolean") return value ? "True" : "False";
  return value === null ? "None" : JSON.stringify(value);
}

export function python(values, items) {
  const settings = Object.entries(chosen(values)).map(([name, value]) => `, ${name}=${literal(value)}`).join("");
  const one = ({ source, format }) => `khand.chunk(open(${JSON.stringify(source ?? "text.md")}, encoding="utf-8-sig", newline="").read()`
    + `${source === null ? "" : `, source=${JSON.stringify(source)}`}${format === "markdown" ? "" : `, format=${JSON.stringify(format)}`}${settings})`;
  return ["import khand", "", `chunks = [${items.map((item) => `*${one(item)}`).join(",\n    ")}]`,
    'khand.write_jsonl(chunks, "chunks.jsonl")', ""].join("\n");
}
