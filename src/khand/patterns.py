"""Regular expressions that a user gives: tried on lines, and refused where they could run away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from re import _compiler, _parser  # type: ignore[attr-defined]  # what `re` itself reads patterns with
from typing import Any, NoReturn

from khand.errors import OptionError

LINE_CHARS = 400
"""So much of a line is looked at: with it the time for a line is bounded, whatever power its length has in it."""

MAX_LOOPS = 3
"""Open repeats that can take the same character; each is one more power of ``LINE_CHARS``."""

MAX_POSITIONS = 400
"""Characters and classes of a pattern, counted repeats written out."""

_WRITTEN_OUT = 8
"""A counted repeat up to this is written out, a larger one taken for an open one."""

# what stands for all characters, beside those that the pattern names
_SAMPLE = "".join(map(chr, range(128))) + "\x85\xa0é§ßİ०कΩЖ٣漢ア　\u2028😀"

_Tree = Any
"""A part of a pattern as `re` reads it, which has no types."""

_LINE = re.compile(r"[^\r\n]*+(?:\r\n?+|\n)|[^\r\n]++\Z")


def line_pattern(option: str, pattern: str) -> re.Pattern[str]:
    r"""
    Compile a pattern for lines, if it can be tried on any line in bounded time.

    Args:
        option: The name of the setting, for messages.
        pattern: As Python's ``re`` reads it; case matters unless it says ``(?i)``.

    Raises:
        OptionError: It is no regular expression, matches an empty line, refers back to a group, or could take time that
            doubles with each character; the message says which part.

    Source: two ways through a repeat for the same characters are what makes a backtracking matcher exponential (Weber and
    Seidl, "On the degree of ambiguity of finite automata", 1991: the criterion EDA); found on the position automaton.

    >>> line_pattern("cut_at", r"^(\d+\.)+ [A-Z]").search("1.2. Scope") is not None
    True
    >>> line_pattern("cut_at", r"^(\w+\s?)*:")
    Traceback (most recent call last):
        ...
    khand.errors.OptionError: cut_at='^(\\w+\\s?)*:': can take time that doubles with each character: a repeat in it can go through the same characters in two ways; write it without a repeat inside a repeat
    """
    if not isinstance(pattern, str):
        raise OptionError(f"{option}={pattern!r}: must be a regular expression", option=option, value=pattern)
    try:
        compiled = re.compile(pattern)
        tree = _parser.parse(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        _refuse(option, pattern, f"is no regular expression ({error})")
    if compiled.search("") is not None:
        _refuse(option, pattern, "matches an empty line, so any line")
    reason = _Positions(tree).reason()
    if reason:
        _refuse(option, pattern, reason)
    return compiled


def matching_lines(text: str, *patterns: re.Pattern[str]) -> Iterator[tuple[int, int, int]]:
    r"""
    The lines in which any pattern is found, each with the first pattern that is found in it.

    Args:
        text: Any text; lines end with ``\n``, ``\r\n`` or ``\r``.
        patterns: From ``line_pattern``; each is looked for in the first ``LINE_CHARS`` code points of a line.

    Returns:
        Start of the line, its end with its line end, index of the pattern.

    >>> list(matching_lines("a\nArticle 1\nb", line_pattern("cut_at", "^Article")))
    [(2, 12, 0)]
    """
    for found in _LINE.finditer(text):
        start, end = found.span()
        line = text[start : min(end, start + LINE_CHARS)].rstrip("\r\n")
        for index, pattern in enumerate(patterns):
            if pattern.search(line) is not None:
                yield start, end, index
                break


def _refuse(option: str, pattern: str, reason: str) -> NoReturn:
    raise OptionError(f"{option}={pattern!r}: {reason}", option=option, value=pattern)


class _TwoWaysError(Exception):
    """The same step of a repeat can be taken in two ways."""


class _TooLongError(Exception):
    """More positions than are looked at."""


_EXPONENTIAL = (
    "can take time that doubles with each character: a repeat in it can go through the same characters in two ways; "
    "write it without a repeat inside a repeat"
)


class _Positions:
    """
    The position automaton of a pattern: which characters stand at a position, and which positions follow it.

    Groups that look ahead or behind are taken as if they were part of the text, which refuses rather too much.
    """

    def __init__(self, tree: _Tree) -> None:
        self.state = tree.state
        self.sample = "".join(sorted({*_SAMPLE, *_literals(tree)}))
        self.masks: list[int] = []
        self.follow: list[set[int]] = []
        self.loops: list[int] = []
        self.refers = False
        self.wrong = ""
        try:
            self._sequence(list(tree))
        except _TwoWaysError:
            self.wrong = _EXPONENTIAL
        except _TooLongError:
            self.wrong = f"has more than {MAX_POSITIONS} characters and classes, counted repeats written out"

    def reason(self) -> str:
        """Why the pattern may run away; "" if it may not."""
        if self.refers:
            return "refers back to a group, for which no bound of time holds; write the text out"
        if self.wrong:
            return self.wrong
        if self._is_ambiguous():
            return _EXPONENTIAL
        crowded = max((sum(bool(mask & other) for other in self.loops) for mask in self.loops), default=0)
        if crowded > MAX_LOOPS:
            return f"has {crowded} open repeats (* or +) that can take the same characters; {MAX_LOOPS} are allowed"
        return ""

    def _position(self, node: _Tree) -> int:
        if len(self.masks) >= MAX_POSITIONS:
            raise _TooLongError
        one = _compiler.compile(_parser.SubPattern(self.state, [node]), self.state.flags & ~re.DEBUG)
        mask = 0
        for bit, character in enumerate(self.sample):
            if one.match(character) is not None:
                mask |= 1 << bit
        self.masks.append(mask)
        self.follow.append(set())
        return len(self.masks) - 1

    def _join(self, lasts: set[int], firsts: set[int], *, loop: bool) -> None:
        for last in lasts:
            if loop and self.follow[last] & firsts:
                raise _TwoWaysError
            self.follow[last] |= firsts

    def _sequence(self, nodes: list[_Tree]) -> tuple[set[int], set[int], bool]:
        """First and last positions of nodes one after the other, and whether they can match nothing."""
        first: set[int] = set()
        last: set[int] = set()
        empty = True
        for node in nodes:
            its_first, its_last, its_empty = self._node(node)
            self._join(last, its_first, loop=False)
            first = first | its_first if empty else first
            last = last | its_last if its_empty else its_last
            empty = empty and its_empty
        return first, last, empty

    def _node(self, node: _Tree) -> tuple[set[int], set[int], bool]:
        kind, value = str(node[0]), node[1]
        if kind in ("LITERAL", "NOT_LITERAL", "IN", "ANY"):
            at = self._position(node)
            return {at}, {at}, False
        if kind in ("AT", "FAILURE", "SUCCESS"):
            return set(), set(), True
        if kind in ("SUBPATTERN", "ATOMIC_GROUP"):
            return self._sequence(list(value[-1] if kind == "SUBPATTERN" else value))
        if kind in ("ASSERT", "ASSERT_NOT"):
            first, last, _ = self._sequence(list(value[1]))
            return first, last, True
        if kind == "BRANCH":
            return self._branch([list(branch) for branch in value[1]])
        if kind in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            return self._repeat(*value)
        self.refers = True  # GROUPREF, GROUPREF_EXISTS
        return set(), set(), True

    def _branch(self, branches: list[list[_Tree]]) -> tuple[set[int], set[int], bool]:
        first: set[int] = set()
        last: set[int] = set()
        empty = False
        for branch in branches:
            its_first, its_last, its_empty = self._sequence(branch)
            if empty and its_empty:
                raise _TwoWaysError  # nothing at all, in two ways
            first |= its_first
            last |= its_last
            empty = empty or its_empty
        return first, last, empty

    def _repeat(self, low: int, high: int, body: _Tree) -> tuple[set[int], set[int], bool]:
        nodes = list(body)
        if high <= 1:
            first, last, empty = self._sequence(nodes)
            return first, last, empty or low == 0
        if high <= _WRITTEN_OUT:
            # a counted one is as many optional ones behind each other
            copies = [self._sequence(nodes) for _ in range(int(high))]
            first, last, empty = set(), set(), True
            for index, (its_first, its_last, its_empty) in enumerate(copies):
                optional = its_empty or index >= low
                self._join(last, its_first, loop=False)
                first = first | its_first if empty else first
                last = last | its_last if optional else its_last
                empty = empty and optional
            return first, last, empty
        before = len(self.masks)
        first, last, empty = self._sequence(nodes)
        self._join(last, first, loop=True)
        taken = 0
        for mask in self.masks[before:]:
            taken |= mask
        self.loops.append(taken)
        return first, last, empty or low == 0

    def _is_ambiguous(self) -> bool:
        """Whether two different ways lead from a position back to it for the same characters."""
        size = len(self.masks)
        pairs: dict[tuple[int, int], list[tuple[int, int]]] = {}
        todo = [(at, at) for at in range(size)]
        while todo:
            pair = todo.pop()
            if pair in pairs:
                continue
            pairs[pair] = [
                (a, b)
                for a in self.follow[pair[0]]
                for b in self.follow[pair[1]]
                if self.masks[a] & self.masks[b]
            ]
            todo += pairs[pair]
        return any(
            len({a == b for a, b in component}) == 2 for component in _components(pairs) if len(component) > 1
        )


def _literals(tree: _Tree) -> Iterator[str]:
    """The characters that a pattern names, and the neighbours of its ranges' ends."""
    for node in tree:
        if isinstance(node, tuple) and str(node[0]) in ("LITERAL", "NOT_LITERAL"):
            yield from {chr(node[1]), chr(node[1]).swapcase()[0]}
        elif isinstance(node, tuple) and str(node[0]) == "RANGE":
            low, high = node[1]
            yield from (chr(each) for each in (max(0, low - 1), low, high, min(0x10FFFF, high + 1)))
        elif isinstance(node, (tuple, list, _parser.SubPattern)):
            yield from _literals(node)


def _components(graph: dict[tuple[int, int], list[tuple[int, int]]]) -> Iterator[list[tuple[int, int]]]:
    """The strongly connected components of a graph (Tarjan, without recursion)."""
    index: dict[tuple[int, int], int] = {}
    low: dict[tuple[int, int], int] = {}
    stack: list[tuple[int, int]] = []
    on_stack: set[tuple[int, int]] = set()
    for root, out in graph.items():
        if root in index:
            continue
        work = [(root, iter(out))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, following = work[-1]
            for after in following:
                if after not in index:
                    index[after] = low[after] = len(index)
                    stack.append(after)
                    on_stack.add(after)
                    work.append((after, iter(graph[after])))
                    break
                if after in on_stack:
                    low[node] = min(low[node], index[after])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    component = []
                    while True:
                        taken = stack.pop()
                        on_stack.discard(taken)
                        component.append(taken)
                        if taken == node:
                            break
                    yield component
