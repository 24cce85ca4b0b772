// Two settings: their figures row by row with the difference, and their chunks side by side at the same place of the document.
import "../elements/size-histogram.mjs";
import { ChunkList } from "../elements/chunk-list.mjs";
import { LongList } from "../elements/long-list.mjs";
import { button, make } from "../make.mjs";
import { state } from "../state.mjs";
import { t } from "../words.mjs";
import { ends } from "./why.mjs";
import { ROWS, SIZE_ROWS, exactOf, figuresTable, row } from "./table.mjs";

// Rows of [first, last chunk of A, first, last of B]: a row begins where both settings begin a chunk.
export function places(a, b) {
  const keyOf = (made, i) => `${made.document(i).id}:${made.own(i)}`;
  const inB = new Map(b.rows.map((_, i) => [keyOf(b, i), i]));
  const rows = [];
  a.rows.forEach((_, i) => {
    const j = inB.get(keyOf(a, i));
    if (i === 0 || (j !== undefined && j >= (rows.at(-1)?.[2] ?? 0))) rows.push([i, i, j ?? 0, 0]);
    else rows.at(-1)[1] = i;
  });
  rows.forEach((each, place) => { each[3] = (rows[place + 1]?.[2] ?? b.length) - 1; });
  return rows;
}

class PlaceList extends LongList {
  show(a, b, options) {
    this.places = places(a, b);
    this.sides = [[a, "A"], [b, "B"]].map(([made, letter]) => {
      const cards = new ChunkList();
      cards.show(made, { ...options(made, letter), letter });
      return cards;
    });
    this.fill(this.places.length, t("compare.place"));
  }

  guess(place) {
    const [from, to, other, end] = this.places[place];
    const height = (cards, first, last) => Array.from({ length: last - first + 1 }, (_, step) => cards.guess(first + step)).reduce((sum, each) => sum + each, 0);
    return Math.max(height(this.sides[0], from, to), height(this.sides[1], other, end));
  }

  part(place) {
    const [from, to, other, end] = this.places[place];
    const side = (cards, first, last, letter) => make("ol", { class: "cards", start: first + 1, "aria-label": t(`settings.${letter}`) },
      ...Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => cards.part(first + step)));
    return make("li", { class: "place", "data-index": place }, side(this.sides[0], from, to, "a"), side(this.sides[1], other, end, "b"));
  }
}

customElements.define("place-list", PlaceList);

// `actions`: save(made, letter), copy(made, i), tokensOf(made, i).
export function comparison(a, b, actions) {
  const list = make("place-list");
  list.show(a, b, (made) => ({ text: state.text, copy: (i) => actions.copy(made, i),
    tokensOf: made.counter.endsWith("_base") ? (i) => actions.tokensOf(made, i) : undefined }));
  const saves = [[a, "A"], [b, "B"]].map(([made, letter], place) => button(t("compare.export", { letter }), () => actions.save(made, letter.toLowerCase()),
    { class: place ? undefined : "main" }));
  return [
    make("div", { class: "versus" }, make("div", {}, versus(a, b), make("p", { class: "acts" }, ...saves)),
      make("div", { class: "spreads" }, ...[[a, "A"], [b, "B"]].map(([made, letter]) => spread(made, letter)))),
    make("h2", {}, t("compare.place")),
    make("div", { class: "sides", "aria-hidden": "true" }, ...[[a, "A"], [b, "B"]].map(([made, letter]) => make("span", {}, `${letter} · ${named(made)}`))),
    list,
  ];
}

// How large the chunks of a setting are, and where they end.
function spread(made, letter) {
  const histogram = make("size-histogram");
  histogram.show(made, {});
  return make("section", { class: "spread" }, make("h2", {}, `${letter} · ${named(made)}`), histogram, ends(made));
}

const named = ({ request: { settings } }) => `${t(`by.${settings.by}`)} ${settings.size} / ${settings.overlap ?? 0}`;

function versus(a, b) {
  const currency = a.money.currency ?? b.money.currency;
  const about = { units: [a.unit, b.unit], currency, better: true };
  const has = ([, , , value]) => value(a.report) !== undefined || value(b.report) !== undefined;
  const by = make("tr", {}, make("th", { scope: "row" }, t("settings.by")), ...[a, b].map((made) => make("td", {}, t(`by.${made.request.settings.by}`))), make("td"));
  const rows = [...ROWS, ...SIZE_ROWS].filter(has).map((each) => row(each, [each[3](a.report), each[3](b.report)],
    { ...about, exact: [exactOf(each, a.exact), exactOf(each, b.exact)] }));
  return figuresTable(t("compare.figures"), ["A", "B", t("compare.difference")], [by, ...rows]);
}
