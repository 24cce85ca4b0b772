"""Plots as static SVG, by hand: no library, no script; colours come from the page's style, light or dark."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 56, 34, 14, 46
ROW_HEIGHT = 28
COLOURS = 8
"""Colours of the page's style, ``--c0`` to ``--c7``; further series are grey."""


class Point(NamedTuple):
    """
    One mark of a plot.

    Attributes:
        x: Its place on the x axis, in the axis's unit; `y` the same on the y axis.
        low: Lower end of its interval; `high` the upper end.
        label: Its name.
        series: The series it belongs to, which gives it its colour.
    """

    x: float
    y: float
    low: float
    high: float
    label: str
    series: int


class _Axes(NamedTuple):
    """Functions from values to places, and the drawn axes."""

    x: Callable[[float], float]
    y: Callable[[float], float]
    drawn: str


def scatter(points: Sequence[Point], x_name: str, y_name: str) -> str:
    """
    Marks with their intervals, and the front: those that no other beats in both directions.

    Args:
        points: Few x and much y is good; not empty.
        x_name: What the x axis shows.
        y_name: What the y axis shows.
    """
    axes = _axes([p.x for p in points], [v for p in points for v in (p.low, p.high)], x_name, y_name)
    out = [axes.drawn]
    front = pareto([(p.x, p.y) for p in points])
    if len(front) > 1:
        steps = " ".join(f"{axes.x(points[i].x):.1f},{axes.y(points[i].y):.1f}" for i in front)
        out.append(f'<polyline class="front" points="{steps}"/>')
    for p in points:
        x = axes.x(p.x)
        out.append(
            f'<g class="s{_colour(p.series)}"><line x1="{x:.1f}" x2="{x:.1f}" y1="{axes.y(p.low):.1f}" y2="{axes.y(p.high):.1f}"/>'
            f'<circle cx="{x:.1f}" cy="{axes.y(p.y):.1f}" r="5"><title>{escape(p.label)}</title></circle></g>'
        )
    # names beside all of them would lie over each other
    out += _labels([(axes.x(points[i].x), axes.y(points[i].y), points[i].label) for i in front])
    return _svg(out, f"{y_name} against {x_name}") + legend([p.label for p in points])


def pareto(points: Sequence[tuple[float, float]]) -> list[int]:
    """
    Positions of the points that no other beats: none has as little x and as much y, and less or more of one.

    >>> pareto([(1, 5), (2, 4), (3, 9)])
    [0, 2]
    """
    front: list[int] = []
    for i in sorted(range(len(points)), key=lambda i: (points[i][0], -points[i][1])):
        if not front or points[i][1] > points[front[-1]][1]:
            front.append(i)
    return front


def lines(
    xs: Sequence[float], series: Sequence[tuple[str, Sequence[float]]], x_name: str, y_name: str
) -> str:
    """
    A line a series over the same places, which are apart evenly whatever their values.

    Args:
        xs: Values under the axis.
        series: Name and values of each.
        x_name: What the x axis shows.
        y_name: What the y axis shows.
    """
    places = list(range(len(xs)))
    labels = [f"{x:,.0f}" for x in xs]
    axes = _axes(places, [v for _, values in series for v in values], x_name, y_name, x_labels=labels)
    out = [axes.drawn]
    for i, (name, values) in enumerate(series):
        drawn = " ".join(
            f"{axes.x(place):.1f},{axes.y(value):.1f}" for place, value in zip(places, values, strict=True)
        )
        dots = "".join(
            f'<circle cx="{axes.x(place):.1f}" cy="{axes.y(value):.1f}" r="3"/>'
            for place, value in zip(places, values, strict=True)
        )
        out.append(
            f'<g class="s{_colour(i)}"><title>{escape(name)}</title><polyline points="{drawn}"/>{dots}</g>'
        )
    return _svg(out, f"{y_name} against {x_name}") + legend([name for name, _ in series])


def ranges(rows: Sequence[tuple[str, Sequence[float]]], x_name: str) -> str:
    """
    A bar a row from its smallest to its largest value, the middle half thick, the median marked.

    Args:
        rows: Name and values, rising, of each; rows without values are left out.
        x_name: What the values are.
    """
    rows = [(name, values) for name, values in rows if values]

    def drawn(i: int, x: Callable[[float], float], y: float) -> str:
        values = rows[i][1]
        low, quarter, middle, three, high = (
            values[round(q * (len(values) - 1))] for q in (0, 0.25, 0.5, 0.75, 1)
        )
        return (
            f'<g class="s{_colour(i)}"><line x1="{x(low):.1f}" x2="{x(high):.1f}" y1="{y}" y2="{y}"/>'
            f'<rect x="{x(quarter):.1f}" y="{y - 6}" width="{max(1, x(three) - x(quarter)):.1f}" height="12"/>'
            f'</g><line class="median" x1="{x(middle):.1f}" x2="{x(middle):.1f}" y1="{y - 6}" y2="{y + 6}"/>'
        )

    return _rows([name for name, _ in rows], [values[-1] for _, values in rows], x_name, drawn)


def _rows(
    names: Sequence[str],
    tops: Sequence[float],
    x_name: str,
    drawn: Callable[[int, Callable[[float], float], float], str],
) -> str:
    """A plot of named rows over one axis from 0; `drawn` gives what stands in a row, by its position, the axis and its middle."""
    height, left, right = ROW_HEIGHT * len(names) + TOP + BOTTOM, 240, 60
    ticks = _ticks(0, max(tops, default=1))

    def x(value: float) -> float:
        return left + value / ticks[-1] * (WIDTH - left - right)

    out = [
        f'<line class="grid" x1="{x(t):.1f}" x2="{x(t):.1f}" y1="{TOP}" y2="{height - BOTTOM}"/>'
        f'<text x="{x(t):.1f}" y="{height - BOTTOM + 16}" text-anchor="middle">{_shown(t)}</text>'
        for t in ticks
    ]
    for i, name in enumerate(names):
        y = TOP + ROW_HEIGHT * i + ROW_HEIGHT / 2
        out.append(
            f'<text x="{left - 10}" y="{y + 4}" text-anchor="end">{escape(_cut(name, 36))}</text>{drawn(i, x, y)}'
        )
    out.append(
        f'<text x="{(left + WIDTH - right) / 2}" y="{height - 8}" text-anchor="middle">{escape(x_name)}</text>'
    )
    return _svg(out, x_name, height)


def bars(rows: Sequence[tuple[str, float]], x_name: str) -> str:
    """
    A bar a row.

    Args:
        rows: Name and value, >= 0, of each.
        x_name: What the values are.
    """
    return _rows(
        [name for name, _ in rows],
        [value for _, value in rows],
        x_name,
        lambda i, x, y: (
            f'<g class="s0"><rect x="{x(0):.1f}" y="{y - 7}" width="{x(rows[i][1]) - x(0):.1f}" height="14"/></g>'
            f'<text x="{x(rows[i][1]) + 5:.1f}" y="{y + 4}">{rows[i][1]:,.0f}</text>'
        ),
    )


def legend(names: Sequence[str]) -> str:
    """The colours of some series, as HTML."""
    items = "".join(
        f'<li class="s{_colour(i)}"><span></span><b>{escape(name)}</b></li>' for i, name in enumerate(names)
    )
    return f'<ul class="legend">{items}</ul>'


def _axes(
    xs: Sequence[float],
    ys: Sequence[float],
    x_name: str,
    y_name: str,
    *,
    x_labels: Sequence[str] | None = None,
) -> _Axes:
    y_ticks = _ticks(min(ys), max(ys))
    x_ticks = list(range(len(x_labels))) if x_labels else _ticks(min(xs), max(xs))
    first, last = (-0.2, len(x_ticks) - 0.8) if x_labels else (x_ticks[0], x_ticks[-1])

    def x(value: float) -> float:
        return LEFT + (value - first) / (last - first or 1) * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        share = (value - y_ticks[0]) / (y_ticks[-1] - y_ticks[0] or 1)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)

    out = [
        f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(t):.1f}" y2="{y(t):.1f}"/>'
        f'<text x="{LEFT - 8}" y="{y(t) + 4:.1f}" text-anchor="end">{_shown(t)}</text>'
        for t in y_ticks
    ]
    for i, t in enumerate(x_ticks):
        shown = x_labels[i] if x_labels else _shown(t)
        out.append(f'<text x="{x(t):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{shown}</text>')
    middle = (TOP + HEIGHT - BOTTOM) / 2
    out.append(
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">{escape(x_name)}</text>'
        f'<text transform="translate(14 {middle}) rotate(-90)" text-anchor="middle">{escape(y_name)}</text>'
    )
    return _Axes(x, y, "".join(out))


def _ticks(low: float, high: float) -> list[float]:
    """Round values from below `low` to above `high`, four to eight of them."""
    span = (high - low) or abs(high) or 1
    step = 10 ** floor(log10(span / 4))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= 6)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [i * step for i in range(first, max(last, first + 1) + 1)]


def _labels(marks: Sequence[tuple[float, float, str]]) -> list[str]:
    """Names beside their marks, moved down where two would lie over each other."""
    out: list[str] = []
    taken: list[tuple[float, float, float]] = []
    for x, y, label in sorted(marks):
        shown = _cut(label, 34)
        width = 6.2 * len(shown)
        end = x + 9 + width > WIDTH - RIGHT
        left = x - 9 - width if end else x + 9
        place = y - 8
        while any(abs(place - b) < 13 and left < c and a < left + width for a, b, c in taken):
            place += 13
        taken.append((left, place, left + width))
        out.append(f'<text class="label" x="{left:.1f}" y="{place:.1f}">{escape(shown)}</text>')
    return out


def _shown(value: float) -> str:
    """
    A value under an axis.

    >>> _shown(250000.0), _shown(0.5)
    ('250,000', '0.5')
    """
    return f"{value:,.0f}" if abs(value) >= 10 or value == int(value) else f"{value:.3g}"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _colour(series: int) -> str:
    return str(series) if series < COLOURS else "x"


def _svg(parts: Sequence[str], title: str, height: float = HEIGHT) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(title)}" xmlns="http://www.w3.org/2000/svg">'
        f"{''.join(parts)}</svg>"
    )
