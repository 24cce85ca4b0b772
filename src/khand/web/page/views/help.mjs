// Help in the chosen language: how to use the three views, how the figures come about, questions that are often asked.
import en from "../help/en.mjs";
import hi from "../help/hi.mjs";
import { make } from "../make.mjs";
import { language } from "../words.mjs";

const pages = { en, hi };

const blocks = {
  p: (text) => make("p", {}, text),
  list: (items) => make("ul", {}, ...items.map((item) => make("li", {}, item))),
  steps: (items) => make("ol", {}, ...items.map((item) => make("li", {}, item))),
  code: (text) => make("pre", { tabindex: "0" }, text),
  asked: (pairs) => pairs.map(([question, answer]) => make("details", {}, make("summary", {}, question), make("p", {}, answer))),
};

export function render() {
  const nodes = pages[language].flatMap(({ title, body }) => [
    make("h2", {}, title),
    ...body.flatMap((block) => Object.entries(block).flatMap(([kind, content]) => blocks[kind](content))),
  ]);
  document.getElementById("help-body").replaceChildren(...nodes);
}
