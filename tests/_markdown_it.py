"""Blocks as markdown-it-py sees them, in the form in which tests compare them with khand's."""

import re
from functools import cache

from _reference import seen_of_tag
from markdown_it import MarkdownIt

from khand.outline import Kind, blocks, children
from khand.outline.markdown_lines import normal

KINDS = {
    "heading_open": "HEADING",
    "paragraph_open": "PARAGRAPH",
    "bullet_list_open": "LIST",
    "ordered_list_open": "LIST",
    "fence": "FENCED_CODE",
    "code_block": "INDENTED_CODE",
    "blockquote_open": "QUOTE",
    "html_block": "HTML",
    "hr": "RULE",
    "table_open": "TABLE",
}
ATTRIBUTES = re.compile(r" ?\{ ?#[^{}]*\}$")
HTML_HEADING = re.compile(r" *<h[1-6]", re.IGNORECASE)
HTML_TABLE = re.compile(r" *<table", re.IGNORECASE)


@cache
def parser():
    return MarkdownIt("commonmark").enable(["table", "strikethrough"])


def lines_of(text):
    return normal(text)[:-1].split("\n")


def theirs(text):
    """Top-level blocks as (kind, first line, last line, level, title); attributes taken out of the titles."""
    lines, environment, found = lines_of(text), {}, []
    tokens = parser().parse(normal(text), environment)
    for i, token in enumerate(tokens):
        if token.level == 0 and token.nesting >= 0 and token.map:
            first, end = token.map
            level = int(token.tag[1]) if token.type == "heading_open" else 0
            title = ATTRIBUTES.sub("", " ".join(seen(tokens[i + 1].children).split())) if level else ""
            found.append((KINDS[token.type], first, _last(lines, first, end), level, title))
    known = [*environment.get("references", {}).values(), *environment.get("duplicate_refs", [])]
    return found, {line for one in known for line in range(*one["map"])}


def ours(text, definitions=frozenset(), kinds=None):
    """The same from khand; lines of link definitions, which are no block to markdown-it, left out of paragraphs."""
    source, lines, found = normal(text), lines_of(text), []
    kinds = kinds or {}
    builders = set()  # lines that only a builder reads
    for block in blocks(text, "markdown"):
        first = source.count("\n", 0, block.start)
        end = first + source.count("\n", block.start, block.end) + (source[block.end - 1] != "\n")
        while first < end and not lines[first].strip(" \t"):
            first += 1
        last = _last(lines, first, end)
        kind, level, title = block.kind.name, block.level, " ".join(block.title.split())
        if level and HTML_HEADING.match(lines[first]) and not re.match(r" *[-=]+ *$", lines[last]):
            kind, level, title = "HTML", 0, ""
        if kind == "TABLE" and HTML_TABLE.match(lines[first]):
            kind = "HTML"
        if kind in ("OPENER", "CLOSER"):
            kind = kinds.get((first, last), "PARAGRAPH")  # what a line of its own is to markdown-it
            if kind == "PARAGRAPH":
                builders.add(first)
        while kind == "PARAGRAPH" and first <= last and first in definitions:
            first += 1
        goes_on = found and found[-1][0] == kind == "PARAGRAPH" and found[-1][2] + 1 == first
        if goes_on and builders & {found[-1][1], first, found[-1][2]}:
            found[-1] = (
                kind,
                found[-1][1],
                last,
                0,
                "",
            )  # a fence of a builder next to text is text to markdown-it
            builders.add(last if first in builders else first)
        elif first <= last:
            found.append((kind, first, last, level, title))
    return found


def both(text):
    """What khand and markdown-it find, in this order."""
    expected, definitions = theirs(text)
    return ours(text, definitions, {(first, last): kind for kind, first, last, _, _ in expected}), expected


def their_items(text):
    """The lines on which items and table rows begin, at any depth."""
    tokens = parser().parse(normal(text))
    rows = {t.map[0] for t in tokens if t.type == "tr_open"}
    return {t.map[0] for t in tokens if t.type == "list_item_open"}, rows


def our_items(text):
    source = normal(text)
    items, rows = set(), set()

    def walk(block):
        line = source.count("\n", 0, block.start)
        if block.kind == Kind.ITEM:
            items.add(line)
        if block.kind == Kind.TABLE and HTML_TABLE.match(source[block.start :].lstrip("> \t")):
            return
        if block.kind == Kind.ROW and not re.match(r"[-|: \t>]+$", source[block.start : block.end - 1]):
            rows.add(line)
        for child in children(text, block, "markdown"):
            walk(child)

    for block in blocks(text, "markdown"):
        walk(block)
    return items, rows


def seen(tokens):
    """What markdown-it-py shows of inline tokens."""
    parts = []
    for token in tokens or ():
        if token.type in ("text", "code_inline", "text_special"):
            parts.append(token.content)
        elif token.type in ("softbreak", "hardbreak"):
            parts.append(" ")
        elif token.type == "image":
            parts.append(seen(token.children))
        elif token.type == "html_inline":
            parts.append(seen_of_tag(token.content))
    return "".join(parts)


def _last(lines, first, end):
    while end > first and not lines[end - 1].strip(" \t"):
        end -= 1
    return end - 1
