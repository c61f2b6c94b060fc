"""The register of Othello players (the file ``joueurs``): a player a line, nation by nation.

A line ``pays = FRA`` begins the players of a nation; a player's line has number, name and, where
there is one, the rating: ``3752 BERG, Ada %_<1484>`` or ``3752 BERG (Ada)``. It is a players file.
"""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl

from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.othello_names import full_name, number_of
from banzuke.importers.steps.text_lines import first_lines, lines_of
from banzuke.importers.steps.tournament_reading import table_of_players
from banzuke.model.coded_names import clean_name
from banzuke.model.importer import Importer, Reading, ReadOptions

NATION = re.compile(r"pays ?= ?(.*)", re.IGNORECASE)
PLAYER = re.compile(r"(\d{1,9}) ([^<]+)")
NAME = re.compile(r"([^,(]+?) ?(?:, ?(.*)|\(([^()]*)\))?")
RATING = re.compile(r"<([^<>]*)>")
RIGHT = "number, name, rating: 3752 BERG, Ada %_<1484>"


def recognise(sample: bytes, path: Path) -> float:
    """How surely a file that begins with ``sample`` is such a register, 0 to 1."""
    lines = first_lines(sample, 200)
    players = [line for line in lines if PLAYER.fullmatch(line.partition("%")[0].rstrip())]
    if players and any(NATION.fullmatch(line) for line in lines):
        return 0.97
    return 0.9 if any("%_<" in line for line in players) else 0.0


def read(path: Path, options: ReadOptions) -> Reading:
    """Read the players with number, name, nation and rating, as columns of a players file.

    Of ``options`` only the encoding means something. Raises ResultsRefused with every problem,
    UnknownName for an encoding.
    """
    found = Findings(path.name)
    nation = ""
    rows: list[tuple[object, ...]] = []
    lines: list[int] = []
    for row, line in enumerate(lines_of(path, options.encoding, found), start=1):
        text, _, rest = line.partition("%")
        if not text.strip():
            continue
        if (named := NATION.fullmatch(text)) is not None:
            nation = clean_name(named[1])
        elif (player := PLAYER.fullmatch(text.rstrip())) is not None:
            rating = RATING.search(rest)
            rows.append((*_who(player), nation or None, _rating(rating, row, found)))
            lines.append(row)
        else:
            found.wrong.add(f"no player: {clean_name(line)[:60]!r}", RIGHT, "", row)
    if not rows and not found.wrong.found:
        found.wrong.add("there is no player in this file", RIGHT)
    texts = dict.fromkeys(("player", "id", "name", "sort_name", "nation"), pl.String())
    frame = pl.DataFrame(rows, schema={**texts, "rating": pl.Float64()}, orient="row")
    return table_of_players(frame, lines, found)


def _who(match: re.Match[str]) -> tuple[str, str, str, str]:
    """Number (as player and as number), name, and the family's name, by which lists sort."""
    number, name = number_of(match[1]), clean_name(match[2])
    parts = NAME.fullmatch(name)
    family, given = (parts[1], parts[2] or parts[3] or "") if parts else (name, "")
    return number, number, full_name(family, given), clean_name(family)


def _rating(match: re.Match[str] | None, row: int, found: Findings) -> float | None:
    """The rating that stands behind a name; None where none does."""
    if match is None:
        return None
    try:
        return float(int(match[1]))
    except ValueError:
        found.wrong.add(f"{match[1]!r} is no rating", "a whole number, as %_<1484>", "", row)
        return None


IMPORTER = Importer(
    key="othello-joueurs",
    title="register of Othello players (joueurs)",
    recognise=recognise,
    read=read,
    source="https://www.ffothello.org",
    numbers_of="othello",
    surest=0.97,
)
