// Light, dark, or as the system has it; the choice is remembered.
import { t } from "./words.mjs";

const THEMES = ["auto", "light", "dark"];
const STORED = "khand.theme";
let theme = "auto";
try {
  theme = localStorage.getItem(STORED) ?? theme;
} catch {
  // a browser that keeps nothing has the system's theme
}
if (!THEMES.includes(theme)) theme = "auto";

export function paint() {
  document.documentElement.dataset.theme = theme;
  document.getElementById("theme").textContent = t(`theme.${theme}`);
}

export function next() {
  theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
  paint();
  try {
    localStorage.setItem(STORED, theme);
  } catch {
    // it holds for this visit
  }
}
