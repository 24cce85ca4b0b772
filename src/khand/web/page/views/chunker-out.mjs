// What leaves the page by the user's own hand: files, copies, links. Never by itself.
import { documents } from "../documents.mjs";
import { Cancelled, engine } from "../engine.mjs";
import { download } from "../make.mjs";
import { notice } from "../notice.mjs";
import { command, python } from "../recipes.mjs";
import { number, t } from "../words.mjs";

const TYPES = { jsonl: "application/x-ndjson", csv: "text/csv;charset=utf-8" };

function fileName(kind, letter) {
  const [only, ...more] = documents.items;
  const name = !more.length && only?.source ? only.source.replace(/\.[^.]*$/, "") : "chunks";
  return `${letter ? `${name}-${letter}` : name}.${kind}`;
}

// Python may have been started anew in between: then it cuts again, with the setting of the result that is shown.
async function ask(name, options) {
  documents.send();
  try {
    return await engine.call(name, options);
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    notice("out.cancelled");
    return undefined;
  }
}

export async function save(made, letter = "", kind = "jsonl") {
  const { slot, ids, settings } = made.request;
  const content = await ask(kind, { slot, ids, settings });
  if (content === undefined) return;
  const name = fileName(kind, letter);
  download(name, TYPES[kind], content);
  notice("out.saved", { name, count: number(made.report.chunks) });
}

async function put(text, key, values = {}) {
  try {
    await navigator.clipboard.writeText(text);
    notice(key, values);
  } catch {
    notice("out.refused");
  }
}

export const chunkOut = {
  async copy(made, i) {
    const text = await ask("embedded", made.one(i));
    if (text !== undefined) await put(text, "chunk.copied", { number: number(i + 1) });
  },
  tokensOf: (made, i) => ask("tokens", made.one(i)),
};

// The list of the export menu; `values` are what stands in the fields.
export function exportsOf(made, values) {
  const link = () => location.href.split("#")[0].split("?")[0] + location.hash;
  return [
    { words: t("export.jsonl"), run: () => save(made()) },
    { words: t("export.csv"), run: () => save(made(), "", "csv") },
    { words: t("export.link"), note: t("export.link.note"), gap: true, run: () => put(link(), "out.copied") },
    { words: t("export.command"), note: t("export.command.note"), run: () => put(command(made().values, documents.items), "out.copied") },
    { words: t("export.python"), run: () => put(python(made().values, documents.items), "out.copied") },
    { words: t("export.print"), gap: true, run: () => print() },
  ].map((each) => ({ ...each, values }));
}
