// The document in stretches that belong to the same chunks: one, or two and more where an overlap is.

// Returns [from, to, first chunk, last chunk] for each stretch, in the order of the documents; blanks between two chunks
// go with the one before, so that every character stands in exactly one stretch.
export function regionsOf(made) {
  const regions = [];
  let first = 0;
  while (first < made.length) {
    let last = first;
    while (made.sameDocument(first, last + 1)) last += 1;
    addDocument(made, first, last, regions);
    first = last + 1;
  }
  return regions;
}

function addDocument(made, first, last, regions) {
  const stop = made.text(first).length;
  const edges = new Set([0, stop]);
  for (let i = first; i <= last; i++) {
    edges.add(made.start(i));
    edges.add(endOf(made, i, last, stop));
  }
  const sorted = [...edges].sort((a, b) => a - b);
  let low = first;
  let high = first;
  for (let place = 0; place + 1 < sorted.length; place++) {
    const from = sorted[place];
    while (high < last && made.start(high + 1) <= from) high += 1;
    while (low < high && endOf(made, low, last, stop) <= from) low += 1;
    regions.push([from, sorted[place + 1], low, high]);
  }
}

// With the blanks up to the next chunk; of the last, up to the end of the document.
const endOf = (made, i, last, stop) => (i === last ? stop : Math.max(made.end(i), Math.min(made.start(i + 1), stop)));
