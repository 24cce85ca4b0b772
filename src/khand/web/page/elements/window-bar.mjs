// A context window as one bar: its parts in shades of ink, the retrieved chunks in their tints, what stays free hatched.
import { make } from "../make.mjs";
import { counted, percent, t } from "../words.mjs";

class WindowBar extends HTMLElement {
  // `parts` is a list of [name, tokens, whether they are counted] in the order of the bar; `one` are the tokens of a chunk.
  show({ parts, total, one }) {
    const described = parts.map(([name, tokens, exact]) => `${name} ${counted(tokens, exact)}`).join(", ");
    const track = make("div", { class: "track", role: "img", "aria-label": t("window.bar", { parts: described }) });
    const list = make("dl", { class: "parts" });
    parts.forEach(([name, tokens, exact], index) => {
      const chunk = tokens ? `${Math.max(1, 100 * one / tokens)}%` : "50%";
      if (tokens > 0) track.append(make("span", { class: `part p${index}`, title: `${name}: ${counted(tokens, exact)}`, style: { flex: `${tokens} 0 0`, "--one": chunk } }));
      list.append(make("div", {}, make("i", { class: `p${index}`, "aria-hidden": "true", style: { "--one": "50%" } }),
        make("dt", {}, name), make("dd", {}, `${counted(tokens, exact)} · ${percent(tokens / total)}`)));
    });
    this.replaceChildren(track, list);
  }
}

customElements.define("window-bar", WindowBar);
