// Words sought in the chunks: which hold them, in order; where they are on the screen is highlighted.
const LEAST = 2;

// Numbers of the chunks whose own text or overlap holds the words, small and capital letters alike.
export function chunksWith(made, words) {
  const wanted = words.trim().toLowerCase();
  if (wanted.length < LEAST) return [];
  return made.rows.map((_, i) => i)
    .filter((i) => made.text(i).slice(made.start(i), made.end(i)).toLowerCase().includes(wanted));
}

export function highlight(roots, words) {
  if (!globalThis.CSS?.highlights) return;
  CSS.highlights.delete("find");
  const wanted = words.trim().toLowerCase();
  if (wanted.length < LEAST) return;
  const ranges = roots.flatMap((root) => rangesIn(root, wanted));
  if (ranges.length) CSS.highlights.set("find", new Highlight(...ranges));
}

function rangesIn(root, wanted) {
  const ranges = [];
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.data.toLowerCase();
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const range = new Range();
      range.setStart(walk.currentNode, at);
      range.setEnd(walk.currentNode, Math.min(at + wanted.length, walk.currentNode.length));
      ranges.push(range);
    }
  }
  return ranges;
}
