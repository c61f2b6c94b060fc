"""Whether a list as it is now is the one that was published last, and what moved since."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from banzuke.engine.lists import Listing
from banzuke.publishing.published_lists import as_bytes, content_of
from banzuke.publishing.remarks import frozen_remarks
from banzuke.publishing.site.archive import Archive
from banzuke.publishing.site.shown_list import ShownList

Key = tuple[str, str]
Row = dict[str, Any]


@dataclass(frozen=True)
class PublishedHead:
    """That a list was published, without what it says."""

    id: int
    list: str
    as_of: str
    revision: int


class PublishingState:
    """A list beside what was published of it.

    heads : its publications, in order; archive : their contents
    """

    def __init__(
        self,
        shown: ShownList,
        heads: Sequence[PublishedHead],
        archive: Archive,
    ) -> None:
        self.shown, self.heads, self._archive = shown, tuple(heads), archive

    @property
    def listing(self) -> Listing:
        """The list as it is now."""
        return Listing(self.shown.listed, self.shown.unlisted)

    @property
    def content(self) -> dict[str, Any]:
        """What would be frozen of the list as it is now."""
        remarks = frozen_remarks(self.shown.rated, self.shown.record.pool)
        return content_of(self.listing, self.shown.as_of, remarks)

    @property
    def newest(self) -> PublishedHead | None:
        """What was published last."""
        return self.heads[-1] if self.heads else None

    @cached_property
    def moved(self) -> int:
        """Of how many players something is not as it was published last."""
        if self.newest is None:
            return 0
        published = self._archive.fetch(self.newest.id).content
        now = as_bytes(self.content)
        if now == published:
            return 0
        before, after = rows_by_player(json.loads(published)), rows_by_player(json.loads(now))
        return sum(before.get(key) != after.get(key) for key in {**before, **after})

    @cached_property
    def before(self) -> PublishedHead | None:
        """The newest list that was published of an earlier day than the list is of now."""
        today = self.shown.as_of
        earlier = [head for head in self.heads if head.as_of[:10] < today[:10]]
        return earlier[-1] if earlier else None

    @cached_property
    def rows_before(self) -> Mapping[Key, Row]:
        """The rows of that earlier list, by player and pool."""
        if self.before is None:
            return {}
        content = json.loads(self._archive.fetch(self.before.id).content)
        return {(row["player"], row.get("pool") or ""): row for row in content["players"]}


def rows_by_player(content: Mapping[str, Any]) -> dict[Key, Row]:
    """All rows of a published content, listed or not, by player and pool."""
    every = [*content["players"], *content["unlisted"]]
    return {(row["player"], row.get("pool") or ""): row for row in every}
