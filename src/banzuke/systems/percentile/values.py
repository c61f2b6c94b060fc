"""What an event is worth by percentiles, and the share of the field that a place leaves behind."""

from __future__ import annotations

from collections.abc import Sequence

from banzuke.model.log import Column, Log
from banzuke.model.phrases import Phrase, phrase
from banzuke.systems.percentile.rules import Rules


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


def words_of_tie(ties: str, first: int, last: int) -> Phrase:
    """Which of the places first to last is used for those who share them."""
    if ties == "mean":
        return phrase("the mean of the places {first} to {last}", first=first, last=last)
    return phrase("the worst of the places {first} to {last}", first=first, last=last)


def value_source(log: Log, rules: Rules, game: int, size: float) -> str:
    """Which rule gave the event its value, in words."""
    category = int(log.category[game])
    year = int(log.year[game])
    early = year < rules.counted_from
    fixed = category >= 0 and rules.category_value[category] >= 0
    if fixed and not (early and rules.category_counts_early[category] == 0):
        return phrase("fixed for its category")
    if early:
        return phrase(
            "events before {first} have value 0, and this is of {year}",
            first=rules.counted_from,
            year=year,
        )
    one = (log.rounds[game] or rules.assumed_rounds) == 1
    per_point = rules.players_per_point_one_round if one else rules.players_per_point
    raw = size / per_point + rules.base_value
    sized = f"{size:g}/{per_point:g} + {rules.base_value:g} = {raw:.6g}"
    formula = f"min({rules.value_cap:g}, {sized})"
    if one:
        return phrase("one round: {formula}", formula=formula)
    return phrase("several rounds: {formula}", formula=formula)


def value_cell(log: Log, rules: Rules, game: int, size: float, categories: Sequence[str]) -> str:
    """The parameter that gave the event its value; categories : those with one, as written."""
    category = int(log.category[game])
    early = int(log.year[game]) < rules.counted_from
    if category >= 0 and rules.category_value[category] >= 0:
        if early and rules.category_counts_early[category] == 0:
            return "counted_from"
        return f"category_values:{categories[0]}" if len(categories) == 1 else "category_values"
    if early:
        return "counted_from"
    one = (log.rounds[game] or rules.assumed_rounds) == 1
    per_point = rules.players_per_point_one_round if one else rules.players_per_point
    if size / per_point + rules.base_value > rules.value_cap:
        return "value_cap"
    return "players_per_point_one_round" if one else "players_per_point"
