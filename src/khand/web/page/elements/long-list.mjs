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
    this.#observer = new IntersectionObserver((entries) => this.#seen(entries), { rootMargin: MARGIN });
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

  #fillWindow() {
    for (const list of this.#groups) {
      const { top, bottom } = list.getBoundingClientRect();
      if (top >= innerHeight) break;
      if (bottom > 0) this.#render(list, list.start - 1);
    }
    // what is near the window is made when what is in it has been painted
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      this.#frame = requestAnimationFrame(() => {
        for (const list of this.#groups) this.#observer.observe(list);
      });
    });
  }

  // Brings a part into view and gives it the focus.
  reveal(index) {
    const list = this.#groups[Math.floor(index / GROUP)];
    if (!list) return;
    this.#render(list, list.start - 1);
    const item = list.children[index % GROUP];
    item.tabIndex = -1;
    item.scrollIntoView({ block: "start" });
    item.focus({ preventScroll: true });
  }

  #seen(entries) {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      if (isIntersecting) this.#render(target, target.start - 1);
      else if (!target.contains(document.activeElement)) this.#empty(target, target.start - 1, boundingClientRect.height);
    }
  }

  #render(list, first) {
    if (list.dataset.filled) return;
    list.dataset.filled = "yes";
    list.style.minHeight = "";
    const last = Math.min(this.#count, first + GROUP);
    const parts = [];
    for (let index = first; index < last; index++) parts.push(this.part(index));
    list.replaceChildren(...parts);
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
