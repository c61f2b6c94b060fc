"""The rating lists of the sample ledger, from ``lists.toml``: of whom, by which rules, when."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from banzuke.engine.rulebook import Rulebook, load_rulebook
from banzuke.workflows.demo.events import LAST_DAY, last_day

#: On whose clock the office is.
ZONE = "Europe/Stockholm"

#: So many of the last seasons have all their lists, so many those of the end of the year; from
#: earlier ones none are kept.
RECENT, KEPT = 1, 4

#: After how many months a list is published, by the word of its calendar.
MONTHS = {"monthly": 1, "quarterly": 3, "yearly": 12}


@dataclass(frozen=True)
class SampleList:
    """A list of the sample ledger.

    game : what is played; pools : whose games count, none for all
    changes : settings of the rulebook that are others here
    what : settings, as ``Ledger.set_list`` takes them
    """

    key: str
    rules: str
    game: str
    pools: tuple[str, ...]
    changes: Mapping[str, Any]
    what: Mapping[str, str]

    def rulebook(self) -> Rulebook:
        """The rulebook, for the games of these pools alone, on the office's clock."""
        own = {"counts.pools": list(self.pools), "period.zone": ZONE, **self.changes}
        return load_rulebook(self.rules, own)

    def is_due(self, month: int, games: Collection[str]) -> bool:
        """Whether it is published at the end of a month, counted through the years.

        games : of which there were results in this month; a permanent list has those that came
        """
        ago, of_year = LAST_DAY.year - month // 12, month % 12 + 1
        if ago >= KEPT or self.what.get("since", "") > last_day(month).isoformat():
            return False
        if self.what["calendar"] == "permanent":
            return ago < RECENT and self.game in games
        return of_year % (MONTHS[self.what["calendar"]] if ago < RECENT else 12) == 0


def sample_lists() -> list[SampleList]:
    """All lists of the sample ledger."""
    text = files(__package__).joinpath("lists.toml").read_text(encoding="utf-8")
    return [
        SampleList(
            key,
            told.pop("rules"),
            key.split("-")[0],
            tuple(told.pop("pools", ())),
            told.pop("changes", {}),
            told,
        )
        for key, told in tomllib.loads(text).items()
    ]
