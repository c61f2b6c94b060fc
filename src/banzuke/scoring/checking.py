"""From a scoring system's content to its parts, with everything that is wrong found at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from banzuke.model.declarations import Location
from banzuke.model.errors import suggest
from banzuke.model.parameters import Fault, Parameters, checked
from banzuke.model.toml_sources import Content
from banzuke.model.written_rules import belongs_elsewhere
from banzuke.scoring.form import ScoringForm
from banzuke.scoring.kind import Kind, Need
from banzuke.scoring.kinds import kinds
from banzuke.scoring.tournament import TournamentRule


@dataclass(frozen=True)
class Term:
    """One term of a scoring system: its name, its kind, and what is set."""

    name: str
    kind: Kind
    parameters: Parameters

    @property
    def needs(self) -> frozenset[Need]:
        """What it asks of a board besides the centres."""
        return frozenset() if self.kind.needs is None else self.kind.needs(self.parameters)


@dataclass(frozen=True)
class Parts:
    """A content, checked, as far as it is sound; ``solo`` is None where the rules say nothing."""

    form: ScoringForm
    terms: tuple[Term, ...]
    solo: tuple[Term, ...] | None
    tournament: TournamentRule


def resolve(content: Content) -> tuple[Parts | None, list[Fault]]:
    """The parts of a content, None if its form is not sound, and all that is wrong with it."""
    form, faults = checked(ScoringForm, content)
    terms = resolve_terms("terms", content.get("terms"), faults)
    solo = resolve_terms("solo", content.get("solo"), faults) if "solo" in content else None
    if content.get("terms", {}) == {}:
        faults.append(Fault((), "terms is missing", "[terms.NAME] with a kind"))
    rule = resolve_tournament(content.get("tournament", {}), faults)
    faults = [belongs_elsewhere(fault, ScoringForm) for fault in faults]
    if form is None or rule is None:
        return None, faults
    return Parts(form, terms, solo, rule), faults


def resolve_terms(section: str, given: Any, faults: list[Fault]) -> tuple[Term, ...]:
    """The sound terms of a section; what is wrong with the others joins ``faults``."""
    if not isinstance(given, Mapping):
        return ()  # the form says so
    found = []
    for name, said in given.items():
        where = (section, name)
        if not isinstance(said, Mapping):
            continue
        kind = kind_named(said, kinds(), "kind of term", where, faults)
        if kind is None:
            continue
        values = {one: value for one, value in said.items() if one != "kind"}
        filled, wrong = checked(kind.parameters, values)
        faults += [fault._replace(where=(*where, *fault.where)) for fault in wrong]
        if filled is not None:
            found.append(Term(name, kind, filled))
    return tuple(found)


AnyKind = TypeVar("AnyKind")


def kind_named(
    said: Mapping[str, Any],
    known: Mapping[str, AnyKind],
    noun: str,
    where: Location,
    faults: list[Fault],
) -> AnyKind | None:
    """Which of the known kinds a table names; None, and a fault, if there is none.

    noun : what a kind is called, as ``kind of term``; where : where the table stands
    """
    key = said.get("kind")
    kind = known.get(key) if isinstance(key, str) else None
    if kind is None:
        what = "kind is missing" if key is None else f"no {noun} is called {key!r}"
        near = suggest(key if isinstance(key, str) else "", list(known), most=30)
        faults.append(Fault(where if key is None else (*where, "kind"), what, near))
    return kind


def resolve_tournament(given: Any, faults: list[Fault]) -> TournamentRule | None:
    """The rule of tournaments, None if it is not sound."""
    if not isinstance(given, Mapping):
        return None  # the form says so
    rule, wrong = checked(TournamentRule, given)
    faults += [fault._replace(where=("tournament", *fault.where)) for fault in wrong]
    return rule


def needs_of(terms: Sequence[Term]) -> frozenset[Need]:
    """What terms ask of a board besides the centres."""
    return frozenset().union(*(term.needs for term in terms))
