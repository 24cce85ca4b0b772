// The memory of a Python that has started, as a file: written by scripts/vendor_web.mjs, put back by the worker.
//
// A line of JSON; then, aligned to words, pairs of (zeros before, length) of the runs that are not zero; their words; and
// the bytes of the files Python finds on its disk. Words within `shared` are kept as their difference (xor) from what the
// WebAssembly file puts there anyway.
// Most pointers lead to a place nearby, and each of these is another number, though they are alike. What points within NEAR
// bytes of its own place is kept as the distance, counted from FAR, where no pointer leads; what is there by chance is
// kept as what would lead nearby: swapped twice, every word is itself again.
const GAP = 16;
const NEAR = 1024;
const FAR = 0x7f000000;

function swap(words, first) {
  for (let k = 0; k < words.length; k++) {
    const nearest = 4 * (first + k) - NEAR;
    const word = words[k];
    if (word >= nearest && word < nearest + 2 * NEAR) words[k] = FAR + word - nearest;
    else if (word >= FAR && word < FAR + 2 * NEAR) words[k] = nearest + word - FAR;
  }
}

const sumOf = (words) => words.reduce((sum, word) => (sum + word) >>> 0, 0);

// `snapshot` is Pyodide's; `shared` the words at the beginning of every fresh memory; `files` their bytes by name.
export function fold(snapshot, shared, files) {
  const [, start, length] = new Uint32Array(snapshot.buffer, snapshot.byteOffset, 3);
  const state = new TextDecoder().decode(snapshot.subarray(48, 48 + length));
  const words = new Uint32Array(snapshot.slice(start).buffer);
  shared.forEach((word, place) => { words[place] ^= word; });
  swap(words.subarray(shared.length), shared.length);
  const runs = [];
  const kept = [];
  for (let place = 0, end = 0; place < words.length; place++) {
    if (words[place] === 0) continue;
    const begin = place;
    // a few zeros cost less than a run of their own
    for (let last = place; place < words.length && place - last <= GAP; place++) if (words[place] !== 0) last = place;
    while (words[place - 1] === 0) place--;
    runs.push(begin - end, place - begin);
    kept.push(new Uint8Array(words.buffer, begin * 4, (place - begin) * 4));
    end = place;
  }
  const head = {
    state: JSON.parse(state), memory: words.byteLength, shared: shared.length, sum: sumOf(shared), runs: runs.length / 2,
    files: Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, bytes.length])),
  };
  const line = JSON.stringify(head);
  const first = new TextEncoder().encode(`${line}${" ".repeat(3 - line.length % 4)}\n`);
  return [first, new Uint8Array(Uint32Array.from(runs).buffer), ...kept, ...Object.values(files)];
}

export class Image {
  #bytes;
  #at;

  constructor(bytes) {
    this.#at = bytes.indexOf(10) + 1;
    this.#bytes = bytes;
    this.head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, this.#at)));
  }

  #words(count) {
    const words = new Uint32Array(this.#bytes.buffer, this.#bytes.byteOffset + this.#at, count);
    this.#at += 4 * count;
    return words;
  }

  // Makes `memory`, a fresh one, that of the Python that was kept.
  restore(memory) {
    const { shared, sum, runs } = this.head;
    const base = memory.slice(0, shared);
    if (sumOf(base) !== sum) throw new Error("the image was made with another runtime");
    memory.fill(0, shared);
    const lengths = this.#words(2 * runs);
    for (let i = 0, place = 0; i < lengths.length; i += 2) {
      place += lengths[i];
      const words = this.#words(lengths[i + 1]);
      if (place < shared) words.forEach((word, k) => { memory[place + k] ^= word; });
      else memory.set(words, place);
      const first = Math.max(place, shared);
      place += words.length;
      if (first < place) swap(memory.subarray(first, place), first);
    }
  }

  *files() {
    for (const [name, length] of Object.entries(this.head.files)) {
      yield [name, this.#bytes.subarray(this.#at, this.#at += length)];
    }
  }
}
