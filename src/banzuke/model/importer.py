"""What a file format is: something that recognises its files and reads them.

An importer turns bytes into columns under the names of ``model.columns`` and reports what it
saw; it does not validate results. That is done once, for all formats, by ``model.validation``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from banzuke.model.problems import Problem


@dataclass(frozen=True)
class ReadOptions:
    """What a person may say about a file that the file does not say itself.

    columns : {wanted name: the file's own column}, as ``--map player_1=home_team`` gives it
    date_format : strftime pattern of every date in the file, "" for ISO
    encoding, delimiter : "" to recognise them
    cells : how the cells of a crosstable are written, "" to recognise it
    sheet : which sheet of a workbook is read, "" for the first
    players : whether it is given as a players file, and not as results
    """

    columns: dict[str, str] = field(default_factory=dict)
    date_format: str = ""
    encoding: str = ""
    delimiter: str = ""
    cells: str = ""
    sheet: str = ""
    players: bool = False


@dataclass(frozen=True)
class Reading:
    """What an importer read: raw columns, not validated yet.

    frame : one row a game (duels) or a player and game (entries, standings); cells are text
        or already typed
    source : the file's name, as problems should show it
    rows : uint32[len(frame)], the file's row of each line of ``frame``; None if line i is
        row i + ``first_row``
    players : what the file tells of players: columns of a players file, each player once,
        numbers as Float64; or None. Who rates without a players file starts from it
    player_rows : uint32[len(players)], the file's row of each, None if unknown
    usual : columns that every file of the format has, whoever made it: that rules do not use one
        need not be told
    whole : of a file that is refused: whether every game that could be read is here with all who
        took part, so that it may be rated without the others
    warnings : what was odd but could be read
    blank_rows : blank rows passed over, a count
    register : whether it is a list of everybody, of whom only those are taken who are in the
        results
    numbers_of : whose numbers the column ``id`` has, as fide; "" where that is not known
    """

    frame: pl.DataFrame
    source: str
    rows: pl.Series | None = None
    first_row: int = 2
    players: pl.DataFrame | None = None
    player_rows: pl.Series | None = None
    usual: frozenset[str] = frozenset()
    whole: bool = False
    warnings: tuple[Problem, ...] = ()
    blank_rows: int = 0
    register: bool = False
    numbers_of: str = ""


@dataclass(frozen=True)
class Importer:
    """A file format.

    key : short name, as ``--from`` takes it
    title : what a person calls such a file
    recognise : (first bytes of the file, path) -> how sure, 0 (not mine) to 1 (certainly)
    read : (path, options) -> Reading; raises ResultsRefused with every problem found
    numbers_of : whose numbers its files have for players, as fide; "" where that is not known
    surest : the most that ``recognise`` answers: where another format is surer of a file already,
        this one is not asked
    begins : how a file begins that is of no other format, if ``recognise`` is as sure of it as it
        ever is: then no other is asked; None if there is no such beginning
    has_sheets : whether its files have sheets, of which a person may name one
    """

    key: str
    title: str
    recognise: Callable[[bytes, Path], float]
    read: Callable[[Path, ReadOptions], Reading]
    source: str = ""
    numbers_of: str = ""
    surest: float = 1.0
    has_sheets: bool = False
    begins: re.Pattern[bytes] | None = None
