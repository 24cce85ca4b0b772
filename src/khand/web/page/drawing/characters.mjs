// A document's own characters as nodes: as text, with the invisible ones made visible.
import { make } from "../make.mjs";

// Control characters but tab and line ends, and the marks that turn the direction of text.
const HIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

const codeOf = (character) => `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

// A hidden character stays in the text, so that what is copied is what there is; its code is drawn by the style sheet.
export function characters(text) {
  const nodes = [];
  let done = 0;
  for (const found of text.matchAll(HIDDEN)) {
    if (found.index > done) nodes.push(text.slice(done, found.index));
    const shown = BIDI.test(found[0]) ? "" : found[0];
    nodes.push(make("span", { class: "control", "data-code": codeOf(found[0]), title: codeOf(found[0]) }, shown));
    done = found.index + 1;
  }
  if (done < text.length) nodes.push(text.slice(done));
  return nodes;
}
