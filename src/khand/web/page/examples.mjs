// Short documents to try, each of another kind; their texts lie beside the page and come with it.
import api from "./examples/api.mjs";
import chat from "./examples/chat.mjs";
import handbook from "./examples/handbook.mjs";
import hindi from "./examples/handbook-hi.mjs";
import law from "./examples/law.mjs";

// Name of the file that the text would be, and the words for it.
export const EXAMPLES = [
  { key: "example.handbook", source: "handbook.md", text: handbook },
  { key: "example.hindi", source: "handbook-hi.md", text: hindi },
  { key: "example.law", source: "library-act.md", text: law },
  { key: "example.api", source: "orders-api.md", text: api },
  { key: "example.chat", source: "support-chat.txt", text: chat, format: "text" },
];

export const exampleOf = (language) => EXAMPLES[language === "hi" ? 1 : 0];
