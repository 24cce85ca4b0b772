// One worker with Python in it: how it is started, how far it has come, what it answers.
const folder = (name) => new URL(document.documentElement.dataset[name], document.baseURI).href;
const image = document.documentElement.dataset.image === "yes";
const folders = { app: folder("app"), runtime: folder("runtime"), tables: folder("tables") };

// A worker loaded from its address would escape a policy that stands inside the page only, as on static hosts that send
// no headers. One started from a blob inherits the page's policy; it does nothing but import the real one.
const BOOT = URL.createObjectURL(
  new Blob([`import ${JSON.stringify(`${folders.app}engine.worker.mjs`)};`], { type: "text/javascript" }),
);

export class EngineError extends Error {
  constructor({ type, message, option, value, position, source }) {
    super(message);
    Object.assign(this, { type, option, value, position, source });
  }
}

const Thread = globalThis.Worker;

export class Worker {
  #thread;
  stage = "loading";
  fault;
  onanswer = () => {};
  onstage = () => {};

  constructor() {
    this.#thread = new Thread(BOOT, { type: "module", name: "khand" });
    this.#thread.onmessage = ({ data }) => (data.stage ? this.#advance(data) : this.onanswer(data));
    this.#thread.onerror = (event) => this.#advance({ stage: "failed", fault: event.message ?? "the worker did not start" });
    this.#thread.postMessage({ folders, image });
  }

  post({ id, name, options, text }) {
    this.#thread.postMessage({ id, name, options, text });
  }

  stop() {
    this.#thread.terminate();
    this.onanswer = this.onstage = () => {};
  }

  #advance({ stage, fault }) {
    Object.assign(this, { stage, fault });
    this.onstage();
  }
}
