"""Gather the English texts of rating systems and scoring that pages show, for translators.

They are declared where they belong, and know nothing of translation: messages of phrases and texts
of explanations stand in the source, all else on the cards of the shelves.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import get_args

from pydantic import BaseModel

from banzuke.engine.periods import STRETCHES
from banzuke.engine.rulebook import load_rulebook, rulebook_keys
from banzuke.engine.rulebook_form import SECTIONS, RulebookForm
from banzuke.model.columns import STATUSES
from banzuke.model.declarations import bare, names_of
from banzuke.model.parameters import unit_of
from banzuke.scoring.boards_compared import ENDINGS
from banzuke.scoring.circuits.circuit import circuit_keys, load_circuit
from banzuke.scoring.circuits.form import Sharing
from banzuke.scoring.scoring import load_scoring, scoring_keys
from banzuke.scoring.tie_breaks import shelf as tie_breaks
from banzuke.systems import shelf as systems

SOURCE = Path(__file__).resolve().parents[1] / "src" / "banzuke"

#: What a text is called by: itself, or its singular and plural.
Text = str | tuple[str, ...]

#: What formulas call things by, in every language.
FORMULA_WORDS = {"RD", "exp", "max", "min"}

#: Where the source has texts that pages show, and which arguments of which calls they are.
FOLDERS = ("model", "parts", "systems", "scoring", "engine", "publishing", "ledger")
CALLS = {
    "message": (0,),
    "phrase": (0,),
    "phrases": (0, 1),
    "Term": (0, 2, 3),
    "Explanation": (3,),
}


def declared_texts() -> dict[Text, set[str]]:
    """Every text, and where it stands: folders and cards."""
    found: dict[Text, set[str]] = {}
    for text, where in (*_of_source(), *_of_cards(), *_of_files()):
        if has_words(text):
            found.setdefault(text, set()).add(where)
    return found


def has_words(text: Text) -> bool:
    """Whether a text says something, and is not a formula alone."""
    plain = re.sub(r"\{\w+(![ars])?(:[^}]*)?\}", " ", text if isinstance(text, str) else text[0])
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
    """What the cards of the shelves say, and the declarations of what can be set."""
    for key, system in systems().items():
        where = f"system {key}"
        yield from ((text, where) for text in (system.title, system.summary))
        for column in system.told_columns:
            yield from (
                (text, where)
                for text in (column.name.replace("_", " "), column.unit, column.meaning)
            )
        yield from ((text, where) for text in _of_declaration(system.parameters))
    for name, section in SECTIONS.items():
        yield from ((text, f"rulebooks, {name}") for text in _of_declaration(section))
    yield RulebookForm.model_fields["pooling"].description or "", "rulebooks"
    for key, card in tie_breaks().items():
        yield card.title, f"tie-break {key}"
        yield card.summary, f"tie-break {key}"
    yield from ((status, "results") for status in STATUSES)
    yield from ((kind.value, "periods") for kind in STRETCHES)
    yield from ((ending, "boards") for ending in ENDINGS)
    ties = Sharing.model_fields["ties"].annotation
    yield from ((word, "circuits") for word in get_args(ties))


def _of_declaration(model: type[BaseModel]) -> Iterator[str]:
    """Meanings and units of what can be set; of rows of tables the names of their columns, too."""
    for field in model.model_fields.values():
        yield field.description or ""
        yield unit_of(field)
        for row in get_args(bare(field.annotation)):
            if isinstance(row, type) and issubclass(row, BaseModel):
                yield from _of_declaration(row)
                yield from (name.replace("_", " ") for name in names_of(row))


def _of_files() -> Iterator[tuple[Text, str]]:
    """Titles, games and summaries of what comes with the program; terms of scoring systems."""
    for key in rulebook_keys():
        rulebook = load_rulebook(key)
        said = (rulebook.title, rulebook.game, rulebook.summary, rulebook.list.why_least_games)
        yield from ((text, f"rulebook {key}") for text in said)
    for key in scoring_keys():
        scoring = load_scoring(key)
        terms = [*scoring.content.get("terms", {}), *(scoring.content.get("solo") or {})]
        for text in (scoring.game, scoring.summary, *terms):
            yield text.replace("_", " ") if text in terms else text, f"scoring {key}"
    for key in circuit_keys():
        circuit = load_circuit(key)
        for text in (circuit.title, circuit.game, circuit.summary):
            yield text, f"circuit {key}"
