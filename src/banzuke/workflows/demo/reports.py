"""Short reports of the sample ledger's events, put together from what happened."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

_OPENINGS = (
    "{winner} won {event} with {points} points of {rounds}.",
    "{points} of {rounds}: {winner} takes {event}.",
    "{event} goes to {winner}, who lost few points ({points} of {rounds}).",
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


def report_of(
    table: Sequence[tuple[str, float]],
    event: str,
    rounds: int,
    place: str,
    director: str,
    chance: Random,
) -> str:
    """A report of two or three sentences.

    table : names and points, the best first, at least three
    """
    (winner, points), (second, _), (third, _) = table[:3]
    sentences = (chance.choice(_OPENINGS), chance.choice(_SECONDS), chance.choice(_CLOSINGS))
    said = {
        "winner": winner,
        "points": f"{points:g}",
        "second": second,
        "third": third,
        "event": event,
        "rounds": rounds,
        "place": place,
        "director": director,
        "count": len(table),
    }
    return " ".join(sentence.format(**said) for sentence in sentences).strip()
