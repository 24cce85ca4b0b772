// A list of thousands of parts of which only those near the window are elements. Its parts are made in groups; a group
// that is far away is an empty box of the height it had, or may have.
const GROUP = 40;
const MARGIN = "1200px 0px";

export class LongList extends HTMLElement {
  #observer;
  #groups = [];
  #count = 0;

  // To be filled in: the element of part `index`, and a guess of its height in pixels.
  part() { throw new Error("a long list needs parts"); }
  guess() { return 100; }

  disconnectedCallback() {
    this.#observer?.disconnect();
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
    // the first is there at once: it is what one sees
    if (count) this.#render(this.#groups[0], 0);
    this.replaceChildren(...this.#groups);
    for (const list of this.#groups) this.#observer.observe(list);
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
