"""Lists of a ledger: who is on them, by which ratings, and how they are published."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from hashlib import sha256
from typing import Any

import polars as pl
from sqlalchemy import Connection

from banzuke.engine.lists import Listing, rating_list
from banzuke.engine.rated import Rated, rate_results
from banzuke.engine.rulebook import load_rulebook
from banzuke.ledger.lists import (
    CHOOSING,
    ListRecord,
    Publication,
    all_publications,
    keep_publication,
    record_of,
    rulebook_of,
)
from banzuke.ledger.machine import now
from banzuke.ledger.people import REMOVED, People
from banzuke.ledger.rating import material
from banzuke.ledger.telling import facts_of
from banzuke.model.version import version
from banzuke.publishing.checkpoints import Checkpoints
from banzuke.publishing.nations import only_players
from banzuke.publishing.plain_values import plain, rows
from banzuke.publishing.remarks import frozen_remarks, named_remarks

#: Columns of a list that are looked up when it is shown, so that they stand in one place.
LOOKED_UP = ("name", "nation", "club", "title", "sort_name")


def rate_list(
    connection: Connection,
    record: ListRecord,
    *,
    revision: int | None = None,
    as_of: date | None = None,
    checkpoints: Checkpoints | None = None,
) -> Rated:
    """Everybody whom a list may choose from, rated as of a revision or now.

    checkpoints : states to go on from, for the list as it is now
    """
    rulebook = rulebook_of(connection, record.rulebook)
    if record.since:
        rulebook = load_rulebook(rulebook, {"counts.from": record.since})
    if checkpoints is not None and revision is None and as_of is None:
        known = checkpoints.known(connection, record.key, rulebook)
        found = material(connection, rulebook, record.key, known=known)
        return checkpoints.rate(connection, record.key, rulebook, found)
    found = material(connection, rulebook, record.key, revision)
    return rate_results(found.results(), rulebook, found.players, as_of=as_of)


def listing_of(
    connection: Connection,
    record: ListRecord,
    rated: Rated,
    *,
    revision: int | None = None,
    removed: frozenset[str] = frozenset(),
) -> Listing:
    """Whom the list chooses of everybody who is rated, ranked anew.

    removed : who was removed since, but is on it all the same
    """
    listing = rating_list(rated)
    if record.pool:
        listing = Listing(*(part.filter(pl.col("pool") == record.pool) for part in listing))
    chosen = _chosen(connection, record, revision)
    if chosen is None:
        return listing
    return only_players(listing, [*chosen, *removed], rated.rulebook.list.ranks)


def _chosen(connection: Connection, record: ListRecord, revision: int | None) -> list[str] | None:
    """The keys of those whom a list chooses; None for everybody."""
    wanted = {fact: value for fact in CHOOSING if (value := getattr(record, fact))}
    if not wanted and not record.born_from and not record.born_until:
        return None
    found = []
    people = People(connection, revision)
    for person, facts in facts_of(connection, people, revision).items():
        fits = all(facts.get(f, "").casefold() == v.casefold() for f, v in wanted.items())
        year = facts.get("born", "")[:4]
        if record.born_from or record.born_until:
            last = record.born_until or 9999
            fits &= year.isdecimal() and record.born_from <= int(year) <= last
        if fits:
            found.append(people.keys[person])
    return found


def content_of(listing: Listing, as_of: str, remarks: Sequence[Any] = ()) -> dict[str, Any]:
    """What is frozen of a list: people by key, numbers at full precision.

    remarks : what the system says of it, as ``frozen_remarks`` gives it
    """
    listed, unlisted = (
        part.drop([name for name in LOOKED_UP if name in part.columns]) for part in listing
    )
    return {
        "as_of": as_of or None,
        "players": plain(rows(listed)),
        "unlisted": plain(rows(unlisted)),
        **({"remarks": [*remarks]} if remarks else {}),
    }


def as_bytes(content: Mapping[str, Any]) -> bytes:
    """A content as it is kept and hashed: JSON, one form for one content."""
    return json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def publish(
    connection: Connection, revision: int, *, key: str, as_of: date | None = None
) -> dict[str, Any]:
    """Freeze a list as of a day, by default that of its newest result."""
    record = record_of(connection, key)
    rated = rate_list(connection, record, as_of=as_of)
    listing = listing_of(connection, record, rated)
    remarks = frozen_remarks(rated, record.pool)
    content = as_bytes(content_of(listing, rated.as_of, remarks))
    rulebook = rated.rulebook
    before = all_publications(connection, key)
    manifest = {
        "list": record.key,
        "title": record.title,
        "as_of": rated.as_of or None,
        "published": now().isoformat(timespec="seconds"),
        "revision": revision,
        "record": {k: v for k, v in vars(record).items() if v},
        "rulebook": {"key": rulebook.key, "title": rulebook.title, "hash": rulebook.hash},
        "system": {"key": rulebook.system.key, "version": rulebook.system.version},
        "banzuke": version(),
        "content": sha256(content).hexdigest(),
        "before": before[-1].manifest["content"] if before else None,
    }
    number = keep_publication(connection, record, rated.as_of, revision, manifest, content)
    players = len(listing.listed)
    told = {"publication": number, "list": key, "as_of": rated.as_of, "players": players}
    warnings = _odd(rated.as_of, players, before)
    return told | ({"warnings": warnings} if warnings else {})


def _odd(as_of: str, players: int, before: Sequence[Publication]) -> list[str]:
    """What is odd about a list that is published, in sentences."""
    found = []
    if not players:
        found.append("nobody is on the list")
    last = max((one.as_of for one in before), default="")
    if as_of and as_of < last:
        found.append(f"the list was published as of {last} already, which is later than {as_of}")
    return found


def with_names(connection: Connection, published: Publication) -> dict[str, Any]:
    """A published list as people read it."""
    return {**published.manifest, **named(connection, json.loads(published.content))}


def named(connection: Connection, content: Mapping[str, Any]) -> dict[str, Any]:
    """A content with names as they are now; who was removed has none."""
    people = People(connection)
    by_key, shown = people.by_key(), people.shown()

    def with_name(row: Mapping[str, Any]) -> dict[str, Any]:
        return {**row, "name": shown.get(by_key.get(row["player"], 0), REMOVED)}

    def called(key: str) -> str:
        return shown.get(by_key[key], REMOVED) if key in by_key else key

    parts = {part: [*map(with_name, content[part])] for part in ("players", "unlisted")}
    remarks = named_remarks(content.get("remarks", ()), called)
    return {**content, **parts, **({"remarks": remarks} if remarks else {})}


def with_change(
    connection: Connection, record: ListRecord, content: Mapping[str, Any]
) -> dict[str, Any]:
    """A list as it is now, with what each rating moved since the list was published last.

    ``since_published`` is None for who was not on it; there is none where nothing was published.
    """
    earlier = all_publications(connection, record.key)
    if not earlier:
        return dict(content)
    last = {
        (row["player"], row.get("pool") or ""): row["rating"]
        for row in json.loads(earlier[-1].content)["players"]
    }
    players = []
    for row in content["players"]:
        before = last.get((row["player"], row.get("pool") or ""))
        moved = None if before is None else row["rating"] - before
        players.append({**row, "since_published": moved})
    return {**content, "players": players}
