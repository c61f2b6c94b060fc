"""Results files of the World Othello Federation (.ELO): a game a line, players by their numbers.

Lines on top say tournament, country and date (``%%Tournament: …``); a game is
``3752 (42)>(22) 1024 B``, with the discs of both and the colour of the first; other lines begin
with %: ``%Round: 1``, and ``%_% 3752, NAME, Given name, FRA, 6, 402`` for each player, with points
and discs. A player is known by number, so that tournaments and registers fit together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path

import polars as pl

from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.othello_names import full_name, number_of
from banzuke.importers.steps.othello_tournament import (
    Game,
    Listed,
    Tournament,
    check_file_name,
    check_players,
    check_rounds,
)
from banzuke.importers.steps.text_lines import first_lines, lines_of
from banzuke.importers.steps.tournament_reading import Games, reading_of
from banzuke.model.coded_names import clean_name
from banzuke.model.importer import Importer, Reading, ReadOptions

HEADER = re.compile(r"%% ?(Tournament|Country|Date|Sender) ?:(.*)", re.IGNORECASE)
GAME = re.compile(
    r"(\d{1,9}) ?(?:\( ?(\d{1,2}) ?\)?)? ?([<>=]) ?(?:\(? ?(\d{1,2}) ?\))? ?(\d{1,9}) ?([BWbw])?"
)
PLAYER = re.compile(r"%_% ?\+? ?(\d{1,9}) ?,(.*)")
ROUND = re.compile(r"% ?(?:Round|Ronde|Rond|Runde) ?:? ?(\d{1,4})", re.IGNORECASE)
OTHER_ROUND = re.compile(r"%+ ?(.*(?:final|play-?off|added).*)", re.IGNORECASE)
BLACK_FIRST = re.compile(r"% ?B(?:lack)? %? ?W(?:hite)?", re.IGNORECASE)
DAYS = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})(?: ?- ?(\d{1,2})/(\d{1,2})/(\d{4}))?")
RIGHT_GAME = "number, discs, > = or <, discs, number, colour: 3752 (42)>(22) 1024 B"
RIGHT_DAY = "day, month, year: 30/05/2026, or 30/05/2026 - 31/05/2026"
SIGNS = {">": "1-0", "=": "1/2-1/2", "<": "0-1"}
USUAL = frozenset({"advantage"})


def recognise(sample: bytes, path: Path) -> float:
    """How surely a file that begins with ``sample`` is such a file, 0 to 1."""
    lines = first_lines(sample, 200)
    if sum(HEADER.fullmatch(line) is not None for line in lines) >= 2:
        return 0.98
    game = any(GAME.fullmatch(line) for line in lines)
    return 0.9 if game and path.suffix.lower() == ".elo" else 0.0


def read(path: Path, options: ReadOptions) -> Reading:
    """Read the games as duels with discs; players are numbers, with their names beside them.

    Of ``options`` only the encoding means something: there are no columns to rename, and dates
    have day, month and year. Raises ResultsRefused with every problem, UnknownName for an
    encoding.
    """
    found = Findings(path.name)
    tournament = Tournament()
    for row, line in enumerate(lines_of(path, options.encoding, found), start=1):
        if line:
            _take_line(tournament, line, row, found)
    if not tournament.games and not found.wrong.found:
        found.wrong.add("there is no game in this file", RIGHT_GAME)
    if not tournament.name:
        tournament.name = found.named_as(path, "%%Tournament: its name")
    check_file_name(tournament, path, found)
    check_rounds(tournament, found)
    check_players(tournament, found)
    games = Games(
        _frame(tournament),
        [game.row for game in tournament.games],
        _players(tournament.listed.values()),
        [one.row for one in tournament.listed.values()],
    )
    return reading_of(games, found, USUAL)


def _take_line(tournament: Tournament, text: str, row: int, found: Findings) -> None:
    """A line that is not blank."""
    if not text.startswith("%"):
        _take_game(tournament, text, row, found)
    elif header := HEADER.fullmatch(text):
        _take_header(tournament, header[1].casefold(), clean_name(header[2]), row, found)
    elif player := PLAYER.fullmatch(text):
        _take_player(tournament, number_of(player[1]), player[2].split(","), row, found)
    elif named := ROUND.fullmatch(text):
        tournament.round = str(int(named[1]))
    elif BLACK_FIRST.fullmatch(text):
        tournament.colour = "B"
    elif other := OTHER_ROUND.fullmatch(text):
        tournament.round = clean_name(other[1])


def _take_header(tournament: Tournament, name: str, value: str, row: int, found: Findings) -> None:
    """A line on top of the file."""
    if name == "tournament":
        tournament.name = value
    elif name == "date" and value:
        match = DAYS.fullmatch(value)
        try:
            begin = date(*map(int, match.group(3, 2, 1))) if match else None
            later = match is not None and match[4] is not None
            end = date(*map(int, match.group(6, 5, 4))) if match and later else begin
        except ValueError:
            begin = end = None
        if begin is None or end is None:
            found.wrong.add(f"{value!r} is no day", RIGHT_DAY, "%%Date", row)
        elif found.are_in_order(begin, end, RIGHT_DAY, "%%Date", row):
            tournament.begin, tournament.end = begin, end


def _take_game(tournament: Tournament, text: str, row: int, found: Findings) -> None:
    """A line that must be a game."""
    match = GAME.fullmatch(text)
    if match is None:
        found.wrong.add(f"no game: {clean_name(text)[:60]!r}", RIGHT_GAME, "", row)
        return
    one, discs_1, sign, discs_2, two, colour = match.groups()
    discs = None
    if discs_1 is None or discs_2 is None:
        if discs_1 is not None or discs_2 is not None:
            found.wrong.add("the discs of one player only", RIGHT_GAME, "", row)
    else:
        discs = (int(discs_1), int(discs_2))
        _check_sign(discs, sign, row, found)
    colour = (colour or tournament.colour).upper()
    players = (number_of(one), number_of(two))
    tournament.games.append(Game(row, tournament.round, players, discs, sign, colour))


def _check_sign(discs: tuple[int, int], sign: str, row: int, found: Findings) -> None:
    """The sign between the discs says who won, as they do."""
    one, two = discs
    by_discs = ">" if one > two else "<" if one < two else "="
    if by_discs == sign:
        return
    if by_discs == "=":
        what = f"{one}{sign}{two}: a win with as many discs is read as a draw"
        found.odd.add(what, "the discs of the winner, if there was one", "", row)
    else:
        found.wrong.add(f"{sign} stands between {one} and {two} discs", RIGHT_GAME, "", row)


def _take_player(
    tournament: Tournament, number: str, cells: Sequence[str], row: int, found: Findings
) -> None:
    """A line of the list of players."""
    words = [clean_name(cell) for cell in cells]
    family, given, nation, points = [*words, "", "", "", ""][:4]
    if number in tournament.listed:
        first = tournament.listed[number].row
        found.tell_twice(f"player {number}", first, "each player once", row)
        return
    try:
        scored = float(points) if points else None
    except ValueError:
        scored = None
        found.odd.add(f"{points!r} are no points", "a number, as 5.5", "score", row)
    tournament.listed[number] = Listed(row, number, family, given, nation, scored)


def _frame(tournament: Tournament) -> pl.DataFrame:
    """The games as duels."""
    rows = [
        (
            *game.players,
            *(map(float, game.discs) if game.discs else (None, None)),
            None if game.discs else SIGNS[game.sign],
            {"B": "1", "W": "2", "": None}[game.colour],
            game.round or None,
        )
        for game in tournament.games
    ]
    texts, numbers = pl.String(), pl.Float64()
    schema = {
        "player_1": texts,
        "player_2": texts,
        "score_1": numbers,
        "score_2": numbers,
        "result": texts,
        "advantage": texts,
        "round": texts,
    }
    return pl.DataFrame(rows, schema=schema, orient="row").with_columns(
        event=pl.lit(tournament.name, pl.String),
        date=pl.lit(tournament.begin, pl.Date),
        event_end=pl.lit(tournament.end, pl.Date),
    )


def _players(listed: Iterable[Listed]) -> pl.DataFrame:
    """What the list says of players: name and nation."""
    rows = [
        (
            one.number,
            one.number,
            full_name(one.family, one.given) or None,
            one.family or None,
            one.nation or None,
        )
        for one in listed
    ]
    columns = ("player", "id", "name", "sort_name", "nation")
    return pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String), orient="row")


IMPORTER = Importer(
    key="othello-elo",
    title="results file of the World Othello Federation (.ELO)",
    recognise=recognise,
    read=read,
    source="https://www.worldothello.org/ratings",
    numbers_of="othello",
    surest=0.98,
    begins=re.compile(rb"%%Tournament"),
)
