// Which chunks are shown: all, or those that end, measure or repeat in a certain way.
import { number, t } from "../words.mjs";

// A chunk below a quarter of the size is tiny.
const TINY = 4;

const KINDS = {
  overlap: (made, i) => made.repeated(i) > 0,
  tiny: (made, i) => made.tokens(i) < made.size / TINY,
  over: (made, i) => made.oversized(i) || made.tokens(i) > (made.money.model?.limit ?? Infinity),
};

// "all", "overlap", "tiny", "over", "cut:sentence", "bin:1:20".
export function passes(made, filter) {
  const [kind, ...rest] = filter.split(":");
  if (kind === "all") return () => true;
  if (kind === "cut") return (i) => made.cut(i) === rest[0];
  if (kind === "bin") return (i) => made.tokens(i) >= Number(rest[0]) && made.tokens(i) <= Number(rest[1]);
  return (i) => KINDS[kind](made, i);
}

// The numbers of the chunks that pass; undefined for all of them.
export function only(made, filter) {
  if (filter === "all") return undefined;
  const test = passes(made, filter);
  return made.rows.map((_, i) => i).filter(test);
}

// Every filter with its words, the chosen one among them.
export function choices(made, chosen) {
  const count = (filter) => (only(made, filter)?.length ?? made.length);
  const named = (filter, key, values = {}) => [filter, t(key, { ...values, count: number(count(filter)) })];
  const [kind, low, high] = chosen.split(":");
  return [
    named("all", "filter.all"),
    ...Object.keys(KINDS).map((name) => named(name, `filter.${name}`)),
    ...made.cuts.map(([cut]) => named(`cut:${cut}`, "filter.cut", { reason: t(`cut.${cut}`) })),
    ...(kind === "bin" ? [named(chosen, "filter.bin", { from: number(Number(low)), to: number(Number(high)), unit: t(`unit.${made.unit}`) })] : []),
  ];
}
