"""A revision taken back: what it wrote ends, and what it ended holds again.

That is a revision, too, and can be taken back as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, RowMapping, Table, select, update

from banzuke.ledger import chunks
from banzuke.ledger.left_over import (
    bring_names_back,
    end_left_over,
    gone_with,
    without_games,
)
from banzuke.ledger.revisions import add_rows, end_rows, revision_of, rows_of
from banzuke.ledger.soundness import refuse_unsound
from banzuke.ledger.subjects import content_of, subject_of
from banzuke.ledger.tables import VERSIONED, awards, closings, event_facts, merges, names, revisions
from banzuke.ledger.telling_changes import IDLE, UNDONE
from banzuke.ledger.versions import NOTHING, Versions, together
from banzuke.model.errors import ChangeRefused, UnknownName
from banzuke.model.problems import Problem

#: Revisions that cannot be taken back, and why.
NEVER = {
    "anonymise": "what was removed is nowhere any more",
    "publish": "a published list is frozen",
}


def undo(connection: Connection, revision: int, *, number: int) -> dict[str, Any]:
    """Take back revision ``number``.

    Raises ChangeRefused where a later revision has changed what it wrote or ended, and is still
    in force; and where somebody would play against himself, or be two people at once.
    """
    taken_back = revision_of(connection, number)
    if number == revision:
        raise UnknownName("revision", number, [str(number - 1)])
    if taken_back.kind in NEVER:
        raise ChangeRefused(
            [Problem(f"revision {number} cannot be undone", NEVER[taken_back.kind])]
        )
    undone = connection.execute(select(revisions.c.id).where(revisions.c.undoes == number)).scalar()
    if undone is not None:
        raise ChangeRefused([Problem(f"revision {number} is undone already, by {undone}")])
    connection.execute(update(revisions).where(revisions.c.id == revision).values(undoes=number))
    problems: list[Problem] = []
    ended, again = _games(connection, revision, number, problems)
    rows = sum(_rows(connection, table, revision, number, problems) for table in VERSIONED)
    if problems:
        raise ChangeRefused(list(dict.fromkeys(problems)))
    bring_names_back(connection, revision, again)
    end_left_over(connection, revision)
    refuse_unsound(connection)
    games = {*ended.games["id"], *again.games["id"]}
    told = {UNDONE: number, "kind": taken_back.kind, "games": len(games), "rows": rows}
    idle = without_games(connection, ended) if len(ended) else []
    return told | gone_with(connection, revision) | ({IDLE: idle} if idle else {})


def _games(
    connection: Connection, revision: int, number: int, problems: list[Problem]
) -> tuple[Versions, Versions]:
    """Versions of games that the revision wrote end; those that it ended are written anew.

    Returns both.
    """
    wrote = chunks.read(connection, revision=number, stored_by=number)
    held = chunks.read(connection, stored_by=number)
    if len(held) == len(wrote):
        if len(wrote):
            chunks.close_all_of(connection, number, revision)
    else:
        ids = wrote.games["id"].to_list()
        now = chunks.read(connection, ids=ids)
        again = _same_versions(wrote, now)
        if len(again) < len(wrote):
            gone = wrote.games.join(again.games, on="id", how="anti")["id"].to_list()
            problems.append(_moved_on(connection, number, gone[0]))
            return NOTHING, NOTHING
        chunks.close(connection, again, revision)
    ended = connection.execute(
        select(closings.c.game, closings.c.since).where(closings.c.until == number)
    ).all()
    parts = []
    for since in sorted({row.since for row in ended}):
        single = [row.game for row in ended if row.since == since]
        versions = chunks.read(
            connection,
            revision=number - 1,
            stored_by=since,
            ids=None if 0 in single else single,
        )
        chunks.store(connection, versions.since(revision))
        parts.append(versions)
    return wrote, together(parts)


def _same_versions(wrote: Versions, now: Versions) -> Versions:
    """Versions that hold now and say what was written: another revision was taken back since."""
    one, other = wrote.described(), now.described()
    same = one.join(other, on=["id", "said"], how="semi")["id"]
    return now.chosen(now.games["id"].is_in(same.implode()))


def _moved_on(connection: Connection, number: int, game: int) -> Problem:
    """Which later revision has changed a game that a revision wrote."""
    later = connection.execute(
        select(closings.c.until).where(closings.c.game.in_([game, 0]), closings.c.since == number)
    ).scalar()
    what = f"game {game}, as revision {number} wrote it, was changed by revision {later}"
    return Problem(what, "undo that one first")


def _rows(
    connection: Connection, table: Table, revision: int, number: int, problems: list[Problem]
) -> int:
    """Rows of a versioned table that the revision wrote end; those that it ended hold again."""
    wrote = connection.execute(select(table).where(table.c.since == number)).mappings().all()
    kept = _still_needed(connection, table) if wrote else set()
    query = select(table).where(table.c.until == number, table.c.since != number)
    rows = connection.execute(query).mappings().all()
    before = [content_of(row) for row in rows if not _is_named_again(connection, table, row)]
    begun = {subject_of(table, one) for one in before}
    ending = []
    for row in wrote:
        ended = row["until"] is not None
        found = _same_row(connection, table, content_of(row)) if ended else row["id"]
        if found is None:
            what = f"revision {row['until']} has changed what revision {number} wrote"
            problems.append(Problem(what, "undo that one first"))
        elif _subject(table, row) not in kept:
            ending.append(found)
        elif subject_of(table, row) in begun:
            # Somebody has the name of before again; files that used this one still find him.
            ending.append(found)
            if table is names and row["kind"] == "shown":
                begun_as = {**content_of(row), "kind": "alias"}
                add_rows(connection, table, revision, [begun_as])
    end_rows(connection, table, revision, ending)
    problems += _taken_since(connection, table, before, number)
    add_rows(connection, table, revision, before)
    return len(ending) + len(before)


def _is_named_again(connection: Connection, table: Table, row: RowMapping) -> bool:
    """Whether somebody, or an event, has had the very name again since it was taken back."""
    is_name = _subject(table, row) is not None
    return is_name and _same_row(connection, table, content_of(row)) is not None


def _taken_since(
    connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]], number: int
) -> list[Problem]:
    """Problems of rows that should hold again, of whose subject another one holds by now."""
    if not rows:
        return []
    first = next(iter(rows[0]))
    where = table.c[first].in_({row[first] for row in rows})
    query = select(table).where(table.c.until.is_(None), where)
    held = {subject_of(table, row): row["since"] for row in connection.execute(query).mappings()}
    what = f"has changed what revision {number} changed"
    return [
        Problem(f"revision {held[about]} {what}", "undo that one first")
        for about in dict.fromkeys(subject_of(table, row) for row in rows)
        if about in held
    ]


def _same_row(connection: Connection, table: Table, content: dict[str, Any]) -> int | None:
    """The row that holds now and says the same, since another revision was taken back."""
    query = select(table.c.id).where(
        table.c.until.is_(None), *(table.c[name] == value for name, value in content.items())
    )
    found = connection.execute(query).scalar()
    return None if found is None else int(found)


def _subject(table: Table, row: RowMapping) -> int | None:
    """Whom or what a row is about, where its names must stay as long as games need them."""
    if table is names and row["kind"] != "sort":
        return int(row["person"])
    if table is event_facts and row["fact"] == "name":
        return int(row["event"])
    return None


def _still_needed(connection: Connection, table: Table) -> set[int | None]:
    """Who or what has games still, or awards: people, or events."""
    if table is names:
        people = chunks.read(connection, columns=[]).entries["person"]
        merged = rows_of(connection, merges)
        awarded = rows_of(connection, awards)["person"].drop_nulls()
        return {*people.unique(), *merged["person"], *merged["into"], *awarded}
    if table is event_facts:
        games = chunks.read(connection).games
        return set(games["event"].drop_nulls().unique()) if "event" in games.columns else set()
    return set()
