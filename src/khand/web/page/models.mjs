// What a name in the list of models and tokenizers stands for.
import facts from "./facts.mjs";

export const { models, tokenizers, formats } = facts;

export const modelOf = (name) => models.find(({ model }) => model === name);

// The tokenizer that counts, as Python names it; `ratio` is of the estimate.
export function tokenizerOf(name, ratio) {
  if (name === "estimate") return `estimate:${ratio ?? ""}`;
  return modelOf(name)?.tokenizer ?? name;
}

export const unitOf = (name) => (["characters", "words"].includes(name) ? name : "tokens");

// A price that was typed goes before that of the model, which is in dollars.
export function priceOf(name, typed, currency) {
  const model = modelOf(name);
  if (unitOf(name) !== "tokens") return {};
  if (typed !== null) return { price: typed, currency };
  return model ? { price: model.price, currency: "USD", date: model.date, model } : {};
}
