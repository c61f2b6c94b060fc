"""Standings of an event as a person and as a program reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from banzuke.publishing.text_tables import document, each_once, prose, table_of
from banzuke.scoring.awards import BestOfRole
from banzuke.scoring.exact import shown
from banzuke.scoring.field import Result
from banzuke.scoring.games import BYES, RoundKind
from banzuke.scoring.table import Standing, Standings


def standings_text(
    table: Standings, called: Mapping[str, str], width: int, *, why: bool = False
) -> str:
    """The table: places, players, points of every round, totals, tie-breaks.

    called : {player: name}; what does not count stands in brackets; rounds that were not played
        are marked
    why : below it, what decided where totals are equal
    """
    rounds = table.named_rounds
    heads = [column.title for column in table.tie_breaks]
    columns = ["place", "player", *rounds.values(), "total", *heads]
    rows = [
        [
            str(row.place or ""),
            called.get(row.player, row.player),
            *(_of_round(row, number) for number in rounds),
            shown(row.total),
            *row.texts,
        ]
        for row in table.rows
    ]
    # A round may be called as another column is.
    columns = each_once(columns)
    right = [name for name in columns if name != columns[1]]
    reasons = [
        f"- {called.get(row.player, row.player)}: {row.why}" for row in table.rows if row.why
    ]
    below = prose("\n".join(reasons), width) if why and reasons else []
    return document(table_of(rows, columns, right, width), below)


def _of_round(row: Standing, number: int) -> str:
    """What a round was: ``1``, ``(18.5)`` if it does not count, ``0.5 bye``, ``–`` if missed."""
    return " ".join(_result(result) for result in row.results if result.round == number)


def _result(result: Result) -> str:
    """One result of a round."""
    kinds = {line.cell.kind for line in result.games}
    text = shown(result.points)
    if kinds == {RoundKind.ABSENT}:
        text = f"{text} –" if result.points else "–"
    elif kinds <= BYES:
        text = f"{text} bye"
    elif RoundKind.FORFEIT in kinds:
        text = f"{text} forfeit"
    return f"({text})" if result.dropped else text


def standings_frame(table: Standings, called: Mapping[str, str]) -> pl.DataFrame:
    """``Standings.to_frame`` with the names of players beside them."""
    frame = table.to_frame()
    names = [called.get(player) for player in frame["player"].to_list()]
    return frame.insert_column(2, pl.Series("name", names, dtype=pl.String))


def standings_document(table: Standings, called: Mapping[str, str]) -> dict[str, Any]:
    """The table as JSON has it, names beside players."""
    told = table.to_dict()
    for row in told["standings"]:
        row["name"] = called.get(row["player"])
    return told


def roles_frame(best: Sequence[BestOfRole], called: Mapping[str, str]) -> pl.DataFrame:
    """A row a game: role, place, player, name, round, board, points, score."""
    rows = [
        {
            "role": role.role,
            "place": line.place,
            "player": line.player,
            "name": called.get(line.player),
            "round": line.round,
            "board": line.board,
            "points": float(line.points),
            "score": None if line.score is None else float(line.score),
        }
        for role in best
        for line in role.lines
    ]
    texts = dict.fromkeys(("role", "player", "name", "round", "board"), pl.String)
    numbers = {"points": pl.Float64, "score": pl.Float64}
    order = ("role", "place", "player", "name", "round", "board", "points", "score")
    kinds = texts | numbers | {"place": pl.Int64}
    return pl.DataFrame(rows, schema={name: kinds[name] for name in order})


def roles_text(best: Sequence[BestOfRole], called: Mapping[str, str]) -> str:
    """Who played each role best, a line each; several where they are equal."""
    if not best:
        return "the results tell no roles\n"
    rows = [
        [
            role.role,
            called.get(line.player, line.player),
            line.round,
            shown(line.points),
            shown(line.score),
        ]
        for role in best
        for line in role.lines
        if line.place == 1
    ]
    head = ["role", "best player", "round", "points", "score"]
    return document(table_of(rows, head, ("points", "score")))
