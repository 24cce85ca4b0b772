"""``min_size``: a piece smaller than this joins a neighbour under their nearest common heading, where both fit one chunk."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import takewhile

from khand.cutting.document import DocumentCutter
from khand.cutting.fitting import Opening
from khand.cutting.piece import Piece
from khand.cutting.sections import Path, Sections
from khand.outline.blocks import Kind


def join_small(pieces: Iterable[Piece], cutter: DocumentCutter, min_size: int) -> list[Piece]:
    """
    Join every piece whose own part has fewer than `min_size` tokens to the neighbour with the longer common heading path.

    If both have equally long ones it joins the one before; headings without a text join only what follows; pieces without a
    common heading are joined only inside one section. Joining again changes nothing.

    Args:
        pieces: In order.
        cutter: What made them.
        min_size: In the tokenizer's unit.
    """
    waiting = list(pieces)[::-1]
    done: list[Piece] = []
    while waiting:
        piece = waiting.pop()
        if _own_tokens(piece, cutter) >= min_size:
            done.append(piece)
            continue
        before = _kinship(done[-1], piece, cutter) if done else -1
        after = _kinship(piece, waiting[-1], cutter) if waiting else -1
        if _is_headings(piece, cutter.sections):
            before = -1
        if len(waiting) > 1 and _is_headings(waiting[-1], cutter.sections):
            after = -1  # it would stand at the end of the joined piece, and what follows it would lose it
        for kinship, backwards in sorted(((before, True), (after, False)), reverse=True):
            joined = None
            if kinship >= 0:
                first, second = (done[-1], piece) if backwards else (piece, waiting[-1])
                joined = _joined(first, second, cutter)
            if joined:
                (done if backwards else waiting).pop()
                waiting.append(joined)  # it may still be small
                if done and _own_tokens(done[-1], cutter) < min_size:
                    waiting.append(done.pop())  # what it could not join is another now
                break
        else:
            done.append(piece)
    return done


def _own_tokens(piece: Piece, cutter: DocumentCutter) -> int:
    return cutter.source.measure.count(piece.own, piece.end, piece.own_mark, piece.mark)


def _kinship(first: Piece, second: Piece, cutter: DocumentCutter) -> int:
    """Length of the common heading path; 0 in one section without heading; -1 where they may not be joined."""
    sections, forced = cutter.sections, cutter.forced
    if bisect_right(forced, first.own) < bisect_right(forced, second.own):
        return -1
    unit_first, unit_second = sections.unit_at(first.own), sections.unit_at(second.own)
    if Kind.FRONT_MATTER in (sections.blocks.kinds[unit_first], sections.blocks.kinds[unit_second]):
        return -1
    common = len(_common(first.path, second.path))
    return common if common or unit_second < sections.section_end(unit_first) else -1


def _common(first: Path, second: Path) -> Path:
    return tuple([a for a, b in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False))])


def _is_headings(piece: Piece, sections: Sections) -> bool:
    return piece.end <= sections.bodies[sections.unit_at(piece.own)]


def _joined(first: Piece, second: Piece, cutter: DocumentCutter) -> Piece | None:
    """One piece out of two neighbours; None when they do not fit a chunk."""
    path = _common(first.path, second.path)
    around = cutter.contexts.around(first.start, path, cutter.sections.unit_at(first.start))
    opening = Opening(cutter.source, cutter.contexts, first.start, first.start_mark, around)
    tokens = opening.tokens(second.end, *second.mark, second.fence)
    if tokens > cutter.source.size:
        return None
    return first._replace(
        end=second.end,
        reason=second.reason,
        path=path,
        embedded=opening.embedded(second.end, second.fence),
        tokens=tokens,
        mark=second.mark,
        fence=second.fence,
        context_tokens=opening.context_tokens(second.end, second.mark, second.fence, tokens),
        gave_way=around.gave_way,
        oversized=False,
        heading_alone=second.heading_alone,
    )
