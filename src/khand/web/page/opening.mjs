// Documents come in and go: what is said of it, and how it is taken back.
import { documents } from "./documents.mjs";
import { notice } from "./notice.mjs";
import { number } from "./words.mjs";

// Says what happened; the way back stays for a while.
export function replaced(key, undo = () => documents.undo(), values = {}) {
  notice(key, values, { key: "document.undo", run: undo });
}

export function replaceText(text, about) {
  const before = documents.items.length > 0;
  documents.replace(text, about);
  if (before) replaced("document.replaced");
}

export const tryExample = ({ source, text, format }) => replaceText(text, { source, format });

export async function addFiles(files) {
  const before = documents.items.length > 0;
  const { added, replaced: changed, names } = await documents.add([...files]);
  const values = { count: number(added || changed), name: names[0], replaced: number(changed) };
  if (added && changed) replaced("document.added-and-replaced", undefined, { ...values, count: number(added) });
  else if (changed) replaced("document.file-replaced", undefined, values);
  else if (added && before) replaced("document.added", undefined, values);
  return added + changed > 0;
}

export function clear() {
  documents.clear();
  replaced("document.removed");
}

// Forgotten for good when the way back is gone.
export function forget() {
  documents.clear();
  notice("draft.forgotten", {}, { key: "document.undo", run: () => documents.undo(), done: () => { if (!documents.items.length) documents.forget(); } });
}
