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

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log, Record
from banzuke.model.phrases import listed, message, phrase
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
from banzuke.parts.fields import COUNTING_SOURCES, field_size, no_such_place
from banzuke.parts.starting import from_to, wrong_values
from banzuke.systems.percentile.parameters import PercentileParameters
from banzuke.systems.percentile.rules import Rules, State, rules
from banzuke.systems.percentile.values import (
    depends_on_year,
    event_value,
    percentile,
    value_cell,
    value_source,
    words_of_tie,
)


def start(
    given: Given, n_players: int, parameters: PercentileParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Every player at the start rating, or at what the players file gives."""
    rating = given.numbers("rating", n_players, parameters.start_rating)
    games = given.numbers("games", n_players, 0.0)
    wrong = (rating < 0) | (rating > 100)
    what = message("{value:.10g} is no percentile")
    complaints = wrong_values("rating", rating, wrong, what, from_to(0, 100))
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
                    phrase("the event's date is missing, and its value depends on the year"),
                    phrase("the last day of the event, or --set counted_from=0"),
                )
            )
            continue
        if rules.field == 0 and log.players[game] == 0:
            complaints.append(
                Complaint(
                    begin,
                    "event_players",
                    phrase("the event's number of players is missing"),
                    phrase("give it, or --set field=listed to count the rows"),
                )
            )
            continue
        if event_value(log, rules, game, size) < 0:
            complaints.append(
                Complaint(
                    begin,
                    "event_rounds",
                    phrase("the event's number of rounds is missing, and its value depends on it"),
                    phrase("give it, or --set rounds_unknown=one (or several)"),
                )
            )
        for entry in np.flatnonzero(log.place[begin:end] > size) + begin:
            complaints.append(no_such_place(log, int(entry), size))
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
    valued = worth(log, rules, parameters, game)
    value = valued.value
    rating = float(state.rating[log.player[entry]])
    place = int(log.place[entry])
    inputs = [
        Term("players in the event", size, "players", COUNTING_SOURCES[rules.field], cell="field"),
        valued,
    ]
    if place == 0:
        return Explanation([], inputs, False, "took part, but has no place")
    begin, end = int(log.game[game]), int(log.game[game + 1])
    shared = begin + int(np.flatnonzero(log.place[begin:end] == place)[0])
    reached = percentile(log.place, shared, end, size, rules.ties)
    tied = int(np.count_nonzero(log.place[begin:end] == place)) - 1
    used = place + rules.ties * tied
    formula: str = f"({size:g} + 0.5 − {used:g}) / {size:g} × 100"
    if tied and rules.ties > 0:
        formula = listed((formula, words_of_tie(parameters.ties, place, place + tied)))
    inputs.insert(1, Term("percentile", reached, "percentile", formula, cell="ties"))
    if value == 0:
        return Explanation([], inputs, False, valued.source)
    move = Term(
        phrase(
            "{value:.6g} % of the way from {rating:.6g} to {reached:.6g}",
            value=value,
            rating=rating,
            reached=reached,
        ),
        value / 100.0 * (reached - rating),
        "percentile",
        "V / 100 × (P − R)",
    )
    return Explanation([move], inputs)


def worth(log: Log, rules: Rules, parameters: PercentileParameters, game: int) -> Term:
    """The value of the event, in percent, and the rule that it comes from."""
    size = field_size(log, rules.field, game)
    cell = value_cell(log, rules, game, size, [row.category for row in parameters.category_values])
    source = value_source(log, rules, game, size)
    return Term("tournament value", event_value(log, rules, game, size), "%", source, cell)


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
    worth=worth,
    reads=("year", "players", "rounds", "category"),
    expects="percentile",
)
