"""The command line: calculator, planner, sentences, help, exit codes."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import khand as khand_library
from khand.build import build
from khand.cli import COMMANDS, main


def khand(*arguments: str, stdin: str | bytes | None = None) -> Result:
    """Run the command line."""
    return CliRunner().invoke(main, arguments, input=stdin)


def test_plan_for_people() -> None:
    """The worked example, with the formula filled in."""
    lines = [
        " ".join(line.split())
        for line in khand(*"plan 10,000 --size 512 --overlap 64 --price 0.02".split()).stdout.splitlines()
    ]
    assert "Chunks 23 = 1 + ceil((10000 - 512) / (512 - 64))" in lines
    assert "Tokens to embed 11,408" in lines
    assert "Repeated 1,408 12.3 % of what is embedded, 14.1 % more than the document" in lines
    assert "Last chunk 144 the remainder" in lines
    assert "Cost 0.00022816 at 0.02 for a million tokens; repeated 0.00002816" in lines


def test_plan_for_programs() -> None:
    """JSON on standard output, nothing else."""
    made = json.loads(khand(*"plan 10000 --size 512 --overlap 10% --json".split()).stdout)
    assert (51, 22, None) == (made["overlap"], made["chunks"], made["price"])


def test_large_numbers_are_exact() -> None:
    """Beyond what a float holds, every digit is right."""
    shown = khand("plan", "9007199254740993", "--size", "9007199254740995").stdout
    assert "9,007,199,254,740,993" in shown
    assert "9,007,199,254,740,995" in shown


def test_digits_of_any_script() -> None:
    """Numbers may be written as the document's language writes them."""
    by_latin = khand("plan", "10000", "--size", "512", "--overlap", "10%").stdout
    assert by_latin == khand("plan", "१०,०००", "--size", "५१२", "--overlap", "१०%").stdout


def test_plan_of_a_corpus() -> None:
    """Several lengths are several documents, from arguments or from standard input."""
    by_argument = khand("plan", "200", "200", "200", "--size", "512", "--json").stdout
    assert by_argument == khand("plan", "-", "--size", "512", "--json", stdin="200\n200 200\n").stdout
    assert (3, 3) == (json.loads(by_argument)["documents"], json.loads(by_argument)["chunks"])


def test_estimates_are_marked() -> None:
    """What comes from a length in characters carries ≈; what was given does not."""
    shown = khand(*"plan 40000 --characters --size 512 --price 1".split()).stdout
    for figure in ("≈10,000", "40,000 characters", "≈23", "≈11,408", "≈0.011408"):
        assert figure in shown
    assert "≈512" not in shown


def test_price_of_a_model() -> None:
    """A model's name stands for its published price."""
    assert (
        khand("plan", "9000", "--price", "0.02").stdout
        == khand("plan", "9000", "--price", "text-embedding-3-small").stdout
    )
    failed = khand("plan", "9000", "--price", "cheap")
    assert 2 == failed.exit_code
    assert "text-embedding-3-small" in failed.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("plan 100 --size 10 --overlap 10", "--overlap 10 with --size 10"),
        ("plan 100 --overlap 6.5", "--overlap '6.5'"),
        ("plan 100 --price -1", "--price -1"),
        ("plan 100 --size many", "'many' is not a whole number"),
        ("plan ten", "'ten' is not a length"),
        ("plan -- -5", "length=-5"),
        ("plan -5", "-5: must be a whole number from 0 up"),
        ("plan 10 -1,000 --size 5", "-1,000: must be a whole number from 0 up"),
        ("plan -", "no lengths"),
        ("plan", "Missing argument"),
        ("plane 100", "no command 'plane'; did you mean plan? there are plan, chunk"),
        ("plan 100 --sise 5", "--size"),
        ("chnk a.md", "did you mean chunk?"),
        (
            "window --window 1000 --prompt - --tools -",
            "--tools -: standard input can be read for one part only",
        ),
        ("window --window 1000 --encoding klingon", "--encoding 'klingon'"),
        ("window --window 1000 --tokenizer cl100k", "did you mean cl100k_base?"),
        ("window --window 1000 --tokenizer BAAI/bge-m3", "hf download BAAI/bge-m3 tokenizer.json"),
        ("diff a.jsonl b.jsonl --price cheap", "text-embedding-3-small"),
        (
            "diff a.jsonl b.jsonl --to-embed no/such/folder.jsonl",
            "--to-embed no/such/folder.jsonl: there is no folder",
        ),
        ("verify c.jsonl --size 0", "--size 0"),
        ("inspect - --depth 0", "--depth 0"),
        ("chunk - --jobs 0", "--jobs 0"),
        ("chunk - -o a.jsonl --out-dir b", "give one of them"),
        ("chunk - --out-dir b", "give -o for standard input"),
        ("chunk a.md --out-dir b --drop-duplicates", "give -o in place of --out-dir"),
        ("chunk a.md --to-embed b.jsonl", "add --against OLD"),
        ("chunk a.md --preview 1 --json", "give one of them"),
        (
            "chunk - --size 5 --min-size 6",
            "--min-size 6 with --size 5: --min-size must not be larger than size",
        ),
        ("window --window 1000 --prompt 900 --answer 250", "150 tokens more than the window of 1000"),
        ("window --prompt 900", "--window"),
        ("window --window 1000 --prompt 5 --tokenizer nope", "cl100k_base"),
        ("window --window 1000 --chunk-size 0", "--chunk-size 0"),
        ("sentences - --encoding klingon", "--encoding 'klingon'"),
        ("chunk", "Missing argument"),
        ("chunk - --by chapter", "heading"),
        ("chunk - --size 10 --overlap 10", "--overlap 10 with --size 10"),
        ("chunk - --tokenizer nonsense", "cl100k_base"),
        ("chunk - --format klingon", "markdown"),
        ("chunk - --context all", "'all': give some of headings,lead_in,table,fence, or none"),
        ("chunk - --preview -1", "--preview -1"),
        ("chunk - --size 200 --overlap 100%", "--overlap '100%', which is 200, with --size 200"),
        ("plan 100 --ratio 2", "--ratio 2 is for lengths in characters: add --characters"),
        ("chunk - --min-size 500", "--min-size 500"),
        ("chunk - --encoding klingon", "--encoding 'klingon'"),
        ("chunk - -o no/such/folder.jsonl", "there is no folder"),
        ("chunk - --price -2", "--price -2"),
    ],
)
def test_wrong_usage(arguments: str, says: str) -> None:
    """Exit code 2; standard error says what is allowed, standard output is empty."""
    failed = khand(*arguments.split(), stdin="")
    assert 2 == failed.exit_code
    assert "" == failed.stdout
    assert says in failed.stderr


def test_window_for_people(tmp_path: Path) -> None:
    """Parts as a bar and in figures; how many chunks fit by mean, p95 and worst, and what is left."""
    chunks = tmp_path / "chunks.jsonl"
    chunks.write_text("".join(f'{{"tokens": {n}}}\n' for n in (*range(1, 100), 400)))
    shown = khand(
        "window", "--window", "2000", "--prompt", "600", "--answer", "400", "--chunks", str(chunks)
    ).stdout
    bar = shown.splitlines()[0]
    assert (18, 12, 30) == (bar.count("█"), bar.count("▚"), bar.count("░"))
    assert "18 chunks of the mean size (53.5 tokens): 37 tokens left" in shown
    assert "10 chunks of the size 95 % do not exceed (95 tokens): 50 tokens left" in shown
    assert "2 chunks of the largest size: always fit (400 tokens): 200 tokens left" in shown


def test_window_for_programs() -> None:
    """JSON has every part and every fit."""
    made = json.loads(khand(*"window --window 128000 --tools 3000 --chunk-size 512 --json".split()).stdout)
    assert (125_000, {"tokens": 512, "chunks": 244, "left": 72}) == (made["rest"], made["nominal"])


def test_window_says_how_much_a_chunk_is_too_large() -> None:
    """No chunk fits: by how much is said."""
    shown = khand(*"window --window 1000 --prompt 900 --chunk-size 512".split()).stdout
    assert "0 chunks of the size given (512 tokens): one is 412 tokens too large" in shown


def test_window_counts_files(tmp_path: Path) -> None:
    """A part that is a file is counted with the tokenizer; one that is not there fails."""
    (tmp_path / "prompt.md").write_text("You are a helpful clerk.")
    prompt = str(tmp_path / "prompt.md")
    made = json.loads(
        khand("window", "--window", "100", "--prompt", prompt, "--tokenizer", "words", "--json").stdout
    )
    assert 5 == made["prompt"]
    failed = khand("window", "--window", "100", "--prompt", str(tmp_path / "none.md"))
    assert 1 == failed.exit_code
    assert "none.md" in failed.stderr


def test_window_counts_standard_input(tmp_path: Path) -> None:
    """A part may come from there, in any encoding."""
    arguments = ("window", "--window", "100", "--prompt", "-", "--tokenizer", "characters", "--json")
    assert 4 == json.loads(khand(*arguments, stdin="café").stdout)["prompt"]
    (tmp_path / "p.md").write_bytes(b"caf\xe9")
    named = ("--encoding", "cp1252", "--tools", str(tmp_path / "p.md"))
    made = json.loads(khand(*arguments, *named, stdin=b"caf\xe9s").stdout)
    assert (5, 4) == (made["prompt"], made["tools"])


def test_window_marks_estimates(tmp_path: Path) -> None:
    """A file measured by an estimate carries ≈, and so does what follows from it; what was given does not."""
    (tmp_path / "prompt.md").write_text("x" * 100)
    arguments = ["--prompt", str(tmp_path / "prompt.md"), "--tools", "10", "--chunk-size", "30"]
    shown = khand("window", "--window", "100", *arguments, "--tokenizer", "estimate").stdout
    lines = [" ".join(line.split()) for line in shown.splitlines()]
    assert {"█ prompt ≈25 25.0 %", "▓ tools 10 10.0 %", "░ chunks ≈65 65.0 %", "window 100"} <= set(lines)
    assert "≈2 chunks of the size given (30 tokens): ≈5 tokens left" in lines


def made_with(tokenizer: str, path: Path) -> str:
    """The path of a file of chunks counted with a tokenizer."""
    text = "It is, in a word, unquestionable. Nobody knows. " * 20
    khand_library.write_jsonl(khand_library.chunk(text, size=40, tokenizer=tokenizer), path)
    return str(path)


@pytest.mark.parametrize("named", [[], ["--tokenizer", "estimate"]])
def test_window_marks_estimated_chunks(tmp_path: Path, named: list[str]) -> None:
    """Chunks whose sizes are estimates give estimates, also where nobody says so: their texts do."""
    chunks = made_with("estimate", tmp_path / "c.jsonl")
    shown = khand("window", "--window", "1000", "--prompt", "10", "--chunks", chunks, *named).stdout
    lines = [" ".join(line.split()) for line in shown.splitlines()]
    assert {"█ prompt 10 1.0 %", "░ chunks 990 99.0 %"} <= set(lines)
    (worst,) = [line for line in lines if "always fit" in line]
    assert worst.startswith("≈27 chunks of the largest size: always fit (≈36 tokens): ≈")


@pytest.mark.parametrize("unit", ["characters", "words"])
def test_window_of_tokens_is_not_filled_with_characters(tmp_path: Path, unit: str) -> None:
    """Chunks counted in another unit are refused; with everything in that unit it is named."""
    chunks = made_with(unit, tmp_path / "c.jsonl")
    failed = khand("window", "--window", "1000", "--chunks", chunks)
    assert (2, "") == (failed.exit_code, failed.stdout)
    assert f"its sizes are {unit}, the window is in tokens" in failed.stderr
    shown = khand("window", "--window", "1000", "--chunks", chunks, "--tokenizer", unit).stdout
    assert f" {unit}): " in shown
    assert "token" not in shown


def test_window_says_that_chunks_were_counted_otherwise(tmp_path: Path) -> None:
    """Another tokenizer than the one named is noted, its own is not."""
    chunks = made_with("estimate:2", tmp_path / "c.jsonl")
    assert "not counted with cl100k_base" in khand("window", "--window", "1000", "--chunks", chunks).stderr
    for tokenizer in ("o200k_base", "estimate:2"):
        done = khand(
            *("window", "--window", "1000", "--tokenizer", tokenizer),
            *("--chunks", made_with(tokenizer, tmp_path / "own.jsonl")),
        )
        assert ("", "estimate" in tokenizer) == (done.stderr, "≈" in done.stdout)


def test_sentences_of_a_file(tmp_path: Path) -> None:
    """One sentence a line; a hard line break inside is a space."""
    (tmp_path / "a.txt").write_text(
        "Dr. Rao came\nhome. She left.\n\nयह पहला वाक्य है। यह दूसरा है।\n", encoding="utf-8"
    )
    shown = khand("sentences", str(tmp_path / "a.txt")).stdout
    assert ["Dr. Rao came home.", "She left.", "यह पहला वाक्य है।", "यह दूसरा है।"] == shown.splitlines()


def test_sentences_with_offsets() -> None:
    """Offsets are half-open code points of the text; JSON has the exact text."""
    text = "😀 Dr. Rao came. She left."
    lines = khand("sentences", "-", "--offsets", stdin=text.encode()).stdout.splitlines()
    records = [
        json.loads(line)
        for line in khand("sentences", "-", "--json", stdin=text.encode()).stdout.splitlines()
    ]
    assert [text[r["start"] : r["end"]] for r in records] == [r["text"] for r in records]
    assert [f"{r['start']}\t{r['end']}\t{r['text'].strip()}" for r in records] == lines


def test_sentences_of_an_unknown_language() -> None:
    """They are cut by the common rules, and that is said."""
    done = khand("sentences", "-", "--language", "xx", stdin="One. Two.")
    assert ["One.", "Two."] == done.stdout.splitlines()
    assert "Note: No rules of its own for the sentences of language 'xx'" in done.stderr
    assert "" == khand("sentences", "-", "--language", "hi", stdin="One. Two.").stderr


def test_sentences_of_a_broken_file(tmp_path: Path) -> None:
    """A byte that cannot be decoded is named, exit code 1."""
    (tmp_path / "a.txt").write_bytes(b"caf\xe9")
    failed = khand("sentences", str(tmp_path / "a.txt"))
    assert 1 == failed.exit_code
    assert "a.txt: not utf-8 at byte 3" in failed.stderr
    assert "name its encoding with --encoding" in failed.stderr


def test_tokenizers_are_listed() -> None:
    """Each name with what counts its tokens."""
    shown = khand("tokenizers").stdout
    for name in ("cl100k_base", "o200k_base", "p50k_base", "r50k_base", "characters", "words", "estimate"):
        assert name in shown
    made = {row["name"]: row for row in json.loads(khand("tokenizers", "--json").stdout)}
    assert made["cl100k_base"]["backend"] in {"native", "python"}
    assert (True, False) == (made["cl100k_base"]["exact"], made["estimate"]["exact"])


def interrupted(code: str) -> tuple[int, str]:
    """Exit code and standard error of a process in which Ctrl+C comes at a moment of ours."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


@pytest.mark.parametrize("place", ["khand.cli", "khand.cli.plan", "khand.planning"])
def test_interrupt_is_a_line_and_exit_code_130(place: str) -> None:
    """While the command line is loaded, while a command is, and while it works: no inside is shown."""
    code = (
        "import sys\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {place!r}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "sys.argv = ['khand', 'plan', '10']\n"
        "from khand.__main__ import run\n"
        "run()\n"
    )
    assert (130, "Interrupted.\n") == interrupted(code)


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)])
def test_help_teaches(command: list[str]) -> None:
    """Every command explains itself and shows an example."""
    shown = khand(*command, "--help")
    assert 0 == shown.exit_code
    assert "\n  khand " in shown.stdout or "Start with:  khand" in shown.stdout


def test_help_names_what_every_command_does() -> None:
    """None of it is cut short."""
    listed = khand("--help").output.partition("Commands:")[2].partition("Start with")[0]
    assert "..." not in listed
    assert all(re.search(rf"^  {name}  +[A-Z]", listed, re.M) for name in COMMANDS)


@pytest.mark.parametrize("arguments", [["--help"], ["plan", "10000"]])
def test_start_is_light(arguments: list[str]) -> None:
    """Help and calculator load no tokenizer, no engine, no terminal library and no server."""
    code = (
        "import sys; from khand.cli import main\n"
        f"try: main({arguments!r}, prog_name='khand')\n"
        "except SystemExit: pass\n"
        "heavy = ('rich', 'toktok', 'tokenizers', 'http.server', 'asyncio', 'multiprocessing', 'khand.tokenizers.bpe')\n"
        "print([name for name in heavy if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "[]" == done.stderr.strip()


def test_version() -> None:
    """The version is that of the package, and says which build it is."""
    from importlib.metadata import version

    assert f"khand, version {version('khand')} ({build()})" == khand("--version").stdout.strip()


def test_completion_knows_the_commands() -> None:
    """The shell's completion offers commands and the values of options."""
    from click.shell_completion import ShellComplete

    complete = ShellComplete(main, {}, "khand", "_KHAND_COMPLETE")
    assert ["chunk", "check"] == [item.value for item in complete.get_completions([], "ch")]
    for arguments, incomplete, offered in (
        (["chunk", "--by"], "h", ["heading"]),
        (["chunk", "--price"], "text-embedding-3-s", ["text-embedding-3-small"]),
        (["chunk", "--context"], "t", ["table"]),
        (["chunk", "--context"], "headings,", [f"headings,{name}" for name in ("lead_in", "table", "fence")]),
        (["sentences", "--language"], "hi", ["hi"]),
    ):
        assert offered == [item.value for item in complete.get_completions(arguments, incomplete)]
    tokenizers = complete.get_completions(["window", "--tokenizer"], "o2")
    assert [("o200k_base", "plain"), ("o2", "file")] == [(item.value, item.type) for item in tokenizers]


@pytest.mark.parametrize(
    "arguments",
    [
        ["chunk"],
        ["chunk", "a.md"],
        ["chunk", "-o"],
        ["sentences"],
        *(["window", f"--{name}"] for name in ("prompt", "tools", "history", "answer", "chunks")),
    ],
)
def test_completion_leaves_files_to_the_shell(arguments: list[str]) -> None:
    """Where a file is wanted, the shell's own completion of files is asked for."""
    from click.shell_completion import ShellComplete

    complete = ShellComplete(main, {}, "khand", "_KHAND_COMPLETE")
    assert ["file"] == [item.type for item in complete.get_completions(arguments, "h")]
