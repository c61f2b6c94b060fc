"""Rate one game without names, as a server does that keeps the ratings itself."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any

import numpy as np

from banzuke.engine.rated import Rated, rate_results
from banzuke.engine.reasons import bare
from banzuke.engine.rulebook import Rulebook, load_rulebook
from banzuke.model.columns import columns_of
from banzuke.model.errors import CannotDo, ParameterRefused, UnknownName, WrongUse
from banzuke.model.parameters import shown_value
from banzuke.model.players import ABOVE_ZERO, WHOLE, Players
from banzuke.model.results import Results
from banzuke.model.system import Given, Period
from banzuke.workflows.rating import RulesLike
from banzuke.workflows.reading import read

#: The day of a game whose facts say none.
ANY_DAY = date(2026, 1, 1)

#: So many results, which are games without the ratings of who plays, are kept once checked.
MOST_KEPT = 4096

#: What the other arguments say of a game.
SAID_ELSEWHERE = ("game", "side", "player", "place", "score", "handicap")

Row = tuple[tuple[str, Any], ...]


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

    sides : for each side its members, each a number or a tuple in the order of the columns that
        the rulebook keeps; missing columns start as for a new player
    places : 1 is best, one a side; or scores, the higher the better
    handicaps : what each member received, in the shape of ``sides``
    facts : columns of the results, such as ``{"event_players": 30, "event_rounds": 3}``;
        ``advantage`` is the number of the side that moved first or was at home

    A call knows of no days between games, and inner columns of the rulebook (the last day, the
    last season, games that wait for a first rating) begin anew with it. Where either matters,
    keep a Ratings instead: its ``update`` goes on with both, ``save`` and ``load`` keep them.
    A rulebook that rates all results together, as whole-history does, rates this game alone: what
    was before it moves nothing.

    Raises ParameterRefused for starting values that cannot be, WrongUse for sides, places and
    handicaps that do not fit together and for a game that the rulebook does not rate, CannotDo
    for what its system does not use, ResultsRefused or PlayersRefused for what it does not take.
    """
    rulebook = load_rulebook(rules, parameters or {})
    rated = rated_game(
        rulebook, sides, places, scores, handicaps=handicaps, facts=facts, history=False
    )
    index = {name: code for code, name in enumerate(rated.names)}
    kept = rated.kept(rated.runs[0].state)
    state = [kept[column.name] for column in rulebook.told_columns]
    return [
        [
            tuple(float(column[index[member_name(number, member)]]) for column in state)
            for member in range(len(side))
        ]
        for number, side in enumerate(sides)
    ]


def rated_game(
    rulebook: Rulebook,
    sides: Sequence[Sequence[Any]],
    places: Sequence[int] | None = None,
    scores: Sequence[float] | None = None,
    *,
    handicaps: Sequence[Sequence[float]] | None = None,
    facts: Mapping[str, Any] | None = None,
    history: bool = True,
) -> Rated:
    """``rate_game`` with all that can be asked of rated results.

    Players are called by ``member_name``. Raises as ``rate_game`` does.
    """
    members = [_members(side) for side in _listed(sides, "sides")]
    outcome = _outcome(places, scores, len(members))
    received = _received(handicaps, members)
    rows = tuple(_rows(rulebook, outcome, received, _facts(rulebook, facts)))
    results = _results(rows, rulebook.period.zone)
    rated = rate_results(results, rulebook, _Members(rulebook, members), history=history)
    _refuse_unrated(rated)
    return rated


def member_name(side: int, member: int) -> str:
    """A name for who has none; names are in the order of the sides, both counted from 0."""
    return f"{side:06d}.{member:06d}"


def _outcome(places: Any, scores: Any, sides: int) -> list[tuple[str, Any]]:
    """(place or score, its value) of each side; exactly one of the two is given."""
    word, values = ("place", places) if scores is None else ("score", scores)
    if values is None or (places is not None and scores is not None):
        raise WrongUse("rate_game takes places or scores")
    found = [(word, value) for value in _listed(values, f"{word}s")]
    if len(found) != sides:
        raise WrongUse(f"there are {sides} sides, so there must be as many {word}s")
    return found


def _received(handicaps: Any, members: Sequence[Sequence[Any]]) -> list[list[dict[str, Any]]]:
    """The handicap of each member as a cell of a row; nothing where none are given."""
    if handicaps is None:
        return [[{} for _ in side] for side in members]
    said = [_listed(side, "handicaps") for side in _listed(handicaps, "handicaps")]
    if [len(side) for side in said] != [len(side) for side in members]:
        raise WrongUse("handicaps must have the shape of the sides, one number a player")
    return [[{"handicap": value} for value in side] for side in said]


def _rows(
    rulebook: Rulebook,
    outcome: Sequence[tuple[str, Any]],
    received: Sequence[Sequence[dict[str, Any]]],
    facts: dict[str, Any],
) -> Iterator[Row]:
    """The game as rows of entries, or of standings where the system takes those."""
    ahead = _side_ahead(facts, len(outcome))
    for number, (word, value) in enumerate(outcome):
        of_side: dict[str, Any] = {"event": "1", "date": ANY_DAY}
        if not rulebook.system.takes_standings:
            of_side |= {"game": "1", "side": str(number)}
        of_side[word] = value
        if ahead:
            of_side["advantage"] = "yes" if number + 1 == ahead else "no"
        for member, handicap in enumerate(received[number]):
            of_member = {"player": member_name(number, member), **handicap}
            yield tuple({**of_side, **of_member, **facts}.items())


def _listed(values: Any, what: str) -> Sequence[Any]:
    """A list that an argument must be, or an array; raises WrongUse for anything else."""
    if isinstance(values, (str, bytes)) or not hasattr(values, "__len__"):
        raise WrongUse(f"{what} are a list, not {values!r}")
    return list(values)


def _facts(rulebook: Rulebook, facts: Any) -> dict[str, Any]:
    """The facts, which are columns of results, and none that another argument fills."""
    if not isinstance(facts or {}, Mapping):
        raise WrongUse(f"facts are a dict such as {{'event_players': 30}}, not {facts!r}")
    shape = "standings" if rulebook.system.takes_standings else "entries"
    known = [name for name in columns_of(shape) if name not in SAID_ELSEWHERE]
    for name in facts or {}:
        if name in SAID_ELSEWHERE:
            raise WrongUse(f"{name} is no fact: sides, places, scores and handicaps say it")
        if name not in known:
            raise UnknownName("column", name, known)
    return dict(facts or {})


def _side_ahead(facts: dict[str, Any], sides: int) -> int:
    """Take the side that moved first or was at home out of the facts; 0 for none."""
    said = facts.pop("advantage", 0)
    if type(said) is not int or not 0 <= said <= sides:
        raise WrongUse(f"advantage: {said!r} is no side (1 to {sides}, or 0 for none)")
    return said


def _refuse_unrated(rated: Rated) -> None:
    """A game that would come back unchanged, or without what it was given, is refused."""
    for skipped in rated.selection.skipped:
        raise WrongUse(f"the game is not rated: {bare(skipped.why)}")
    run = rated.runs[0]
    # A fit of all results rates this game alone: what was given before it is no answer.
    is_fit = rated.rulebook.period.kind is Period.ALL
    unmoved = is_fit and all(map(np.array_equal, run.start, run.state))
    if unmoved or (is_fit and not rated.has_rating(run).any()):
        raise WrongUse(f"one such game gives nobody a rating by {rated.rulebook.key}")
    # What a member's values leave out begins as in a players file that leaves it out.
    fine = {"", "event", "date", *(column.name for column in rated.rulebook.columns)}
    for warning in rated.selection.warnings:
        if warning.column not in fine:
            raise CannotDo(f"{warning.what} {warning.column}")


def _results(rows: tuple[Row, ...], zone: str) -> Results:
    """The game as validated results; kept, since a server has few games but for their ratings."""
    try:
        return _kept_results(tuple(map(_with_types, rows)), zone)
    except TypeError:  # a value of the facts that cannot be a key is refused by the reading
        return read([dict(row) for row in rows], zone=zone)


def _with_types(row: Row) -> tuple[Any, ...]:
    """A row that is equal only to rows with values of the same kinds: 1 is not True."""
    return tuple((name, type(value), value) for name, value in row)


@lru_cache(maxsize=MOST_KEPT)
def _kept_results(rows: tuple[tuple[Any, ...], ...], zone: str) -> Results:
    return read([{name: value for name, _, value in row} for row in rows], zone=zone)


class _Members(Players):
    """What is known of the members of the sides, as a players file would say it."""

    def __init__(self, rulebook: Rulebook, sides: Sequence[Sequence[Any]]) -> None:
        super().__init__()
        self.given = True
        columns = [column.name for column in rulebook.told_columns]
        self.known: dict[str, dict[str, float]] = {}
        for number, side in enumerate(sides):
            for member, said in enumerate(side):
                values = tuple(said) if isinstance(said, (tuple, list)) else (said,)
                if len(values) > len(columns):
                    raise ParameterRefused(f"{rulebook.key} keeps {', '.join(columns)} of a player")
                self.known[member_name(number, member)] = dict(_start_values(columns, values))

    @property
    def names(self) -> list[str]:
        return list(self.known)

    def starting(self, names: Sequence[str], pool: str, defaults: dict[str, float]) -> Given:  # noqa: ARG002  # there is one pool
        columns = {name: np.full(len(names), value) for name, value in defaults.items()}
        for code, name in enumerate(names):
            for column, value in self.known[name].items():
                columns.setdefault(column, np.full(len(names), np.nan))[code] = value
        return Given(columns, {})


def _members(side: Any) -> list[Any]:
    """The members of a side, which must be a list of them."""
    if isinstance(side, (str, bytes)) or not isinstance(side, Sequence):
        raise WrongUse(f"a side is a list of its members, such as [1200], not {side!r}")
    return list(side)


def _start_values(columns: Sequence[str], values: Sequence[Any]) -> Iterator[tuple[str, float]]:
    """What is known of a member before the game, by column; None is not known."""
    for column, value in zip(columns, values, strict=False):
        if value is None:
            continue
        try:
            number = float(value) if isinstance(value, (int, float)) else math.nan
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            raise ParameterRefused(f"{column}: {shown_value(value)} is not a finite number")
        if column in WHOLE and (number < 0 or not number.is_integer()):
            raise ParameterRefused(f"{column}: {value!r} is no whole number from 0")
        if number <= 0 and column in ABOVE_ZERO:
            raise ParameterRefused(f"{column}: {value!r} is not above 0")
        yield column, number
