"""Rate one game without names, as a server does that keeps the ratings itself."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from banzuke.engine.rated import rate_results
from banzuke.engine.rulebook import load_rulebook
from banzuke.model.columns import KINDS
from banzuke.model.errors import ParameterRefused, UnknownName, WrongUse
from banzuke.workflows.rating import RulesLike
from banzuke.workflows.reading import read_as_it_came, read_players


def rate_game(
    rules: RulesLike,
    sides: Sequence[Sequence[Any]],
    places: Sequence[int] | None = None,
    scores: Sequence[float] | None = None,
    *,
    handicaps: Sequence[Sequence[float]] | None = None,
    facts: Mapping[str, Any] | None = None,
    parameters: Mapping[str, Any] | None = None,
) -> list[list[tuple[float, ...]]]:
    """Rate one game without names: the values of every member of every side after it.

    sides : for each side its members, each a number or a tuple in the order of the system's
        columns; missing columns start as for a new player
    places : 1 is best, one a side; or scores, the higher the better
    handicaps : what each member received, in the shape of ``sides``
    facts : columns of the results, such as ``{"event_players": 30, "event_rounds": 3}``
    Raises ParameterRefused for starting values that are no finite numbers, WrongUse for sides,
    places and handicaps that do not fit together, ResultsRefused or PlayersRefused for what the
    rulebook does not take.
    """
    rulebook = load_rulebook(rules, parameters or {})
    system = rulebook.system
    columns = [column.name for column in system.told_columns]
    word, outcome = ("place", places) if scores is None else ("score", scores)
    if outcome is None or (places is not None and scores is not None):
        raise WrongUse("rate_game takes places or scores")
    sides = [_members(side) for side in sides]
    shape = [len(side) for side in sides]
    unknown = [name for name in facts or {} if name not in KINDS]
    if unknown:
        raise UnknownName("column", unknown[0], list(KINDS))
    if len(outcome) != len(sides):
        raise WrongUse(f"there are {len(sides)} sides, so there must be as many {word}s")
    if handicaps is not None and [len(side) for side in handicaps] != shape:
        raise WrongUse("handicaps must have the shape of the sides, one number a player")
    rows, starts = [], []
    for number, side in enumerate(sides):
        for member_number, member in enumerate(side):
            values = tuple(member) if isinstance(member, (tuple, list)) else (member,)
            if len(values) > len(columns):
                raise ParameterRefused(f"{rulebook.key} keeps {', '.join(columns)} of a player")
            name = _code_name(number, member_number)
            starts.append({"player": name, **_start_values(columns, values)})
            row: dict[str, Any] = {"event": "1", "date": date(2026, 1, 1), "player": name}
            if not system.takes_standings:
                row |= {"game": "1", "side": str(number)}
            row[word] = outcome[number]
            if handicaps is not None:
                row["handicap"] = handicaps[number][member_number]
            rows.append({**row, **(facts or {})})
    came = read_as_it_came(rows, zone=rulebook.period.zone)
    rated = rate_results(came.results, rulebook, read_players(starts, system))
    state = rated.runs[0].state
    index = {name: code for code, name in enumerate(rated.names)}
    return [
        [
            tuple(
                float(column[index[_code_name(number, member)]]) for column in state[: len(columns)]
            )
            for member in range(size)
        ]
        for number, size in enumerate(shape)
    ]


def _members(side: Any) -> list[Any]:
    """The members of a side, which must be a list of them."""
    if isinstance(side, (str, bytes)) or not isinstance(side, Sequence):
        raise WrongUse(f"a side is a list of its members, such as [1200], not {side!r}")
    return list(side)


def _start_values(columns: Sequence[str], values: Sequence[Any]) -> dict[str, float]:
    """What is known of a member before the game, by column; None is not known."""
    found = {}
    for column, value in zip(columns, values, strict=False):
        if value is None:
            continue
        number = float(value) if isinstance(value, (int, float)) else math.nan
        if not math.isfinite(number):
            raise ParameterRefused(f"{column}: {value!r} is not a finite number")
        found[column] = number
    return found


def _code_name(side: int, member: int) -> str:
    """A name for who has none; names are in the order of the sides."""
    return f"{side:06d}.{member:06d}"
