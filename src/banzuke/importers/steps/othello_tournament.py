"""A tournament of Othello as its results file has it, and whether its parts fit together."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import NamedTuple

from banzuke.importers.steps.findings import Findings

FILE_DAY = re.compile(r"(\d{4})(\d{2})(\d{2})[a-z]?_.*")


class Game(NamedTuple):
    """A game as its line has it.

    round : its number, the name of a final, or "" where nothing stands above
    colour : of the first player, B or W, "" if it is not told
    """

    row: int
    round: str
    players: tuple[str, str]
    discs: tuple[int, int] | None
    sign: str
    colour: str


class Listed(NamedTuple):
    """A player as the list has it; points is None where it has none."""

    row: int
    number: str
    family: str
    given: str
    nation: str
    points: float | None


@dataclass
class Tournament:
    """What a file says."""

    name: str = ""
    begin: date | None = None
    end: date | None = None
    games: list[Game] = field(default_factory=list)
    listed: dict[str, Listed] = field(default_factory=dict)
    round: str = ""
    colour: str = ""


def check_file_name(tournament: Tournament, path: Path, found: Findings) -> None:
    """The name of a file begins with the first day of the tournament."""
    match = FILE_DAY.fullmatch(path.name)
    named = "-".join(match.groups()) if match else ""
    if named and tournament.begin and named != tournament.begin.isoformat():
        what = f"the file's name says {named}, its date {tournament.begin}"
        found.odd.add(what, "one of them mended, if they should be the same", "%%Date")


def check_rounds(tournament: Tournament, found: Findings) -> None:
    """Nobody plays twice in a round that has a number."""
    seen: dict[tuple[str, str], int] = {}
    for game in tournament.games:
        for player in set(game.players) if game.round.isdecimal() else ():
            first = seen.setdefault((game.round, player), game.row)
            if first != game.row:
                what = f"player {player} plays twice in round {game.round}, first in row {first}"
                found.wrong.add(what, "one game a round", "", game.row)


def check_players(tournament: Tournament, found: Findings) -> None:
    """The list of players has everybody, with the points that the games give."""
    listed = tournament.listed
    rounds = {game.round for game in tournament.games if game.round.isdecimal()}
    all_points, points, played = dict[str, float](), dict[str, float](), dict[str, int]()
    told: set[str] = set()
    for game in tournament.games:
        for player, won in zip(game.players, (">", "<"), strict=True):
            if listed and player not in listed and player not in told:
                told.add(player)
                found.odd.add(f"player {player} is not in the list of players", "", "", game.row)
            gained = 0.5 if game.sign == "=" else float(game.sign == won)
            all_points[player] = all_points.get(player, 0.0) + gained
            if game.round.isdecimal():
                points[player] = points.get(player, 0.0) + gained
                played[player] = played.get(player, 0) + 1
    for number, one in listed.items():
        if one.points is None:
            continue
        # Byes give points, too, but no line; games after the last round may not count.
        byes = len(rounds) - played.get(number, 0)
        more = one.points - points.get(number, 0.0)
        if one.points != all_points.get(number, 0.0) and not 0 <= more <= byes:
            by_games = all_points.get(number, 0.0)
            what = f"{one.points:g} points in the list, but {by_games:g} by the games"
            found.odd.add(what, "see that no game is missing", "score", one.row)
