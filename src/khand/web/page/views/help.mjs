// Help in the chosen language: how to use the three views, how the figures come about, questions that are often asked.
import en from "../help/en.mjs";
import hi from "../help/hi.mjs";
import { button, make } from "../make.mjs";
import { language, t } from "../words.mjs";

const pages = { en, hi };

const blocks = {
  h: (text) => make("h3", {}, text),
  p: (text) => make("p", {}, text),
  list: (items) => make("ul", {}, ...items.map((item) => make("li", {}, item))),
  steps: (items) => make("ol", {}, ...items.map((item) => make("li", {}, item))),
  code: (text) => make("pre", { tabindex: "0" }, text),
  link: ([view, text]) => make("p", {}, make("a", { href: `#${view}` }, text)),
  asked: (pairs) => pairs.map(([question, answer]) => make("details", {}, make("summary", {}, question), make("p", {}, answer))),
};

export function render() {
  const article = make("article");
  const contents = pages[language].map(({ title, body }) => {
    const heading = make("h2", { tabindex: "-1" }, title);
    article.append(heading, ...body.flatMap((block) => Object.entries(block).flatMap(([kind, content]) => blocks[kind](content))));
    // the address holds the view, so these go there by themselves
    const go = () => {
      heading.scrollIntoView();
      heading.focus({ preventScroll: true });
    };
    return make("li", {}, button(title, go, { class: "link" }));
  });
  document.getElementById("help-body").replaceChildren(
    make("nav", { class: "contents", "aria-label": t("help.contents") }, make("h2", {}, t("help.contents")), make("ol", {}, ...contents)), article);
}
