#!/bin/sh
# Every format khand reads and writes, over files that this script makes: sh examples/formats.sh
# Needs: pip install "khand[files,parquet,code]" python-docx fpdf2
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
mkdir docs

echo '# Leave policy

An employee is eligible after 90 days.

## छुट्टी

कर्मचारी को तीस दिन की छुट्टी मिलती है।' > docs/policy.md
printf '<!doctype html><title>T</title><nav>menu</nav><main><h1>Returns</h1><p>Send it <b>back</b> in 30 days.</p></main>' > docs/page.html
printf 'name;city\nRao;दिल्ली\nDas;Kolkata\n' > docs/staff.csv
printf 'WEBVTT\n\n00:01.000 --> 00:04.000\n<v Asha>Welcome.\n\n00:05.000 --> 00:07.000\n<v Ravi>Hello.\n' > docs/meeting.vtt
printf 'From: a@example.org\nSubject: Offer\nMessage-ID: <1@example.org>\n\nIt is ready.\n' > docs/offer.eml
printf 'Guide\n=====\n\nUse\n---\n\nPress it.\n' > docs/guide.rst
printf '{"cells": [{"cell_type": "markdown", "source": "# Analysis"}, {"cell_type": "code", "source": "1 + 1", "outputs": []}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}' > docs/work.ipynb
printf '{"id": 7, "body": {"text": "A ticket."}}\n' > tickets.jsonl
printf 'class Order:\n    def total(self):\n        return 1\n' > shop.py
printf '1 Scope\n\nAll staff.\n\n2 Leave\n\nThirty days.\n' > terms.txt
python3 - <<'PYTHON'
from docx import Document
from fpdf import FPDF

document = Document()
document.add_heading("Report", 1)
document.add_paragraph("Sales grew.")
document.save("docs/report.docx")
pdf = FPDF()
pdf.set_font("helvetica", size=12)
for number in (1, 2):
    pdf.add_page()
    pdf.multi_cell(0, 6, f"Page {number} says this.")
pdf.output("docs/scan.pdf")
PYTHON
printf 'not a document' > docs/broken.docx

show() { echo; echo "\$ khand $*"; khand "$@" || echo "(exit code $?: one input failed, the others are done)"; }

show chunk docs -o chunks.jsonl
show chunk docs/page.html --main --preview 1
show chunk tickets.jsonl --text-field body.text
show chunk shop.py --format code --preview 3
show inspect terms.txt --detect-headings
show chunk terms.txt --heading-pattern '^\d+ ' --preview 1
show chunk docs/policy.md -o chunks.csv -q
show chunk docs/policy.md -o chunks.parquet -q
show chunk docs/policy.md --split-dir split -q
head -1 chunks.csv
cat split/docs/policy.md/0001.md
