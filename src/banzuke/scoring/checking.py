"""From a scoring system's content to its parts, with everything that is wrong found at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from banzuke.model.declarations import names_of
from banzuke.model.errors import suggest
from banzuke.model.parameters import Fault, Parameters, checked
from banzuke.model.toml_sources import Content
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
    faults = [belongs_elsewhere(fault) for fault in faults]
    terms = resolve_terms("terms", content.get("terms"), faults)
    solo = resolve_terms("solo", content.get("solo"), faults) if "solo" in content else None
    if content.get("terms", {}) == {}:
        faults.append(Fault((), "terms is missing", "[terms.NAME] with a kind"))
    rule = resolve_tournament(content.get("tournament", {}), faults)
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
        key = said.get("kind")
        kind = kinds().get(key) if isinstance(key, str) else None
        if kind is None:
            what = "kind is missing" if key is None else f"no kind of term is called {key!r}"
            near = suggest(key if isinstance(key, str) else "", list(kinds()), most=30)
            faults.append(Fault(where if key is None else (*where, "kind"), what, near))
            continue
        values = {one: value for one, value in said.items() if one != "kind"}
        filled, wrong = checked(kind.parameters, values)
        faults += [belongs_elsewhere(Fault((*where, *at), *told)) for at, *told in wrong]
        if filled is not None:
            found.append(Term(name, kind, filled))
    return tuple(found)


def resolve_tournament(given: Any, faults: list[Fault]) -> TournamentRule | None:
    """The rule of tournaments, None if it is not sound."""
    if not isinstance(given, Mapping):
        return None  # the form says so
    rule, wrong = checked(TournamentRule, given)
    faults += [belongs_elsewhere(Fault(("tournament", *at), *told)) for at, *told in wrong]
    return rule


def belongs_elsewhere(fault: Fault) -> Fault:
    """An unknown key that the top of the file knows: it stands below a [section] header."""
    name = fault.where[-1] if fault.where else ""
    if len(fault.where) > 1 and name in names_of(ScoringForm) and "not known" in fault.what:
        return fault._replace(right=f"{name} stands at the top, before the first [section]")
    return fault


def needs_of(terms: Sequence[Term]) -> frozenset[Need]:
    """What terms ask of a board besides the centres."""
    return frozenset().union(*(term.needs for term in terms))
