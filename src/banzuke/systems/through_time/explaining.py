"""Why a game changed a rating: what it told of the lead, and what all results make of the day."""

from __future__ import annotations

from typing import Any

from banzuke.model.log import Log
from banzuke.model.phrases import name_of, phrase
from banzuke.model.system import Explanation, Term
from banzuke.parts.day_changes import days_after, source_of_part
from banzuke.parts.duels import duel_score, outcome_words
from banzuke.parts.one_period import rated_again
from banzuke.parts.performances import outcome_of_side
from banzuke.systems.through_time.event import update
from banzuke.systems.through_time.nodes import Work, work
from banzuke.systems.through_time.rules import Rules, State

#: An explanation reckons all results once more: with so many entries by the compiled kernel.
COMPILE_FROM = 2_000


def explained_entry(state: State, log: Log, rules: Rules, game: int, entry: int) -> Explanation:
    """What the games of the day tell, and the day's change, of which the game has a part.

    From one day to the next a strength changes by drift² × days × the pull of all games from the
    new day on.
    """
    room = work(log, len(state.rating))
    change = rated_again(update, state, log, rules, room, game, COMPILE_FROM).change
    node = int(room.days.node[entry])
    inputs = told_of(room, entry)
    inputs += change_of_day(rules, room, node)
    inputs.append(Term("deviation that day", float(room.deviation[node]), "points"))
    source = source_of_part(room.days, node)
    term = Term(what_happened(log, game, entry), float(change[entry]), "points", source)
    return Explanation([term], inputs)


def what_happened(log: Log, game: int, entry: int) -> str:
    """What an entry did in a game: with the names of the other side; of many sides, the place."""
    begin, end = int(log.game[game]), int(log.game[game + 1])
    if log.side[end - 1] > 1:
        return outcome_of_side(log, begin, end, entry)
    others = [at for at in range(begin, end) if log.side[at] != log.side[entry]]
    names = "+".join(name_of(log.player[at]) for at in others)
    score = duel_score(int(log.place[entry]), int(log.place[others[0]]))
    return outcome_words(score, names)


def told_of(room: Work, entry: int) -> list[Term]:
    """What a game tells of the side of an entry, and what all results say of that, points."""
    chains, days, row = room.chains, room.days, int(room.rows.of[entry])
    begin, end = int(chains.first[row]), int(chains.first[row + 1])
    sign = -1.0 if chains.share[entry] < 0.0 else 1.0
    lead = sum(
        float(chains.share[at]) * float(room.mean[days.node[at]]) for at in range(begin, end)
    )
    if room.rows.lone[row] == 0:
        # What a side shows is off its strength by the pull of the places, times its variance.
        shown = lead + float(chains.noise[row]) * float(room.pull[row])
        return [
            Term("strength of the side that day", lead, "points", "by all results"),
            Term(
                "performance of the side that day", shown, "points", "by all results", cell="beta"
            ),
        ]
    terms = [Term("lead of the side that day", sign * lead, "points", "by all results")]
    known = float(room.said[row])
    if known > 0.0:
        said, spread = sign * float(room.told[row]) / known, known**-0.5
        terms.append(
            Term(
                "lead that the game tells",
                said,
                "points",
                phrase("give or take {spread:.6g}", spread=spread),
                cell="beta",
            )
        )
    return terms


def change_of_day(rules: Any, room: Work, node: int) -> list[Term]:
    """The strength of the day, and how it follows from the one of the player's day before."""
    days, chains = room.days, room.chains
    later = days_after(days, node)
    pull = 0.0
    for slot in range(int(days.slots[node]), int(days.slots[node + later + 1])):
        pull += float(chains.slot_share[slot]) * float(room.pull[days.game[slot]])
    source = (
        phrase("of that day and {later} later", later=later) if later else phrase("of that day")
    )
    terms = [
        Term("pull of the games from that day on", pull, "per point", source),
        Term("rating that day", float(room.changes.rating[node]), "points", "by all results"),
    ]
    first = float(chains.link[node]) <= 0.0
    worth = 1.0 / float(room.prior[node] if first else chains.link[node])
    before = float(room.prior_mean[node] if first else room.changes.rating[node - 1])
    name = phrase("rating before the first game") if first else phrase("rating on the day before")
    terms.append(
        Term(
            name,
            before,
            "points",
            phrase("a pull of 1 is worth {worth:.6g} points", worth=worth),
            cell="start_deviation" if first else "drift",
        )
    )
    return terms
