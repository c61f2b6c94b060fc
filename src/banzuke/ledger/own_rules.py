"""Scoring systems and rules of circuits from files of the user's own, as a ledger keeps them.

Each is kept as it was when it was said, and named by a reference; a later change of the file is
another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from sqlalchemy import Connection, insert, select

from banzuke.ledger.database import fetch_all
from banzuke.ledger.revisions import rows_of
from banzuke.ledger.tables import circuit_settings, event_facts, own_rules
from banzuke.model.errors import ChangeRefused, UnknownName
from banzuke.model.kept_rules import reference_of, rules_as_kept
from banzuke.model.problems import Problem
from banzuke.scoring.circuits.circuit import CIRCUITS, Circuit, load_circuit
from banzuke.scoring.scoring import SCORINGS, Scoring, load_scoring

#: What the rules are for: boards of events, or series of events.
Kind = Literal["scoring", "circuit"]

#: How a change calls rules from a file that it brings along: as ``kept_rules`` gives them.
OWN = "own"


class OwnRules:
    """The rules that a ledger keeps, besides those that come with banzuke.

    texts : {(kind, reference): rules as ``kept_rules`` gave them}
    """

    def __init__(self, texts: Mapping[tuple[str, str], str]) -> None:
        self.texts = texts
        self._scorings: dict[str, Scoring] = {}
        self._circuits: dict[str, Circuit] = {}

    @classmethod
    def of(cls, connection: Connection) -> OwnRules:
        """Those of a ledger."""
        query = select(own_rules.c.kind, own_rules.c.reference, own_rules.c.text)
        return cls({(kind, name): text for kind, name, text in fetch_all(connection, query)})

    def names(self, kind: Kind) -> list[str]:
        """What may be named: keys of those that come with banzuke, references of the others."""
        packaged = SCORINGS.keys if kind == "scoring" else CIRCUITS.keys
        return [*packaged, *sorted(name for of, name in self.texts if of == kind)]

    def scoring(self, named: str) -> Scoring:
        """A scoring system by key or reference; raises as ``load_scoring``."""
        kept = self.texts.get(("scoring", named))
        if kept is None:
            return load_scoring(named)
        if named not in self._scorings:
            self._scorings[named] = rules_as_kept(SCORINGS, kept)
        return self._scorings[named]

    def circuit(self, named: str) -> Circuit:
        """The rule of a circuit by key or reference; raises as ``load_circuit``."""
        kept = self.texts.get(("circuit", named))
        if kept is None:
            return load_circuit(named)
        if named not in self._circuits:
            self._circuits[named] = rules_as_kept(CIRCUITS, kept)
        return self._circuits[named]

    def refuse_unknown(self, kind: Kind, named: str) -> None:
        """Raise UnknownName for what is neither a key nor a reference."""
        if named not in self.names(kind):
            noun = "scoring system" if kind == "scoring" else "circuit rule"
            raise UnknownName(noun, named, self.names(kind))


def keep_own(connection: Connection, kind: Kind, said: str, text: str) -> None:
    """Keep rules that a change brings along, unless they are there; "" for none.

    said : by what the change names rules
    Raises ChangeRefused where these are others.
    """
    if not text:
        return
    try:
        reference = reference_of(text)
    except ValueError:
        raise ChangeRefused([Problem(f"the rules {said!r} are damaged")]) from None
    if said != reference:
        what = f"{said!r} is not what the rules are called that come with it"
        raise ChangeRefused([Problem(what, reference)])
    _store(connection, [(kind, reference, text)])


def own_in_use(connection: Connection) -> list[dict[str, str]]:
    """The rules that events and circuits name now, as an export has them."""
    facts = rows_of(connection, event_facts, None, event_facts.c.fact == "scoring")
    settings = rows_of(connection, circuit_settings, None, circuit_settings.c.setting == "rule")
    used = {"scoring": {*facts["value"]}, "circuit": {*settings["value"]}}
    return [
        {"kind": kind, "reference": name, "text": text}
        for (kind, name), text in sorted(OwnRules.of(connection).texts.items())
        if name in used[kind]
    ]


def take_over_own(connection: Connection, rows: Any) -> None:
    """Keep what ``own_in_use`` told of another ledger; raises ChangeRefused for what is not so.

    rows : as they stand in an export, which anybody may have written
    """
    taken: list[tuple[str, str, str]] = []
    for row in rows if isinstance(rows, (list, tuple)) else [rows]:
        told = row if isinstance(row, Mapping) else {}
        match told.get("kind"), told.get("reference"), told.get("text"):
            case ("scoring" | "circuit") as kind, str(name), str(text) if _is_called(text, name):
                taken.append((kind, name, text))
            case _, name, _:
                raise ChangeRefused([Problem(f"the rules {name or '(unnamed)'} are damaged")])
    _store(connection, taken)


def _is_called(text: str, name: str) -> bool:
    try:
        return reference_of(text) == name
    except ValueError:
        return False


def _store(connection: Connection, rows: Iterable[tuple[str, str, str]]) -> None:
    known = OwnRules.of(connection).texts
    fresh = [
        {"kind": kind, "reference": name, "text": text}
        for kind, name, text in rows
        if (kind, name) not in known
    ]
    if fresh:
        connection.execute(insert(own_rules), fresh)
