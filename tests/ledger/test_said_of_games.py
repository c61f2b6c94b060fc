"""What games say is listed once, by what files can say and what is kept."""

from __future__ import annotations

from banzuke.ledger.finding import SHOWN
from banzuke.ledger.said_of_games import OF_GAME, OF_PLAYER, SAID
from banzuke.ledger.same_games import OCCASION
from banzuke.ledger.same_games import SAID as COMPARED
from banzuke.ledger.same_games import SAID_OF_ENTRY as COMPARED_OF_ENTRY
from banzuke.ledger.versions import (
    ENTRY_COLUMNS,
    GAME_COLUMNS,
    OPTIONAL_ENTRY_COLUMNS,
    OPTIONAL_GAME_COLUMNS,
)

#: What is kept by another name.
KEPT_AS = {"date": "time", "player": "person"}


def test_whatever_games_can_say_is_kept():
    """A column that files may have, and no table has, would be lost without a word."""
    of_games, of_entries = (
        {**GAME_COLUMNS, **OPTIONAL_GAME_COLUMNS},
        {
            **ENTRY_COLUMNS,
            **OPTIONAL_ENTRY_COLUMNS,
        },
    )
    assert {KEPT_AS.get(name, name) for name in OF_GAME} <= set(of_games)
    assert {KEPT_AS.get(name, name) for name in OF_PLAYER} <= set(of_entries)
    assert sorted((*OF_GAME, *OF_PLAYER)) == sorted(SAID)


def test_whatever_games_can_say_is_shown_and_compared():
    """Only the number of a board does not tell two reports of a game apart."""
    assert sorted(SHOWN) == sorted(("game", *SAID))
    compared = {*OCCASION, *COMPARED, *COMPARED_OF_ENTRY}
    assert {KEPT_AS.get(name, name) for name in SAID} - compared == {"board"}
