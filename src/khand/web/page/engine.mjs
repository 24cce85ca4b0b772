// The page's side of Python: calls, the newest of each kind, and a second worker that takes over from one that is busy with
// what nobody wants any more. Python cannot be interrupted from outside without headers that static hosts do not send.
import { EngineError, Worker } from "./engine-worker.mjs";

export { EngineError };
export const STAGES = ["runtime", "python", "core", "import", "table"];
export class Cancelled extends Error {}

// A call that has run longer than this is given up when a newer one of its kind comes.
const PATIENCE_MS = 350;
// These change what Python holds or read a file: another worker does them again. All others belong to a moment.
const LASTING = ["open", "read", "keep"];

class Engine extends EventTarget {
  #worker;
  #spare;
  #wantsSpare = false;
  #calls = new Map();
  #last = 0;
  #latest = new Map();

  get stage() {
    return this.#worker.stage;
  }

  get fault() {
    return this.#worker.fault;
  }

  get busy() {
    return this.#calls.size > 0;
  }

  // When the call now at work began, if there is one.
  get since() {
    return Math.min(...[...this.#calls.values()].map((call) => call.since));
  }

  start() {
    this.#use(new Worker());
  }

  // From now on a second Python is kept ready: for texts that take long to cut.
  keepSpare() {
    this.#wantsSpare = true;
    this.#makeSpare();
  }

  get hasSpare() {
    return this.#spare?.stage === "ready";
  }

  #makeSpare() {
    if (this.#wantsSpare && !this.#spare && this.stage === "ready") this.#spare = new Worker();
  }

  #use(worker) {
    this.#worker = worker;
    worker.onanswer = (data) => this.#receive(data);
    worker.onstage = () => this.#advance();
    this.#advance();
  }

  #advance() {
    this.dispatchEvent(new Event("stage"));
    this.#makeSpare();
    if (this.stage !== "failed") return;
    for (const { reject } of this.#calls.values()) reject(new Error(this.fault));
    this.#calls.clear();
    this.#announce();
  }

  call(name, options = {}, text = undefined) {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { id, name, options, text, resolve, reject, since: performance.now() });
      this.#announce();
      this.#worker.post({ id, name, options, text });
    });
  }

  // Calls with the same `channel` replace each other: an answer that is no longer wanted is dropped; while one is at work
  // only the newest of those that came after it is kept; and one that takes long is given up for it.
  latest(channel, name, options, text) {
    const waiting = this.#latest.get(channel);
    if (!waiting) {
      this.#latest.set(channel, { since: performance.now(), next: undefined });
      return this.call(name, options, text).finally(() => this.#followUp(channel));
    }
    waiting.next?.reject(new Cancelled());
    return new Promise((resolve, reject) => {
      waiting.next = { name, options, text, resolve, reject };
      this.#overtake(waiting);
    });
  }

  #followUp(channel) {
    const { next } = this.#latest.get(channel) ?? {};
    this.#latest.delete(channel);
    if (next) this.latest(channel, next.name, next.options, next.text).then(next.resolve, next.reject);
  }

  #overtake(waiting) {
    const left = waiting.since + PATIENCE_MS - performance.now();
    const when = () => { if (waiting.next && this.hasSpare) this.#replaceWorker(); };
    if (left <= 0) when();
    else setTimeout(when, left);
  }

  // Drops what is at work and all that waits for it.
  cancel() {
    for (const channel of this.#latest.values()) {
      channel.next?.reject(new Cancelled());
      channel.next = undefined;
    }
    this.#replaceWorker();
  }

  // What lasts goes on with the other worker, which gets the documents first; the rest is cancelled.
  #replaceWorker() {
    const calls = [...this.#calls.values()];
    this.#worker.stop();
    this.#calls.clear();
    const spare = this.#spare;
    this.#spare = undefined;
    this.#use(spare ?? new Worker());
    this.dispatchEvent(new Event("restart"));
    for (const call of calls) {
      if (LASTING.includes(call.name)) {
        this.#calls.set(call.id, call);
        this.#worker.post(call);
      } else {
        call.reject(new Cancelled());
      }
    }
    this.#announce();
  }

  #announce() {
    this.dispatchEvent(new Event("busy"));
  }

  #receive(data) {
    const call = this.#calls.get(data.id);
    this.#calls.delete(data.id);
    // the next one begins now
    const next = this.#calls.values().next().value;
    if (next) next.since = performance.now();
    this.#announce();
    if (!call) return;
    if (data.error?.type === "GoneError") call.reject(new Cancelled());
    else if (data.error) call.reject(new EngineError(data.error));
    else if (data.fault) call.reject(new Error(data.fault));
    else call.resolve(data.result);
  }
}

// Python begins to load here, before the rest of the page's modules have arrived.
export const engine = new Engine();
engine.start();
