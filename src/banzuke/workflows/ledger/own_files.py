"""Rules in files of the user's own: read and checked before a ledger keeps them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from banzuke.ledger.changes import Change
from banzuke.ledger.own_rules import OWN
from banzuke.model.kept_rules import kept_rules, reference_of
from banzuke.model.toml_sources import is_path
from banzuke.model.written_rules import WrittenRules
from banzuke.scoring.scoring import load_scoring


def kept_from_file(
    values: Mapping[str, Any], name: str, load: Callable[[str | Path], WrittenRules]
) -> tuple[dict[str, str], str]:
    """Values as texts, and the rules that one of them names by the path of a file.

    name : of that value; it becomes a reference. The rules are "" where it is no path
    Raises as ``load``.
    """
    texts = {said: "" if value is None else str(value) for said, value in values.items()}
    value = values.get(name)
    if not isinstance(value, (str, Path)) or not is_path(value):
        return texts, ""
    kept = kept_rules(load(value))
    return {**texts, name: reference_of(kept)}, kept


def correction(kind: str, about: Mapping[str, Any], values: Mapping[str, Any]) -> Change:
    """A correction of a game, an event or a person, with the scoring system of a file in it.

    about : {kind: which one}; values : {what: how it is}, None takes back what was said
    Raises FileProblem and ScoringRefused for a file that is none.
    """
    texts, own = kept_from_file(values, "scoring" if kind == "event" else "", load_scoring)
    return Change(f"correct {kind}", {**about, "values": texts} | ({OWN: own} if own else {}))
