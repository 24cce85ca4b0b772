// The page's side of the worker: start it, call it, cancel what it does.

const folder = (name) => new URL(document.documentElement.dataset[name], document.baseURI).href;
const image = document.documentElement.dataset.image === "yes";
const folders = { app: folder("app"), runtime: folder("runtime"), tables: folder("tables") };

// A worker loaded from its address would escape a policy that stands inside the page only, as on static hosts that send
// no headers. One started from a blob inherits the page's policy; it does nothing but import the real one.
const BOOT = URL.createObjectURL(
  new Blob([`import ${JSON.stringify(`${folders.app}engine.worker.mjs`)};`], { type: "text/javascript" }),
);

export const STAGES = ["runtime", "python", "core", "import", "table"];

export class EngineError extends Error {
  constructor({ type, message, option, value, position, source }) {
    super(message);
    Object.assign(this, { type, option, value, position, source });
  }
}

export class Cancelled extends Error {}

class Engine extends EventTarget {
  #worker;
  #calls = new Map();
  #last = 0;
  #latest = new Map();
  stage = "loading";
  fault;

  start() {
    this.stage = "loading";
    this.#worker = new Worker(BOOT, { type: "module", name: "khand" });
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = (event) => this.#fail(event.message ?? "the worker did not start");
    this.#worker.postMessage({ folders, image });
  }

  // Calls with the same `channel` replace each other: an answer that is no longer wanted is dropped, and while one is
  // at work only the newest of those that came after it is kept.
  latest(channel, name, options, text) {
    const waiting = this.#latest.get(channel);
    if (!waiting) {
      this.#latest.set(channel, { next: undefined });
      return this.call(name, options, text).finally(() => this.#followUp(channel));
    }
    waiting.next?.reject(new Cancelled());
    return new Promise((resolve, reject) => {
      waiting.next = { name, options, text, resolve, reject };
    });
  }

  #followUp(channel) {
    const { next } = this.#latest.get(channel) ?? {};
    this.#latest.delete(channel);
    if (next) this.latest(channel, next.name, next.options, next.text).then(next.resolve, next.reject);
  }

  call(name, options = {}, text = undefined) {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      this.#announce();
      this.#worker.postMessage({ id, name, options, text });
    });
  }

  // Python cannot be interrupted from outside without headers that static hosts do not send, so a new one is started.
  cancel() {
    this.#worker.terminate();
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const channel of this.#latest.values()) {
      channel.next?.reject(new Cancelled());
      channel.next = undefined;
    }
    this.start();
    this.dispatchEvent(new Event("restart"));
    for (const { reject } of calls) reject(new Cancelled());
    this.#announce();
  }

  get busy() {
    return this.#calls.size > 0;
  }

  #announce() {
    this.dispatchEvent(new Event("busy"));
  }

  #receive(data) {
    if (data.stage) {
      this.#advance(data);
      return;
    }
    const call = this.#calls.get(data.id);
    this.#calls.delete(data.id);
    this.#announce();
    if (!call) return;
    if (data.error?.type === "GoneError") call.reject(new Cancelled());
    else if (data.error) call.reject(new EngineError(data.error));
    else if (data.fault) call.reject(new Error(data.fault));
    else call.resolve(data.result);
  }

  #advance({ stage, fault }) {
    if (stage === "failed") {
      this.#fail(fault);
    } else {
      this.stage = stage;
      this.dispatchEvent(new CustomEvent("stage", { detail: stage }));
    }
  }

  #fail(fault) {
    Object.assign(this, { stage: "failed", fault });
    this.dispatchEvent(new CustomEvent("failed", { detail: fault }));
    for (const { reject } of this.#calls.values()) reject(new Error(fault));
    this.#calls.clear();
  }
}

// Python begins to load here, before the rest of the page's modules have arrived.
export const engine = new Engine();
engine.start();
