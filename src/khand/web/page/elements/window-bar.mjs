// A context window as one bar: its parts in shades of ink, the retrieved chunks in the accent, what stays free hatched.
import { make } from "../make.mjs";
import { counted, percent, t } from "../words.mjs";

class WindowBar extends HTMLElement {
  // `parts` is a list of [name, tokens, whether they are counted] in the order of the bar.
  show({ parts, total }) {
    const described = parts.map(([name, tokens, exact]) => `${name} ${counted(tokens, exact)}`).join(", ");
    const track = make("div", { class: "track", role: "img", "aria-label": t("window.bar", { parts: described }) });
    const list = make("dl");
    parts.forEach(([name, tokens, exact], index) => {
      const part = make("span", { class: `part p${index}`, title: `${name}: ${counted(tokens, exact)}` });
      part.style.flex = `${tokens} 0 0`;
      if (tokens > 0) track.append(part);
      list.append(make("div", {}, make("span", { class: `swatch part p${index}`, "aria-hidden": "true" }),
        make("dt", {}, name), make("dd", {}, `${counted(tokens, exact)} · ${percent(tokens / total)}`)));
    });
    this.replaceChildren(track, list);
  }
}

customElements.define("window-bar", WindowBar);
