"""Rating lists of FIDE, as XML or text, also packed as they are downloaded: players, no results.

A list is a register of everybody, of whom only those are taken who are in the results. It counts
the games of a month, which are no ``games`` of ours (all that were ever rated), and holds the
ratings of three kinds of play: ``rating`` is that of standard play, unless ``--map
players.rating=rapid_rating`` says otherwise.
"""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import polars as pl

from banzuke.importers.steps import fide_text, fide_xml
from banzuke.importers.steps.fide_columns import narrow
from banzuke.importers.steps.packed import pieces, start_of_packed
from banzuke.model.errors import ResultsRefused, UnknownName
from banzuke.model.importer import Importer, Reading, ReadOptions
from banzuke.model.problems import Problem
from banzuke.model.row_problems import MOST_PROBLEMS_OF_A_KIND, Problems

#: So many pieces of a list are put together at a time.
TOGETHER = 64


def recognise(sample: bytes, path: Path) -> float:
    """How sure it is that a file is a rating list, by its first bytes."""
    start = start_of_packed(sample)
    return 0.98 if fide_xml.is_xml_list(start) or fide_text.is_text_list(start) else 0.0


def read(path: Path, options: ReadOptions) -> Reading:
    """Read a rating list; raises ResultsRefused with every problem found.

    The frame has a row a player: player and id (the FIDE number), name, nation, sex, title,
    born, flag, rating, k, games_of_period, and rating, k and games of rapid and blitz play.
    Of ``options`` only the columns mean something here.
    """
    problems = Problems(path.name, lambda row: row)
    parts: list[pl.DataFrame] = []
    content = pieces(path, "a rating list of FIDE")
    first = next(content, b"")
    form = fide_xml if fide_xml.is_xml_list(first[:4096]) else fide_text
    # Rows are counted from 1, as players in the XML; in a text the headings are line 1.
    begin = 1 if form is fide_xml else 2
    count = 0
    newest: list[pl.DataFrame] = []
    for texts in form.read_players(chain([first], content), path.name):
        newest.append(narrow(texts, begin + count, problems))
        count += len(newest[-1])
        if len(newest) == TOGETHER:
            # Many small columns take nearly twice the room of a few large ones.
            parts.append(pl.concat(newest, rechunk=True))
            newest = []
        if len(problems.found) > MOST_PROBLEMS_OF_A_KIND:
            break
    if not count:
        raise ResultsRefused([Problem("there is no player", "a rating list of FIDE", path.name)])
    frame = pl.concat([*parts, *newest], rechunk=False)
    _tell_twice(frame["player"], begin, problems)
    if problems.found:
        raise ResultsRefused(problems.found)
    frame = frame.insert_column(1, frame["player"].alias("id"))
    usual = frozenset(frame.columns)
    frame = _renamed(frame, options.columns)
    return Reading(frame, path.name, first_row=begin, usual=usual, register=True)


def _tell_twice(numbers: pl.Series, begin: int, problems: Problems) -> None:
    """A problem for each player whose number an earlier one has."""
    # By sorting, which takes a tenth of the room of a table of all.
    known = numbers.drop_nulls().to_numpy(writable=True)
    known.sort()
    if (known[1:] != known[:-1]).all():
        return
    again = (~numbers.is_first_distinct() & numbers.is_not_null()).arg_true()
    for at in again[:MOST_PROBLEMS_OF_A_KIND].to_list():
        first = (numbers == numbers[at]).arg_max() or 0
        what = f"{numbers[at]} is there twice, first in row {begin + first}"
        problems.add(what, "one row a player", "fideid", begin + at)


def _renamed(frame: pl.DataFrame, columns: dict[str, str]) -> pl.DataFrame:
    """The list, in which a person calls some columns otherwise: {our name: the list's}."""
    for theirs in columns.values():
        if theirs not in frame.columns:
            raise UnknownName("column", theirs, frame.columns)
    taken = [frame[theirs].alias(ours) for ours, theirs in columns.items()]
    return frame.with_columns(taken)


IMPORTER = Importer(
    key="fide-list",
    title="FIDE rating list (XML or text, also zipped)",
    recognise=recognise,
    read=read,
    source="https://ratings.fide.com/download_lists.phtml",
    numbers_of="fide",
    surest=0.98,
)
