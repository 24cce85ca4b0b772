// Cuts the open documents with one setting: waits until typing pauses, drops what is overtaken, keeps the last good result.
import { documents } from "../documents.mjs";
import { Cancelled, engine } from "../engine.mjs";
import { complaint, real } from "../fields.mjs";
import { counterName, fieldOf } from "../settings-fields.mjs";
import { modelOf, priceOf, unitOf } from "../models.mjs";
import { state } from "../state.mjs";
import { t } from "../words.mjs";
import { Made } from "./made.mjs";

const TYPING_MS = 300;
// A cut that takes less than this follows the slider.
const LIVE_MS = 100;

// The blocks of documents by their id, as long as these are open; both settings draw with them.
const outlines = new Map();

export class Cutter extends EventTarget {
  made;
  // [field, words] of what is wrong with the setting that stands in the fields
  errors = {};
  stopped = false;
  #slot;
  #values;
  #wanted;
  #timer;
  #running;
  #tookMs = 0;

  constructor(slot, values) {
    super();
    this.#slot = slot;
    this.#values = values;
  }

  // What Python is asked, and what it was asked of: the same question has the same key.
  #request(options) {
    const { shown, items } = documents;
    const typed = real(state.price);
    const price = typeof typed === "number" && typed >= 0 ? typed : null;
    const money = priceOf(this.#values.tokenizer, price, state.currency);
    const request = { slot: this.#slot, settings: options, ids: items.map((item) => item.id), shown: shown.map((item) => item.id),
      lengths: shown.map((item) => item.text.length), price: money.price ?? null };
    return { request, money, shown, values: { ...this.#values }, key: JSON.stringify(request) + state.currency };
  }

  get busy() {
    return this.stale && Object.keys(this.errors).length === 0 && !this.stopped;
  }

  // The result is not that of the setting in the fields.
  get stale() {
    return this.#wanted !== undefined && this.#wanted !== this.made?.key;
  }

  // The result is at least of the documents that are open.
  get ofThese() {
    const ids = documents.items.map((item) => item.id);
    return this.made !== undefined && JSON.stringify(ids) === JSON.stringify(this.made.request.ids);
  }

  // `how` is "typing", "sliding" or "now".
  ask(options, how) {
    const asked = this.#request(options);
    clearTimeout(this.#timer);
    this.stopped = false;
    this.#wanted = asked.key;
    if (this.made?.key === asked.key) this.errors = {};
    this.#tell();
    if (this.made?.key === asked.key || this.#running === asked.key) return;
    if (how === "typing") this.#timer = setTimeout(() => this.#cut(asked), TYPING_MS);
    else if (how === "now" || this.#tookMs < LIVE_MS) this.#cut(asked);
  }

  async #cut(asked) {
    this.#running = asked.key;
    this.#forgetOutlines();
    const began = performance.now();
    const missing = asked.request.shown.filter((id) => !outlines.has(id));
    try {
      const answer = await engine.latest(`chunk-${this.#slot}`, "chunk", { ...asked.request, outlines: missing });
      this.#tookMs = performance.now() - began;
      this.#take(answer, asked);
    } catch (error) {
      // given up for a newer one, or by the user, or for something else: then it is still wanted
      const again = error instanceof Cancelled && this.#running === asked.key && this.#wanted === asked.key && !this.stopped;
      if (again && documents.items.every((item) => asked.request.ids.includes(item.id))) return this.#cut(asked);
      if (!(error instanceof Cancelled) && this.#wanted === asked.key) this.errors = this.#complaints(error, asked.request.settings);
    }
    if (this.#running === asked.key) this.#running = undefined;
    this.#tell();
    return undefined;
  }

  // What is not wanted any more is still better than something older, but not than what is wanted.
  #take(answer, asked) {
    for (const [id, flat] of Object.entries(answer.outlines)) outlines.set(Number(id), flat);
    if (this.made?.key === this.#wanted) return;
    const { tokenizer } = asked.values;
    const counter = modelOf(tokenizer)?.tokenizer ?? counterName(tokenizer);
    const about = { shown: asked.shown, request: asked.request, money: asked.money, unit: unitOf(tokenizer), counter, outlines: new Map(outlines) };
    this.errors = {};
    this.made = Object.assign(new Made(answer, about), { key: asked.key, values: asked.values });
  }

  #forgetOutlines() {
    const open = new Set(documents.items.map((item) => item.id));
    for (const id of outlines.keys()) if (!open.has(id)) outlines.delete(id);
  }

  #complaints(error, settings) {
    // an estimate's only fault can be its ratio
    if (error.option === "tokenizer" && String(settings.tokenizer).startsWith("estimate:")) return { ratio: t("error.positive") };
    if (error.option) return { [fieldOf(error.option) ?? "by"]: complaint(error, settings) };
    return { by: t("error.unexpected", { reason: error.message }) };
  }

  // After a cancel the setting of the last result stands in the fields again; without one there is nothing to go back to.
  restore() {
    clearTimeout(this.#timer);
    this.errors = {};
    if (this.ofThese) {
      Object.assign(this.#values, this.made.values);
      this.#wanted = this.made.key;
    } else {
      this.made = undefined;
      this.stopped = true;
    }
    this.#tell();
  }

  clear() {
    clearTimeout(this.#timer);
    Object.assign(this, { made: undefined, errors: {}, stopped: false });
    this.#wanted = undefined;
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}
