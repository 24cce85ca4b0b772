// The chunk one looks at, marked in every place at once: document, list, histogram, ruler. A pinned one stays marked.
const PAUSE_MS = 40;

export class Marks extends EventTarget {
  #root;
  #hovered = [];
  #pinned;
  #timer;
  #marked = [];
  #still = false; // since a chunk was pinned: what scrolls under a resting pointer is not looked at

  // Places carry `data-k`: the numbers of their chunks, counted from 0, with spaces between.
  constructor(root) {
    super();
    this.#root = root;
    root.addEventListener("pointerover", (event) => {
      if (!this.#still) this.#hover(this.numbersOf(event.target));
    });
    root.addEventListener("pointermove", (event) => {
      if (!this.#still || !(event.movementX || event.movementY)) return;
      this.#still = false;
      this.#hover(this.numbersOf(event.target));
    });
    root.addEventListener("pointerleave", () => this.#hover([]));
    root.addEventListener("focusin", (event) => {
      const numbers = this.numbersOf(event.target);
      if (numbers.length) this.#hover(numbers);
    });
  }

  get pinned() {
    return this.#pinned;
  }

  numbersOf(node) {
    return node?.closest?.("[data-k]")?.dataset.k.split(" ").map(Number) ?? [];
  }

  pin(index) {
    this.#pinned = index;
    this.#still = true;
    this.#hovered = [];
    clearTimeout(this.#timer);
    this.draw();
  }

  reset() {
    this.#pinned = undefined;
    this.#hovered = [];
    this.#marked = [];
  }

  #hover(numbers) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#hovered = numbers;
      this.draw();
    }, PAUSE_MS);
  }

  get shown() {
    if (this.#hovered.length) return this.#hovered;
    return this.#pinned === undefined ? [] : [this.#pinned];
  }

  // Marks what is there now; parts of long lists that come later ask again.
  draw() {
    const places = this.shown.flatMap((number) => [...this.#root.querySelectorAll(`[data-k~="${number}"]`)]);
    for (const place of this.#marked) if (!places.includes(place)) place.classList.remove("on");
    for (const place of places) place.classList.add("on");
    this.#marked = places;
  }
}
