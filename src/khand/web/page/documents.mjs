// The documents that are open: one text, or files. They never leave this page; Python, in its worker, gets a copy.
import { Cancelled, engine } from "./engine.mjs";
import { kindOf } from "./file-kinds.mjs";
import { History } from "./history.mjs";
import { number, t } from "./words.mjs";

export const LIMIT_BYTES = 10_000_000;
// Laying out a text area takes 0.6 to 1.2 s for each MB, longer than all of the cutting; a text beyond this length is shown
// as attached instead.
export const LIVE_LENGTH = 50_000;
// From here on cutting can take so long that a second Python stands by.
const SLOW_LENGTH = 20_000;
// What is chosen when the chunks of all files are shown.
export const ALL = -1;
// Python takes bytes over eight times as fast as a string.
const utf8 = new TextEncoder();

// Characters as Python counts them: code points, not the halves that those beyond U+FFFF consist of here.
export const lengthOf = (item) => item.characters ??= item.text.length - (item.text.match(/[\ud800-\udbff]/g)?.length ?? 0);
export const linesOf = (item) => item.lines ??= item.text.split(/\r\n|\r|\n/).length - /[\r\n]$/.test(item.text);
export const nameOf = (item) => item.source ?? t("document.pasted");

class Documents extends EventTarget {
  items = [];
  chosen = 0;
  problems = [];
  #ids = 0;
  #history = new History({ items: [], chosen: 0 });

  constructor() {
    super();
    engine.addEventListener("restart", () => {
      for (const item of this.items) item.sent = false;
      this.send();
    });
  }

  // Those whose chunks are shown.
  get shown() {
    if (this.chosen === ALL) return this.items;
    return this.items.slice(0).filter((_, index) => index === Math.min(this.chosen, this.items.length - 1));
  }

  get current() {
    return this.shown[0];
  }

  // The one text that can be changed as one types.
  get editable() {
    const [item] = this.items;
    return this.items.length === 1 && item.text.length <= LIVE_LENGTH ? item : undefined;
  }

  // Text out of the text area, in place of what stood there; name and format are kept, so that one can go on writing.
  type(text) {
    const { source = null, format = "markdown" } = this.editable ?? {};
    this.problems = [];
    this.items = text === "" ? [] : [this.#item({ source: text === "" ? null : source, text, format })];
    this.chosen = 0;
    this.#history.amend(this.#state);
    this.#changed();
  }

  // A text that takes the place of all that is open.
  replace(text, { source = null, format = "markdown" } = {}) {
    this.problems = [];
    this.#set([this.#item({ source, text, format })]);
  }

  // Returns how many files were added and how many took the place of one of the same name.
  async add(files) {
    const problems = [];
    const read = [];
    for (const file of files) {
      try {
        read.push(await this.#read(file));
      } catch (problem) {
        problems.push(problem);
      }
    }
    const names = new Set(read.map((item) => item.source));
    const kept = this.items.filter((item) => item.source !== null && !names.has(item.source));
    const replaced = this.items.filter((item) => names.has(item.source)).length;
    this.problems = problems;
    if (read.length) this.#set([...kept, ...read], kept.length + read.length > 1 ? ALL : 0);
    else this.#changed();
    return { added: read.length - replaced, replaced, names: [...names] };
  }

  // Python decodes, as for the command line: the same bytes give the same text there and here.
  async #read(file) {
    const about = { name: file.name, limit: LIMIT_BYTES / 1e6, size: Math.round(file.size / 1e5) / 10 };
    if (file.size > LIMIT_BYTES) throw { key: "document.too-large", about };
    let bytes;
    try {
      bytes = new Uint8Array(await file.arrayBuffer());
    } catch (error) {
      throw { key: "document.unreadable", about: { ...about, reason: error.message } };
    }
    const kind = kindOf(file.name, bytes);
    if (kind) throw { key: `document.kind.${kind}`, about };
    const id = ++this.#ids;
    try {
      const opened = await engine.call("read", { id, source: file.name }, bytes);
      return { id, source: file.name, sent: true, bytes, ...opened };
    } catch (error) {
      // the Python that read it was stopped; the one that follows it reads it again
      if (error instanceof Cancelled) return this.#read(file);
      if (error.type !== "InputError") throw { key: "document.unreadable", about: { ...about, reason: error.message } };
      if (typeof error.position !== "number") throw { key: "document.unreadable", about: { ...about, reason: error.message } };
      throw { key: "document.not-utf8", about: { ...about, position: error.position } };
    }
  }

  #item({ source, text, format }) {
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
    return { id: ++this.#ids, source, text: formed, format, warnings, sent: false };
  }

  // Texts that this tab kept over a reload.
  restore({ items, chosen }) {
    this.items = items.map((item) => this.#item(item));
    this.chosen = chosen;
    this.#history.clear(this.#state);
    this.#changed();
  }

  setFormat(item, format) {
    this.#set(this.items.map((other) => (other === item ? { ...other, format, bytes: undefined, id: ++this.#ids, sent: false } : other)), this.chosen);
  }

  choose(index) {
    this.chosen = index;
    this.#changed();
  }

  remove(item) {
    this.#set(this.items.filter((other) => other !== item), this.items.length > 2 ? this.chosen : 0);
  }

  clear() {
    this.problems = [];
    this.#set([]);
  }

  // Not even "undo" knows of it any more.
  forget() {
    this.#history.clear(this.#state);
    this.#changed();
  }

  get canUndo() {
    return this.#history.canUndo;
  }

  get canRedo() {
    return this.#history.canRedo;
  }

  undo() {
    this.#show(this.#history.undo());
  }

  redo() {
    this.#show(this.#history.redo());
  }

  #show(state) {
    if (!state) return;
    Object.assign(this, state);
    for (const item of this.items) item.sent = false;
    this.problems = [];
    this.#changed();
  }

  get #state() {
    return { items: this.items, chosen: this.chosen };
  }

  #set(items, chosen = 0) {
    Object.assign(this, { items, chosen });
    this.#history.push(this.#state);
    this.#changed();
  }

  // Sends to Python what it does not have yet; calls are answered in order, so nobody needs to wait.
  send() {
    for (const item of this.items) {
      if (item.sent) continue;
      item.sent = true;
      const { id, source, format, bytes } = item;
      // a file knows more than its text: pages, times, cells
      const opened = bytes ? engine.call("read", { id, source }, bytes) : engine.call("open", { id, source, format }, utf8.encode(item.text));
      opened.catch(() => { item.sent = false; });
    }
    engine.call("keep", { ids: this.items.map((item) => item.id) }).catch(() => {});
  }

  #changed() {
    if (this.items.reduce((sum, item) => sum + item.text.length, 0) > SLOW_LENGTH) engine.keepSpare();
    this.dispatchEvent(new Event("change"));
  }
}

export const documents = new Documents();

export const sentenceOf = ({ key, about }) => t(key, Object.fromEntries(
  Object.entries(about).map(([name, value]) => [name, typeof value === "number" ? number(value) : value]),
));
