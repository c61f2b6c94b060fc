"""The field of an event: how many players it had, however a rulebook counts them."""

from __future__ import annotations

from banzuke.model.log import Log
from banzuke.model.phrases import phrase
from banzuke.model.system import Complaint

#: How the players of an event may be counted, in the order of their codes.
COUNTINGS = ("declared", "listed", "placed")

#: Where the number is from, by the same codes.
COUNTING_SOURCES = (
    phrase("as the event declares it"),
    phrase("rows listed"),
    phrase("rows with a place"),
)


def field_size(log: Log, counting: int, game: int) -> float:
    """The number of players in an event; 0 if it declares none.

    counting : 0 as the event declares it, 1 the rows listed, 2 the rows with a place
    """
    if counting == 0:
        return log.players[game]
    begin, end = log.game[game], log.game[game + 1]
    if counting == 1:
        return float(end - begin)
    placed = 0.0
    for entry in range(begin, end):
        if log.place[entry] > 0:
            placed += 1.0
    return placed


def no_such_place(log: Log, entry: int, size: float) -> Complaint:
    """A complaint about a place below the last one of the event."""
    place = int(log.place[entry])
    what = phrase("place {place} in an event of {size:g} players", place=place, size=size)
    return Complaint(entry, "place", what, phrase("1 to {size:g}", size=size))
