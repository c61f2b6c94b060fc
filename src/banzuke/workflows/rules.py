"""Rulebooks to look at, to check and to begin with."""

from __future__ import annotations

import re
from pathlib import Path

from banzuke.engine.rulebook import (
    Example,
    Rulebook,
    check_rulebook,
    load_rulebook,
    new_rulebook,
    rulebook_keys,
)
from banzuke.engine.whole_files import write_new
from banzuke.model.errors import WrongUse
from banzuke.model.problems import Problem
from banzuke.workflows.one_game import rate_game

_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def packaged_rulebooks() -> list[Rulebook]:
    """The rulebooks that come with banzuke, in order of their keys."""
    return [load_rulebook(key) for key in rulebook_keys()]


def check_rules(rules: str) -> list[Problem]:
    """Everything wrong with a rulebook, its worked examples included."""
    return check_rulebook(rules, work_example)


def work_example(rulebook: Rulebook, example: Example) -> list[list[tuple[float, ...]]]:
    """The values of every member of every side after a worked example."""
    return rate_game(rulebook, **example.game())


def start_rulebook(key: str, extends: str, out: Path | None = None) -> Path:
    """Write a rulebook to start from, and return its path; nothing is overwritten.

    out : the file, by default KEY.toml in the current folder
    Raises WrongUse for a key that is none, FileProblem if the file is there already.
    """
    if not _KEY.fullmatch(key):
        raise WrongUse(f"{key!r} is no key: small letters, digits and hyphens, as my-club")
    path = Path(f"{key}.toml") if out is None else out
    text = new_rulebook(key, extends)
    write_new(path, lambda place: place.write_bytes(text.encode()))
    return path
