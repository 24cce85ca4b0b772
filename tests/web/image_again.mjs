// A memory folded into a file and put back into a fresh one is the same, word for word; prints how many words differ.
import { fold, Image } from "../../src/khand/web/page/image.mjs";

const SHARED = 500;
const LENGTH = 20_000;
let seed = 1;
const random = (below) => { seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648; return seed % below; };

const fresh = Uint32Array.from({ length: LENGTH }, (_, place) => (place < SHARED ? random(1_000_000) : 0));
const words = Uint32Array.from({ length: LENGTH }, (_, place) => [
  () => 0,
  () => 4 * place + random(4096) - 2048, // a place nearby, or just not
  () => 0x7f000000 + random(4096), // what would be taken for such a distance
  () => random(2_000_000_000) * 2 + 1,
][random(4)]());
// a gap that parts runs, and a run that goes over the end of what is shared
words.fill(0, 9000, 9500);
words.fill(7, SHARED - 20, SHARED + 20);

const state = new TextEncoder().encode(JSON.stringify({ some: "state" }));
const start = 4096;
const snapshot = new Uint8Array(start + 4 * LENGTH);
new Uint32Array(snapshot.buffer).set([0, start, state.length]);
snapshot.set(state, 48);
snapshot.set(new Uint8Array(words.buffer), start);

const parts = fold(snapshot, fresh.subarray(0, SHARED), { "a/b.txt": new TextEncoder().encode("kept") });
const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
const image = new Image(bytes);
const memory = fresh.slice();
image.restore(memory);
const files = Object.fromEntries([...image.files()].map(([name, data]) => [name, new TextDecoder().decode(data)]));
console.log(JSON.stringify({ differ: memory.filter((word, place) => word !== words[place]).length, state: image.head.state, files }));
