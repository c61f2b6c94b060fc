"""The project's own files, as the tests of its architecture read them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Source:
    """One Python file of the package: ``name`` from ``src/`` on, its text and syntax tree."""

    name: str
    text: str
    tree: ast.Module

    def at(self, node: ast.AST) -> str:
        """File and line of a node, as an editor opens it."""
        return f"src/{self.name}:{getattr(node, 'lineno', 1)}"

    def docstrings(self) -> set[int]:
        """The ids of the constants that are docstrings."""
        found = set()
        for node in ast.walk(self.tree):
            body = getattr(node, "body", None)
            if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
                found.add(id(body[0].value))
        return found


@pytest.fixture(scope="session")
def root() -> Path:
    """The top folder of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def sources() -> list[Source]:
    """All Python files of the package, in order of their names."""
    found = []
    for path in sorted((ROOT / "src").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        name = path.relative_to(ROOT / "src").as_posix()
        found.append(Source(name, text, ast.parse(text)))
    return found


@pytest.fixture(scope="session")
def systems(sources: list[Source]) -> list[Source]:
    """The files of the shelf: a system each, as a file or as the head of a folder."""
    shelf = "banzuke/systems/"
    return [
        source
        for source in sources
        if source.name.startswith(shelf)
        and source.name != shelf + "__init__.py"
        and (source.name.count("/") == 2 or source.name.endswith("/__init__.py"))
    ]


@pytest.fixture(scope="session")
def find(sources: list[Source]) -> Callable[[Callable[[ast.AST], bool]], list[str]]:
    """A function that says where in the package nodes of a kind are."""

    def found(is_wanted: Callable[[ast.AST], bool]) -> list[str]:
        def walk() -> Iterator[str]:
            for source in sources:
                for node in ast.walk(source.tree):
                    if is_wanted(node):
                        yield source.at(node)

        return list(walk())

    return found
