"""What was put right in the sample ledger's last season: each with who, when and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import polars as pl

from banzuke.ledger.changes import Change
from banzuke.ledger.finding import Wanted
from banzuke.model.errors import UnknownName
from banzuke.workflows.demo.events import LAST_DAY
from banzuke.workflows.demo.seasons import MISSPELT, NAMESAKE, without_accents
from banzuke.workflows.ledger import Ledger

#: Who keeps the sample ledger, and who helps.
OFFICER, HELPER = "Ann Office", "Berit Clerk"

CORRECTED, WITHDRAWN = "Lund Spring Cup 2026", "Göteborg Open 2026"
MISTAKEN, DOUBTED = "Swedish Championship 2026", "Nordic Circuit København 2026"


class Correction(NamedTuple):
    """A correction: in which month of the last season, from 1, and what is done."""

    month: int
    make: Callable[[Ledger], None]


def make_corrections(ledger: Ledger, month: int) -> None:
    """Make the corrections of a month, counted through the years."""
    year, of_year = divmod(month, 12)
    for one in CORRECTIONS if year == LAST_DAY.year else ():
        if one.month == of_year + 1:
            one.make(ledger)


def leave_a_change(ledger: Ledger) -> None:
    """Leave a correction that somebody has to confirm, of the ledger as it is at the end."""
    ledger.keep(_other_way_round(ledger, DOUBTED))


def _games(ledger: Ledger, event: str) -> pl.DataFrame:
    """The played games of an event, a row a player."""
    return ledger.games(Wanted(event=event)).filter(pl.col("status") == "played")


def _other_way_round(ledger: Ledger, event: str) -> Change:
    """The first game of an event that was won, with the scores the other way round."""
    games = _games(ledger, event)
    first = games.filter(pl.col("place") == 2).row(0, named=True)["game"]
    one, other = games.filter(pl.col("game") == first).iter_rows(named=True)
    values = {
        f"score of {one['player']}": f"{other['score']:g}",
        f"score of {other['player']}": f"{one['score']:g}",
    }
    return Change("correct game", {"game": first, "values": values})


def _correct_a_result(ledger: Ledger) -> None:
    change = _other_way_round(ledger, CORRECTED)
    ledger.make(change, who=HELPER, why="The score sheet has it the other way round")


def _withdraw_a_game(ledger: Ledger) -> None:
    last = _games(ledger, WITHDRAWN)["game"].max()
    change = Change("withdraw", {"games": [last]})
    ledger.make(change, who=OFFICER, why="Somebody else sat at the board")


def _alike(ledger: Ledger, event: str) -> tuple[str, str]:
    """The keys of who is there without accents since an event, and of who has them."""
    there = set(_games(ledger, event)["player"])
    for one, other, _ in ledger.likely_one_person():
        for plain, whose in ((one, other), (other, one)):
            if plain.name in there and plain.name == without_accents(whose.name):
                return plain.key, whose.key
    raise UnknownName("person without accents", event, [])


def _make_one_of_two(ledger: Ledger) -> None:
    """Who was misspelt becomes one with the person who is meant."""
    plain, whose = _alike(ledger, MISSPELT)
    change = Change("merge", {"person": plain, "into": whose})
    ledger.make(change, who=HELPER, why="Written without accents in the file")


def _keep_two_apart(ledger: Ledger) -> None:
    plain, whose = _alike(ledger, NAMESAKE)
    change = Change("keep apart", {"person": plain, "other": whose})
    ledger.make(change, who=HELPER, why="A guest of the same name, who writes it without accents")


def _mistake_and_undo(ledger: Ledger) -> None:
    """A correction that was one too many."""
    change = Change("correct event", {"event": MISTAKEN, "values": {"category": ""}})
    done = ledger.make(change, who=HELPER, why="Thought to be an open")
    ledger.make(Change("undo", {"number": done.revision}), who=OFFICER, why="It was closed")


def _facts_of_a_champion(ledger: Ledger) -> None:
    """Who won most games of the championship has another title and club."""
    won = _games(ledger, MISTAKEN).filter(pl.col("place") == 1)
    champion = won.group_by("player").len().sort("len", "player", descending=[True, False])
    values = {"title": "Grandmaster", "club": "Stockholm"}
    change = Change("correct person", {"person": champion["player"][0], "values": values})
    ledger.make(change, who=OFFICER, why="Champion of 2026; moved to Stockholm")


def _remove_somebody(ledger: Ledger) -> None:
    whom = _games(ledger, WITHDRAWN)["player"].max()
    ledger.anonymise(str(whom), who=OFFICER, why="By own wish")


CORRECTIONS = (
    Correction(5, _withdraw_a_game),
    Correction(7, _correct_a_result),
    Correction(8, _make_one_of_two),
    Correction(8, _keep_two_apart),
    Correction(8, _facts_of_a_champion),
    Correction(9, _mistake_and_undo),
    Correction(10, _remove_somebody),
)
