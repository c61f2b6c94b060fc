"""Circuits: what places are worth and how events make a season, read from TOML and checked.

``load_circuit`` gives a ``Circuit`` or raises with everything that is wrong; ``check_circuit``
tells the same without raising, the worked examples included.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from banzuke.model.errors import CircuitRefused
from banzuke.model.parameters import Fault
from banzuke.model.problems import Problem
from banzuke.model.toml_library import EXAMPLE_HOLDS, Library
from banzuke.model.toml_sources import Chain
from banzuke.model.written_rules import WORDS, WrittenRules
from banzuke.scoring.circuits.checking import Scale, resolve
from banzuke.scoring.circuits.curve import Size
from banzuke.scoring.circuits.form import CircuitExample, EventRule, PlayerRule
from banzuke.scoring.exact import exact, shown, told_as
from banzuke.scoring.games import Game, Seat
from banzuke.scoring.standings import standings
from banzuke.scoring.tournament import TournamentRule


@dataclass(frozen=True, kw_only=True)
class Circuit(WrittenRules):
    """A circuit.

    scales : what places are worth, by category of the event, "" for all others
    total : how the points of events make a total
    events, players : which events count, and who takes a place
    """

    examples: tuple[CircuitExample, ...]
    scales: Mapping[str, Scale] = field(hash=False)
    total: TournamentRule
    events: EventRule
    players: PlayerRule

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
        sharers = Counter(places)
        worth = {one: self._shared(one, count, size, scale) for one, count in sharers.items()}
        return [worth[place] for place in places]

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
    return circuit if isinstance(circuit, Circuit) else CIRCUITS.load_once(circuit)


def circuit_keys() -> list[str]:
    """The keys of the circuits that come with banzuke, sorted."""
    return CIRCUITS.keys


def check_circuit(circuit: str | Path) -> list[Problem]:
    """Everything that is wrong with a circuit, its worked examples included."""
    return CIRCUITS.check(circuit, example_faults)


def built(chain: Chain) -> tuple[Circuit | None, list[Fault]]:
    """The circuit that a chain of files makes, and all that is wrong with it."""
    parts, faults = resolve(chain.content)
    if parts is None:
        return None, faults
    form = parts.form
    circuit = Circuit(
        **form.told(),
        key=chain.key,
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
    return circuit, faults


def example_faults(circuit: Circuit, example: CircuitExample) -> list[Fault]:
    """Where a worked example does not hold."""
    found = []
    if example.points:
        places = example.places or tuple(range(1, len(example.points) + 1))
        size = Size(example.players or len(places), example.boards, example.games)
        has = circuit.points(places, size, example.category)
        found += [
            f"place {place} comes to {shown(one, example.decimals)}, not to {shown(exact(want))}"
            for place, one, want in zip(places, has, example.points, strict=True)
            if not told_as(one, want, example.decimals)
        ]
    if example.total is not None:
        total = total_of([exact(points) for points in example.results], circuit.total)
        if not told_as(total, example.total, example.decimals):
            has_total = shown(total, example.decimals)
            found.append(f"the total comes to {has_total}, not to {shown(exact(example.total))}")
    return [Fault((), what, EXAMPLE_HOLDS) for what in found]


def total_of(results: Sequence[Fraction], rule: TournamentRule) -> Fraction:
    """What the points of one player's events come to."""
    games = [
        Game((Seat("player", points=points),), round=str(number))
        for number, points in enumerate(results, 1)
    ]
    rows = standings(games, rule).rows
    return (rows[0].total or Fraction(0)) if rows else Fraction(0)


CIRCUITS = Library("circuit", "circuits", CircuitRefused, ("title", "game", "points"), built)
