"""AGA: the Go ratings of the American Go Association, each event's likeliest ratings at once.

Source: American Go Association, rating system of P. Waldron, 2010 (BayRate), as described in
public texts: the ratings of an event are those at which seeds N(seed, deviation) and results
Phi((rw - rb - h) / s) are likeliest together; h and s by handicap and komi.
Scale: stones; 3.5 is the middle of 3 dan, -3.5 of 3 kyu; no rating lies between -1 and 1.

    >>> import banzuke as bz
    >>> bz.rate_game("aga-draft", sides=[[(3.5, 0.5)], [(3.5, 0.5)]], places=[1, 2])[0][0][:2]
    (3.6485455213696696, 0.47140832530...)
"""

from __future__ import annotations

import math

import numpy as np

from banzuke.model.log import Column, Log, Record, holder
from banzuke.model.phrases import name_of, phrase
from banzuke.model.system import (
    Capability,
    Complaint,
    Explanation,
    Period,
    StateColumn,
    System,
    Term,
)
from banzuke.parts.deviations import NEVER
from banzuke.parts.duels import outcome_words, score_duels
from banzuke.parts.meetings import entries_of, link, opponent_of, unlink
from banzuke.parts.one_period import rated_again
from banzuke.parts.stones import no_whole_stones
from banzuke.systems.aga.deviation import find_deviation
from banzuke.systems.aga.event import (
    apply_entry,
    enter,
    forecast,
    game_part,
    is_rated,
    komi_of,
    read_games,
    share_out,
    stones_of,
    worth_for,
)
from banzuke.systems.aga.formulas import game_spread, opened
from banzuke.systems.aga.likeliest import find_ratings
from banzuke.systems.aga.parameters import AgaParameters
from banzuke.systems.aga.rules import Rules, State, rules
from banzuke.systems.aga.starting import start
from banzuke.systems.aga.work import Work, room_of


def check(log: Log, rules: Rules) -> list[Complaint]:
    """Handicaps that are no stones, or are given to both; draws, which the source does not have."""
    stones, heads = log.handicap, log.game[:-1].astype(np.int64)
    broken = (stones < 0) | (stones != np.rint(stones))
    found = no_whole_stones(stones, broken)
    both = (stones[heads] > 0) & (stones[heads + 1] > 0)
    drawn = log.place[heads] == log.place[heads + 1]
    for games, column, what, right in (
        (both, "handicap", phrase("both receive stones"), phrase("only one of them")),
        (np.abs(log.komi) > 50, "komi", phrase("so much komi"), phrase("-50 to 50 points")),
        (drawn, "result", phrase("a draw"), phrase("a winner, or status void")),
    ):
        found += [Complaint(int(entry), column, what, right) for entry in heads[games]]
    return found


def predict(state: State, log: Log, rules: Rules, chance: Column, first: int, last: int) -> None:
    """Write each entry's chance to win, with all that is not known of the two players.

    chance : float64[n_entries], in [0, 1]; the two of a game sum to 1
    """
    for number in range(first, last):
        begin, end = entries_of(log, number)
        for game in range(begin // 2, end // 2):
            worth = worth_for(log, rules, 2 * game)
            chances = forecast(state, log, rules, game, worth)
            chance[2 * game], chance[2 * game + 1] = chances


def update(
    state: State, log: Log, rules: Rules, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place, each as a whole."""
    player = log.player
    for number in range(first, last):
        begin, end = entries_of(log, number)
        time = log.time[number]
        link(player, work.meetings, begin, end)
        read_games(log, rules, work, begin, end)
        for entry in range(begin, end):
            if work.meetings.first[player[entry]] == entry:
                enter(state, log, rules, work, (entry, time))
        find_ratings(log, rules, work, begin, end)
        if len(record.before) > 0:
            for game in range(begin // 2, end // 2):
                chances = forecast(state, log, rules, game, work.worth[game])
                record.expected[2 * game], record.expected[2 * game + 1] = chances
        for entry in range(begin, end):
            if work.meetings.first[player[entry]] == entry:
                find_deviation(log, rules, work, entry)
                share_out(state, log, record, work, entry)
        for entry in range(begin, end):
            apply_entry(state, record, work, (player[entry], entry, time))
        unlink(player, work.meetings, begin, end)


def aged(state: State, time: float, rules: Rules) -> State:
    """The state on a later day: deviations grow with the days since the last event."""
    since = np.where((state.seen != NEVER) & (time > state.seen), time - state.seen, 0.0)
    grown = np.sqrt(state.deviation**2 + (rules.ageing * since) ** 2)
    return State(state.rating.copy(), np.where(since > 0.0, grown, state.deviation), state.seen)


def explain(
    state: State, log: Log, rules: Rules, parameters: AgaParameters, game: int, entry: int
) -> Explanation:
    """The promotion, what the result adds, and the numbers that nobody has."""
    stones, komi = stones_of(log, game), komi_of(log, rules, game)
    if not is_rated(log, game):
        size = float(log.board_size[game])
        why = phrase("{stones:g} stones: at most 9 are rated", stones=stones)
        if stones <= 9.0:
            why = phrase("a board of {size:g} lines: only 19 are rated", size=size)
        return Explanation([], [], False, why)
    room = work(log, len(state.rating))
    rated_again(update, state, log, rules, room, game)
    one, other = int(log.player[entry]), int(log.player[opponent_of(entry)])
    inputs = [
        Term("seed", opened(float(room.seed[one])), "stones", "before the event"),
        Term("deviation of the seed", math.sqrt(room.variance[one]), "stones", cell="ageing"),
        Term(
            phrase("seed of {who}", who=name_of(other)), opened(float(room.seed[other])), "stones"
        ),
        Term(
            phrase("new rating of {who}", who=name_of(other)),
            opened(float(room.found[other])),
            "stones",
        ),
        Term("deviation after the event", float(room.deviation[one]), "stones"),
    ]
    given_up = worth_for(log, rules, entry)
    given = phrase("{stones:g} stones, komi {komi:g}; below 0: received", stones=stones, komi=komi)
    inputs += [
        Term("given up by handicap and komi", given_up, "stones", given, "komi"),
        Term("deviation of the game", game_spread(stones, komi), "stones"),
    ]  # fmt: skip  # one line a term
    number = holder(log.period, game)
    begin, end = entries_of(log, number)
    own = [e for e in range(begin, end) if log.player[e] == one and is_rated(log, e // 2)]
    terms = []
    if entry == own[0] and room.lift[one] != 0.0:
        terms.append(
            Term(
                "entered with a higher rank", float(room.lift[one]), "stones", cell="promotion_from"
            )
        )
    name = outcome_words(1.0 if entry % 2 == 0 else 0.0, name_of(other))
    source = phrase("variance of the seed × slope of the chance of this result, at the new ratings")
    terms.append(Term(name, float(game_part(room, one, entry)), "stones", source))
    gap, rounding = float(room.gap[entry]), float(room.rounding[entry])
    if gap != 0.0:
        terms.append(Term("no rating lies between -1 and 1", gap, "stones", "no strength"))
    if rounding != 0.0:
        terms.append(Term("last digits", rounding, "stones", "of the solution"))
    return Explanation(terms, inputs)


def work(log: Log, n_players: int) -> Work:
    """Room for any period of a log."""
    return room_of(log, n_players)


SYSTEM = System(
    key="aga",
    title="AGA",
    source="American Go Association, rating system of P. Waldron (BayRate)",
    year=2010,
    version=1,
    summary="The likeliest ratings of an event at once, from seeds, handicap and komi.",
    periods=(Period.EVENT,),
    capabilities=frozenset({Capability.HANDICAP}),
    columns=(
        StateColumn("rating", "stones", "3.5 is the middle of 3 dan, -3.5 of 3 kyu"),
        StateColumn("deviation", "stones", "how uncertain the rating is"),
        StateColumn("seen", "days", "when the last rated event was", inner=True),
    ),
    parameters=AgaParameters,
    state=State,
    rules=rules,
    start=start,
    check=check,
    aged=aged,
    update=update,
    work=work,
    score=score_duels,
    explain=explain,
    predict=predict,
    reads=("handicap", "entry_rank", "advantage", "komi", "board_size", "time"),
    expects="chance to win, by the ratings before the event",
    leaves_unrated=True,
    entry_cost=30,
    gap=1.0,
)
