// Code and stress inside a line, for reading only: the marks stay in the text, hidden by the style sheet.
import { make } from "../make.mjs";
import { characters } from "./characters.mjs";

const MARKED = /(`+)(?!`)([^`]|[^`][^]*?[^`])\1(?!`)|(\*\*|__)(?=\S)([^*_\n]+?)(?<=\S)\3|(?<![\w*])(\*|_)(?=[^\s*_])([^*_\n]+?)(?<=[^\s])\5(?![\w*])/g;

const mark = (text) => make("span", { class: "mk" }, text);

export function inline(text) {
  const nodes = [];
  let done = 0;
  for (const found of text.matchAll(MARKED)) {
    const [whole, ticks, code, two, strong, one, stressed] = found;
    nodes.push(...characters(text.slice(done, found.index)));
    if (ticks) nodes.push(make("code", {}, mark(ticks), ...characters(code), mark(ticks)));
    else if (two) nodes.push(make("strong", {}, mark(two), ...characters(strong), mark(two)));
    else nodes.push(make("em", {}, mark(one), ...characters(stressed), mark(one)));
    done = found.index + whole.length;
  }
  nodes.push(...characters(text.slice(done)));
  return nodes;
}
