"""The result of a game of two as it should have been told: by points of one of them, or who won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl
from sqlalchemy import Connection

from banzuke.ledger.people import People, names_by_key
from banzuke.model.problems import Problem

#: How a correction says a result: ``result``, ``result of PLAYER``, ``winner``.
RESULT, WINNER = "result", "winner"

#: Where what was said of a result has both players, the one first whose points stand first.
SIDES = "sides"

#: The results of a duel: the points of both players, and their places.
RESULTS = {
    "1-0": (("1", "0"), ("1", "2")),
    "0-1": (("0", "1"), ("2", "1")),
    "1/2-1/2": (("0.5", "0.5"), ("1", "1")),
}


def is_result(said: str) -> bool:
    """Whether a correction of a game is about its result."""
    return said.partition(" of ")[0] in (RESULT, WINNER)


def in_game(frame: pl.DataFrame, people: People, player: str) -> str:
    """The key under which somebody is in a game, "" for nobody who is."""
    keys = frame["player"].to_list()
    if found := people.called_one_of(keys, player):
        return found
    whom, by_key = people.meant(player), people.by_key()
    return next((key for key in keys if by_key[key] == whom), "")


def with_result(
    frame: pl.DataFrame, said: str, value: str, people: People, problems: list[Problem]
) -> pl.DataFrame:
    """A duel with another result, said as the file said it: by scores, or by places.

    said, value : ``result of PLAYER`` and the points of both, that player's first; ``winner`` and
        who that is; or ``result`` of a draw, of whom the order does not matter
    """
    player = first_said(said, value)
    written = "1-0" if said == WINNER else value.replace(" ", "").replace(":", "-")
    written = written.replace("½", "1/2")
    wrong = _wrong(frame, said, value, written)
    first = in_game(frame, people, player) if player and not wrong else ""
    if player and not wrong and not first:
        wrong = Problem(f"{player} is not in this game", "one of its players")
    if wrong:
        problems.append(wrong)
        return frame
    points, places = RESULTS[written]
    ordered = _from(frame, first)
    told = pl.Series("score", points) if _has_scores(frame) else pl.Series("place", places)
    return ordered.with_columns(told).sort("side")


def first_said(said: str, value: str) -> str:
    """Whose points stand first, as they are called; "" for those of the first side."""
    return value if said == WINNER else said.partition(" of ")[2]


def told_result(
    before: pl.DataFrame, after: pl.DataFrame, people: People, player: str
) -> dict[str, Any]:
    """What a result was and is: ``before`` and ``after``, and the keys of both in SIDES.

    player : who stands first, "" for the first side
    """
    first = in_game(after, people, player) if player else _from(before, "")["player"][0]
    return {
        "before": _as_it_is(_from(before, first)),
        "after": _as_it_is(_from(after, first)),
        SIDES: people.keys_of_whom(_from(after, first)["player"].to_list()),
    }


def result_text(said: Mapping[str, Any], result: str) -> str:
    """A result between those who have it."""
    one, other = said[SIDES]
    return f"{one} {result or '(nothing)'} {other}"


def sides_with_names(connection: Connection, changed: Mapping[str, Any]) -> dict[str, Any]:
    """What a correction says, of results with names of the players for their keys."""
    keys = {key for said in changed.values() for key in said.get(SIDES, ())}
    if not keys:
        return dict(changed)
    called = names_by_key(connection, sorted(keys))
    return {
        what: {**said, SIDES: [called.get(key, key) for key in said[SIDES]]}
        if SIDES in said
        else said
        for what, said in changed.items()
    }


def _wrong(frame: pl.DataFrame, said: str, value: str, written: str) -> Problem | None:
    """Why a result cannot be said so of a game."""
    if len(frame) != 2 or "side" not in frame.columns:
        return Problem(f"{said} is said of a game of two only", "'place of PLAYER' for each")
    if said.startswith(WINNER) and (said != WINNER or not value.strip()):
        right = f"{WINNER}=PLAYER, or {RESULT}=1/2-1/2"
        return Problem(f"{said}={value} does not say who won", right)
    if written not in RESULTS:
        return Problem(f"{value!r} is no result of this game", f"{', '.join(RESULTS)}")
    points, _ = RESULTS[written]
    if said == RESULT and len(set(points)) > 1:
        # Sides are not kept as a file had them: said twice, it would be taken back.
        right = f"{WINNER}=PLAYER, or '{RESULT} of PLAYER={written}'"
        return Problem(f"{written} does not say whose points stand first", right)
    now = _as_it_is(_from(frame, ""))
    if _has_scores(frame) and now not in RESULTS:
        right = "'score of PLAYER' of both, or 'status' for a game that was not played"
        return Problem(f"this game has scores, {now or 'of one player'}, which say who won", right)
    return None


def _has_scores(frame: pl.DataFrame) -> bool:
    return "score" in frame.columns and frame["score"].null_count() < len(frame)


def _from(frame: pl.DataFrame, first: str) -> pl.DataFrame:
    """The lines of a duel by side, but that of the player ``first`` before the other one."""
    return frame.sort(pl.col("player") != first, "side")


def _as_it_is(ordered: pl.DataFrame) -> str:
    """The result of a duel, by scores or else by places; "" if there is neither."""
    if "score" in ordered.columns and not ordered["score"].null_count():
        scores = [*map(float, ordered["score"])]
        of_points = {tuple(map(float, points)): said for said, (points, _) in RESULTS.items()}
        return of_points.get(tuple(scores), "-".join(f"{score:g}" for score in scores))
    places = tuple(map(str, ordered["place"].to_list())) if "place" in ordered.columns else ()
    return next((said for said, (_, of_both) in RESULTS.items() if of_both == places), "")
