// How large the chunks are: bars from 0 to the size, a second series as outlines over the first.
import { newId, svg } from "../make.mjs";
import { number, t } from "../words.mjs";

const [WIDTH, HEIGHT, BARS] = [480, 112, 24];

class SizeHistogram extends HTMLElement {
  // `series` holds one or two lists of sizes; `limit` is the size they must not exceed.
  show({ series, limit, unit }) {
    const top = Math.max(limit, ...series.map((sizes) => sizes.reduce((a, b) => Math.max(a, b), 1)));
    const step = Math.max(1, Math.ceil(top / BARS));
    const bars = Math.ceil((top + 1) / step);
    const counts = series.map((sizes) => {
      const filled = new Array(bars).fill(0);
      for (const size of sizes) filled[Math.floor(size / step)] += 1;
      return filled;
    });
    const highest = Math.max(1, ...counts.flat());
    const [title, about] = [newId("histogram"), newId("histogram")];
    const range = (bar) => `${number(bar * step)}–${number((bar + 1) * step - 1)}`;
    const described = counts.map((filled) => filled.map((count, bar) => (count ? `${range(bar)}: ${number(count)}` : ""))
      .filter(Boolean).join("; ")).join(" / ");
    const drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT + 20}`, role: "img",
      "aria-labelledby": title, "aria-describedby": about });
    drawing.append(svg("title", { id: title }, t("histogram.title")),
      svg("desc", { id: about }, t("histogram.describe", { unit, bars: described })));
    const width = WIDTH / bars;
    counts.forEach((filled, which) => filled.forEach((count, bar) => {
      if (!count) return;
      // a single chunk among thousands still shows
      const height = Math.max(2, (HEIGHT - 14) * count / highest);
      drawing.append(svg("rect", { class: which ? "bar other" : "bar", x: bar * width + 0.5, y: HEIGHT - height,
        width: Math.max(1, width - 1), height }, svg("title", {}, `${range(bar)}: ${number(count)}`)));
    }));
    const x = Math.min(WIDTH, (limit + 1) / step * width);
    drawing.append(
      svg("line", { x1: 0, x2: WIDTH, y1: HEIGHT, y2: HEIGHT }),
      svg("line", { class: "limit", x1: x, x2: x, y1: 4, y2: HEIGHT }),
      svg("text", { x: 0, y: HEIGHT + 15 }, "0"),
      svg("text", { x: WIDTH, y: HEIGHT + 15, "text-anchor": "end" }, number(limit)),
      svg("text", { x: 0, y: 9 }, number(highest)),
    );
    this.replaceChildren(drawing);
  }
}

customElements.define("size-histogram", SizeHistogram);
