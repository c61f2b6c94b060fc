"""The shelf of systems: every file in the same order, and no second list of them."""

from __future__ import annotations

import ast
from typing import get_args

import pytest

from banzuke.systems import shelf

# "score" may come from ``parts``; "check", "predict", "likelihood" and "aged" are there where the
# system has them.
ORDER = (
    *("State", "Rules", "rules", "start", "check", "predict", "likelihood"),
    *("update", "aged", "score", "explain"),
)
NEEDED = {"State", "Rules", "rules", "start", "update", "explain"}


def definitions(tree: ast.Module) -> list[str]:
    """The names of the classes and functions of a file, in its order."""
    return [node.name for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)]


def taken_from_folder(source) -> set[str]:
    """The names that the head of a folder takes from the other files of its own folder."""
    folder = source.name.removesuffix("/__init__.py").replace("/", ".")
    return {
        alias.name
        for node in source.tree.body
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{folder}.")
        for alias in node.names
    }


def test_order_of_definitions(systems):
    """Every file defines the same things in the same order."""
    found = []
    for source in systems:
        names = definitions(source.tree)
        have = [name for name in names if name in ORDER]
        want = [name for name in ORDER if name in names]
        missing = sorted(NEEDED - set(names) - taken_from_folder(source))
        if have != want:
            found.append(f"src/{source.name}: {', '.join(have)} should be {', '.join(want)}")
        if missing:
            found.append(f"src/{source.name}: no {', '.join(missing)}")
    assert found == []


def test_parameters_come_first(systems):
    """The parameters stand before the state; no class stands after it but Rules."""
    found = []
    for source in systems:
        classes = [node for node in source.tree.body if isinstance(node, ast.ClassDef)]
        names = [node.name for node in classes]
        own = [node.name for node in classes if "Parameters" in map(ast.unparse, node.bases)]
        elsewhere = taken_from_folder(source)
        if elsewhere >= {"State", "Rules"} and not names:
            continue
        if len(own) != 1 or names[-3:] != [*own, "State", "Rules"]:
            found.append(f"src/{source.name}: {', '.join(names)}")
    assert found == []


def test_helpers_come_last(systems):
    """Between the functions that the card names stands no other; helpers follow ``explain``."""
    found = []
    for source in systems:
        names = definitions(source.tree)
        elsewhere = taken_from_folder(source)
        begin = 0 if "Rules" in elsewhere else names.index("Rules")
        end = len(names) if "explain" in elsewhere else names.index("explain")
        between = [name for name in names[begin:end] if name not in ORDER]
        if between:
            found.append(f"src/{source.name}: {', '.join(between)} before explain")
    assert found == []


def test_card_is_last(systems):
    """The last statement of a file is ``SYSTEM = System(...)``."""
    found = [
        f"src/{source.name}"
        for source in systems
        if not ast.unparse(source.tree.body[-1]).startswith("SYSTEM = System(")
    ]
    assert found == []


def test_docstring_has_source_scale_and_example(systems):
    """A file's docstring gives the source, then the scale, then an example that runs."""
    found = []
    for source in systems:
        text = ast.get_docstring(source.tree) or ""
        places = [text.find(mark) for mark in ("\nSource: ", "\nScale: ", "\n    >>> ")]
        if -1 in places or places != sorted(places):
            found.append(f"src/{source.name}")
    assert found == []


@pytest.mark.parametrize("key", shelf())
def test_card_names_its_file(key):
    """The key of a system is the name of its file or folder, so that one lookup imports one."""
    module = shelf()[key].parameters.__module__.removeprefix("banzuke.systems.")
    assert module.split(".")[0] == key.replace("-", "_")


def choices_of(own: str) -> set[object]:
    """The words that a system's own parameters take; one may be the key of another system."""
    system = shelf().get(own.replace("_", "-"))
    fields = [] if system is None else system.parameters.model_fields.values()
    return {word for field in fields for word in get_args(field.annotation)}


def test_no_second_list(sources):
    """A system's key stands in its own file only: all lists come from the shelf."""
    found = []
    for source in sources:
        own = source.name.removeprefix("banzuke/systems/").split("/")[0].removesuffix(".py")
        docstrings = source.docstrings()
        for node in ast.walk(source.tree):
            if (
                isinstance(node, ast.Constant)
                and node.value in shelf()
                and id(node) not in docstrings
                and node.value not in choices_of(own)
                and not (
                    source.name.startswith("banzuke/systems/")
                    and node.value.replace("-", "_") == own
                )
            ):
                found.append(f"{source.at(node)} {node.value!r}")
    assert found == []
