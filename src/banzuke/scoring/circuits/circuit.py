"""Circuits: what places are worth and how events make a season, read from TOML and checked.

``load_circuit`` gives a ``Circuit`` or raises with everything that is wrong; ``check_circuit``
tells the same without raising, the worked examples included.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from banzuke.model.errors import CircuitRefused, WrongUse
from banzuke.model.parameters import Fault
from banzuke.model.problems import Problem
from banzuke.model.toml_library import Library
from banzuke.model.toml_sources import Chain, is_path
from banzuke.scoring.circuits.checking import Parts, Scale, resolve
from banzuke.scoring.circuits.curve import Size
from banzuke.scoring.circuits.form import CircuitExample, EventRule, PlayerRule
from banzuke.scoring.exact import exact, shown
from banzuke.scoring.games import Game, Seat
from banzuke.scoring.standings import standings
from banzuke.scoring.tournament import TournamentRule

CIRCUITS = Library("circuit", "circuits", CircuitRefused, ("title", "game", "points"))

#: What a circuit says in words, which may no longer hold where another extends it.
WORDS = ("author", "updated", "source", "summary", "text", "assumptions")


@dataclass(frozen=True)
class Circuit:
    """A circuit.

    key : name of its file without ``.toml``
    scales : what places are worth, by category of the event, "" for all others
    total : how the points of events make a total
    events, players : which events count, and who takes a place
    path : its file, None if it came with banzuke; content : what it says, with all it extends
    extends : the keys of those that it extends, the next one first
    inherited : {word: the extended one that says it}, of words that its file does not say
    """

    key: str
    title: str
    game: str
    author: str
    updated: date | None
    source: str
    summary: str
    text: str
    assumptions: tuple[str, ...]
    examples: tuple[CircuitExample, ...]
    scales: Mapping[str, Scale] = field(hash=False)
    total: TournamentRule
    events: EventRule
    players: PlayerRule
    path: Path | None
    content: Mapping[str, Any] = field(repr=False, hash=False)
    extends: tuple[str, ...] = ()
    inherited: Mapping[str, str] = field(repr=False, hash=False, default_factory=dict)

    def scale(self, category: str = "") -> Scale:
        """What places are worth in an event of a category."""
        return self.scales.get(category, self.scales[""])

    def points(
        self, places: Sequence[int], size: Size | None = None, category: str = ""
    ) -> list[Fraction]:
        """The points of each of an event's places, exact.

        places : of all who took one, shared ones equal, 1 for the best; in any order
        size : of the event; by default only its players are known
        """
        scale = self.scale(category)
        size = size or Size(len(places))
        return [self._shared(place, places.count(place), size, scale) for place in places]

    def _shared(self, place: int, sharers: int, size: Size, scale: Scale) -> Fraction:
        """What each of those on a shared place has."""
        worth = [worth_of(place + at, size, scale) for at in range(sharers)]
        ties = scale.sharing.ties
        if ties == "lowest":
            return worth[-1]
        if ties == "highest":
            return worth[0]
        mean = sum(worth, Fraction(0)) / sharers
        return Fraction(-(-mean // 1)) if ties == "average up" and sharers > 1 else mean


def worth_of(place: int, size: Size, scale: Scale) -> Fraction:
    """What one place is worth if nobody shares it."""
    if place > exact(scale.sharing.share) * size.players:
        return Fraction(0)
    points = scale.curve.points(place, size, scale.parameters)
    return max(points, exact(scale.sharing.floor))


def load_circuit(circuit: str | Path | Circuit) -> Circuit:
    """The circuit of a key or a path.

    circuit : a path if it has a separator or ends in ``.toml``, else a key of ``circuit_keys``

    Raises UnknownName for an unknown key, FileProblem for a file that cannot be read, and
    CircuitRefused with everything that is wrong in the file.

        >>> [str(points) for points in load_circuit("othello-european-gp").points([1, 2, 3, 3])]
        ['200', '140', '75', '75']
    """
    if isinstance(circuit, Circuit):
        return circuit
    if not isinstance(circuit, (str, Path)):
        raise WrongUse(f"a circuit is named by its key or path, not by {circuit!r}")
    return _read(circuit) if is_path(circuit) else _packaged(str(circuit))


@cache
def _packaged(key: str) -> Circuit:
    """A packaged one, read once."""
    return _read(key)


def _read(circuit: str | Path) -> Circuit:
    chain = CIRCUITS.read(circuit)
    parts, problems = _checked(chain)
    if problems or parts is None:
        raise CircuitRefused(problems)
    return _from_parts(parts, chain)


def circuit_keys() -> list[str]:
    """The keys of the circuits that come with banzuke, sorted."""
    return CIRCUITS.keys


def check_circuit(circuit: str | Path) -> list[Problem]:
    """Everything that is wrong with a circuit, its worked examples included."""
    try:
        chain = CIRCUITS.read(circuit)
    except CircuitRefused as refused:
        return list(refused.problems)
    parts, problems = _checked(chain)
    if problems or parts is None:
        return problems
    loaded = _from_parts(parts, chain)
    right = "the example as written, or the rules, must change"
    return [
        chain.problem(Fault(("example", number), what, right))
        for number, example in enumerate(loaded.examples)
        for what in example_differences(loaded, example)
    ]


def _checked(chain: Chain) -> tuple[Parts | None, list[Problem]]:
    """The parts of a chain of files, and all problems in the order of their lines."""
    parts, faults = resolve(chain.content)
    missing = {f"{name} is missing" for name in chain.lost}
    told = [fault for fault in faults if fault.what not in missing]
    found = [*chain.problems, *(chain.problem(fault) for fault in told)]
    order = {source.name: number for number, source in reversed([*enumerate(chain.sources)])}
    found.sort(key=lambda problem: (order.get(problem.source, len(order)), problem.row or 0))
    return parts, list(dict.fromkeys(found))


def _from_parts(parts: Parts, chain: Chain) -> Circuit:
    """The circuit of sound parts."""
    form = parts.form
    return Circuit(
        key=chain.key,
        title=form.title,
        game=form.game,
        author=form.author,
        updated=form.updated,
        source=form.source,
        summary=form.summary,
        text=form.text,
        assumptions=form.assumptions,
        examples=form.example,
        scales=parts.scales,
        total=parts.total,
        events=form.events,
        players=form.players,
        path=chain.path,
        content=chain.content,
        extends=chain.extends,
        inherited=chain.inherited(WORDS),
    )


def example_differences(circuit: Circuit, example: CircuitExample) -> list[str]:
    """Where a worked example does not hold, in words."""
    found = []
    if example.points:
        places = example.places or tuple(range(1, len(example.points) + 1))
        size = Size(example.players or len(places), example.boards, example.games)
        has = circuit.points(places, size, example.category)
        found += [
            f"place {place} comes to {shown(one, example.decimals)}, not to {shown(exact(want))}"
            for place, one, want in zip(places, has, example.points, strict=True)
            if not _told_as(one, want, example.decimals)
        ]
    if example.total is not None:
        total = total_of([exact(points) for points in example.results], circuit.total)
        if not _told_as(total, example.total, example.decimals):
            has_total = shown(total, example.decimals)
            found.append(f"the total comes to {has_total}, not to {shown(exact(example.total))}")
    return found


def total_of(results: Sequence[Fraction], rule: TournamentRule) -> Fraction:
    """What the points of one player's events come to."""
    games = [
        Game((Seat("player", points=points),), round=str(number))
        for number, points in enumerate(results, 1)
    ]
    rows = standings(games, rule).rows
    return (rows[0].total or Fraction(0)) if rows else Fraction(0)


def _told_as(value: Fraction, printed: float, decimals: int) -> bool:
    """Whether a value is printed so, to a number of decimals: a half may go either way."""
    return abs(value - exact(printed)) <= Fraction(1, 2 * 10**decimals)
