"""Processor time of ``khand.chunk_table`` beside ``khand.chunk`` on the same documents: python bench/arrow_table.py"""

import time
from pathlib import Path

import pyarrow as pa

import khand

EXAMPLES = Path(__file__).parents[1] / "examples"
COPIES = 300


def main():
    for name in ("handbook.md", "handbook-hi.md"):
        text = (EXAMPLES / name).read_text(encoding="utf-8")
        texts = [f"{text}\n\nCopy {n}." for n in range(COPIES)]
        size = sum(len(t.encode()) for t in texts) / 1e6
        table = pa.table({"id": list(range(COPIES)), "text": texts})
        spent = {"chunk": [], "chunk_table": []}
        for _ in range(3):
            start = time.process_time()
            for n, one in enumerate(texts):
                list(khand.chunk(one, source=str(n)))
            middle = time.process_time()
            khand.chunk_table(table, id_column="id")
            spent["chunk"].append(middle - start)
            spent["chunk_table"].append(time.process_time() - middle)
        rates = {what: size / min(seconds) for what, seconds in spent.items()}
        print(name, f"{size:.1f} MB", {what: f"{rate:.1f} MB/s" for what, rate in rates.items()})


if __name__ == "__main__":
    main()
