"""Games of a file that the ledger has already: left, stored once more, or told anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import polars as pl

from banzuke.ledger import chunks
from banzuke.ledger.dates import dated, told_otherwise
from banzuke.ledger.import_reports import Decisions, Incoming, UnderWay
from banzuke.ledger.marks import MARK, marks_of
from banzuke.ledger.people import People
from banzuke.ledger.reading import file_names
from banzuke.ledger.same_games import Same, same_games
from banzuke.ledger.versions import Versions
from banzuke.model.problems import Problem


def new_ones(way: UnderWay, versions: Versions) -> Versions:
    """The games of a file that are not stored yet.

    Those that are stored are told in the report, or replaced by what the file says of them.
    """
    stored = chunks.read(way.connection)
    if not len(stored):
        return versions
    fresh = _not_stored(way, versions, stored)
    odd = told_otherwise(dated(fresh.games), dated(stored.games))
    if odd is not None:
        way.report.warnings.append(replace(odd, source=way.incoming.name))
    return fresh


def _not_stored(way: UnderWay, versions: Versions, stored: Versions) -> Versions:
    """Those of the games that are not stored; what becomes of the others is told."""
    files = file_names(way.connection)
    as_they_are = _as_they_are(stored, People(way.connection))
    found = same_games(versions, as_they_are, way.incoming.name, files)
    if not found:
        return versions
    if way.decisions.again == "replace":
        _replace(way, versions, stored, found)
        _tell_missing(way, stored, found, files)
        left_out = [same.new for same in found]
    else:
        left_out = _left_out(way, found)
    return versions.chosen(~versions.in_rows(left_out))


def _left_out(way: UnderWay, found: Sequence[Same]) -> list[int]:
    """The rows of games that are not stored once more; why is told."""
    incoming, decisions, report = way.incoming, way.decisions, way.report
    left_out, asked_alike = [], []
    for same in found:
        problem = _told_again(incoming, same, decisions)
        if problem is None:
            continue
        left_out.append(same.new)
        if decisions.again == "skip" or (same.alike and same.from_same_file):
            report.skipped.append(problem)
        elif same.alike:
            asked_alike.append(problem)
        else:
            report.refused.append(problem)
    report.refused += _as_one(asked_alike)
    return left_out


def _replace(way: UnderWay, versions: Versions, stored: Versions, found: Sequence[Same]) -> None:
    """Stored games as the file tells them now, those that it tells alike included.

    So they stand at their places in it, as if it had been the only file from the beginning; but
    other ledgers, which may have them from elsewhere, know them by the marks of before.
    """
    connection, report = way.connection, way.report
    told = versions.chosen(versions.in_rows([same.new for same in found]))
    numbers = [same.old for same in sorted(found, key=lambda same: same.new)]
    before = stored.chosen(stored.games["id"].is_in(numbers))
    chunks.close(connection, before, way.revision)
    marks = before.games.select("id", marks_of(connection, before.games).alias(MARK))
    games = told.games.with_columns(pl.Series("id", numbers, dtype=pl.Int64))
    games = games.join(marks, on="id", how="left", maintain_order="left")
    chunks.store(connection, Versions(games, told.entries))
    retold = [_retold(way.incoming, same) for same in found if not same.alike]
    report.retold += retold
    report.replaced += len(retold)
    report.changed += len(retold)
    report.skipped += [_as_it_was(way.incoming, same) for same in found if same.alike]


def _tell_missing(
    way: UnderWay, stored: Versions, found: Sequence[Same], files: Mapping[int, str]
) -> None:
    """Tell, or withdraw, games that an earlier edition of the file had, and this one has not."""
    incoming, report = way.incoming, way.report
    games = stored.games
    again = games["id"].is_in([same.old for same in found])
    editions = games["source"].filter(again).unique().to_list()
    of_name = [source for source in editions if files[source] == incoming.name]
    gone = games["source"].is_in(of_name or editions) & ~again
    missing = stored.chosen(gone)
    if not len(missing):
        return
    if way.decisions.withdraw_missing:
        chunks.close(way.connection, missing, way.revision)
        report.withdrawn += len(missing)
        report.changed += len(missing)
        return
    for number, row in missing.games.select("id", "row").iter_rows():
        what = f"game {number}, which was in row {row}, is not in this file any more"
        right = "--withdraw-missing withdraws it"
        report.warnings.append(Problem(what, right, incoming.name))


def _as_it_was(incoming: Incoming, same: Same) -> Problem:
    return Problem(f"stored already, as game {same.old}", "", *incoming.results.place(same.new))


def _retold(incoming: Incoming, same: Same) -> Problem:
    what = f"game {same.old} is told anew"
    return Problem(what, "", *incoming.results.place(same.new))


def _told_again(incoming: Incoming, same: Same, decisions: Decisions) -> Problem | None:
    """What is said of a game that is likely stored; None where it is stored as a second one."""
    if same.alike and same.from_same_file:
        return _as_it_was(incoming, same)
    if decisions.again == "store":
        return None
    if same.alike:
        what = f"game {same.old} is the same: these players, this result, on this occasion"
    else:
        what = f"game {same.old} has these players on this occasion, with another result"
        what += " or other facts"
    right = "say --again skip if it is that game, --again store if it is another one"
    if not same.alike:
        right += (
            f", --again replace if this file is right; 'banzuke correct' changes game {same.old}"
        )
    else:
        right += "; --again replace, for what differs, leaves it as it is"
    right = "" if decisions.again == "skip" else right
    return Problem(what, right, *incoming.results.place(same.new))


def _as_one(problems: Sequence[Problem]) -> list[Problem]:
    """Of games that say what stored ones say the first, and how many more there are.

    So those that differ are seen. A single one more is told like the first.
    """
    more = len(problems) - 1
    if more < 2:
        return list(problems)
    first = problems[0]
    what = f"… and {more} more games of this file are stored already in the same way"
    return [first, Problem(what, source=first.source, times=more)]


def _as_they_are(versions: Versions, people: People) -> Versions:
    """Versions with merged people under who they are."""
    if not people.into:
        return versions
    person = versions.entries["person"].replace(people.into)
    return Versions(versions.games, versions.entries.with_columns(person.alias("person")))
