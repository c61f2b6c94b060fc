"""The tree of errors is the one drawn at the top of ``model/errors.py``."""

from __future__ import annotations

import ast
import builtins
import inspect
import re

import pytest

from banzuke.model import errors

LINE = re.compile(
    r"^(?P<indent>[\s│├└─]*)(?P<name>[A-Z]\w+)"
    r"(?:\s+also an? (?P<also>\w+))?(?P<rest>.*?)(?:exit code (?P<code>\d))?$"
)
# Classes of errors that never reach a caller, and why.
INSIDE = {
    "ParameterFaults": "Pydantic asks for a ValueError and makes its own error of it",
}
CLASSES = dict(
    sorted(
        (name, value)
        for name, value in vars(errors).items()
        if inspect.isclass(value) and issubclass(value, Exception)
    )
)


def drawing() -> dict[str, tuple[str, str, str]]:
    """The drawing as {class: (its parent, the built-in it also is, its exit code or "")}."""
    drawn: dict[str, tuple[str, str, str]] = {}
    above: list[tuple[int, str]] = []
    for line in (errors.__doc__ or "").splitlines():
        match = LINE.match(line)
        if not line.startswith("    ") or not match:
            continue
        depth = len(match["indent"])
        above = [(level, name) for level, name in above if level < depth]
        parent = above[-1][1] if above else "Exception"
        drawn[match["name"]] = (parent, match["also"] or "", match["code"] or "")
        above.append((depth, match["name"]))
    return drawn


def test_every_error_is_drawn():
    """The drawing names every class of the module, and no other."""
    assert sorted(drawing()) == sorted(CLASSES)


@pytest.mark.parametrize("name", CLASSES)
def test_error_is_what_the_drawing_says(name):
    """Parent, built-in and exit code of a class are those that are drawn."""
    parent, also, code = drawing()[name]
    bases = [base.__name__ for base in CLASSES[name].__bases__]
    assert bases == [parent, also] if also else bases == [parent]
    if code:
        assert CLASSES[name].exit_code == int(code)


def test_all_errors_are_in_one_file(sources):
    """No other file of the package defines a class of errors that a caller can meet."""
    builtin = {name for name, value in vars(builtins).items() if _is_error(value)}
    known = builtin | set(CLASSES)
    found = [
        source.at(node)
        for source in sources
        if source.name != "banzuke/model/errors.py"
        for node in ast.walk(source.tree)
        if isinstance(node, ast.ClassDef)
        and node.name not in INSIDE
        and any(ast.unparse(base).split(".")[-1] in known for base in node.bases)
    ]
    assert found == []


def _is_error(value: object) -> bool:
    return inspect.isclass(value) and issubclass(value, BaseException)
