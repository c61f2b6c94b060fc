"""Percentile move: a rating moves a part of the way to the percentile of the place reached.

Source: World Diplomacy Database, "Dip Pouch Tournament Rating" by Matt Shields, 2019-10-09:
percentile P = (N + 0.5 - place) / N * 100; new = R + V/100 * (P - R), with the value V of the
event as ``event_value`` computes it.
Scale: 0 to 100, a percentile.

    >>> import banzuke as bz
    >>> bz.read([{"event": "E", "player": "P", "place": 7, "event_players": 30,
    ...           "event_rounds": 3, "date": "2010-05-02"}]).players
    ['P']
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log, Record
from banzuke.model.parameters import Declared, Parameters, parameter
from banzuke.model.system import (
    Capability,
    Complaint,
    Explanation,
    Given,
    Period,
    StateColumn,
    System,
    Term,
)
from banzuke.parts.fields import COUNTING_SOURCES, COUNTINGS, field_size
from banzuke.parts.starting import wrong_values


class CategoryValue(Declared):
    """The value of every event of one category, whatever its size."""

    category: str = parameter(..., "the event_category it holds for, in any case")
    value: float = parameter(..., "the tournament value", unit="%", ge=0, le=100)
    before_cutoff: bool = parameter(True, "whether such an event also counts before counted_from")


class PercentileParameters(Parameters):
    """What a rulebook may set."""

    start_rating: float = parameter(40.0, "rating before the first event", ge=0, le=100)
    field: Literal["declared", "listed", "placed"] = parameter(
        "declared",
        "the number of players N: as the event declares it (event_players), the rows listed, "
        "or the rows with a place",
    )
    ties: Literal["best", "mean", "worst"] = parameter(
        "best", "which of the places that tied players share is used for each of them"
    )
    base_value: float = parameter(2.0, "value of an event before its size counts", unit="%", ge=0)
    players_per_point: float = parameter(
        3.5, "players that add one to the value, several rounds", unit="players", gt=0
    )
    players_per_point_one_round: float = parameter(
        7.0, "players that add one to the value, one round", unit="players", gt=0
    )
    value_cap: float = parameter(15.0, "the highest value by size", unit="%", ge=0, le=100)
    cap_category_values: bool = parameter(
        False, "whether value_cap also caps the values that a category fixes"
    )
    counted_from: int = parameter(
        2001, "events of earlier years have value 0; 0 for no cutoff", unit="year", ge=0
    )
    rounds_unknown: Literal["refuse", "one", "several"] = parameter(
        "refuse", "what is done where the value needs the number of rounds and it is unknown"
    )
    category_values: tuple[CategoryValue, ...] = parameter(
        (), "categories whose events have a fixed value"
    )


class State(NamedTuple):
    """rating : float64[n_players], percentile; games : float64[n_players], counted events."""

    rating: NDArray[np.float64]
    games: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them.

    field : 0 declared, 1 listed, 2 placed; ties : 0 best, 0.5 mean, 1 worst
    several_rounds : rounds to assume where unknown, 0 to refuse
    category_value : float64[n_categories], %, -1 where a category fixes no value
    category_counts_early : int32[n_categories], 1 where it counts before the cutoff
    """

    field: int
    ties: float
    base_value: float
    players_per_point: float
    players_per_point_one_round: float
    value_cap: float
    counted_from: int
    assumed_rounds: float
    category_value: NDArray[np.float64]
    category_counts_early: NDArray[np.int32]


def rules(parameters: PercentileParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers; ``categories`` are the log's, in order of their codes."""
    fixed = {entry.category.casefold(): entry for entry in parameters.category_values}
    value = np.full(len(categories), -1.0)
    early = np.zeros(len(categories), dtype=np.int32)
    for code, category in enumerate(categories):
        entry = fixed.get(category.casefold())
        if entry is not None:
            value[code] = entry.value
            if parameters.cap_category_values:
                value[code] = min(entry.value, parameters.value_cap)
            early[code] = entry.before_cutoff
    return Rules(
        field=COUNTINGS.index(parameters.field),
        ties={"best": 0.0, "mean": 0.5, "worst": 1.0}[parameters.ties],
        base_value=parameters.base_value,
        players_per_point=parameters.players_per_point,
        players_per_point_one_round=parameters.players_per_point_one_round,
        value_cap=parameters.value_cap,
        counted_from=parameters.counted_from,
        assumed_rounds={"refuse": 0.0, "one": 1.0, "several": 2.0}[parameters.rounds_unknown],
        category_value=value,
        category_counts_early=early,
    )


def start(
    given: Given, n_players: int, parameters: PercentileParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Every player at the start rating, or at what the players file gives."""
    rating = given.numbers("rating", n_players, parameters.start_rating)
    games = given.numbers("games", n_players, 0.0)
    wrong = (rating < 0) | (rating > 100)
    complaints = wrong_values("rating", rating, wrong, "is no percentile", "0 to 100")
    return State(rating, games), complaints


def check(log: Log, rules: Rules) -> list[Complaint]:
    """Events without a number that is needed, or with places that it cannot have."""
    complaints = []
    for game in range(len(log.game) - 1):
        begin, end = int(log.game[game]), int(log.game[game + 1])
        size = field_size(log, rules.field, game)
        if log.year[game] == 0 and depends_on_year(log, rules, game):
            complaints.append(
                Complaint(
                    begin,
                    "date",
                    "the event's date is missing, and its value depends on the year",
                    "the last day of the event, or set counted_from = 0",
                )
            )
            continue
        if rules.field == 0 and log.players[game] == 0:
            complaints.append(
                Complaint(
                    begin,
                    "event_players",
                    "the event's number of players is missing",
                    "give it, or set field = listed to count the rows",
                )
            )
            continue
        if event_value(log, rules, game, size) < 0:
            complaints.append(
                Complaint(
                    begin,
                    "event_rounds",
                    "the event's number of rounds is missing, and its value depends on it",
                    "give it, or set rounds_unknown = one or several",
                )
            )
        for entry in np.flatnonzero(log.place[begin:end] > size) + begin:
            complaints.append(
                Complaint(
                    int(entry),
                    "place",
                    f"place {log.place[entry]} in an event of {size:g} players",
                    f"1 to {size:g}",
                )
            )
    return complaints


def update(state: State, log: Log, rules: Rules, record: Record, first: int, last: int) -> None:
    """Rate periods ``first`` to ``last - 1`` in place, event by event."""
    rating = state.rating
    games = state.games
    player = log.player
    place = log.place
    change = record.change
    keep = len(record.before) > 0
    for game in range(log.period[first], log.period[last]):
        begin, end = log.game[game], log.game[game + 1]
        size = field_size(log, rules.field, game)
        value = event_value(log, rules, game, size)
        share = value / 100.0
        shared = begin
        for entry in range(begin, end):
            one = player[entry]
            old = rating[one]
            moved = 0.0
            counted = 0.0
            if place[entry] > 0 and value > 0.0:
                if place[entry] != place[shared] or entry == shared:
                    shared = entry
                    reached = percentile(place, shared, end, size, rules.ties)
                moved = share * (reached - old)
                counted = 1.0
            change[entry] = moved
            if keep:
                record.before[entry] = old
                record.expected[entry] = old
                record.other_before[0, entry] = games[one]
                record.other_after[0, entry] = games[one] + counted
            rating[one] = old + moved
            games[one] += counted


def score(log: Log, rules: Rules, scored: Column, first: int, last: int) -> None:
    """Write the percentile that each entry reached; 0 for who has no place.

    scored : float64[n_entries], 0 to 100
    """
    for game in range(log.period[first], log.period[last]):
        end = log.game[game + 1]
        size = field_size(log, rules.field, game)
        shared = log.game[game]
        for entry in range(log.game[game], end):
            scored[entry] = 0.0
            if log.place[entry] > 0:
                if log.place[entry] != log.place[shared]:
                    shared = entry
                scored[entry] = percentile(log.place, shared, end, size, rules.ties)


def explain(
    state: State, log: Log, rules: Rules, parameters: PercentileParameters, game: int, entry: int
) -> Explanation:
    """The value and the percentile, and the part of the way that they make."""
    size = field_size(log, rules.field, game)
    value = event_value(log, rules, game, size)
    rating = float(state.rating[log.player[entry]])
    place = int(log.place[entry])
    inputs = [
        Term("players in the event", size, "players", COUNTING_SOURCES[rules.field]),
        Term("tournament value", value, "%", value_source(log, rules, game, size)),
    ]
    if place == 0:
        return Explanation([], inputs, False, "took part, but has no place")
    begin, end = int(log.game[game]), int(log.game[game + 1])
    shared = begin + int(np.flatnonzero(log.place[begin:end] == place)[0])
    reached = percentile(log.place, shared, end, size, rules.ties)
    tied = int(np.count_nonzero(log.place[begin:end] == place)) - 1
    used = place + rules.ties * tied
    formula = f"({size:g} + 0.5 − {used:g}) / {size:g} × 100"
    if tied and rules.ties > 0:
        formula += f"; the {parameters.ties} of the places {place} to {place + tied}"
    inputs.insert(1, Term("percentile", reached, "percentile", formula))
    if value == 0:
        return Explanation([], inputs, False, value_source(log, rules, game, size))
    move = Term(
        f"{value:.6g} % of the way from {rating:.6g} to {reached:.6g}",
        value / 100.0 * (reached - rating),
        "percentile",
        "V / 100 × (P − R)",
    )
    return Explanation([move], inputs)


def depends_on_year(log: Log, rules: Rules, game: int) -> bool:
    """Whether the cutoff can touch the event: not where its category always counts."""
    category = log.category[game]
    fixed = category >= 0 and rules.category_value[category] >= 0.0
    return rules.counted_from > 0 and not (fixed and rules.category_counts_early[category] == 1)


def event_value(log: Log, rules: Rules, game: int, size: float) -> float:
    """V of the source, in percent; -1 where it needs the number of rounds and that is unknown."""
    early = log.year[game] < rules.counted_from
    category = log.category[game]
    if category >= 0 and rules.category_value[category] >= 0.0:
        if early and rules.category_counts_early[category] == 0:
            return 0.0
        return rules.category_value[category]
    if early:
        return 0.0
    rounds = log.rounds[game]
    if rounds == 0.0:
        rounds = rules.assumed_rounds
    if rounds == 0.0:
        return -1.0
    per_point = rules.players_per_point
    if rounds == 1.0:
        per_point = rules.players_per_point_one_round
    return min(rules.value_cap, size / per_point + rules.base_value)


def percentile(place: Column, shared: int, end: int, size: float, ties: float) -> float:
    """P of the source for the players who share the place at entry ``shared``.

    Entries of an event lie in the order of their places, those without a place last.
    """
    used = float(place[shared])
    if ties > 0.0:
        tied = shared + 1
        while tied < end and place[tied] == place[shared]:
            tied += 1
        used += ties * (tied - shared - 1)
    return (size + 0.5 - used) / size * 100.0


def value_source(log: Log, rules: Rules, game: int, size: float) -> str:
    """Which rule gave the event its value, in words."""
    category = int(log.category[game])
    year = int(log.year[game])
    early = year < rules.counted_from
    fixed = category >= 0 and rules.category_value[category] >= 0
    if fixed and not (early and rules.category_counts_early[category] == 0):
        return "fixed for its category"
    if early:
        return f"events before {rules.counted_from} have value 0, and this is of {year}"
    one = (log.rounds[game] or rules.assumed_rounds) == 1
    per_point = rules.players_per_point_one_round if one else rules.players_per_point
    rounds = "one round" if one else "several rounds"
    raw = size / per_point + rules.base_value
    sized = f"{size:g}/{per_point:g} + {rules.base_value:g} = {raw:.6g}"
    return f"{rounds}: min({rules.value_cap:g}, {sized})"


SYSTEM = System(
    key="percentile",
    title="Percentile move",
    source="World Diplomacy Database, “Dip Pouch Tournament Rating”, Matt Shields, 2019-10-09",
    year=2001,
    version=1,
    summary="A rating moves a part of the way to the percentile of the place reached.",
    periods=(Period.EVENT,),
    capabilities=frozenset(
        {Capability.MANY_SIDES, Capability.DRAWS, Capability.UNPLACED, Capability.STANDINGS}
    ),
    columns=(
        StateColumn("rating", "percentile", "running percentile of the places reached"),
        StateColumn("games", "events", "events that counted"),
    ),
    parameters=PercentileParameters,
    state=State,
    rules=rules,
    start=start,
    check=check,
    update=update,
    score=score,
    explain=explain,
    reads=("year", "players", "rounds", "category"),
    expects="percentile",
)
