// What Python made of the open documents with one setting: rows of offsets, read with the page's own texts.
const [START, END, OWN, TOKENS, REPEATED, PATH, BEFORE, AFTER, CUT, FIRST, LAST, OVERSIZED, PLACE] = Array(13).keys();

export class Made {
  // `shown` are the documents whose chunks the rows are; `request` is what Python was asked with; `outlines` holds the
  // blocks of documents by their id, `documents` the tokens of each that was cut.
  constructor({ report, rows, strings, kinds, documents }, { shown, request, unit, counter, outlines, money }) {
    Object.assign(this, { report, rows, strings, kinds, documents, shown, request, unit, counter, outlines, money });
  }

  get length() { return this.rows.length; }
  get size() { return this.request.settings.size; }
  get exact() { return this.report.exact; }
  document(i) { return this.shown[this.rows[i][PLACE]]; }
  text(i) { return this.document(i).text; }
  blocks(i) { return { flat: this.outlines.get(this.document(i).id) ?? [0, 0, 0], kinds: this.kinds }; }
  start(i) { return this.rows[i][START]; }
  end(i) { return this.rows[i][END]; }
  own(i) { return this.rows[i][OWN]; }
  tokens(i) { return this.rows[i][TOKENS]; }
  repeated(i) { return this.rows[i][REPEATED]; }
  path(i) { return this.strings[this.rows[i][PATH]].filter(Boolean); }
  before(i) { return this.strings[this.rows[i][BEFORE]][0]; }
  after(i) { return this.strings[this.rows[i][AFTER]][0]; }
  cut(i) { return this.rows[i][CUT]; }
  firstLine(i) { return this.rows[i][FIRST]; }
  lastLine(i) { return this.rows[i][LAST]; }
  oversized(i) { return this.rows[i][OVERSIZED] === 1; }

  sameDocument(i, j) {
    return j >= 0 && j < this.length && this.rows[i][PLACE] === this.rows[j][PLACE];
  }

  // Where the part begins that the next chunk repeats; the end where it repeats nothing.
  tail(i) {
    if (!this.sameDocument(i, i + 1)) return this.end(i);
    return Math.max(this.own(i), Math.min(this.end(i), this.start(i + 1)));
  }

  // The number of a chunk within its document, as the records have it.
  index(i) {
    let first = i;
    while (this.sameDocument(i, first - 1)) first -= 1;
    return i - first;
  }

  // For Python: this chunk.
  one(i) {
    const { slot, settings } = this.request;
    return { slot, settings, id: this.document(i).id, index: this.index(i) };
  }

  // The chunk at a 1-based line of its document, else the last.
  atLine(line) {
    const found = this.rows.findIndex((row) => row[LAST] >= line);
    return found < 0 ? this.length - 1 : found;
  }

  // How often chunks end at each kind of place, most often first.
  get cuts() {
    const counts = new Map();
    for (const row of this.rows) counts.set(row[CUT], (counts.get(row[CUT]) ?? 0) + 1);
    return [...counts].sort(([, a], [, b]) => b - a);
  }
}
