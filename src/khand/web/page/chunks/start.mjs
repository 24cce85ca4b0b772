// Before there is a document: where to put one, examples to try, and one of them cut small, to see at once what this does.
import "../elements/cut-document.mjs";
import { Cancelled, engine } from "../engine.mjs";
import { EXAMPLES, exampleOf } from "../examples.mjs";
import { button, make } from "../make.mjs";
import { language, number, t } from "../words.mjs";
import { Made } from "./made.mjs";

// Small, so that the first cuts stand on the screen; Devanagari takes more tokens.
const SHOWN = { en: { size: 120, overlap: 24 }, hi: { size: 300, overlap: 40 } };
// The example begins where overlap is to be seen.
const FIRST = { en: "### Eligibility", hi: "### पात्रता" };
const CHUNKS = 4;
// No document of the user's has this number.
const ID = 0;

export class Start {
  constructor({ examples, sample }, actions) {
    Object.assign(this, { examples, sample, actions });
    this.how = make("h2");
    this.document = make("cut-document");
    sample.replaceChildren(this.how, this.document);
    engine.addEventListener("restart", () => { this.cut = undefined; });
  }

  speak() {
    this.examples.replaceChildren(make("span", { class: "note" }, `${t("document.examples")}:`),
      ...EXAMPLES.map((each) => button(t(each.key), () => this.actions.example(each))));
    const { size, overlap } = SHOWN[language];
    this.how.textContent = t("start.how", { size: number(size), overlap: number(overlap) });
    if (this.cut && this.cut !== language) this.show();
  }

  async show() {
    if (this.cut === language) return;
    this.cut = language;
    const { text: whole } = exampleOf(language);
    const text = whole.slice(Math.max(0, whole.indexOf(FIRST[language])));
    const request = { slot: "start", ids: [ID], shown: [ID], outlines: [ID], lengths: [text.length], settings: SHOWN[language] };
    try {
      engine.call("open", { id: ID, source: null, format: "markdown" }, new TextEncoder().encode(text)).catch(() => {});
      const answer = await engine.call("chunk", request);
      const outlines = new Map([[ID, answer.outlines[ID]]]);
      this.document.show(new Made(answer, { shown: [{ id: ID, text }], request, unit: "tokens", counter: "cl100k_base", outlines, money: {} }), { until: CHUNKS });
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
      this.cut = undefined;
    }
  }
}
