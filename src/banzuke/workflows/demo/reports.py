"""Short reports of the sample ledger's events, put together from what happened."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from banzuke.workflows.demo.events import Event

_OPENINGS = (
    "{winner} won {event} with {points} points.",
    "{points} points in {rounds} rounds: {winner} takes {event}.",
    "{event} goes to {winner}, who made {points} points in {rounds} rounds.",
)
_SECONDS = (
    "{second} was second, {third} third.",
    "Behind came {second} and {third}.",
    "{second} had led until the last round and finished second, before {third}.",
)
_CLOSINGS = (
    "{count} players came to {place}.",
    "The hall in {place} was cold, the coffee warm; {count} players stayed to the end.",
    "Thanks to the hosts in {place}, and to {director}, who had to decide nothing.",
    "Next year again in {place}.",
    "",
)


def reports_of(table: Sequence[tuple[str, float]], event: Event, chance: Random) -> dict[str, str]:
    """A report of two or three sentences, as a fact of the event; of some events there is none.

    table : names and points, the best first
    """
    if len(table) < 3 or chance.random() > 0.6:
        return {}
    (winner, points), (second, _), (third, _) = table[:3]
    sentences = (chance.choice(_OPENINGS), chance.choice(_SECONDS), chance.choice(_CLOSINGS))
    said = {
        "winner": winner,
        "points": f"{points:g}",
        "second": second,
        "third": third,
        "event": event.name,
        "rounds": event.rounds,
        "place": event.place,
        "director": event.director,
        "count": len(table),
    }
    return {"report": " ".join(one.format(**said) for one in sentences).strip()}
