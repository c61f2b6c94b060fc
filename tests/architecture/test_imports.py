"""Who may import whom: the contracts of ``.importlinter``, and what they cannot see."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest


def test_contracts_are_kept(root: Path):
    """Every contract of ``.importlinter`` is kept."""
    pytest.importorskip("importlinter", reason="import-linter is not installed")
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()"]
    done = subprocess.run(
        [*command, "--no-cache"], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_nobody_imports_the_front_door(sources):
    """No module imports the package's own ``__init__``, which imports the others."""
    found = []
    for source in sources:
        for node in ast.walk(source.tree):
            whole = isinstance(node, ast.Import) and any(a.name == "banzuke" for a in node.names)
            part = isinstance(node, ast.ImportFrom) and node.module == "banzuke"
            if whole or part:
                found.append(source.at(node))
    assert found == []


def test_imports_are_absolute(find):
    """A line that imports says from which floor, wherever it stands."""
    assert find(lambda node: isinstance(node, ast.ImportFrom) and node.level > 0) == []


def test_nobody_names_a_system_by_import(sources, systems):
    """Systems are reached through the shelf, so that a new file needs no other change."""
    modules = {source.name.removesuffix(".py").replace("/", ".") for source in systems}
    found = []
    for source in sources:
        for node in ast.walk(source.tree):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            if modules.intersection(names):
                found.append(source.at(node))
    assert found == []
