// A text set for reading: headings, lists, tables and code drawn as such. Every character of the source stays in what is
// drawn, in its order; marks that only make structure are kept quiet or hidden by the style sheet, never left out.
// What each block is comes from khand's own outline.
import { make } from "../make.mjs";
import { characters } from "./characters.mjs";
import { inline } from "./inline.mjs";
import { table } from "./table.mjs";

const MONO = new Set(["fenced_code", "indented_code", "math", "front_matter", "html"]);
// lines shorter than this are not wrapped prose: their ends are kept
const WRAPPED = 60;
// code that fits into the column does not scroll, and needs no stop for the Tab key
const NARROW = 38;

// `blocks` is {flat, kinds}: start, kind and level of each block, one after another.
export function reading(text, blocks, from, to) {
  const box = make("div", { class: "text", dir: "auto" });
  for (let place = blockAt(blocks.flat, from); place < blocks.flat.length; place += 3) {
    const [start, kind, level, next = text.length] = blocks.flat.slice(place, place + 4);
    if (start >= to) break;
    const block = { text, start, end: next, kind: blocks.kinds[kind], level };
    box.append(...piece(block, text.slice(Math.max(start, from), Math.min(next, to)), start >= from));
  }
  return box;
}

// The last block that begins at or before an offset.
function blockAt(flat, offset) {
  let low = 0;
  let high = flat.length / 3;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (flat[3 * middle] <= offset) low = middle;
    else high = middle;
  }
  return 3 * low;
}

// The blank lines around a block are there, too, but take no room.
function piece(block, text, whole) {
  const [, before, inside, after] = text.match(/^((?:[ \t]*(?:\r\n|\r|\n))*)([^]*?)(\s*)$/);
  const gap = (blank) => (blank ? [make("span", { class: "gap" }, blank)] : []);
  return [...gap(before), ...(inside ? draw(block, inside, whole) : []), ...gap(after)];
}

function draw(block, text, whole) {
  const { kind, level } = block;
  if (kind === "heading") return [heading(text, level, whole)];
  if (kind === "table" && /^[^<]*\|/.test(text)) return [table(text)];
  if (MONO.has(kind) || kind === "table") return [mono(text)];
  if (kind === "list") return list(text);
  if (kind === "quote") return [make("p", { class: "q lines" }, ...quoted(text))];
  if (kind === "rule") return [make("p", { class: "mk" }, ...characters(text))];
  return [make("p", { class: keepsLines(block) ? "lines" : undefined }, ...inline(text))];
}

const mark = (text) => make("span", { class: "mk" }, ...characters(text));

function heading(text, level, whole) {
  const [, sign, title, rest] = text.match(/^([ \t]{0,3}#*[ \t]*)([^\r\n]*)([^]*)$/);
  const underline = /^(\r\n|\r|\n)[ ]{0,3}(=+|-+)[ \t]*$/.test(rest);
  return make("p", { class: `h h${level}` }, ...(whole && sign ? [mark(sign)] : [sign]), ...inline(title),
    ...(rest ? [underline ? mark(rest) : make("span", { class: "lines" }, ...inline(rest))] : []));
}

function mono(text) {
  const long = text.split("\n").some((line) => line.length > NARROW);
  return make("pre", { tabindex: long ? "0" : undefined, dir: "auto" }, ...characters(text));
}

// Prose that was wrapped flows; lines that stand for themselves (records, verse, hard breaks) stay.
function keepsLines({ text, start, end }) {
  const lines = text.slice(start, Math.min(end, start + 4000)).trimEnd().split(/\r\n|\r|\n/);
  return lines.length > 1 && (lines.some((line, index) => index + 1 < lines.length && / {2}$|\\$/.test(line))
    || Math.max(...lines.map((line) => line.length)) < WRAPPED);
}

function quoted(text) {
  return text.split(/(?<=\n)/).flatMap((line) => {
    const [, sign, rest] = line.match(/^((?:[ \t]*>[ \t]?)*)([^]*)$/);
    return [...(sign ? [make("span", { class: "mk quiet" }, sign)] : []), ...inline(rest)];
  });
}

// Items hang from their marks; what is indented under them belongs to them; code in them stays code.
const ITEM = /^([ \t]*)([-*+]|\d{1,9}[.)])([ \t]+)([^]*)$/;
function list(text) {
  const groups = [];
  let fence;
  for (const line of text.split(/(?<=\n)/)) {
    const ticks = line.match(/^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})/)?.[1];
    const inCode = fence !== undefined || ticks !== undefined;
    if (ticks && fence === undefined) fence = ticks;
    else if (fence && line.trim().startsWith(fence)) fence = undefined;
    const last = groups.at(-1);
    if (inCode && last?.code) last.text += line;
    else if (inCode) groups.push({ code: true, text: line });
    else if (ITEM.test(line) || !last || last.code) groups.push({ text: line });
    else last.text += line;
  }
  return groups.map(({ code, text: part }) => (code ? mono(part) : item(part)));
}

function item(text) {
  const found = text.match(ITEM);
  if (!found) return make("p", { class: "li more" }, ...inline(text));
  const [, indent, sign, space, rest] = found;
  return make("p", { class: "li", style: { "--deep": indent.replaceAll("\t", "    ").length / 2 } },
    make("span", { class: "mk" }, indent + sign + space), ...inline(rest));
}
