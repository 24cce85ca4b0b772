// Files that hold no text that this page can read, told by their first bytes: what they are is said, not "not UTF-8".
const startsWith = (bytes, ...wanted) => wanted.every((byte, index) => byte === undefined || bytes[index] === byte);
const ascii = (words) => [...words].map((letter) => letter.charCodeAt(0));

const SIGNS = [
  ["pdf", ascii("%PDF")],
  ["zip", ascii("PK\u0003\u0004")],
  ["picture", [0x89, ...ascii("PNG")]],
  ["picture", [0xff, 0xd8, 0xff]],
  ["picture", ascii("GIF8")],
  ["picture", [...ascii("RIFF"), undefined, undefined, undefined, undefined, ...ascii("WEBP")]],
  ["picture", ascii("II*\0")],
  ["picture", ascii("MM\0*")],
];
const OFFICE = /\.(docx|xlsx|pptx|odt|epub)$/i;

// "pdf", "office", "zip", "picture", or undefined for what may be a text.
export function kindOf(name, bytes) {
  const kind = SIGNS.find(([, sign]) => startsWith(bytes, ...sign))?.[0];
  return kind === "zip" && OFFICE.test(name) ? "office" : kind;
}
