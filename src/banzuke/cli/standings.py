"""The command for standings: who won an event, and why two equal players stand as they do."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from banzuke.cli.asking import asks, pairs
from banzuke.cli.ledger_asking import opened
from banzuke.cli.of_event import Played, event_named, only_files
from banzuke.cli.running import complain, show, width_of_output
from banzuke.cli.shapes import TableShape, TableShapeOption
from banzuke.model.errors import WrongUse

if TYPE_CHECKING:
    from banzuke.scoring.table import Standings

    #: Standings, {player: name}, and what was odd about the results.
    Found = tuple[Standings, Mapping[str, str], list[str]]

app = typer.Typer(rich_markup_mode=None)


class Roles(StrEnum):
    """What makes a game of a role the best."""

    POINTS = "points"
    SCORE = "score"
    ENDING = "ending"


@app.command()
@asks
def standings(  # noqa: PLR0913, PLR0917  # a command has an option for each thing that may be said
    asked: Played,
    scoring: Annotated[
        str,
        typer.Option(
            "--scoring",
            metavar="KEY|PATH",
            help="How boards become points: a key from 'banzuke scoring list', or a .toml file.",
        ),
    ] = "",
    event: Annotated[
        str, typer.Option(metavar="EVENT", help="Which event, where there are several.")
    ] = "",
    tie_breaks: Annotated[
        list[str] | None,
        typer.Option(
            "--tie-break",
            "-t",
            metavar="KEY",
            help="What parts equal totals, as buchholz or buchholz:cut=1; the first one first.",
        ),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            "-s",
            metavar="SETTING=VALUE",
            help="How rounds make a total, as win=3, or combine=best and best=3; can be repeated.",
        ),
    ] = None,
    players: Annotated[
        Path | None,
        typer.Option(
            "--players", "-p", metavar="FILE", help="Ratings for tie-breaks, clubs for --teams."
        ),
    ] = None,
    teams: Annotated[
        bool, typer.Option("--teams", help="Of the teams: clubs of --players, or as told.")
    ] = False,
    roles: Annotated[
        Roles | None,
        typer.Option(
            help="Instead, who played each role (country, faction) best, by points, by score, or "
            "by how the game ended.",
        ),
    ] = None,
    why: Annotated[
        bool, typer.Option("--why", help="Also tell what decided where totals are equal.")
    ] = False,
    format_: TableShapeOption = TableShape.TABLE,
) -> None:
    """Print the standings of an event: places, rounds, totals, tie-breaks."""
    from banzuke.workflows.standings import roles_of, typed_rule

    rule = typed_rule(tie_breaks or (), pairs(settings, "--set", "SETTING=VALUE"))
    if asked.place():
        only_files(asked, players=players, teams=teams)
        table, called, warnings = _of_ledger(asked, event, scoring, rule)
    else:
        table, called, warnings = _of_files(asked, event, scoring, rule, players, teams=teams)
    if roles is not None:
        show(roles_of(table, called, roles.value, format_.value))
        return
    _print(table, called, format_, why=why)
    if format_ is not TableShape.JSON:
        complain(f"warning: {warning}" for warning in warnings)


def _of_ledger(asked: Played, event: str, scoring: str, rule: Mapping[str, Any]) -> Found:
    """The standings of an event of a ledger."""
    named = event_named(asked.files or [], event)
    with opened(asked.place()) as book:
        table, called = book.standings_table(named, scoring or None, rule)
    return table, called, [table.by_plain_points] if table.by_plain_points else []


def _of_files(
    asked: Played,
    event: str,
    scoring: str,
    rule: Mapping[str, Any],
    players: Path | None,
    *,
    teams: bool,
) -> Found:
    """The standings of an event in files."""
    from banzuke.workflows.reading import read
    from banzuke.workflows.standings import names_of, ratings_of, team_standings
    from banzuke.workflows.standings import standings as standings_of

    if not asked.files:
        raise WrongUse("say whose standings: FILE, or --ledger PATH EVENT")
    columns = pairs(asked.columns, "--map", "WANTED=COLUMN")
    found = read([*map(Path, asked.files)], columns, **asked.how())
    which = event or None
    if teams:
        table = team_standings(found, rule, event=which, players=players)
    else:
        ratings = ratings_of(found, players)
        table = standings_of(found, scoring or None, event=which, rule=rule, ratings=ratings)
    return table, names_of(found), [*map(str, found.warnings)]


def _print(table: Standings, called: Mapping[str, str], shape: TableShape, *, why: bool) -> None:
    from banzuke.publishing.files import csv_text
    from banzuke.publishing.plain_values import json_text
    from banzuke.publishing.standings_text import (
        standings_document,
        standings_frame,
        standings_text,
    )

    if shape is TableShape.JSON:
        show(json_text(standings_document(table, called)))
    elif shape is TableShape.CSV:
        show(csv_text(standings_frame(table, called)), is_data=True)
    else:
        show(standings_text(table, called, width_of_output(), why=why))
