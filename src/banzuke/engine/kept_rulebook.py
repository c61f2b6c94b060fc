"""A rulebook kept as a whole beside what was reckoned by it, so that its file is not needed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from banzuke.engine.rulebook import Rulebook, from_parts
from banzuke.engine.rulebook_check import resolve
from banzuke.model.errors import RulebookRefused
from banzuke.model.parameters import Declared
from banzuke.model.problems import Problem


class KeptRulebook(Declared):
    """The rulebook as a whole, and its hash."""

    key: str
    path: str | None
    text: str
    content: dict[str, Any]
    hash: str


def kept_form(rulebook: Rulebook) -> dict[str, Any]:
    """What is kept of a rulebook, as JSON takes it."""
    return {
        "key": rulebook.key,
        "path": None if rulebook.path is None else str(rulebook.path),
        "text": rulebook.text_of_file,
        "content": rulebook.content,
        "hash": rulebook.hash,
    }


def rulebook_as_kept(said: KeptRulebook) -> Rulebook:
    """The rulebook as it was; raises RulebookRefused where this version does not take it."""
    parts, faults = resolve(said.content)
    if faults or parts.system is None:
        what = f"this version does not take the rulebook {said.key}"
        raise RulebookRefused([Problem(what, "the version that kept it")])
    file = None if said.path is None else Path(said.path)
    rulebook = from_parts(parts, said.content, (said.key, file, said.text))
    if rulebook.hash != said.hash:
        raise RulebookRefused([Problem(f"the rulebook {said.key} is not as it was saved")])
    return rulebook
