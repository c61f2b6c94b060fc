"""Rating lists as records: by which rulebook, of whom, how often; and what was published."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, Literal, get_args

from sqlalchemy import Connection, insert, select

from banzuke.engine.kept_rulebook import KeptRulebook, kept_form, rulebook_as_kept
from banzuke.engine.rulebook import Rulebook
from banzuke.ledger.database import next_numbers
from banzuke.ledger.revisions import refuse_unknown, rows_of, set_values
from banzuke.ledger.storable import refuse_unstorable
from banzuke.ledger.tables import list_settings, publications, rulebooks
from banzuke.model.errors import ChangeRefused, UnknownName
from banzuke.model.parameters import plain_value
from banzuke.model.problems import Problem

#: How often a list is published: a word for people, and for whoever calls ``publish`` regularly.
Calendar = Literal["", "weekly", "monthly", "quarterly", "yearly", "permanent"]

#: Facts of people by which a list may choose, each with one value.
CHOOSING = ("nation", "club", "sex")


@dataclass(frozen=True)
class ListRecord:
    """A rating list of the ledger.

    rulebook : the hash of the rulebook as it was when the list was set
    pool : of which ratings, "" for all; nation, club, sex : of whom only, "" for everybody
    born_from, born_until : years of birth, 0 for any
    since : the first day that counts, ISO; "" for all: a season is a list with a beginning
    """

    key: str
    title: str
    rulebook: str
    pool: str = ""
    nation: str = ""
    club: str = ""
    sex: str = ""
    born_from: int = 0
    born_until: int = 0
    since: str = ""
    calendar: Calendar = ""


@dataclass(frozen=True)
class Publication:
    """A list as it was published: never changed.

    manifest : what it was made of: revision, rulebook, versions, hash of the content
    content : JSON, people by key
    """

    id: int
    list: str
    as_of: str
    revision: int
    manifest: Mapping[str, Any]
    content: bytes


def set_list(
    connection: Connection,
    revision: int,
    *,
    key: str,
    values: Mapping[str, str],
    rulebook: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Settings of a list from now on; a new one needs a rulebook (``kept_form``).

    An empty value takes a setting back. Raises ChangeRefused for what no list has.
    """
    refuse_unstorable({"key": key, **values})
    known = [name for name in ListRecord.__dataclass_fields__ if name not in ("key", "rulebook")]
    problems = [
        Problem(
            f"a list has no {name}",
            f"one of {', '.join(known)}; settings of the rules are those of a rulebook of your "
            "own: banzuke rules new",
        )
        for name in values
        if name not in known
    ]
    problems += _wrong_values(values)
    if not key.strip():
        problems.append(Problem("a list needs a key", "a short word, as main"))
    wanted = {(key, name): value for name, value in values.items()}
    if rulebook is not None:
        wanted[key, "rulebook"] = _keep_rulebook(connection, rulebook)
    is_new = key not in {record.key for record in all_lists(connection)}
    if is_new and rulebook is None:
        problems.append(Problem(f"there is no list {key!r}", "a new list needs a rulebook"))
    if not values.get("title", "" if is_new else "-"):
        wanted[key, "title"] = key
    if problems:
        raise ChangeRefused(problems)
    changed = set_values(connection, list_settings, revision, wanted)
    return {"list": key, "changed": changed}


def remove_list(connection: Connection, revision: int, *, key: str) -> dict[str, Any]:
    """A list that is made no longer; what was published of it stays."""
    record_of(connection, key)
    held = rows_of(connection, list_settings, None, list_settings.c.list == key)
    wanted = {(key, name): "" for name in held["setting"].to_list()}
    return {"list": key, "removed": set_values(connection, list_settings, revision, wanted)}


def all_lists(connection: Connection, revision: int | None = None) -> list[ListRecord]:
    """The lists, by key, as of a revision or now; raises UnknownName for one never made."""
    refuse_unknown(connection, revision)
    found: dict[str, dict[str, Any]] = {}
    table = rows_of(connection, list_settings, revision)
    for key, name, value in table.select("list", "setting", "value").iter_rows():
        is_year = name in ("born_from", "born_until")
        found.setdefault(key, {"title": key})[name] = int(value) if is_year else value
    # Where the revision that made a list was undone, settings of later ones may be left.
    made = {key: of for key, of in sorted(found.items()) if "rulebook" in of}
    return [ListRecord(key=key, **of) for key, of in made.items()]


def record_of(connection: Connection, key: str, revision: int | None = None) -> ListRecord:
    """A list by its key; raises UnknownName."""
    records = {record.key: record for record in all_lists(connection, revision)}
    if key not in records:
        raise UnknownName("list", key, list(records))
    return records[key]


def rulebook_of(connection: Connection, hash_: str) -> Rulebook:
    """A rulebook as a list keeps it."""
    text = connection.execute(
        select(rulebooks.c.text).where(rulebooks.c.hash == hash_)
    ).scalar_one()
    return rulebook_as_kept(KeptRulebook.model_validate_json(text))


def covariates_wanted(connection: Connection) -> tuple[str, ...]:
    """The columns of numbers, beside ours, with which some list's rulebook reckons."""
    query = select(rulebooks.c.text).where(rulebooks.c.text.contains("covariates"))
    found: dict[str, None] = {}
    for text in connection.execute(query).scalars():
        found |= dict.fromkeys(_covariates_of(text))
    return tuple(found)


@lru_cache(maxsize=128)
def _covariates_of(text: str) -> tuple[str, ...]:
    """Those of a rulebook as a list keeps it."""
    return rulebook_as_kept(KeptRulebook.model_validate_json(text)).covariates


def rulebook_form(connection: Connection, hash_: str) -> dict[str, Any]:
    """A rulebook that a list keeps, as ``kept_form`` gave it."""
    query = select(rulebooks.c.text).where(rulebooks.c.hash == hash_)
    found: dict[str, Any] = json.loads(connection.execute(query).scalar_one())
    return found


def form_of(rulebook: Rulebook) -> dict[str, Any]:
    """A rulebook as ``set_list`` takes it, without the path of its file on this machine."""
    return {**kept_form(rulebook), "path": None}


def _keep_rulebook(connection: Connection, form: Mapping[str, Any]) -> str:
    hash_ = str(form["hash"])
    query = select(rulebooks.c.hash).where(rulebooks.c.hash == hash_)
    if connection.execute(query).first() is None:
        text = json.dumps(form, ensure_ascii=False, default=plain_value)
        connection.execute(insert(rulebooks), {"hash": hash_, "key": form["key"], "text": text})
    return hash_


def _wrong_values(values: Mapping[str, str]) -> list[Problem]:
    problems = []
    for name in ("born_from", "born_until"):
        value = values.get(name, "")
        if value and not (value.isdecimal() and len(value) == 4):
            problems.append(Problem(f"{name}: {value!r} is no year", "a year such as 2008"))
    calendar = values.get("calendar", "")
    if calendar not in get_args(Calendar):
        right = ", ".join(word for word in get_args(Calendar) if word)
        problems.append(Problem(f"calendar: {calendar!r} is not known", right))
    since = values.get("since", "")
    if since and not _is_day(since):
        problems.append(Problem(f"since: {since!r} is no day", "a day such as 2024-01-31"))
    return problems


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def keep_publication(
    connection: Connection,
    record: ListRecord,
    as_of: str,
    revision: int,
    manifest: Mapping[str, Any],
    content: bytes,
) -> int:
    """Freeze a list; raises ChangeRefused if it was published as of this day already."""
    query = select(publications.c.id).where(
        publications.c.list == record.key, publications.c.as_of == as_of
    )
    if connection.execute(query).first() is not None:
        what = f"the list {record.key} was published as of {as_of or 'no date'} already"
        right = "publish as of a later day: a published list never changes"
        raise ChangeRefused([Problem(what, right)])
    number = next_numbers(connection, "publication")
    connection.execute(
        insert(publications),
        {
            "id": number,
            "list": record.key,
            "as_of": as_of,
            "revision": revision,
            "manifest": json.dumps(manifest, ensure_ascii=False, sort_keys=True),
            "content": content,
        },
    )
    return number


def all_publications(connection: Connection, key: str = "") -> list[Publication]:
    """What was published, of one list or of all, in order."""
    query = select(publications).order_by(publications.c.id)
    if key:
        query = query.where(publications.c.list == key)
    return [_publication(row) for row in connection.execute(query).mappings()]


def publication(connection: Connection, number: int) -> Publication:
    """What was published under a number; raises UnknownName."""
    query = select(publications).where(publications.c.id == number)
    row = connection.execute(query).mappings().one_or_none()
    if row is None:
        known: Sequence[int] = [one.id for one in all_publications(connection)]
        raise UnknownName("published list", number, [str(one) for one in known])
    return _publication(row)


def _publication(row: Mapping[Any, Any]) -> Publication:
    return Publication(
        **{
            **row,
            "manifest": json.loads(row["manifest"]),
            "content": bytes(row["content"]),
        }
    )
