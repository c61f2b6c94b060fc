"""Gather the English texts of rating systems and scoring that pages show, for translators.

They are declared where they belong, and know nothing of translation: messages of phrases and texts
of explanations stand in the source, all else on the cards of the shelves.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from banzuke.model.columns import STATUSES
from banzuke.systems import shelf as systems

SOURCE = Path(__file__).resolve().parents[1] / "src" / "banzuke"

#: What a text is called by: itself, or its singular and plural.
Text = str | tuple[str, ...]

#: What formulas call things by, in every language.
FORMULA_WORDS = {"RD", "exp", "max", "min"}

#: Where the source has texts that pages show, and which arguments of which calls they are.
FOLDERS = ("model", "parts", "systems", "scoring", "engine", "publishing", "ledger")
CALLS = {
    "phrase": (0,),
    "phrases": (0, 1),
    "Term": (0, 2, 3),
    "Explanation": (3,),
}


def declared_texts() -> dict[Text, set[str]]:
    """Every text, and where it stands: folders and cards."""
    found: dict[Text, set[str]] = {}
    for text, where in (*_of_source(), *_of_cards()):
        if has_words(text):
            found.setdefault(text, set()).add(where)
    return found


def has_words(text: Text) -> bool:
    """Whether a text says something, and is not a formula alone."""
    plain = re.sub(r"\{\w+(:[^}]*)?\}", " ", text if isinstance(text, str) else text[0])
    return bool(set(re.findall(r"[A-Za-z]{2,}", plain)) - FORMULA_WORDS)


def _of_source() -> Iterator[tuple[Text, str]]:
    for folder in FOLDERS:
        for path in sorted((SOURCE / folder).rglob("*.py")):
            where = path.relative_to(SOURCE).as_posix()
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    yield from ((text, where) for text in _of_call(node.func.id, node))


def _of_call(name: str, call: ast.Call) -> Iterator[Text]:
    places = [call.args[at] for at in CALLS.get(name, ()) if at < len(call.args)]
    places += [one.value for one in call.keywords if name == "Explanation" and one.arg == "why"]
    said = [text for place in places for text in _constants(place)]
    if name == "phrases":
        yield from [tuple(said)] if said else []
    else:
        yield from said


def _constants(place: ast.expr) -> Iterable[str]:
    """The text that stands in a place, or the two of a choice."""
    if isinstance(place, ast.IfExp):
        return (*_constants(place.body), *_constants(place.orelse))
    if isinstance(place, ast.Constant) and isinstance(place.value, str):
        return (place.value,)
    return ()


def _of_cards() -> Iterator[tuple[Text, str]]:
    """What the cards of the shelves call the columns that they keep."""
    for key, system in systems().items():
        for column in system.told_columns:
            yield from (
                (text, f"system {key}") for text in (column.name.replace("_", " "), column.unit)
            )
    yield from ((status, "results") for status in STATUSES)
