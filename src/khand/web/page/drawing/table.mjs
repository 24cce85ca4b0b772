// The rows of a pipe table as a table that scrolls sideways; pipes and the line of dashes stay in the text, hidden.
import { make } from "../make.mjs";
import { inline } from "./inline.mjs";

const DELIMITER = /^[\s|:+-]*-[\s|:+-]*$/;
const BAR = /\\\||`[^`]*`|\|/g;

const mark = (text) => make("span", { class: "mk" }, text);

export function table(text) {
  const lines = text.split(/(?<=\n)/);
  const head = lines.findIndex((line) => DELIMITER.test(line));
  const body = make("span", { class: "rows-of" });
  lines.forEach((line, index) => body.append(DELIMITER.test(line) ? mark(line) : row(line, index < head)));
  return make("div", { class: "wide", tabindex: "0", role: "group" }, body);
}

function row(line, isHead) {
  const [, inside, end] = line.match(/^([^]*?)(\s*)$/);
  const cells = [];
  let done = 0;
  const cell = (upTo) => {
    const [, before, content, after] = inside.slice(done, upTo).match(/^(\s*)([^]*?)(\s*)$/);
    cells.push({ before, content, after });
  };
  const bars = [...inside.matchAll(BAR)].filter(([found]) => found === "|").map(({ index }) => index);
  for (const bar of bars) {
    cell(bar);
    done = bar + 1;
  }
  cell(inside.length);
  // what stands outside the outer pipes is no cell
  const shown = cells.map(({ before, content, after }, index) => {
    const outside = content === "" && (index === 0 || index === cells.length - 1);
    const bar = index < bars.length ? "|" : "";
    if (outside) return mark(before + after + bar);
    return make("span", { class: isHead ? "cell head" : "cell" }, ...(before ? [mark(before)] : []), ...inline(content), mark(after + bar));
  });
  return make("span", { class: "tr" }, ...shown, mark(end));
}
