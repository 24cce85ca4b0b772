// A chunk in its tokens, coloured in turn; spaces and line ends are shown, ids on demand.
import { button, make } from "../make.mjs";
import { number, t } from "../words.mjs";

// `pieces` are [text, ids]: the least runs of whole tokens that are whole characters, too.
export function tokens(pieces, { tokenizer, count }) {
  const parted = pieces.some(([, ids]) => ids.length > 1);
  const box = make("div", { class: "bpe", dir: "auto" });
  pieces.forEach(([text, ids], index) => box.append(...chip(text, ids, index % 2 === 1)));
  const shown = button(t("tokens.ids"), () => {
    const on = box.classList.toggle("with-ids");
    shown.setAttribute("aria-pressed", String(on));
  }, { class: "link", "aria-pressed": "false" });
  return [
    make("p", { class: "bpe-head" }, make("span", {}, `${t("units.tokens", { tokens: number(count) })} · ${tokenizer}`),
      parted && make("span", {}, t("tokens.parted")), shown),
    box,
  ];
}

function chip(text, ids, odd) {
  const nodes = [...text].map((letter) => {
    if (letter === " ") return make("i", { class: "space" }, "·");
    if (letter === "\n") return make("i", { class: "space" }, "↵");
    if (letter === "\t") return make("i", { class: "space" }, "→");
    return letter;
  });
  // letters that join are not to be parted into nodes of their own
  const joined = nodes.reduce((all, node) => {
    if (typeof node === "string" && typeof all.at(-1) === "string") all[all.length - 1] += node;
    else all.push(node);
    return all;
  }, []);
  return [
    make("span", { class: odd ? "token odd" : "token", title: ids.join(" ") }, ...joined,
      ids.length > 1 && make("sup", {}, String(ids.length)), make("sub", {}, ids.join(" "))),
    ...(text.includes("\n") ? [make("br")] : []),
  ];
}
