// What was open before, and after it: undo and redo of the whole text. Nothing is ever dropped by going on from an earlier
// state: that is put behind all others, so what was typed in between stays within reach.
const LIMIT = 50;

export class History {
  #states = [];
  #at = 0;

  constructor(first) {
    this.clear(first);
  }

  get canUndo() {
    return this.#at > 0;
  }

  get canRedo() {
    return this.#at < this.#states.length - 1;
  }

  // The state that is shown has changed in place, as by typing.
  amend(state) {
    if (this.canRedo) this.push(state);
    else this.#states[this.#at] = state;
  }

  push(state) {
    if (this.canRedo) this.#states.push(this.#states[this.#at]);
    this.#states.push(state);
    this.#states = this.#states.slice(-LIMIT);
    this.#at = this.#states.length - 1;
  }

  undo() {
    return this.canUndo ? this.#states[--this.#at] : undefined;
  }

  redo() {
    return this.canRedo ? this.#states[++this.#at] : undefined;
  }

  clear(state) {
    this.#states = [state];
    this.#at = 0;
  }
}
