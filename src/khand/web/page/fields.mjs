// From what stands in a field to a value for Python, and from Python's complaint to words beside the field.
import { number, t } from "./words.mjs";

// Devanagari and Arabic digits count as digits; spaces and separators between thousands are left out.
const latin = (text) => text.trim()
  .replace(/[०-९]/g, (digit) => digit.codePointAt(0) - 0x966)
  .replace(/[٠-٩]/g, (digit) => digit.codePointAt(0) - 0x660);

// What is not a number goes on as it is: Python refuses it, with its reason.
export function whole(text) {
  const plain = latin(text).replace(/(?<=\d)[,\s_\u00a0\u202f](?=\d)/g, "");
  return /^[-+]?\d{1,15}$/.test(plain) ? Number(plain) : plain;
}

export function real(text) {
  const plain = latin(text);
  if (plain === "") return null;
  const read = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : Infinity;
  return Number.isFinite(read) ? read : plain;
}

export function wholeOrShare(text) {
  const plain = latin(text);
  if (plain === "") return null;
  return plain.includes("%") ? plain : whole(plain);
}

const smallest = { size: 1, min_size: 0, length: 0, price: 0 };

// The option to blame: an estimate's only fault can be its ratio.
export const blamed = ({ option }, values) => (option === "tokenizer" && values.tokenizer.startsWith("estimate:") ? "ratio" : option);

// `values` are the options the call was made with.
export function complaint(error, values) {
  const option = blamed(error, values);
  const given = values[option];
  if (option === "overlap" && (Number.isInteger(given) || String(given).includes("%")) && Number.isInteger(values.size)) {
    const negative = String(given).startsWith("-");
    if (!negative && values.size > 0) return t("error.overlap", { max: number(values.size - 1) });
  }
  if (option === "overlap") return t("error.share");
  if (option === "min_size" && Number.isInteger(given) && given > 0) return t("error.min_size", { max: number(values.size) });
  if (option === "heading_depth") return t("error.depth");
  if (option === "ratio") return t("error.positive");
  if (option === "price") return t("error.number", { low: number(0) });
  if (option in smallest) return t("error.whole", { low: number(smallest[option]) });
  return error.message;
}

// Shows or clears the words under the fields of `root`; true if one of its fields is to blame.
export function showErrors(root, errors) {
  let shown = false;
  for (const place of root.querySelectorAll("[data-error]")) {
    const words = errors[place.dataset.error] ?? "";
    if (place.textContent !== words) place.textContent = words;
    const field = root.querySelector(`[aria-describedby~="${place.id}"]`);
    if (words) field?.setAttribute("aria-invalid", "true");
    else field?.removeAttribute("aria-invalid");
    shown ||= words !== "";
  }
  return shown;
}
