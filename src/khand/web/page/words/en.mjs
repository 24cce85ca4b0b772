// Every word of the page in English, by key; one file a part of the page. `{name}` is replaced by a value, `{name?a|b}` by the
// word for one or more; the same keys stand in the files of the same names under hi/.
import frame from "./en/frame.mjs";
import engine from "./en/engine.mjs";
import calculator from "./en/calculator.mjs";
import documents from "./en/documents.mjs";
import settings from "./en/settings.mjs";
import result from "./en/result.mjs";
import chunks from "./en/chunks.mjs";
import planner from "./en/planner.mjs";
import errors from "./en/errors.mjs";
import notes from "./en/notes.mjs";
import keys from "./en/keys.mjs";

export default { ...frame, ...engine, ...calculator, ...documents, ...settings, ...result, ...chunks, ...planner, ...errors, ...notes, ...keys };
