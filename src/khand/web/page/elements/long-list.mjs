// A list of thousands of parts of which only those near the window are elements. Its parts are made in groups; a group
// that is far away is an empty box of the height it had, or may have. To lay parts out takes the window longer than all else
// between a text and its chunks: groups are small, and only those in the window are filled before it is painted.
const GROUP = 10;
const MARGIN = "1200px 0px";

export class LongList extends HTMLElement {
  #observer;
  #frame = 0;
  #groups = [];
  #count = 0;
  // What scrolls the list: an element, or null for the window.
  scroller = null;
  // Called when parts have been made.
  onfilled = () => {};

  // To be filled in: the element of part `index`, and a guess of its height in pixels.
  part() { throw new Error("a long list needs parts"); }
  guess() { return 100; }

  connectedCallback() {
    this.#fillWindow();
  }

  disconnectedCallback() {
    this.#observer?.disconnect();
    cancelAnimationFrame(this.#frame);
  }

  fill(count, label) {
    this.#observer?.disconnect();
    this.#count = count;
    this.#groups = [];
    this.#observer = new IntersectionObserver((entries) => this.#seen(entries), { root: this.scroller, rootMargin: MARGIN });
    for (let first = 0; first < count; first += GROUP) {
      const list = document.createElement("ol");
      list.start = first + 1;
      list.setAttribute("aria-label", label);
      this.#groups.push(list);
      this.#empty(list, first);
    }
    this.replaceChildren(...this.#groups);
    if (this.isConnected) this.#fillWindow();
  }

  // All parts, for paper; `afterwards` only those near the window again.
  fillAll() {
    this.#observer?.disconnect();
    for (const list of this.#groups) this.#render(list, list.start - 1);
  }

  afterwards() {
    for (const list of this.#groups) this.#observer.observe(list);
  }

  #fillWindow() {
    const floor = this.scroller?.getBoundingClientRect().bottom ?? innerHeight;
    const ceiling = this.scroller?.getBoundingClientRect().top ?? 0;
    for (const list of this.#groups) {
      const { top, bottom } = list.getBoundingClientRect();
      if (top >= Math.min(floor, innerHeight)) break;
      if (bottom > Math.max(ceiling, 0)) this.#render(list, list.start - 1);
    }
    // what is near the window is made when what is in it has been painted
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      this.#frame = requestAnimationFrame(() => {
        for (const list of this.#groups) this.#observer.observe(list);
      });
    });
  }

  // The element of a part, made now if it was not.
  reach(index) {
    const list = this.#groups[Math.floor(index / GROUP)];
    if (!list) return undefined;
    this.#render(list, list.start - 1);
    return list.children[index % GROUP];
  }

  // Brings a part into view. While boxes of guessed heights above it become parts, it is brought back.
  reveal(index, block = "start") {
    const item = this.reach(index);
    if (!item) return undefined;
    for (let near = -1; near <= 1; near++) {
      const list = this.#groups[Math.floor(index / GROUP) + near];
      if (list) this.#render(list, list.start - 1);
    }
    this.#bring(item, block);
    return item;
  }

  #bring(item, block) {
    if (!this.scroller) {
      item.scrollIntoView({ block });
      return;
    }
    const { top } = item.getBoundingClientRect();
    this.scroller.scrollTop += top - this.scroller.getBoundingClientRect().top - this.scroller.clientHeight * 0.1;
  }

  #seen(entries) {
    let made = false;
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      if (isIntersecting) made = this.#render(target, target.start - 1) || made;
      else if (!target.contains(document.activeElement)) this.#empty(target, target.start - 1, boundingClientRect.height);
    }
    if (made) this.onfilled();
  }

  #render(list, first) {
    if (list.dataset.filled) return false;
    list.dataset.filled = "yes";
    list.style.minHeight = "";
    const last = Math.min(this.#count, first + GROUP);
    const parts = [];
    for (let index = first; index < last; index++) parts.push(this.part(index));
    list.replaceChildren(...parts);
    return true;
  }

  #empty(list, first, height = undefined) {
    let guess = 0;
    if (height === undefined) {
      for (let index = first; index < Math.min(this.#count, first + GROUP); index++) guess += this.guess(index);
    }
    list.style.minHeight = `${height ?? guess}px`;
    delete list.dataset.filled;
    list.replaceChildren();
  }
}
