"""Reported faults of other chunkers, counters and calculators, and our own of the same kinds, as golden cases."""

from __future__ import annotations

import base64
import json
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

pytest.register_assert_rewrite("_expectations")

from _expectations import CHECKS, ELSEWHERE, Cut, options_of  # noqa: E402 -- after the line above

import khand  # noqa: E402
from khand.settings import Settings  # noqa: E402

CASES = [
    json.loads(line)
    for name in ("reported.jsonl", "own.jsonl")
    for line in (Path(__file__).parent / "cases" / name).read_text("utf-8").rstrip("\n").split("\n")
]
OF_TEXT = [case for case in CASES if "doc_tokens" not in case["params"] and "bytes_b64" not in case]
OF_NUMBERS = [case for case in CASES if "doc_tokens" in case["params"]]
OF_BYTES = [case for case in CASES if "bytes_b64" in case]
REFUSED = [case for case in OF_TEXT if "raises" in case["expect"]]


def name(case: dict[str, Any]) -> str:
    return f"{case['kind']}-{case['id']}"


def text_of(case: dict[str, Any]) -> str:
    built = case.get("text_build")
    if built:
        return built["prefix"] + built["unit"] * built["times"] + built["suffix"]
    return case["text"]


def cut(text: str, options: dict[str, Any]) -> Cut:
    started = time.process_time()
    chunks = khand.chunk(text, **options)
    return Cut(text, Settings(**options), chunks, time.process_time() - started)


def test_every_key_is_known():
    """A case with a misspelt key would test nothing."""
    keys = {key for case in CASES for key in case["expect"]}
    assert set() == keys - set(CHECKS) - ELSEWHERE


def test_ids_differ():
    """Two cases with one id could not be told apart."""
    assert len(CASES) == len({case["id"] for case in CASES})


@pytest.mark.parametrize("case", [case for case in OF_TEXT if case not in REFUSED], ids=name)
def test_case(case: dict[str, Any]):
    """The case's text, cut as it says, is as it says; the sentence in ``words`` decides."""
    text = text_of(case)
    if case["id"] == "B70":
        with pytest.raises(ValueError, match="3"):
            khand.chunk(text)
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    for options in options_of(case["params"]):
        made = cut(text, options)
        assert made.seconds < case["expect"].get("terminates_s", 60)
        for key in CHECKS.keys() & case["expect"].keys():
            CHECKS[key](made, case["expect"][key])


@pytest.mark.parametrize("case", REFUSED, ids=name)
def test_refused_settings(case: dict[str, Any]):
    """Settings that cannot be are refused with a ValueError that names the values, before any work."""
    with pytest.raises(ValueError) as caught:  # noqa: PT011 -- the message is looked at below
        khand.chunk(text_of(case), **options_of(case["params"])[0])
    for value in case["expect"].get("names", [str(case["params"]["size"])]):
        assert value in str(caught.value)


@pytest.mark.parametrize("case", OF_NUMBERS, ids=name)
def test_calculator(case: dict[str, Any]):
    """The calculator's figures are the arithmetic's, never an approximation of it."""
    params, expect = case["params"], case["expect"]
    if "raises" in expect:
        with pytest.raises(ValueError, match="size") as caught:
            khand.plan(params["doc_tokens"], size=params["size"], overlap=params["overlap"])
        assert "overlap" in str(caught.value)
    for wanted in [params | expect.get("calc", {}), *(params | also for also in expect.get("also", ()))]:
        if "accepted_or_type_error" in wanted:
            with pytest.raises((ValueError, TypeError)):
                khand.plan(params["doc_tokens"], size=wanted["size"], overlap=wanted["overlap"])
        elif "chunks" in wanted:
            check_plan(wanted)


def check_plan(wanted: dict[str, Any]) -> None:
    lengths = wanted["doc_tokens"]
    if "docs_repeat" in wanted:
        length, times = wanted["docs_repeat"]
        lengths = [length] * times
    options = {key: wanted[key] for key in ("unit_of_length", "ratio") if key in wanted}
    if "unit_of_length" in options:
        options["unit"] = options.pop("unit_of_length")
    plan = khand.plan(
        lengths,
        size=wanted["size"],
        overlap=wanted["overlap"],
        price=wanted.get("price_per_million"),
        **options,
    )
    figures = {
        "chunks": plan.chunks,
        "embedded": plan.embedded,
        "duplicated": plan.repeated,
        "share_pct": round(100 * plan.repeated_share, 2),
        "surplus_pct": round(100 * plan.surplus, 2),
        "last": plan.last,
        "cost": plan.cost,
    }
    for key in figures.keys() & wanted.keys():
        assert wanted[key] == pytest.approx(figures[key], rel=1e-12), key


@pytest.mark.parametrize("case", OF_BYTES, ids=name)
def test_bytes(case: dict[str, Any], tmp_path: Path):
    """A file in another encoding is right when the encoding is given, and an error with its position when not."""
    from khand.cli import main

    path = tmp_path / "input.md"
    path.write_bytes(base64.b64decode(case["bytes_b64"]))
    settings = Settings(**options_of(case["params"])[0])
    command = [
        "chunk",
        str(path),
        "--by",
        settings.by,
        "--size",
        str(settings.size),
        "--tokenizer",
        str(settings.tokenizer),
    ]
    plain = CliRunner().invoke(main, command)
    expect = case["expect"]
    if "error_names_position" in expect:
        assert 1 == plain.exit_code
        assert str(expect["error_names_position"]) in plain.stderr
        assert "\ufffd" not in plain.stdout
    if "encoding" in case["params"]:
        plain = CliRunner().invoke(main, [*command, "--encoding", case["params"]["encoding"]])
    if "texts" in expect:
        assert 0 == plain.exit_code, plain.stderr
        assert expect["texts"] == [json.loads(line)["text"] for line in plain.stdout.splitlines()]
