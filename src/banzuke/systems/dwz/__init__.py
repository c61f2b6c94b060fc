"""DWZ: Elo by whole events, with a step that grows for the young, and first ratings in one go.

Source: Deutscher Schachbund, Wertungsordnung, articles 2.2, 3.2 to 3.4 and appendix 1.2:
Rn = Ro + 800 (W - We) / (E + n); E = ((Ro / 1000)^4 + J) fB + SBr; We = sum of P(D).
Scale: points; 200 are the standard deviation of one player's performance in one game.

    >>> import banzuke as bz
    >>> bz.rate_game("dwz-draft", sides=[[(1600, 22)], [(1600, 103)]], places=[1, 2])
    [[(1617.0, 23.0, 0.0)], [(1583.0, 104.0, 0.0)]]
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log, Record
from banzuke.model.phrases import listed, message, name_of, phrase
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
from banzuke.numeric.exact_sums import POINTS, on_grid
from banzuke.parts.births import GROWN_UP, age_in, birth_years
from banzuke.parts.duels import duel_score, outcome_words, score_duels
from banzuke.parts.meetings import link, meetings_of, opponent_of, period_of, unlink
from banzuke.parts.one_period import rated_again
from banzuke.parts.starting import wrong_values
from banzuke.systems.dwz.event import Work, apply_entry, forecast, rate_player
from banzuke.systems.dwz.first_rating import (
    RATED,
    UNRATED,
    find_first_ratings,
    find_levels,
)
from banzuke.systems.dwz.formulas import expectation
from banzuke.systems.dwz.parameters import DwzParameters
from banzuke.systems.dwz.rules import Rules, State, rules


def start(
    given: Given, n_players: int, parameters: DwzParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Nobody has a rating but who brings one, with the index (column games) that it has."""
    born, complaints = birth_years(given, n_players)
    columns = {
        name: given.numbers(name, n_players, 0.0) for name in State._fields if name != "born"
    }
    said = given.numbers("rating", n_players)
    what, right = message("{value:.10g} is no DWZ"), phrase("1 or more; empty for none")
    complaints += wrong_values("rating", said, said < 1.0, what, right)
    return State(born=born, **columns), complaints


def predict(state: State, log: Log, rules: Rules, chance: Column, first: int, last: int) -> None:
    """Write the expected score of each entry; who has no rating is assumed to have one.

    chance : float64[n_entries], in [0, 1]; the two of a game sum to 1
    """
    for number in range(first, last):
        begin, end, _ = period_of(log, number)
        for entry in range(begin, end):
            chance[entry] = forecast(state, log, rules, entry)


def update(
    state: State, log: Log, rules: Rules, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place, each from the ratings before it."""
    for number in range(first, last):
        period = period_of(log, number)
        begin, end, year = period
        link(log.player, work.meetings, begin, end)
        find_levels(state, log, rules, work, period)
        find_first_ratings(state, log, rules, work, period)
        for entry in range(begin, end):
            if work.meetings.first[log.player[entry]] == entry:
                rate_player(state, log, rules, record, work, (entry, year))
        if len(record.before) > 0:
            for entry in range(begin, end):
                record.expected[entry] = forecast(state, log, rules, entry)
        for entry in range(begin, end):
            apply_entry(state, log, rules, record, work, (entry, year))
        unlink(log.player, work.meetings, begin, end)


def explain(
    state: State, log: Log, rules: Rules, parameters: DwzParameters, game: int, entry: int
) -> Explanation:
    """K = 800 / (E + n) times (score - expected score); or the first DWZ; and rounding."""
    room = work(log, len(state.rating))
    record = rated_again(update, state, log, rules, room, game)
    one, other = int(log.player[entry]), int(log.player[opponent_of(entry)])
    change = float(record.change[entry])
    strength = float(room.strength[other])
    level, met = int(room.level[one]), int(room.level[other])
    theirs = phrase("rating of {who}", who=name_of(other))
    inputs = [Term(theirs, strength, "points")] if met else []
    if level == UNRATED:
        return Explanation([], inputs, False, "no DWZ yet: too few games, or none lost or won")
    if level > RATED:
        why = phrase(
            "level {level}: all of the event's first DWZ fit the scores together",
            level=level - RATED,
        )
        inputs.append(
            Term("first DWZ", float(room.strength[one]), "points", why, cell="first_games")
        )
        if change == 0.0:
            return Explanation([], inputs, True, "the first DWZ is told with the last game")
        return Explanation([Term("first DWZ", change, "points", why, cell="first_games")], inputs)
    if met == UNRATED:
        why = phrase("the opponent has no DWZ")
        if change == 0.0:
            return Explanation([], inputs, False, why)
        return Explanation(
            [Term("rounding", change, "points", "to a whole number", cell="whole_ratings")], inputs
        )
    return _explain_rated(state, log, rules, room, inputs, entry)


def _explain_rated(
    state: State, log: Log, rules: Rules, room: Work, inputs: list[Term], entry: int
) -> Explanation:
    one, other = int(log.player[entry]), int(log.player[opponent_of(entry)])
    year = int(log.year[entry // 2])
    factor, games = float(room.factor[one]), float(room.counted[one])
    score = duel_score(log.place[entry], log.place[opponent_of(entry)])
    chance = expectation(state.rating[one] - room.strength[other], rules.logistic)
    terms = [
        Term(
            outcome_words(score, name_of(other)),
            float(on_grid(factor * (score - chance), POINTS)),
            "points",
            f"{factor:.6g} × ({score:g} − {chance:.6f})",
        )
    ]
    if room.meetings.following[entry] < 0 and room.rounding[one] != 0.0:
        terms.append(
            Term(
                "rounding",
                float(room.rounding[one]),
                "points",
                "to a whole number",
                cell="whole_ratings",
            )
        )
    age = age_in(year, float(state.born[one]))
    known = (
        phrase("age {age}", age=age)
        if age != GROWN_UP
        else phrase("age unknown, taken as above 25")
    )
    index = phrase("index {games:g}", games=state.games[one])
    inputs += [
        Term("expected score", float(chance), "", "P(D)", cell="expectation"),
        Term(
            "development coefficient E",
            800.0 / factor - games,
            "",
            listed((known, index), ", "),
            cell="brake",
        ),
        Term("games that count", games, "games"),
        Term("factor", factor, "points", "800 / (E + n)"),
    ]
    return Explanation(terms, inputs)


def work(log: Log, n_players: int) -> Work:
    """Room for any period of a log."""
    numbers: list[Any] = [np.zeros(n_players) for _ in range(5)]
    return Work(meetings_of(log, n_players), np.zeros(n_players, dtype=np.int64), *numbers)


SYSTEM = System(
    key="dwz",
    title="DWZ",
    source="Deutscher Schachbund, Wertungsordnung, articles 2.2, 3.2 to 3.4, appendix 1.2",
    year=1991,
    version=2,
    summary="Elo by whole events; the step depends on rating, age and number of evaluations.",
    periods=(Period.EVENT,),
    capabilities=frozenset({Capability.DRAWS}),
    columns=(
        StateColumn("rating", "points", "the DWZ, 0 for none"),
        StateColumn("games", "events", "evaluations so far: the index"),
        StateColumn("born", "year", "year of birth, 0 if unknown", unknown=0.0),
        StateColumn(
            "rest_games", "games", "games stored for the first DWZ", inner=True, given=True
        ),
        StateColumn(
            "rest_points",
            "points of games",
            "what was scored in the stored games",
            inner=True,
            given=True,
        ),
        StateColumn(
            "rest_level",
            "points",
            "mean rating of the opponents in the stored games",
            inner=True,
            given=True,
        ),
        StateColumn("rest_year", "year", "year of the last stored game", inner=True, given=True),
    ),
    parameters=DwzParameters,
    state=State,
    rules=rules,
    start=start,
    update=update,
    work=work,
    score=score_duels,
    explain=explain,
    predict=predict,
    reads=("year",),
    unrated=0.0,
    assumes=True,
    lowest=lambda parameters: 1.0,
    expects="points, by the ratings before the event",
)
