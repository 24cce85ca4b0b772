"""
What the page's worker calls: khand's own functions, with answers as JSON and offsets as JavaScript counts them.

Nothing is computed here that khand does not compute; this only keeps the open documents and translates.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from khand.errors import KhandError
from khand.plan import plan

Options = dict[str, Any]


def call(name: str, options: str, text: str = "") -> str:
    """
    Answer one call of the page.

    Args:
        name: One of ``CALLS``.
        options: A JSON object.
        text: The document, for calls that take one.

    Returns:
        A JSON object: ``{"result": …}``, or ``{"error": {type, message, option, value, position, source}}`` for what the
        user can mend.

    >>> call("plan", '{"length": 10, "size": 4, "overlap": 4}')[:50]
    '{"error":{"type":"OptionError","message":"overlap='

    """
    try:
        answer = {"result": CALLS[name](json.loads(options), text)}
    except KhandError as error:
        about = {"type": type(error).__name__, "message": str(error)}
        fields = ("option", "value", "position", "source")
        answer = {"error": about | {field: getattr(error, field, None) for field in fields}}
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"), default=str)


def warm_up() -> None:
    """Load what the first call would otherwise wait for."""


def _plan(options: Options, _text: str) -> Options:
    made = plan(**options)
    return made.to_dict() | {"stride": made.stride}


CALLS: dict[str, Callable[[Options, str], Any]] = {"plan": _plan}
