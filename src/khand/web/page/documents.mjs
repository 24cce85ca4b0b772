// The documents that are open: one pasted text, or files. They never leave this page; Python, in its worker, gets a copy.
import { Cancelled, engine } from "./engine.mjs";
import { number, t } from "./words.mjs";

export const LIMIT_BYTES = 10_000_000;
// Laying out a text area takes 0.6 to 1.2 s for each MB, longer than all of the cutting; a text beyond this length is shown
// as attached instead.
export const LIVE_LENGTH = 50_000;
// Python takes bytes over eight times as fast as a string.
const utf8 = new TextEncoder();

// Characters as Python counts them: code points, not the halves that those beyond U+FFFF consist of here.
export const lengthOf = (item) => item.characters ??= item.text.length - (item.text.match(/[\ud800-\udbff]/g)?.length ?? 0);

class Documents extends EventTarget {
  items = [];
  chosen = 0;
  problems = [];
  #ids = 0;
  #before;

  constructor() {
    super();
    engine.addEventListener("restart", () => {
      for (const item of this.items) item.sent = false;
    });
  }

  get current() {
    return this.items[Math.min(this.chosen, this.items.length - 1)];
  }

  get pasted() {
    return this.items.find((item) => item.source === null && !item.attached);
  }

  // Text out of the text area. Its format is kept, so that one can go on writing.
  type(text) {
    const format = this.pasted?.format ?? "markdown";
    const attached = text.length > LIVE_LENGTH;
    this.problems = [];
    this.items = text === "" ? [] : [this.#item({ source: null, text, format, attached })];
    this.chosen = 0;
    this.#changed();
  }

  // A text that takes the place of all that is open; `canUndo` brings it back.
  replace(text) {
    this.#remember();
    this.type(text);
  }

  async add(files) {
    const problems = [];
    const added = [];
    for (const file of files) {
      try {
        added.push(await this.#read(file));
      } catch (problem) {
        problems.push(problem);
      }
    }
    if (added.length) {
      this.#remember();
      const names = new Set(added.map((item) => item.source));
      const kept = this.items.filter((item) => item.attached && item.source !== null && !names.has(item.source));
      this.items = [...kept, ...added];
      this.chosen = kept.length;
    }
    this.problems = problems;
    this.#changed();
    return added.length;
  }

  // Python decodes, as for the command line: the same bytes give the same text there and here.
  async #read(file) {
    const about = { name: file.name, limit: LIMIT_BYTES / 1e6, size: (file.size / 1e6).toFixed(1) };
    if (file.size > LIMIT_BYTES) throw { key: "document.too-large", about };
    let bytes;
    try {
      bytes = new Uint8Array(await file.arrayBuffer());
    } catch (error) {
      throw { key: "document.unreadable", about: { ...about, reason: error.message } };
    }
    const id = ++this.#ids;
    try {
      const opened = await engine.call("read", { id, source: file.name }, bytes);
      return { id, source: file.name, attached: true, sent: true, ...opened };
    } catch (error) {
      // the Python that read it was stopped; the one that follows it reads it again
      if (error instanceof Cancelled) return this.#read(file);
      if (error.type !== "InputError") throw { key: "document.unreadable", about: { ...about, reason: error.message } };
      throw { key: "document.not-utf8", about: { ...about, position: error.position } };
    }
  }

  #item({ source, text, format, attached }) {
    const formed = text.isWellFormed() ? text : text.toWellFormed();
    const warnings = [];
    if (formed !== text) {
      let count = 0;
      for (let i = 0; i < text.length; i++) count += text[i] !== formed[i];
      warnings.push({ key: "document.surrogates", about: { count } });
    }
    const nul = formed.indexOf("\0");
    if (nul >= 0) {
      const about = { count: formed.split("\0").length - 1, position: [...formed.slice(0, nul)].length };
      warnings.push({ key: "document.nul", about });
    }
    return { id: ++this.#ids, source, text: formed, format, attached, warnings, sent: false };
  }

  setFormat(item, format) {
    item.format = format;
    item.sent = false;
    this.#changed();
  }

  choose(index) {
    this.chosen = index;
    this.#changed();
  }

  remove(item) {
    this.#remember();
    this.items = this.items.filter((other) => other !== item);
    this.#changed();
  }

  clear() {
    this.#remember();
    this.items = [];
    this.problems = [];
    this.#changed();
  }

  get canUndo() {
    return this.#before !== undefined;
  }

  undo() {
    if (!this.#before) return;
    const { items, chosen } = this.#before;
    this.#before = undefined;
    for (const item of items) item.sent = false;
    this.items = items;
    this.chosen = chosen;
    this.#changed();
  }

  // Sends to Python what it does not have yet; calls are answered in order, so nobody needs to wait.
  send() {
    for (const item of this.items) {
      if (item.sent) continue;
      item.sent = true;
      const { id, source, format } = item;
      engine.call("open", { id, source, format }, utf8.encode(item.text)).catch(() => { item.sent = false; });
    }
    engine.call("keep", { ids: this.items.map((item) => item.id) }).catch(() => {});
  }

  #remember() {
    if (this.items.length) this.#before = { items: this.items, chosen: this.chosen };
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

export const documents = new Documents();

export const sentenceOf = ({ key, about }) => t(key, Object.fromEntries(
  Object.entries(about).map(([name, value]) => [name, typeof value === "number" ? number(value) : value]),
));
