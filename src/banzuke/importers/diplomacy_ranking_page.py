"""Ranking lists of the World Diplomacy Database: players, and the scores that they have in one.

Such a page, saved as text or as HTML, has the line "RankFirstName LastNameLoc.Nat.Score" and a
player a line, "12Ada BYRON84.08"; it differs from the page of an event in that no date stands
above the list. It is a players file: the score is the rating. A file may hold several pages.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import polars as pl

from banzuke.importers.steps.diplomacy_list import note
from banzuke.importers.steps.diplomacy_page import (
    GAP,
    HEADER,
    MOST_CHARACTERS,
    has_date_above,
    is_furniture,
    split_lines,
    start_of_page,
    text_of,
)
from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.tidying import LOST_LETTER
from banzuke.importers.steps.tournament_reading import table_of_players
from banzuke.model.coded_names import clean_name
from banzuke.model.importer import Importer, Reading, ReadOptions
from banzuke.model.names import sort_name, why_no_name

#: Rank, name, and the score, which may be of any size and have decimals or none.
ROW = re.compile(rf"([0-9]{{1,6}})[.)]?{GAP}([^0-9].*?){GAP}([0-9]{{1,6}}(?:[.,][0-9]{{1,4}})?)")
RIGHT = 'rank, name and score, such as "12Ada BYRON84.08"'


class Row(NamedTuple):
    """A player of the list; line is that of the file."""

    line: int
    rank: int
    player: str
    score: float


def recognise(sample: bytes, path: Path) -> float:
    """How surely a file that begins with ``sample`` is such a list, 0 to 1."""
    text = start_of_page(sample)
    return 0.985 if HEADER.search(text) and not has_date_above(text) else 0.0


def read(path: Path, options: ReadOptions) -> Reading:
    """Read the players, as columns of a players file: player, sort_name, rating.

    Of ``options`` only the encoding means something. Raises ResultsRefused with every problem,
    UnknownName for an encoding.
    """
    found = Findings(path.name)
    rows: list[Row] = []
    listed = False
    for number, text in split_lines(text_of(path, options.encoding, found)):
        if HEADER.match(text):
            listed = True
        elif listed and text.strip() and not is_furniture(text):
            row = _row(number, text.strip(), found)
            rows += [row] if row is not None else []
    if not rows and not found.wrong.found:
        found.wrong.add("there is no player in this list", RIGHT)
    _check(rows, found)
    if rows:
        found.odd.add("the scores of this list are read as ratings", "", "rating", rows[0].line)
    frame = pl.DataFrame(
        [(row.player, sort_name(row.player), row.score) for row in rows],
        schema={"player": pl.String, "sort_name": pl.String, "rating": pl.Float64},
        orient="row",
    )
    return table_of_players(frame, [row.line for row in rows], found)


def _row(line: int, text: str, found: Findings) -> Row | None:
    """A player's line; None, which is told, if it cannot be read."""
    match = ROW.fullmatch(text) if len(text) <= MOST_CHARACTERS else None
    if match is None:
        what = f"{clean_name(text)[:80]!r} cannot be read as a row of the list"
        found.wrong.add(what, RIGHT, "", line)
        return None
    player = found.clean(match[2], line, "player")
    why = "has lost a letter" if LOST_LETTER in player else why_no_name(player)
    if why:
        found.wrong.add(f"{player!r} {why}", "one player's name", "player", line)
    return Row(line, int(match[1]), player, float(match[3].replace(",", ".")))


def _check(rows: list[Row], found: Findings) -> None:
    """Nobody stands twice; who has a better rank has no lower score."""
    first: dict[str, int] = {}
    for row in rows:
        note(first, row.player, row.line, found, "player")
    for one, two in pairwise(rows):
        if one.rank < two.rank and one.score < two.score:
            what = f"rank {two.rank} has {two.score:g}, but rank {one.rank} only {one.score:g}"
            found.odd.add(what, "see that the scores are right", "rating", two.line)


IMPORTER = Importer(
    key="wdd-ranking",
    title="World Diplomacy Database ranking list, saved as text or HTML",
    recognise=recognise,
    read=read,
    source="https://world-diplomacy-database.com/php/ranking/ranking_class.php",
    surest=0.985,
)
