// A chunk exactly as it stands in the source or as it is embedded: prose wraps, rows and code scroll sideways.
import { make } from "../make.mjs";
import { characters } from "./characters.mjs";

const FENCE = /^[ \t]*(`{3,}|~{3,})/;
const ROW = /^[ \t]*\|/;

// `parts` are [text, class name]; a fence in one goes on in the next.
export function exact(parts, label) {
  const box = make("pre", { class: "exact", tabindex: "0", dir: "auto", role: "group", "aria-label": label });
  let fence = false;
  for (const [text, name = ""] of parts) {
    const part = make("span", { class: `part ${name}` });
    for (const line of text.split(/(?<=\n)/)) {
      const mark = FENCE.test(line);
      if (mark) fence = !fence;
      part.append(make("span", { class: fence || mark || ROW.test(line) ? "line long" : "line" }, ...characters(line)));
    }
    box.append(part);
  }
  return box;
}
