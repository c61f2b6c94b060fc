"""What the tests of the command line share: a small file for each system."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

OTHELLO = """\
event,date,round,player_1,player_2,score_1,score_2
Spring Cup,2026-03-14,1,Lotta,Kalle,34,30
Spring Cup,2026-03-14,1,Maja,Nils,40,24
Autumn Cup,2026-10-03,1,Kalle,Lotta,35,29
Autumn Cup,2026-10-03,2,Nils,Maja,20,44
"""
OTHELLO_PLAYERS = """\
player,rating,nation
Kalle,1040,SE
Lotta,1180,se
Maja,1102,FI
"""
BADUK = """\
game,date,player_1,player_2,result,handicap_1,handicap_2,status
1,2026-05-01T19:00,Han,Yun,1-0,0,2,played
2,2026-05-01T19:50,Bora,Han,0-1,0,0,played
3,2026-05-01T20:30,Yun,Bora,1-0,0,5,played
4,2026-05-01T21:10,Han,Yun,0-1,0,0,friendly
5,2026-05-01T22:00,Han,,,,,bye
"""
BADUK_PLAYERS = """\
player,rating,games,rank
Han,6750,214,
Yun,6150,58,
Bora,,3,3K
"""
CARDS = """\
game,date,pool,player,side,place
1,2026-02-06T19:00,hearts,Ania,,1
1,2026-02-06T19:00,hearts,Bartek,,2
1,2026-02-06T19:00,hearts,Celina,,2
1,2026-02-06T19:00,hearts,Darek,,4
2,2026-02-06T20:00,spades,Ania,north,1
2,2026-02-06T20:00,spades,Darek,north,1
2,2026-02-06T20:00,spades,Bartek,east,2
2,2026-02-06T20:00,spades,Celina,east,2
"""
DIPLOMACY = """\
event,date,event_players,event_rounds,event_category,place,player
Open,2024-05-05,30,3,,1,Ada ROE
Open,2024-05-05,30,3,,2,Bo LI
Open,2024-05-05,30,3,,2,Cy DOE
Open,2024-05-05,30,3,,,Di FOX
"""


@dataclass(frozen=True)
class Sample:
    """Results of a few games, the rulebook that rates them, and who plays."""

    rules: str
    results: Path
    players: Path | None
    listed: tuple[str, ...]
    other_columns: tuple[str, ...] = ()

    @property
    def arguments(self) -> list[str]:
        """The arguments that rate them."""
        players = ["--players", str(self.players)] if self.players else []
        return [str(self.results), "--rules", self.rules, *players]


RULES = ("othello-sweden", "dash-baduk", "warlight", "dip-pouch")


@pytest.fixture
def sample(tmp_path: Path) -> Callable[[str], Sample]:
    """A function that writes the small files for a rulebook."""

    def write(rules: str) -> Sample:
        texts, players, listed = {
            "othello-sweden": (OTHELLO, OTHELLO_PLAYERS, ("Lotta", "Maja", "Kalle", "Nils")),
            "dash-baduk": (BADUK, BADUK_PLAYERS, ("Han", "Yun")),
            "warlight": (CARDS, "", ("Ania", "Bartek", "Celina", "Darek")),
            "dip-pouch": (DIPLOMACY, "", ("Ada ROE", "Bo LI", "Cy DOE")),
        }[rules]
        results = tmp_path / f"{rules}.csv"
        results.write_text(texts, encoding="utf-8")
        file = None
        if players:
            file = tmp_path / f"{rules}-players.csv"
            file.write_text(players, encoding="utf-8")
        return Sample(rules, results, file, listed)

    return write
