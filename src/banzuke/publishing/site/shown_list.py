"""A list as a site shows it: who stands where, and the history behind every number."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import polars as pl

from banzuke.engine.explainer import Explainer
from banzuke.engine.histories import Histories
from banzuke.engine.rated import Rated
from banzuke.engine.rulebook import Rulebook
from banzuke.engine.worth import worth_of_events
from banzuke.ledger.lists import ListRecord
from banzuke.model.system import Term
from banzuke.publishing.list_text import changes, numbers
from banzuke.publishing.remarks import remarks_on


@dataclass(frozen=True)
class ShownList:
    """A list as it is now.

    listed, unlisted : as ``engine.lists`` gives them; ``player`` is a key
    histories : of everybody who is rated, whether the list chooses them or not
    """

    record: ListRecord
    rated: Rated
    listed: pl.DataFrame
    unlisted: pl.DataFrame
    histories: Histories

    @property
    def key(self) -> str:
        """The list's key."""
        return self.record.key

    @property
    def title(self) -> str:
        """The list's title."""
        return self.record.title

    @property
    def rulebook(self) -> Rulebook:
        """The rules that it is made by."""
        return self.rated.rulebook

    @property
    def as_of(self) -> str:
        """The day of its newest result, ISO, "" without dates."""
        return self.rated.as_of

    @cached_property
    def explainer(self) -> Explainer:
        """Says why ratings changed, one change at a time."""
        return Explainer(self.rated, self.histories)

    @cached_property
    def worth(self) -> dict[str, Term]:
        """What events are worth, by name, where the system gives them a value."""
        return worth_of_events(self.rated)

    @cached_property
    def remarks(self) -> list[str]:
        """What the system remarks about the ratings, each a phrase; players by key."""
        return remarks_on(self.rated, self.record.pool)

    @cached_property
    def table(self) -> pl.DataFrame:
        """The listed with texts of numbers as the rulebook rounds them.

        Besides the columns of ``listed``: ``change_text``.
        """
        texts = changes(self.listed["change"], self.rulebook.display).alias("change_text")
        return self.listed.with_columns(texts)

    @cached_property
    def sizes(self) -> dict[str, int]:
        """How many are listed in each pool."""
        return Counter(pool or "" for pool in self.listed["pool"].to_list())

    @cached_property
    def rows_of(self) -> dict[str, list[int]]:
        """In which rows of the list each player stands: one a pool."""
        found: dict[str, list[int]] = {}
        for at, player in enumerate(self.listed["player"].to_list()):
            found.setdefault(player, []).append(at)
        return found

    @cached_property
    def unlisted_rows_of(self) -> dict[str, list[int]]:
        """In which rows of the unlisted each player stands."""
        found: dict[str, list[int]] = {}
        for at, player in enumerate(self.unlisted["player"].to_list()):
            found.setdefault(player, []).append(at)
        return found

    def history_of(self, player: str) -> pl.DataFrame:
        """The history of a player, with texts of numbers; see ``with_texts``."""
        return self.with_texts(self.histories.of_player(player))

    def history_of_event(self, event: str) -> pl.DataFrame:
        """The entries of an event by name, with texts of numbers."""
        return self.with_texts(self.histories.of_event(event))

    def change_text(self, change: float) -> str:
        """A change as the rulebook rounds and signs it."""
        return str(changes(pl.Series([change]), self.rulebook.display)[0])

    def with_texts(self, history: pl.DataFrame) -> pl.DataFrame:
        """A history with ``before_text``, ``after_text`` and ``change_text``.

        They are rounded as the rulebook rounds, so that every page has the same digits. Where
        there is no rating yet, there is no number either.
        """
        display = self.rulebook.display
        return history.with_columns(
            numbers(history["before"], display).alias("before_text"),
            numbers(history["after"], display).alias("after_text"),
            changes(history["change"], display).alias("change_text"),
        )
