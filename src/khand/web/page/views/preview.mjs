// The windows of a real text under the calculator: the first ones with their overlap, and the last, which is the remainder.
import { documents, lengthOf } from "../documents.mjs";
import { Cancelled, engine } from "../engine.mjs";
import { whole, wholeOrShare } from "../fields.mjs";
import { make } from "../make.mjs";
import { Made } from "../chunks/made.mjs";
import { tokenizerOf } from "../models.mjs";
import { state } from "../state.mjs";
import { language, number, t } from "../words.mjs";
import { chunkOut } from "./chunker-out.mjs";

const SHOWN = 6;
const PAUSE_MS = 300;
const $ = (id) => document.getElementById(id);
let made;
let counted;
let onlength;
let timer;
// what the list was drawn for, so that it is not drawn again for nothing
let shownAs;
let shownIn;

export function start(given) {
  onlength = given.onlength;
}

// At once for another text, after a pause for another setting.
export function refresh() {
  clearTimeout(timer);
  if (!documents.current) {
    made = counted = undefined;
    render();
  } else if (made && documents.items.every((item) => made.request.ids.includes(item.id))) {
    $("preview").setAttribute("aria-busy", "true");
    timer = setTimeout(cut, PAUSE_MS);
  } else {
    cut();
  }
}

async function cut() {
  const { items } = documents;
  documents.send();
  const settings = { by: "window", size: whole(state.plan.size), overlap: wholeOrShare(state.plan.overlap), tokenizer: tokenizerOf(state.plan.tokenizer) };
  const ids = items.map((item) => item.id);
  const request = { slot: "preview", ids, shown: ids, outlines: ids, lengths: items.map((item) => item.text.length), settings };
  if (made && JSON.stringify(made.request) === JSON.stringify(request)) {
    $("preview").setAttribute("aria-busy", "false");
    return;
  }
  try {
    const answer = await engine.latest("preview", "chunk", request);
    const outlines = new Map(Object.entries(answer.outlines).map(([id, flat]) => [Number(id), flat]));
    made = new Made(answer, { shown: items, request, outlines, unit: "tokens", counter: settings.tokenizer, money: {} });
    render();
    const from = `${ids} ${settings.tokenizer}`;
    if (counted !== from) {
      counted = from;
      onlength(made.report.document_tokens);
    }
  } catch (error) {
    if (!(error instanceof Cancelled || error.option)) throw error;
  } finally {
    $("preview").setAttribute("aria-busy", "false");
  }
}

// The lengths of several texts, as long as their sum is what stands in the field.
export function lengths(given) {
  if (!made || made.shown.length < 2 || whole(given) !== made.report.document_tokens || state.plan.unit !== "tokens") return undefined;
  return made.documents;
}

export function render() {
  $("preview").hidden = !made;
  sayWhoCounted();
  if (!made) return;
  const { report, shown } = made;
  const few = made.length > SHOWN + 1;
  const about = { tokens: number(report.document_tokens), characters: number(shown.reduce((sum, item) => sum + lengthOf(item), 0)), tokenizer: made.counter,
    chunks: number(made.length), shown: number(Math.min(SHOWN, made.length)) };
  $("preview-summary").replaceChildren(t("preview.all", about), " ", t("preview.note"), " ", make("a", { href: "#chunker" }, t("preview.go")));
  $("preview-first").textContent = few ? t("preview.first", about) : "";
  if (shownAs === made && shownIn === language) return;
  [shownAs, shownIn] = [made, language];
  const only = made.rows.map((_, i) => i).filter((i) => !few || i < SHOWN || i === made.length - 1);
  const now = made;
  $("preview-list").show(made, { only, windows: true, tokensOf: (i) => chunkOut.tokensOf(now, i) });
}

// Under the length, as long as it is the one that was counted.
function sayWhoCounted() {
  const { length, unit } = state.plan;
  const is = made && unit === "tokens" && whole(length) === made.report.document_tokens;
  $("plan-length-note").hidden = !is;
  if (is) $("plan-length-note").textContent = t(made.shown.length > 1 ? "plan.length.many" : "plan.length.note", { tokenizer: made.counter, count: number(made.shown.length) });
}
