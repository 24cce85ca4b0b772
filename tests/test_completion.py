"""The completion that docs/cli.md describes, in the shells themselves: what is typed with the Tab key in a terminal."""

import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
LINES = {
    shell: (file, line.replace("\\|", "|"))
    for shell, file, line in re.findall(r"^\| (\w+) \(`~/(\S+)`\) \| `(.*)` \|$", PAGE, re.M)
}
PROMPT = "ready> "


def has(*shells):
    """Those shells, each skipped where it is not there."""
    return [
        pytest.param(shell, marks=pytest.mark.skipif(shutil.which(shell) is None, reason=f"no {shell} here"))
        for shell in shells
    ]


def home(shell, folder):
    """A home with only the line of the page in it, and an example; the variables of a terminal there."""
    file, line = LINES[shell]
    (folder / file).parent.mkdir(parents=True, exist_ok=True)
    (folder / file).write_text(f"{line}\n" + (f"PS1='{PROMPT}'\n" if shell != "fish" else ""))
    shutil.copy(ROOT / "examples" / "handbook.md", folder)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "ZDOTDIR", "BASH"))
    }
    return kept | {"HOME": str(folder), "PATH": path, "TERM": "dumb"}


def typed(shell, folder, keys, until):
    """What a terminal shows from the keys on until a text appears; at most half a minute each."""
    import pty

    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.execvpe(shell, [shell, "-i"], home(shell, folder))
    try:
        shown = _read(terminal, lambda text: PROMPT in text)
        for key in keys:
            os.write(terminal, key.encode())
            # it is answered when something is shown
            shown += _read(terminal, bool)
        return shown + _read(terminal, lambda text: until in shown + text)
    finally:
        os.close(terminal)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def _read(terminal, enough):
    """What is shown until it is enough and nothing follows at once."""
    got, end = "", time.monotonic() + 30
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.3)[0]:
            try:
                got += os.read(terminal, 65536).decode("utf-8", "replace")
            except OSError:  # the shell has ended
                break
        elif enough(got):
            break
    return got


def test_page_has_a_line_for_each_shell() -> None:
    """Three shells, each with its file and its line."""
    assert ["bash", "zsh", "fish"] == list(LINES)


@pytest.mark.parametrize("shell", has("bash", "zsh"))
def test_tab_completes_commands_options_and_files(shell, tmp_path) -> None:
    """A line typed with the Tab key is the whole command, which then runs."""
    shown = typed(
        shell, tmp_path, ["khand ins", "\t", " --dep", "\t", " 1 handb", "\t", "\n"], "# Returns handbook"
    )
    assert "# Returns handbook  (lines" in shown, shown


@pytest.mark.parametrize("shell", has("fish"))
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("khand insp", {"inspect"}),
        ("khand chunk --by h", {"heading"}),
        ("khand chunk --price text-embedding-3-s", {"text-embedding-3-small"}),
        ("khand inspect handb", {"handbook.md"}),
    ],
)
def test_fish_offers(shell, line, offered, tmp_path) -> None:
    """Fish asked what it would offer for a line; it reads the file of the page by itself."""
    told = subprocess.run(
        [shell, "-c", f"complete -C '{line}'"],
        env=home(shell, tmp_path),
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert offered == {one.split("\t")[0] for one in told.stdout.splitlines()}
