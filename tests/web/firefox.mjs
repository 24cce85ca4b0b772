// The page in Firefox, over WebDriver BiDi, with a user's own keys; prints what was seen as JSON:
//
//     node firefox.mjs PUPPETEER FIREFOX ADDRESS FOLDER
//
// PUPPETEER is the folder of puppeteer-core, FOLDER takes the export.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [puppeteer, executablePath, address, folder] = process.argv.slice(2);
const { main } = JSON.parse(readFileSync(join(puppeteer, "package.json"), "utf8"));
const { default: driver } = await import(pathToFileURL(join(puppeteer, main)).href);
const PATIENCE_MS = 90_000;

const downloads = { folderList: 2, dir: folder, useDownloadDir: true, alwaysOpenPanel: false };
const browser = await driver.launch({
  browser: "firefox", executablePath, headless: true, args: ["--no-remote"],
  extraPrefsFirefox: Object.fromEntries(Object.entries(downloads).map(([name, value]) => [`browser.download.${name}`, value])),
});
const page = await browser.newPage();
await page.setViewport({ width: 1280, height: 900 });
const errors = [];
page.on("pageerror", (error) => errors.push(error.message));
page.on("console", (said) => { if (said.type() === "error") errors.push(said.text()); });

async function until(run, ...values) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
    const found = await run(...values);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`not true in time: ${run}`);
}
const inPage = (run, ...values) => until(() => page.evaluate(run, ...values));
async function withControl(key) {
  await page.keyboard.down("Control");
  await page.keyboard.press(key);
  await page.keyboard.up("Control");
}

await page.goto(`${address}?lang=en#chunker?size=60`);
await inPage(() => document.documentElement.dataset.ready === "yes");

// a text is written, taken to the clipboard, and pasted where no field is
await page.focus("#chunk-document textarea");
await page.keyboard.type("# One\n\nText here.\n\n# Two\n\nMore text.");
await withControl("a");
await withControl("x");
await inPage(() => document.getElementById("chunk-results").hidden);
await page.evaluate(() => document.getElementById("main").focus());
await withControl("v");
const cards = await inPage(() => {
  const found = [...document.querySelectorAll("#chunk-bench .card h2")].map((head) => head.textContent);
  return found.length && document.documentElement.dataset.busy === "no" ? found : undefined;
});

await page.click(".export > button");
await page.click(".export li button");
const saved = await until(() => readdirSync(folder).find((name) => name.endsWith(".jsonl")));

const views = [];
for (const view of ["calculator", "window", "help"]) {
  await page.click(`[data-view="${view}"]`);
  await inPage((name) => document.getElementById(name).checkVisibility(), view);
  views.push(await page.title());
}
await inPage(() => document.documentElement.dataset.busy === "no");
console.log(JSON.stringify({ cards, saved: readFileSync(join(folder, saved), "utf8"), views, errors }));
await browser.close();
