// What a million tokens cost: typed, in a currency, or as the chosen model's provider published it on a date.
import { make } from "../make.mjs";
import { modelOf, unitOf } from "../models.mjs";
import { state } from "../state.mjs";
import { money, number, t } from "../words.mjs";

export const CURRENCIES = ["USD", "EUR", "INR", "GBP"];

export function priceFields(onchange) {
  const model = modelOf(state.a.tokenizer);
  const price = make("input", { id: "chunk-price", inputmode: "decimal", autocomplete: "off", placeholder: model ? String(model.price) : undefined,
    "aria-describedby": "chunk-price-note chunk-price-error", oninput: () => { state.price = price.value; onchange("typing"); }, onchange: () => onchange("now") });
  price.value = state.price;
  const currency = make("select", { id: "chunk-currency", "aria-label": t("settings.currency"), onchange: () => { state.currency = currency.value; onchange("now"); } },
    ...CURRENCIES.map((code) => make("option", { value: code }, code)));
  currency.value = CURRENCIES.includes(state.currency) ? state.currency : CURRENCIES[0];
  return [make("div", { class: "field price" },
    make("label", { for: "chunk-price" }, t("settings.price")),
    make("div", { class: "pair" }, price, currency),
    make("p", { class: "note", id: "chunk-price-note" }, note(model)),
    make("p", { class: "error", id: "chunk-price-error", "data-error": "price" }))];
}

export function note(model) {
  if (unitOf(state.a.tokenizer) !== "tokens") return t("settings.price.unit");
  return model ? modelNote(model) : t("settings.price.note");
}

export const modelNote = ({ price, date, limit }) => [t("model.price", { price: money(price, "USD"), date }),
  ...(limit ? [t("model.limit", { limit: number(limit) })] : [])].join(" · ");
