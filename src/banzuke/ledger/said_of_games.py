"""What a game says, by column: of the game, and of each of its players."""

from __future__ import annotations

from banzuke.ledger.versions import ENTRY_COLUMNS, OPTIONAL_ENTRY_COLUMNS
from banzuke.model.columns import EVENT_FACTS, EVENT_TEXTS, columns_of

#: What of results is said of no game: it is the event's, a person's, or the ledger's own.
NOT_OF_GAME = ("game", "sort_name", *(f"event_{fact}" for fact in (*EVENT_FACTS, *EVENT_TEXTS)))

#: What games can say, as results files call it.
SAID = tuple(name for name in columns_of("entries") if name not in NOT_OF_GAME)

#: What is kept of each player of a game; a person is a player of results.
_KEPT = tuple("player" if name == "person" else name for name in ENTRY_COLUMNS)

#: What of it belongs to each player, who stands first; all else belongs to the game.
OF_PLAYER = tuple(name for name in (*_KEPT, *OPTIONAL_ENTRY_COLUMNS) if name in SAID)

#: By which people find a game.
OCCASION = ("date", "event", "round", "board")

#: What belongs to the game, its occasion first.
OF_GAME = (*OCCASION, *(name for name in SAID if name not in (*OF_PLAYER, *OCCASION)))
