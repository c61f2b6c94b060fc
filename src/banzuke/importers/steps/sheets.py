"""Which of the sheets of a workbook is read: the first, or the one that a person names."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from banzuke.importers.steps.headers import MOST_ABOVE, header_among, normal, shape_by_meaning
from banzuke.importers.steps.special_forms import may_be_special
from banzuke.model.errors import ResultsRefused, UnknownName
from banzuke.model.importer import ReadOptions
from banzuke.model.problems import Problem

#: So many other sheets are looked at, and so many are named.
MOST_SHEETS = 20
MOST_NAMED = 3
#: So many letters of a sheet's name are shown; spreadsheets allow 31, but not every program does.
MOST_OF_A_NAME = 40

#: A sheet as its first records, empty cells as ""; None where it cannot be told.
FirstRecords = Callable[[int], Sequence[Sequence[str]] | None]


def chosen_sheet(
    names: Sequence[str], options: ReadOptions, source: str, first_records: FirstRecords
) -> int:
    """The position of the sheet that is meant, the first if none is named.

    Of a players file it is the first that has players. Raises ResultsRefused if there is no sheet
    at all, and UnknownName for a name that no sheet has.
    """
    if not names:
        raise ResultsRefused([Problem("the workbook has no sheet", "", source)])
    if not options.sheet:
        sheets = range(min(len(names), MOST_SHEETS)) if options.players and len(names) > 1 else ()
        return next((at for at in sheets if _are_players(first_records(at))), 0)
    if options.sheet in names:
        return names.index(options.sheet)
    wanted = normal(options.sheet)
    alike = [at for at, name in enumerate(names) if wanted in (normal(name), normal(_cut(name)))]
    if len(alike) != 1:
        raise UnknownName("sheet", options.sheet, list(names))
    return alike[0]


def about_other_sheets(
    names: Sequence[str], at: int, options: ReadOptions, source: str, first_records: FirstRecords
) -> tuple[Problem, ...]:
    """What is told of sheets that were not read: nothing where a person has chosen one.

    at : position of the sheet that is read; first_records : gives the first records of one
    Raises ResultsRefused where the first sheet has no results, but another one has.
    """
    if options.sheet or len(names) == 1:
        return ()
    others = [name for number, name in enumerate(names) if number != at]
    if options.players:
        what = f"only the sheet {shown(names[at])} was read for players; not {_listed(others)}"
        return (Problem(what, "put players on the first sheet, if others are meant", source),)
    have = [
        names[number]
        for number in range(1, min(len(names), MOST_SHEETS))
        if _may_be_results(first_records(number))
    ]
    say = f"--sheet {shown(have[0])} reads that" if have else ""
    first = first_records(0)
    if have and _filled(first) and not options.columns and not _may_be_results(first):
        what = (
            f"the first sheet, {shown(names[0])}, has no results, but {_listed(have)} may have some"
        )
        raise ResultsRefused([Problem(what, say, source)])
    what = f"only the first sheet, {shown(names[0])}, was read; not {_listed(others)}"
    if have:
        which = "which" if len(names) == 2 else f"of which {_listed(have)}"
        what += f", {which} may have results, too"
    return (Problem(what, say or "put what should be read on the first sheet", source),)


def no_rows(
    names: Sequence[str], at: int, source: str, first_records: FirstRecords
) -> ResultsRefused:
    """The refusal of a sheet without a row, which says which others have some.

    at : position of that sheet; first_records : gives the first records of one
    """
    others = (other for other in range(min(len(names), MOST_SHEETS)) if other != at)
    have = [names[other] for other in others if _filled(first_records(other))]
    what, right = f"the sheet {shown(names[at])} is empty", ""
    if have:
        what += f", but {_listed(have)} {'has' if len(have) == 1 else 'have'} rows"
        right = f"--sheet {shown(have[0])} reads that"
    return ResultsRefused([Problem(what, right, source)])


def shown(name: str) -> str:
    """The name of a sheet in quotes, its end cut off where it is very long."""
    return repr(_cut(name))


def _cut(name: str) -> str:
    return name if len(name) <= MOST_OF_A_NAME else f"{name[: MOST_OF_A_NAME - 1]}…"


def _listed(names: Sequence[str]) -> str:
    more = ", …" if len(names) > MOST_NAMED else ""
    return ", ".join(map(shown, names[:MOST_NAMED])) + more


def _filled(records: Sequence[Sequence[str]] | None) -> list[Sequence[str]]:
    return [record for record in records or () if any(cell.strip() for cell in record)]


def _may_be_results(records: Sequence[Sequence[str]] | None) -> bool:
    """Whether a sheet begins as results do."""
    filled = _filled(records)
    if len(filled) < 2:
        return False
    return bool(shape_by_meaning(header_among(filled[: MOST_ABOVE + 1]).own)) or may_be_special(
        filled
    )


def _are_players(records: Sequence[Sequence[str]] | None) -> bool:
    """Whether a sheet begins as a table of players does, and not as results."""
    filled = _filled(records)
    if not filled or _may_be_results(filled):
        return False
    names = {normal(cell) for cell in header_among(filled[: MOST_ABOVE + 1]).own}
    return not names.isdisjoint(("player", "name"))
