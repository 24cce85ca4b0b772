// Help in the chosen language: how to use the three views, how the figures come about, questions that are often asked.
import { button, make } from "../make.mjs";
import { language, t } from "../words.mjs";

const blocks = {
  h: (text) => make("h3", {}, text),
  p: (text) => make("p", {}, text),
  list: (items) => make("ul", {}, ...items.map((item) => make("li", {}, item))),
  steps: (items) => make("ol", {}, ...items.map((item) => make("li", {}, item))),
  code: (text) => make("pre", { tabindex: "0" }, text),
  link: ([view, text]) => make("p", {}, make("a", { href: `#${view}` }, text)),
  asked: (pairs) => pairs.map(([question, answer]) => make("details", {}, make("summary", {}, question), make("p", {}, answer))),
};

const place = document.getElementById("help-body");
let drawn;

// The text comes when somebody looks for it.
export async function refresh() {
  const wanted = language;
  if (drawn === wanted) return;
  place.setAttribute("aria-busy", "true");
  const { default: page } = await import(`../help/${wanted}.mjs`);
  if (wanted !== language) return;
  drawn = wanted;
  draw(page);
  place.removeAttribute("aria-busy");
}

function draw(page) {
  const article = make("article");
  const contents = page.map(({ title, body }) => {
    const heading = make("h2", { tabindex: "-1" }, title);
    article.append(heading, ...body.flatMap((block) => Object.entries(block).flatMap(([kind, content]) => blocks[kind](content))));
    // the address holds the view, so these go there by themselves
    const go = () => {
      heading.scrollIntoView();
      heading.focus({ preventScroll: true });
    };
    return make("li", {}, button(title, go, { class: "link" }));
  });
  place.replaceChildren(
    make("nav", { class: "contents", "aria-label": t("help.contents") }, make("h2", {}, t("help.contents")), make("ol", {}, ...contents)), article);
}
