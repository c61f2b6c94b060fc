"""Published lists reckoned again, to the last digit: from what they were made of, or by now."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, select

from banzuke.engine.clock import moment_of_text
from banzuke.ledger.lists import ListRecord, Publication, rulebook_of
from banzuke.ledger.revisions import newest_revision
from banzuke.ledger.tables import removals
from banzuke.model.errors import ChangeRefused, RulebookRefused
from banzuke.model.problems import Problem
from banzuke.publishing.differences import Difference, differences_of, with_names_in
from banzuke.publishing.published_lists import as_bytes, content_of, listing_of, rate_list


@dataclass(frozen=True)
class Verdict:
    """Whether a published list can be reckoned again to the last digit.

    first : where it differs first, or None; count : in how many numbers
    why : what made the difference: a version, the data, or the content itself
    """

    publication: Publication
    first: Difference | None = None
    count: int = 0
    why: str = ""

    @property
    def holds(self) -> bool:
        """Whether it is the same."""
        return not self.why


def is_corrected(connection: Connection, published: Publication) -> bool:
    """Whether revisions since have changed numbers of a published list."""
    verdict = _compared(connection, published, newest_revision(connection))
    return not verdict.holds


def verify(connection: Connection, published: Publication) -> Verdict:
    """Reckon a published list again, from what it was made of."""
    if sha256(published.content).hexdigest() != published.manifest["content"]:
        return Verdict(published, why="the content is not what was published")
    return _compared(connection, published, published.revision)


def _compared(connection: Connection, published: Publication, revision: int) -> Verdict:
    """A published list beside the same list as of a revision."""
    record = ListRecord(**published.manifest["record"])
    content = json.loads(published.content)
    try:
        rulebook = rulebook_of(connection, record.rulebook)
        again = _made_again(connection, published, record, content, revision)
    except RulebookRefused as refused:
        return Verdict(published, why=refused.problems[0].what)
    except ChangeRefused as refused:
        return Verdict(published, why=str(refused.problems[0]))
    differences = differences_of(content, again)
    if revision != published.revision:
        # Who came to the ledger since, or went, as by a merge, and had no game, is no correction.
        came = _without_games(again) - _players(content)
        went = _without_games(content) - _players(again)
        differences = [one for one in differences if one.player not in came | went]
    if not differences:
        return Verdict(published)
    first = with_names_in(connection, differences[:1])[0]
    then, now = published.manifest["system"]["version"], rulebook.system.version
    why = "the data"
    if then != now:
        why = f"the system {rulebook.system.key}, version {then} then and {now} now"
    return Verdict(published, first, len(differences), f"made by {why}")


def _made_again(
    connection: Connection,
    published: Publication,
    record: ListRecord,
    content: Mapping[str, Any],
    revision: int,
) -> dict[str, Any]:
    """What a list comes to as of a revision, for the day of a published one, of that content.

    Who was removed from the ledger since stays on it.
    """
    # A list without a date has none.
    as_of = moment_of_text(published.as_of) if published.as_of else None
    rated = rate_list(connection, record, revision=revision, as_of=as_of)
    gone = {row.key for row in connection.execute(select(removals)).all()}
    removed = frozenset(gone & _players(content))
    listing = listing_of(connection, record, rated, revision=revision, removed=removed)
    again: dict[str, Any] = json.loads(as_bytes(content_of(listing, published.as_of)))
    return again


def _players(content: Mapping[str, Any]) -> set[str]:
    """Whom a list tells of, be they on it or not."""
    return {row["player"] for row in [*content["players"], *content["unlisted"]]}


def _without_games(content: Mapping[str, Any]) -> set[str]:
    """Who is on no list for want of a game."""
    return {row["player"] for row in content["unlisted"] if not row.get("games")}


def problem_of(verdict: Verdict) -> Problem:
    """What is wrong with a published list that does not hold."""
    published = verdict.publication
    where = f"{published.list}, {published.as_of or 'no date'}"
    first = "" if verdict.first is None else f"; first {verdict.first}"
    more = f" in {verdict.count} numbers" if verdict.count else ""
    return Problem(f"differs{more}: {verdict.why}{first}", "", where)
