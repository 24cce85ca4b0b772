"""What makes khand part of other people's work: the hook of pre-commit, the GitHub Action, the image."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
HANDBOOK = ROOT / "examples" / "handbook.md"

PAGE = (ROOT / "docs" / "check.md").read_text(encoding="utf-8")
CONFIG, WORKFLOW = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.M | re.S)

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="shell scripts"),
    pytest.mark.timeout(600),  # packages are installed
]


def run(*command, cwd=ROOT, env=None, code=0):
    """What a command prints, both streams together."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert code == done.returncode, done.stdout[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def sent(tmp_path_factory):
    """What .dockerignore lets into the image, with hook and action: all that is needed to install khand from its repository."""
    folder = tmp_path_factory.mktemp("sent")
    allowed = re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(), re.M)
    for name in [*allowed, ".pre-commit-hooks.yaml", "action.yml", "scripts/action"]:
        to = folder / name
        to.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, to, ignore=shutil.ignore_patterns("__pycache__", "core.*"))
        else:
            shutil.copy(ROOT / name, to)
    return folder


@pytest.fixture
def environment(tmp_path):
    """Git as somebody, and no Node: to compile the page takes longer than all the rest."""
    bin = tmp_path / "bin"
    bin.mkdir()
    for folder in os.environ["PATH"].split(os.pathsep):
        for program in Path(folder).glob("*"):
            if program.name not in ("node", "nodejs") and not (bin / program.name).is_symlink():
                (bin / program.name).symlink_to(program)
    who = {
        f"GIT_{role}_{what}": "khand@localhost"
        for role in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    }
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return kept | who | {"PATH": str(bin), "PRE_COMMIT_HOME": str(tmp_path / "pre-commit")}


@pytest.fixture
def documents(tmp_path):
    """A folder with documents."""
    folder = tmp_path / "work"
    (folder / "my docs").mkdir(parents=True)
    shutil.copy(HANDBOOK, folder / "my docs" / "handbook.md")
    (folder / "code.py").write_text("x = 1\n")
    return folder


def test_hook_stops_a_commit(sent, environment, documents) -> None:
    """pre-commit itself installs khand from a repository; a section that is too long keeps a document from being committed."""
    for folder in (sent, documents):
        run("git", "init", "-q", cwd=folder, env=environment)
    run(BIN / "pre-commit", "validate-manifest", sent / ".pre-commit-hooks.yaml")
    run("git", "add", "-A", cwd=sent, env=environment)
    run("git", "commit", "-q", "-m", "khand", cwd=sent, env=environment)
    head = run("git", "rev-parse", "HEAD", cwd=sent, env=environment).strip()

    def configure(limit):
        hook = {"id": "khand-check", "args": ["--size=100000", f"--max-tokens={limit}"]}
        config = {"repos": [{"repo": str(sent), "rev": head, "hooks": [hook]}]}
        (documents / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config))
        run("git", "add", "-A", cwd=documents, env=environment)

    configure(190)
    run(BIN / "pre-commit", "install", cwd=documents, env=environment)
    told = run("git", "commit", "-m", "docs", cwd=documents, env=environment, code=1)
    assert "my docs/handbook.md:18: chunk 4 has 204 tokens, more than 190\n" in told
    configure(210)
    assert "khand check..............................................................Passed" in run(
        "git", "commit", "-m", "docs", cwd=documents, env=environment
    )


def steps(given):
    """The steps of the action as a runner makes them: the script of each, and the variables it sees."""
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    inputs = {name: given.get(name, each["default"]) for name, each in action["inputs"].items()}
    assert set(given) <= set(inputs)
    for step in action["runs"]["steps"]:
        assert "${{" not in step["run"], "what a workflow gives must not become a part of a script"
        filled = {
            name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: inputs[found[1]], value)
            for name, value in step["env"].items()
        }
        yield ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], filled


def test_action_annotates(sent, environment, documents, tmp_path) -> None:
    """The steps of the action install khand and name what is too long by file and line; names with spaces and odd options stay whole."""
    runner = environment | {"GITHUB_ACTION_PATH": str(sent), "RUNNER_TEMP": str(tmp_path)}
    options = "--size=100000\n  --max-tokens=190\n\n--title=a; touch $(echo hacked)\n"
    install, check = steps({"paths": "my docs\nnone.md\n", "options": options})
    run(*install[0], cwd=documents, env=runner | install[1])
    told = run(*check[0], cwd=documents, env=runner | check[1], code=1)
    assert (
        "::error file=my docs/handbook.md,line=18,title=khand check::chunk 4 has 204 tokens, more than 190\n"
        in told
    )
    assert "::error title=khand check::none.md: no such file or folder\n" in told
    assert ["code.py", "my docs"] == sorted(path.name for path in documents.iterdir())
    _, check = steps({"options": "--size=100000\n"})
    assert "everything holds" in run(*check[0], cwd=documents, env=runner | check[1])


def test_action_is_as_github_has_it() -> None:
    """action.yml keeps to the published schema, and its script is clean."""
    run(BIN / "check-jsonschema", "--builtin-schema", "vendor.github-actions", "action.yml")
    run(BIN / "shellcheck", "scripts/action")


def test_page_shows_a_hook_that_there_is(tmp_path) -> None:
    """The configuration in docs/check.md is one that pre-commit takes, with the hook's name and options that the command takes."""
    (tmp_path / "config.yaml").write_text(CONFIG)
    run(BIN / "pre-commit", "validate-config", tmp_path / "config.yaml")
    (hook,) = yaml.safe_load(CONFIG)["repos"][0]["hooks"]
    assert [hook["id"]] == [
        one["id"] for one in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    ]
    assert "everything holds" in run(BIN / "khand", "check", *hook["args"], HANDBOOK)


def test_page_shows_a_workflow_that_there_may_be(documents, tmp_path) -> None:
    """The workflow in docs/check.md keeps to the published schema, with inputs of the action and options of the command."""
    (tmp_path / "workflow.yml").write_text(WORKFLOW)
    run(BIN / "check-jsonschema", "--builtin-schema", "vendor.github-workflows", tmp_path / "workflow.yml")
    _, step = yaml.safe_load(WORKFLOW)["jobs"]["documents"]["steps"]
    assert set(step["with"]) <= set(yaml.safe_load((ROOT / "action.yml").read_text())["inputs"])
    (documents / "my docs").rename(documents / step["with"]["paths"])
    options = step["with"]["options"].split()
    run(BIN / "khand", "chunk", "docs", *options[:2], "-o", "chunks.jsonl", cwd=documents)
    assert "everything holds" in run(BIN / "khand", "check", *options, "docs", cwd=documents)


def test_page_runs_commands_in_the_image(documents) -> None:
    """What docs/check.md runs in a container works outside of one."""
    (documents / "my docs").rename(documents / "docs")
    commands = re.findall(r"^docker run .* khand ((?!mcp ).*)$", PAGE, re.M)
    assert 2 == len(commands)
    for command in commands:
        run(BIN / "khand", *command.split(), cwd=documents)


def test_image(sent, environment, tmp_path) -> None:
    """The Dockerfile is clean, does not run as root, and what it runs makes a khand that works, of the files that are sent."""
    run(BIN / "hadolint", "Dockerfile")
    image = (ROOT / "Dockerfile").read_text()
    assert re.search(r"^USER [1-9]\d*$", image, re.M)
    assert '\nENTRYPOINT ["khand"]\n' in image
    (wheel,) = re.findall(r"^RUN (pip wheel .*)$", image, re.M)
    (install,) = re.findall(r"^    (pip install .*) \\$", image, re.M)
    run(sys.executable, "-m", "venv", tmp_path / "venv", env=environment)

    def inside(command):
        for place, here in (("/wheels", tmp_path / "wheels"), ("/khand", sent)):
            command = re.sub(rf"(?<=[ (]){place}\b(?!-)", str(here), command)
        path = f"{tmp_path / 'venv' / 'bin'}{os.pathsep}{environment['PATH']}"
        return run("sh", "-ec", command, env=environment | {"PATH": path, "EXTRAS": ""}, cwd=tmp_path)

    inside(wheel)
    inside(install)
    assert "everything holds" in inside(f"khand check '{HANDBOOK}'")


def test_every_extra_has_an_example() -> None:
    """scripts/extras.py tries each extra that is for users; the others gather what tests need."""
    spec = importlib.util.spec_from_file_location("extras", ROOT / "scripts" / "extras.py")
    extras = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(extras)
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert set(extras.EXAMPLES) == set(declared) - {"frameworks", "integrations", "test"}
