// Elements by name. Data only ever becomes text or an attribute's value, never markup.
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  fill(element, attributes, children);
  return element;
}

export const button = (words, run, attributes = {}) => make("button", { type: "button", onclick: run, ...attributes }, words);

// `style` is an object: the page's policy forbids the attribute, not the properties.
function fill(element, { style = {}, ...attributes }, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  for (const [key, value] of Object.entries(style)) element.style.setProperty(key, value);
  element.append(...children.filter((child) => child !== undefined && child !== null && child !== false));
}

let numbered = 0;
export const newId = (prefix) => `${prefix}-${++numbered}`;

// Heading titles and names come from documents and may run in any direction.
export const isolated = (text) => make("bdi", {}, text);

// A sentence of the catalogue in which the values are elements: `words` holds them as \u0001name\u0001.
export const woven = (words, values) => words.split("\u0001").map((part, index) => (index % 2 ? values[part] : part));

// One stop for the Tab key, arrows, Home and End inside.
export function roving(box) {
  const stops = () => [...box.querySelectorAll("button:not(:disabled)")];
  stops().forEach((stop, index) => { stop.tabIndex = index ? -1 : 0; });
  box.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = stops();
    const next = all[Math.max(0, Math.min(all.length - 1, all.indexOf(document.activeElement) + step))];
    for (const one of all) one.tabIndex = one === next ? 0 : -1;
    next.focus();
  });
  return box;
}

export function download(name, type, content) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = make("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
