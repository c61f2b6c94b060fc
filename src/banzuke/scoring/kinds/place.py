"""Points by the place on the board, with every way of sharing a place that is in use."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal

from pydantic import model_validator

from banzuke.model.parameters import Fault, Parameters, parameter, raise_faults
from banzuke.scoring.ending import Ending, Group
from banzuke.scoring.exact import exact, shown
from banzuke.scoring.kind import NOTHING, Kind, Need, Part

#: What orders powers: the larger is the better, equal ones share a place.
Key = tuple[Any, ...]


class Place(Parameters):
    """What places are worth, who has one, and what happens to shared ones."""

    points: tuple[float, ...] = parameter(
        (), "for the first place, the second, …; nothing behind the last", unit="points"
    )
    ties: Literal["split", "low", "history", "pairs"] = parameter(
        "split",
        "what powers on the same places get: split, the mean of their places; low, the lowest of "
        "them; history, the most recent earlier year in which they differed decides, and split "
        "where there is none; pairs, by a table of their own",
    )
    pairs: tuple[float, ...] = parameter(
        (), "with pairs: what each of two gets who share from the first place on, the second, …"
    )
    crowds: Literal["low", "pairs"] = parameter(
        "low",
        "with pairs: what each of three or more gets: what the lowest of their places gives, or "
        "two who share their two lowest places",
    )
    dead: Literal["equal", "by year", "none"] = parameter(
        "equal",
        "how dead powers stand behind the living: equal, by the year of elimination (later is "
        "better), or without a place",
    )
    draw_first: bool = parameter(
        False, "whether the members of the draw share the first places, whatever they hold"
    )

    @model_validator(mode="after")
    def _pairs_are_told(self) -> Place:
        faults = []
        if not self.points:
            faults.append(Fault(("points",), "no place gives points", "such as [38, 14, 7]"))
        if (self.ties == "pairs") != bool(self.pairs):
            faults.append(Fault(("pairs",), "pairs is said with ties = pairs, and only then"))
        raise_faults(faults)
        return self


def points(ending: Ending, parameters: Place, so_far: Sequence[Fraction]) -> list[Part]:
    """What the place of each power gives."""
    keys = [key_of(ending, parameters, at) for at in ending.powers]
    placed = ending.alive if parameters.dead == "none" else ending.group(Group.ALL)
    found = [NOTHING] * len(keys)
    for at in placed:
        better = sum(keys[other] > keys[at] for other in placed)
        count = sum(keys[other] == keys[at] for other in placed)
        found[at] = shared_place(parameters, better, count)
    return found


def key_of(ending: Ending, parameters: Place, at: int) -> Key:
    """What orders a power among the others."""
    draws = parameters.draw_first and at in ending.group(Group.DRAW)
    if draws:
        return (1,)
    history: tuple[int, ...] = ()
    years = ending.board.out
    by_year = parameters.dead == "by year"
    if parameters.ties == "history":
        history = tuple(counts[at] for _, counts in ending.board.earlier)
        # Who was out later held more in the year before: it is history as well, where all is known.
        by_year = all(years[other] for other in ending.group(Group.DEAD))
    out = years[at] or 0 if by_year else 0
    return (0, ending.centres[at], out, history)


def shared_place(parameters: Place, better: int, count: int) -> Part:
    """What each of ``count`` powers gets who stand behind ``better`` others."""
    worth = [place_value(parameters.points, better + number) for number in range(count)]
    first, last = better + 1, better + count
    if count == 1:
        return Part(worth[0], f"place {first}")
    places = f"places {first} to {last}"
    if parameters.ties in {"split", "history"}:
        total = sum(worth, Fraction(0))
        return Part(total / count, f"{places}, shared: {shown(total)} / {count}")
    if parameters.ties == "low" or (count > 2 and parameters.crowds == "low"):
        return Part(worth[-1], f"{places}, shared: as place {last}")
    if count == 2:
        return Part(place_value(parameters.pairs, better), f"{places}, shared by two")
    value = place_value(parameters.pairs, last - 2)
    return Part(value, f"{places}, shared: as two on places {last - 1} and {last}")


def place_value(table: Sequence[float], at: int) -> Fraction:
    """What the table gives at an index from 0; nothing behind its end."""
    return exact(table[at]) if at < len(table) else Fraction(0)


def needs(parameters: Place) -> frozenset[Need]:
    """The order of eliminations, earlier years or the draw, where they decide."""
    found = set()
    if parameters.dead == "by year":
        found.add(Need.ORDER)
    if parameters.ties == "history":
        found.add(Need.EARLIER)
    if parameters.draw_first:
        found.add(Need.DRAW)
    return frozenset(found)


KIND = Kind(
    key="place",
    title="Points for the place",
    summary="Points by the place on the board, ties shared as the rules say.",
    parameters=Place,
    points=points,
    needs=needs,
)
