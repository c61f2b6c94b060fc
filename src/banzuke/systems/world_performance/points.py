"""What an event gives: its field, its inflow, how many places have points, and how many.

Kernels; names are those of the source.
"""

from __future__ import annotations

from typing import Any

from banzuke.model.log import Column, Log
from banzuke.parts.fields import field_size

#: How the field follows from the number of players, in the order of the codes.
FIELDS = ("as it is", "mean below", "mean from", "third")
MEAN_BELOW, MEAN_FROM, THIRD = range(1, 4)


def class_of(log: Log, rules: Any, game: int) -> int:
    """The row of the event's class, -1 if it has none."""
    category = log.category[game]
    if category < 0:
        return -1
    return 0 + rules.class_of_category[category]


def influence_of(event_class: int, rules: Any) -> float:
    """The influence of a class of events."""
    if event_class < 0:
        return rules.other_influence
    return rules.influence[event_class]


def field_of(players: float, event_class: int, rules: Any) -> float:
    """The field by which the inflow is read, from the number of players and the class."""
    if event_class < 0:
        return players
    kind, pivot = rules.field[event_class], rules.pivot[event_class]
    if (kind == MEAN_BELOW and players < pivot) or (kind == MEAN_FROM and players >= pivot):
        return (players + pivot) / 2.0
    if kind == THIRD:
        return (players + pivot) / 3.0
    return players


def inflow_of(field: float, rules: Any) -> float:
    """The inflow of a field: that of its row, or on the way to the next one."""
    row = -1
    for number in range(len(rules.inflow_from)):
        if field >= rules.inflow_from[number]:
            row = number
    if row < 0:
        return 0.0
    found = rules.inflow[row]
    if rules.rising == 1 and row + 1 < len(rules.inflow_from):
        width = rules.inflow_from[row + 1] - rules.inflow_from[row]
        way = (field - rules.inflow_from[row]) / width
        found += way * (rules.inflow[row + 1] - rules.inflow[row])
    return found


def awarded_of(log: Log, rules: Any, game: int) -> int:
    """How many places have points; -1 where it needs the number of rounds and that is unknown."""
    players = field_size(log, rules.counted, game)
    event_class = class_of(log, rules, game)
    if rules.awarded_by_field == 1:
        players = field_of(players, event_class, rules)
    row = -1
    for candidate in range(len(rules.awarded_from)):
        if players >= rules.awarded_from[candidate]:
            row = candidate
    if row < 0:
        return 0
    places = rules.awarded[row]
    if rules.awarded_by_rounds[row] == 1:
        if log.rounds[game] == 0.0:
            return -1
        places = min(places, int(log.rounds[game]))
    if event_class >= 0:
        places += rules.more_awarded[event_class]
    return 0 + places


def base_of(place: int, awarded: int, rules: Any) -> float:
    """The base of a place: printed for the first ones, then falling evenly to the last awarded."""
    first = len(rules.top)
    if place > awarded:
        return 0.0
    if place <= first:
        return rules.top[place - 1]
    return rules.after_top * (awarded + 1 - place) / (awarded - first)


def shared_base(place: Column, head: int, end: int, awarded: int, rules: Any) -> float:
    """The base of everybody who shares the place at entry ``head``; places rise up to ``end``."""
    if rules.ties_mean == 0:
        return base_of(place[head], awarded, rules)
    total = 0.0
    sharing = 0
    for entry in range(head, end):
        if place[entry] != place[head]:
            break
        # A count of its own: the difference of two offsets would be unsigned.
        total += base_of(place[head] + sharing, awarded, rules)
        sharing += 1
    return total / sharing


def write_points(log: Log, rules: Any, points: Column, game: int) -> None:
    """Write the points of each entry of one event; 0 for who has no place."""
    begin, end = log.game[game], log.game[game + 1]
    event_class = class_of(log, rules, game)
    field = field_of(field_size(log, rules.counted, game), event_class, rules)
    worth = influence_of(event_class, rules) + inflow_of(field, rules)
    awarded = awarded_of(log, rules, game)
    head = begin
    base = 0.0
    for entry in range(begin, end):
        points[entry] = 0.0
        if log.place[entry] > 0:
            if entry == head or log.place[entry] != log.place[head]:
                head = entry
                base = shared_base(log.place, head, end, awarded, rules)
            points[entry] = worth * base
