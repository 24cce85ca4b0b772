// पृष्ठ का हर शब्द हिंदी में; कुंजियाँ वही जो en/ की उसी नाम की फ़ाइल में हैं।
import frame from "./hi/frame.mjs";
import engine from "./hi/engine.mjs";
import calculator from "./hi/calculator.mjs";
import documents from "./hi/documents.mjs";
import settings from "./hi/settings.mjs";
import result from "./hi/result.mjs";
import chunks from "./hi/chunks.mjs";
import planner from "./hi/planner.mjs";
import errors from "./hi/errors.mjs";
import notes from "./hi/notes.mjs";
import keys from "./hi/keys.mjs";

export default { ...frame, ...engine, ...calculator, ...documents, ...settings, ...result, ...chunks, ...planner, ...errors, ...notes, ...keys };
