"""Rating lists of a ledger: set up, read as they are now, published, reckoned again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl
from sqlalchemy import Connection

from banzuke.engine.rated import rate_results
from banzuke.engine.rulebook import Display, load_rulebook
from banzuke.ledger.calendars import Due, all_due
from banzuke.ledger.lists import (
    ListRecord,
    Publication,
    all_lists,
    all_publications,
    form_of,
    publication,
    record_of,
    remove_list,
    rulebook_of,
    set_list,
)
from banzuke.ledger.rating import material
from banzuke.ledger.revisions import Author
from banzuke.model.errors import WrongUse
from banzuke.publishing.differences import Difference, differences_of, with_names_in
from banzuke.publishing.peaks import with_peaks
from banzuke.publishing.published_lists import (
    content_of,
    listing_of,
    named,
    publish,
    rate_list,
    with_change,
    with_names,
)
from banzuke.publishing.remarks import frozen_remarks
from banzuke.publishing.verifying import Verdict, is_corrected, verify
from banzuke.workflows.arguments import as_day
from banzuke.workflows.comparing import Entered, compared_on, rulebooks_compared
from banzuke.workflows.ledger.opening import Done, OpenLedger, whoever
from banzuke.workflows.rating import Ratings, RulesLike


class LedgerLists(OpenLedger):
    """A ledger that makes and publishes rating lists."""

    def set_list(
        self,
        key: str,
        rules: RulesLike | None = None,
        values: Mapping[str, str] | None = None,
        *,
        who: str = "",
    ) -> Done:
        """Set up a rating list, or change its settings.

        rules : kept with the list as they are now, so that a later change of them is a change of
            the list; values : title, pool, nation, club, sex, born_from, born_until, since,
            calendar
        """
        form = None if rules is None else form_of(load_rulebook(rules))

        def make(connection: Connection, revision: int) -> dict[str, Any]:
            told = set_list(connection, revision, key=key, values=values or {}, rulebook=form)
            return told if told["changed"] else {}

        return self._change("lists", make, Author(who or whoever()))

    def remove_list(self, key: str, *, who: str = "") -> Done:
        """Make a list no longer; what was published of it stays."""

        def make(connection: Connection, revision: int) -> dict[str, Any]:
            return remove_list(connection, revision, key=key)

        return self._change("lists", make, Author(who or whoever()))

    def lists(self) -> list[ListRecord]:
        """The rating lists, by key."""
        with self.database.reading() as connection:
            return all_lists(connection)

    def current(self, key: str, *, peaks: bool = False) -> dict[str, Any]:
        """A list as it is now, as people read it.

        peaks : whether the highest rating of each player is told, and that of twelve months
        """
        with self.database.reading() as connection:
            record = record_of(connection, key)
            rated = rate_list(connection, record, checkpoints=self._checkpoints)
            listing = listing_of(connection, record, rated)
            content = content_of(listing, rated.as_of, frozen_remarks(rated, record.pool))
            content = with_change(connection, record, content)
            if peaks:
                content = with_peaks(content, rate_list(connection, record))
            return {"list": key, "title": record.title, **named(connection, content)}

    def ratings(self, key: str, *, revision: int | None = None, as_of: Any = None) -> Ratings:
        """The ratings behind a list, of everybody, as of a revision or now."""
        with self.database.reading() as connection:
            record = record_of(connection, key, revision)
            rated = rate_list(connection, record, revision=revision, as_of=as_day(as_of))
            return Ratings([rated])

    def rate(
        self,
        rules: RulesLike,
        *,
        revision: int | None = None,
        as_of: Any = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> Ratings:
        """Rate what the ledger holds, as of a revision or now, by a rulebook."""
        rulebook = load_rulebook(rules, parameters or {})
        with self.database.reading() as connection:
            found = material(connection, rulebook, revision=revision)
            results = found.results()
        rated = rate_results(results, rulebook, found.players, as_of=as_day(as_of))
        return Ratings([rated])

    def compare(
        self, rules: Sequence[RulesLike] | Mapping[str, RulesLike], *, every: str = "month"
    ) -> pl.DataFrame:
        """How well rulebooks forecast what the ledger holds, as ``banzuke.compare`` tells it."""
        books = rulebooks_compared(rules)
        with self.database.reading() as connection:
            held = {name: material(connection, book) for name, book in books.items()}
            entered = {
                name: Entered(books[name], found.results(), found.players)
                for name, found in held.items()
            }
        return compared_on(entered, every)

    def publish(
        self, key: str, *, as_of: Any = None, who: str = "", why: str = "", preview: bool = False
    ) -> Done:
        """Freeze a list as of a day, by default that of its newest result.

        What is odd about it stands in ``told["warnings"]``: that nobody is on it, or that it was
        published as of a later day before.
        """

        def make(connection: Connection, revision: int) -> dict[str, Any]:
            return publish(connection, revision, key=key, as_of=as_day(as_of))

        return self._change("publish", make, Author(who or whoever(), why), preview=preview)

    def due(self) -> Mapping[str, Due]:
        """{list: when it is to be published}, of the lists that have a calendar."""
        with self.database.reading() as connection:
            return all_due(connection)

    def publish_due(self, *, who: str = "", why: str = "") -> list[Done]:
        """Publish every list that is overdue by the newest result, as of each of its days."""
        return [
            self.publish(one.list, as_of=day, who=who, why=why)
            for one in self.due().values()
            for day in one.overdue
        ]

    def published(self, key: str = "") -> list[Publication]:
        """What was published, of one list or of all, in order."""
        with self.database.reading() as connection:
            return all_publications(connection, key)

    def show(self, number: int) -> dict[str, Any]:
        """A published list as people read it, with names as they are now."""
        with self.database.reading() as connection:
            published = publication(connection, number)
            return {
                **with_names(connection, published),
                "corrected": is_corrected(connection, published),
            }

    def verify(self) -> list[Verdict]:
        """Reckon every published list again, from what it was made of."""
        with self.database.reading() as connection:
            return [verify(connection, one) for one in all_publications(connection)]

    def verify_one(self, number: int) -> Verdict:
        """Reckon one published list again."""
        with self.database.reading() as connection:
            return verify(connection, publication(connection, number))

    def diff(
        self, key: str, before: int | None = None, after: int | None = None
    ) -> list[Difference]:
        """Where a list differs between two revisions, or one and now.

        before : by default the list as it was published last, to the digit that was published
        Raises UnknownName, and WrongUse where nothing is said and nothing was published.
        """
        with self.database.reading() as connection:
            other = _content(connection, key, after)
            if before is None:
                one = _published_last(connection, key)
            else:
                one = _content(connection, key, before)
            return with_names_in(connection, differences_of(one, other))

    def display(self, key: str) -> Display:
        """How a list shows its numbers, by its rulebook of now."""
        with self.database.reading() as connection:
            return rulebook_of(connection, record_of(connection, key).rulebook).display


def _content(connection: Connection, key: str, revision: int | None) -> dict[str, Any]:
    """What would be frozen of a list as of a revision or now."""
    record = record_of(connection, key)
    rated = rate_list(connection, record, revision=revision)
    listing = listing_of(connection, record, rated, revision=revision)
    return content_of(listing, rated.as_of)


def _published_last(connection: Connection, key: str) -> dict[str, Any]:
    """What was frozen of a list when it was published last; raises WrongUse if it never was."""
    earlier = all_publications(connection, record_of(connection, key).key)
    if not earlier:
        raise WrongUse(f"{key} was never published: say since which revision, as 'banzuke log' has")
    found: dict[str, Any] = json.loads(earlier[-1].content)
    return found
