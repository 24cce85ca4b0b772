// The page's words and numbers in the chosen language.
import en from "./words/en.mjs";
import hi from "./words/hi.mjs";

const CATALOGUES = { en, hi };
// Latin digits and Indian grouping, as in print in India
const LOCALES = { en: "en", hi: "hi-IN-u-nu-latn" };
const STORED = "khand.language";

export const languages = Object.keys(CATALOGUES);
const stored = () => {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
};
const given = new URLSearchParams(location.search).get("lang");

// A choice made by hand goes before what an address says, that before what the browser prefers.
export let language = [stored(), given, ...navigator.languages.map((tag) => tag.slice(0, 2))].find((tag) => languages.includes(tag)) ?? "en";

export function setLanguage(chosen) {
  if (!languages.includes(chosen)) return;
  language = chosen;
  try {
    localStorage.setItem(STORED, chosen);
  } catch {
    // a browser that keeps nothing asks again next time
  }
}

// An address that names a language names the one that is shown.
export function followLanguage() {
  const query = new URLSearchParams(location.search);
  if (!query.has("lang") || query.get("lang") === language) return;
  query.set("lang", language);
  history.replaceState(history.state, "", `?${query}${location.hash}`);
}

// `{name}` is a value, `{name?a|b}` the word for one of it or for any other number.
export function t(key, values = {}) {
  const sentence = CATALOGUES[language][key];
  if (sentence === undefined) throw new Error(`no words for ${key}`);
  return sentence.replace(/\{(\w+)(?:\?([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) => (
    many === undefined ? String(values[name]) : /^≈?1$/.test(values[name]) ? one : many));
}

export const knows = (key) => key in CATALOGUES[language];

// Elements carry the key of their words, so that a change of language needs no new elements.
export function translate(root) {
  for (const element of root.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of root.querySelectorAll("[data-t-label]")) {
    element.setAttribute("aria-label", t(element.dataset.tLabel));
  }
}

// Making a formatter takes longer than a thousand uses of it.
const formatters = new Map();
const PLAIN = {};
const ONE_DECIMAL = { maximumFractionDigits: 1 };
const PERCENT = { style: "percent", maximumFractionDigits: 1 };
// Two decimals, and as many more as the first five digits need: never 0 when it is not.
const MONEY = {
  minimumFractionDigits: 2, maximumFractionDigits: 2, minimumSignificantDigits: 1, maximumSignificantDigits: 5,
  roundingPriority: "morePrecision",
};

export function number(value, options = PLAIN) {
  const key = language + JSON.stringify(options);
  if (!formatters.has(key)) formatters.set(key, new Intl.NumberFormat(LOCALES[language], options));
  return formatters.get(key).format(value);
}

// To one decimal as Python does: what binary holds decides, and a tie goes to the even digit.
const tenth = (value) => Number((value % 1 === 0.25 ? value - 0.05 : value).toFixed(1));

export const decimal = (value) => number(tenth(value), ONE_DECIMAL);

// Never 0 % when it is something.
const hundredths = (share, show) => (share > 0 && share < 0.0005 ? `< ${show(0.1)}` : show(tenth(share * 100)));
export const percent = (share) => hundredths(share, (value) => number(value / 100, PERCENT));

// The difference of two shares.
export const points = (share) => t("points", { value: hundredths(share, decimal) });

export const money = (amount, currency = undefined) => number(amount, currency
  ? { ...MONEY, style: "currency", currency, currencyDisplay: "narrowSymbol" } : MONEY);

// What is not a count carries a sign; every figure goes through here.
export const counted = (value, exact = true) => (exact ? "" : "≈") + decimal(value);
