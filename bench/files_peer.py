"""What a LangChain user writes for a folder: ``files_peer.py FOLDER OUT`` cuts its Markdown files at headings, then to size."""

import json
import sys
from pathlib import Path

import tools

folder, out = Path(sys.argv[1]), Path(sys.argv[2])
chunk = tools.langchain_header(512, 0)
with out.open("w", encoding="utf-8") as file:
    for path in sorted(folder.glob("*.md")):
        for part in chunk(path.read_text(encoding="utf-8")):
            record = {"source": path.name, "text": part.page_content, **part.metadata}
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
