"""Every example in a docstring, the README, CONTRIBUTING and the manual runs as it is printed.

Two kinds are run: ``>>>`` lines, and fenced ``console`` blocks, whose lines that begin with
``$`` are commands and whose other lines are what they print. All examples of one file
run in its order, in one folder that begins with a copy of ``examples/``. ``...``
stands for any text. A command that is to fail ends in ``# exit code N``.
"""

from __future__ import annotations

import doctest
import importlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import banzuke

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "banzuke"
FLAGS = doctest.ELLIPSIS
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)

MODULES = [
    ".".join(("banzuke", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
    for path in sorted(SOURCE.rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]
PAGES = [
    path.relative_to(ROOT).as_posix()
    for path in [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
    if re.search(r"^(>>> |\$ banzuke )", path.read_text(encoding="utf-8"), re.MULTILINE)
]


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """A folder to work in, with a copy of the example files."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def report(test: doctest.DocTest) -> str:
    """What is wrong with the examples of a test, "" if nothing."""
    lines: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS).run(test, out=lines.append)
    return "".join(lines)


@pytest.mark.skipif(not hasattr(banzuke, "__all__"), reason="the package has no public names yet")
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    """The examples in a module's docstrings give what they say."""
    module = importlib.import_module(name)
    tests = doctest.DocTestFinder(exclude_empty=True).find(module)
    wrong = "".join(report(test) for test in tests)
    if wrong:
        pytest.fail(wrong, pytrace=False)


@pytest.mark.parametrize("name", PAGES)
def test_pages(name, folder):
    """The examples of a page give what they say."""
    text = (ROOT / name).read_text(encoding="utf-8")
    shared: dict[str, object] = {"__name__": "__main__"}
    wrong = []
    for fence in FENCE.finditer(text):
        line = text.count("\n", 0, fence.start()) + 1
        if ">>> " in fence[2]:
            # A test works on a copy of the names; the next one goes on with it.
            test = doctest.DocTestParser().get_doctest(fence[2], shared, name, name, line)
            runner = doctest.DocTestRunner(optionflags=FLAGS)
            runner.run(test, out=wrong.append, clear_globs=False)
            shared = test.globs
        elif fence[1] == "console":
            wrong += run_commands(fence[2], folder)
    if wrong:
        pytest.fail("".join(wrong), pytrace=False)


def run_commands(block: str, folder: Path) -> list[str]:
    """Run the commands of a console block; one text for each that prints something else."""
    script = Path(sys.executable).parent / "banzuke"
    if not script.exists():
        pytest.skip("the command banzuke is not installed")
    path = os.pathsep.join([str(script.parent), os.environ["PATH"]])
    plain = {"PATH": path, "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
    wrong = []
    for match in COMMAND.finditer(block):
        command, wanted = match[1], match[2].strip()
        code = re.search(r"# exit code (\d+)$", command)
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=os.environ | plain,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        got = "\n".join(line.rstrip() for line in done.stdout.strip().splitlines())
        right = doctest.OutputChecker().check_output(wanted + "\n", got + "\n", FLAGS)
        if not right or done.returncode != int(code[1] if code else 0):
            wrong.append(f"$ {command}\nexit code {done.returncode}\n{got}\n\n")
    return wrong
