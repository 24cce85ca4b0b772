// How large the chunks are: bars from 0 to the size, a second series as outlines over the first.
import { make, newId, svg } from "../make.mjs";
import { number, t } from "../words.mjs";

const [WIDTH, HEIGHT, BARS] = [480, 100, 24];

class SizeHistogram extends HTMLElement {
  // `series` holds one or two lists of sizes; `limit` is the size they must not exceed.
  show({ series, limit, unit }) {
    const top = series.flat().reduce((a, b) => Math.max(a, b), limit);
    const step = Math.max(1, Math.ceil(top / BARS));
    const bars = Math.ceil(top / step);
    const counts = series.map((sizes) => {
      const filled = new Array(bars).fill(0);
      for (const size of sizes) filled[Math.floor((Math.max(size, 1) - 1) / step)] += 1;
      return filled;
    });
    const highest = Math.max(1, ...counts.flat());
    const title = newId("histogram");
    // the last bar ends where the axis does
    const range = (bar) => `${number(bar * step + 1)}–${number(Math.min((bar + 1) * step, top))}`;
    const drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img",
      "aria-labelledby": title });
    const described = counts.map((filled) => filled.map((count, bar) => (count ? `${range(bar)}: ${number(count)}` : ""))
      .filter(Boolean).join("; ")).join(" / ");
    drawing.append(svg("title", { id: title }, t("histogram.describe", { unit: t(`unit.${unit}`), bars: described })));
    const width = WIDTH * step / top;
    counts.forEach((filled, which) => filled.forEach((count, bar) => {
      if (!count) return;
      // a single chunk among thousands still shows
      const height = Math.max(2, HEIGHT * count / highest);
      drawing.append(svg("rect", { class: which ? "bar other" : "bar", x: bar * width + 1, y: HEIGHT - height,
        width: Math.max(1, Math.min(width, WIDTH - bar * width) - 2), height }, svg("title", {}, `${range(bar)}: ${number(count)}`)));
    }));
    const x = WIDTH * limit / top;
    drawing.append(svg("line", { class: "limit", x1: x, x2: x, y1: 0, y2: HEIGHT }));
    this.replaceChildren(
      make("p", { class: "top" }, number(highest)),
      drawing,
      make("p", {}, make("span", {}, "1"), make("span", {}, number(top))),
    );
  }
}

customElements.define("size-histogram", SizeHistogram);
