// Paste and drop anywhere on the page: the text or the files take their place in the view one is in.
import { addFiles, replaceText } from "./opening.mjs";

const FIELDS = "input, select, textarea, [contenteditable]";
const TAKES = ["calculator", "chunker"];

export function start({ view }) {
  const takes = () => TAKES.includes(view());
  const frame = (on) => document.body.classList.toggle("dropping", on);
  addEventListener("paste", (event) => {
    const { clipboardData, target } = event;
    if (!takes() || target.closest?.(FIELDS) || document.querySelector("dialog[open]")) return;
    if (clipboardData.files.length) addFiles(clipboardData.files);
    else if (clipboardData.getData("text/plain")) replaceText(clipboardData.getData("text/plain"));
    else return;
    event.preventDefault();
  });
  // a document dropped anywhere is not to be opened in place of the page
  addEventListener("dragover", (event) => {
    event.preventDefault();
    frame(takes());
  });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) frame(false); });
  addEventListener("drop", (event) => {
    event.preventDefault();
    frame(false);
    const { files } = event.dataTransfer;
    if (!takes()) return;
    if (files.length) addFiles(files);
    else if (event.dataTransfer.getData("text/plain")) replaceText(event.dataTransfer.getData("text/plain"));
  });
}
