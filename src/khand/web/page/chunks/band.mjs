// While Python works, above the figures: what is being cut, of which setting the figures are, and Cancel.
import { button, make } from "../make.mjs";
import { number, t } from "../words.mjs";

const PATIENCE_MS = 150;

export class Band {
  #timer;
  #key;

  constructor(place, actions) {
    Object.assign(this, { place, actions });
    place.setAttribute("role", "status");
  }

  // `about` is {size, old, working, stopped}: the size that is wanted, that of the figures if there are any.
  show(about) {
    const key = about && JSON.stringify(about);
    if (key === this.#key) return;
    this.#key = key;
    clearTimeout(this.#timer);
    if (!about) {
      this.place.hidden = true;
      this.place.replaceChildren();
    } else if (this.place.hidden && about.working) {
      this.#timer = setTimeout(() => this.#draw(about), PATIENCE_MS);
    } else {
      this.#draw(about);
    }
  }

  #draw({ size, old, working, stopped }) {
    const words = t("band.working", { size: typeof size === "number" ? number(size) : size });
    const focused = this.place.contains(document.activeElement);
    this.place.hidden = false;
    this.place.replaceChildren(...[
      working && make("span", {}, words),
      working && make("progress", { "aria-label": words }),
      stopped && make("span", {}, t("band.stopped")),
      old !== undefined && make("strong", {}, t("band.stale", { size: number(old) })),
      working && button(t("cancel"), this.actions.cancel, { class: "cancel" }),
      stopped && button(t("band.again"), this.actions.again),
    ].filter(Boolean));
    if (focused) this.place.querySelector("button")?.focus();
  }
}
