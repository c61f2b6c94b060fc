"""Lists that show the same ratings: the international one, and those of a nation or a club."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from banzuke.publishing.site.shown_list import ShownList


@dataclass(frozen=True)
class Family:
    """Lists by the same rules over the same games.

    main : the one that chooses the fewest away; parts : the others, by key
    """

    main: ShownList
    parts: tuple[ShownList, ...]

    @property
    def lists(self) -> tuple[ShownList, ...]:
        """All of them, the main one first."""
        return (self.main, *self.parts)


def families_of(lists: Mapping[str, ShownList]) -> list[Family]:
    """The lists by family, in order of their main lists' keys."""
    found: dict[tuple[int, str], list[ShownList]] = {}
    for shown in lists.values():
        # Lists that were rated together share their histories.
        found.setdefault((id(shown.histories), shown.record.pool), []).append(shown)
    made = []
    for members in found.values():
        ordered = sorted(members, key=lambda one: (choosiness(one), one.key))
        made.append(Family(ordered[0], tuple(ordered[1:])))
    return sorted(made, key=lambda family: family.main.key)


def choosiness(shown: ShownList) -> int:
    """By how many facts of people a list chooses."""
    record = shown.record
    wanted = (record.nation, record.club, record.sex, record.born_from, record.born_until)
    return sum(map(bool, wanted))
