"""Rules for every file of the package that no linter holds."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

MOST_PARAMETERS = 7
# A rule is switched off for a reason, which stands behind the mark in a comment of its own.
EXEMPTION = re.compile(r"# (?:noqa|type: ?ignore|pragma:)")
REASONED = re.compile(r"# (?:noqa: ?[A-Z0-9, ]+|type: ?ignore\[[\w, -]+\]|pragma: ?[\w ]+)  # \w")
PLACE = re.compile(r"(?<![\w./~:])/(?:home|root|tmp|usr|var|etc|opt|mnt|work|Users)/|\b[A-Z]:\\\\")


def test_nothing_is_left_undone(find):
    """A thing that is not implemented is not there at all."""

    def is_stub(node):
        return isinstance(node, ast.Name) and node.id in {"NotImplementedError", "NotImplemented"}

    assert find(is_stub) == []


def test_no_assert(find):
    """``assert`` disappears under ``python -O``: checks raise errors."""
    assert find(lambda node: isinstance(node, ast.Assert)) == []


def test_no_blind_except(find):
    """An except clause names what it expects."""

    def is_blind(node):
        if not isinstance(node, ast.ExceptHandler):
            return False
        names = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
        return any(
            name is None
            or (isinstance(name, ast.Name) and name.id in {"Exception", "BaseException"})
            for name in names
        )

    assert find(is_blind) == []


def test_no_bare_exception_is_raised(find):
    """What is raised has a class of its own."""

    def is_bare(node):
        if not isinstance(node, ast.Raise):
            return False
        raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        return isinstance(raised, ast.Name) and raised.id in {"Exception", "BaseException"}

    assert find(is_bare) == []


def test_no_notes_to_self(sources):
    """No file holds a note about work still to be done."""
    found = [
        f"src/{source.name}:{number}"
        for source in sources
        for number, line in enumerate(source.text.splitlines(), 1)
        if re.search(r"\b(?:TODO|FIXME|XXX|HACK)\b", line)
    ]
    assert found == []


def test_no_place_of_one_machine(sources):
    """No file names a folder that only one machine has."""
    found = [
        f"src/{source.name}:{number}"
        for source in sources
        for number, line in enumerate(source.text.splitlines(), 1)
        if PLACE.search(line)
    ]
    assert found == []


def test_functions_have_few_parameters(find):
    """Columns travel as one named tuple, not as fifteen arguments."""

    def has_many(node):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            return False
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        own = [argument for argument in arguments if argument.arg not in {"self", "cls"}]
        # A command's parameters are its options: they are declared for the person at the
        # keyboard, and no other function calls it.
        is_command = any("command" in ast.unparse(decorator) for decorator in node.decorator_list)
        return len(own) > MOST_PARAMETERS and not is_command

    assert find(has_many) == []


def test_every_module_says_what_it_is_for(sources):
    """A module's docstring begins with one sentence on one line."""
    found = []
    for source in sources:
        first = (ast.get_docstring(source.tree) or "").split("\n")[0]
        if not first.endswith("."):
            found.append(f"src/{source.name}")
    assert found == []


def test_kernels_say_what_they_do(sources):
    """Every public function and class of the numeric floors has a docstring."""
    floors = ("banzuke/systems/", "banzuke/numeric/", "banzuke/parts/")
    found = [
        f"{source.at(node)} {node.name}"
        for source in sources
        if source.name.startswith(floors)
        for node in source.tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and not node.name.startswith("_")
        and not ast.get_docstring(node)
    ]
    assert found == []


def test_every_exemption_has_its_reason(root: Path, sources):
    """Where a rule is switched off, the same line says why."""
    found = [
        f"src/{source.name}:{number}"
        for source in sources
        for number, line in enumerate(source.text.splitlines(), 1)
        if EXEMPTION.search(line) and not REASONED.search(line)
    ]
    settings = (root / "pyproject.toml").read_text(encoding="utf-8")
    lint = tomllib.loads(settings)["tool"]["ruff"]["lint"]
    codes = {
        *lint["ignore"],
        *(code for group in lint["per-file-ignores"].values() for code in group),
    }
    found += [
        f"pyproject.toml: {code}"
        for code in sorted(codes)
        for line in settings.splitlines()
        if line.strip().startswith(f'"{code}",') and "#" not in line
    ]
    assert found == []
