"""Tournaments of OpenGotha: what is read, left aside, told and refused."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import banzuke as bz
from banzuke.importers import recognise_file
from banzuke.importers.opengotha import IMPORTER
from banzuke.model.errors import BanzukeError, ResultsRefused
from banzuke.model.importer import Reading, ReadOptions
from banzuke.workflows.ledger import Ledger


def player(family: str, given: str, rank: str, rating: str = "2000", origin: str = "INI") -> str:
    """A player as the program writes one."""
    return (
        f'<Player agaId="" club="Kbh" country="dk" egfPin="" ffgLicence="13001" firstName="{given}"'
        f' grade="{rank}" name="{family}" rank="{rank}" rating="{rating}" ratingOrigin="{origin}"/>'
    )


def game(round_: int, white: str, black: str, result: str, stones: int = 0, **other: str) -> str:
    """A game as the program writes one."""
    more = "".join(f' {name}="{value}"' for name, value in other.items())
    return (
        f'<Game blackPlayer="{black}" handicap="{stones}" result="RESULT_{result}"'
        f' roundNumber="{round_}" tableNumber="1" whitePlayer="{white}"{more}/>'
    )


def tournament(*lines: str, **settings_: str) -> str:
    """A whole file."""
    said = {
        "beginDate": "2026-05-30",
        "endDate": "2026-05-31",
        "komi": "7.5",
        "location": "Lyon",
        "name": "Quay Cup",
        "numberOfRounds": "3",
        "size": "19",
        **settings_,
    }
    attributes = " ".join(f'{name}="{value}"' for name, value in said.items())
    head = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<Tournament gothaVersion="345">'
    return "\n".join([head, *lines, f"<GeneralParameterSet {attributes}/>", "</Tournament>"])


PLAYERS = (
    "<Players>",
    player("Berg", "Ada", "3D", "2290", "EGF : 2290"),
    player("le_Goff", "Bo", "2D", "2150", "FFG : 100"),
    player("Lind", "Cécile", "3K"),
    "</Players>",
)
GAMES = (
    "<Games>",
    game(1, "BERGADA", "LE_GOFFBO", "WHITEWINS"),
    game(2, "BERGADA", "LINDCÉCILE", "EQUAL", 3),
    game(3, "LEGOFFBO", "LINDCECILE", "BLACKWINS_BYDEF", knownColor="false"),
    "</Games>",
    '<ByePlayers><ByePlayer player="LINDCÉCILE" roundNumber="1"/></ByePlayers>',
)
FILE = tournament(*PLAYERS, *GAMES)


def read(folder: Path, content: str) -> Reading:
    """What the importer makes of a file with this content."""
    path = folder / "quay.xml"
    path.write_text(content, encoding="utf-8")
    return IMPORTER.read(path, ReadOptions())


def refusal(folder: Path, content: str) -> list[str]:
    """What is wrong with a refused file, with line and attribute."""
    with pytest.raises(ResultsRefused) as refused:
        read(folder, content)
    return [
        f"{one.row} {one.column}: {one.what}".replace(" :", ":") for one in refused.value.problems
    ]


def test_a_tournament_is_read_whole(tmp_path: Path) -> None:
    """Games with White first, stones of Black, ranks, komi of even games, byes and settings."""
    reading = read(tmp_path, FILE)
    columns = ("round", "player_1", "player_2", "result", "status", "advantage", "handicap_2")
    assert reading.frame.select(*columns, "komi", "entry_rank_2").rows() == [
        ("1", "Berg Ada", "le Goff Bo", "1-0", "played", "2", 0.0, 7.5, "2D"),
        ("2", "Berg Ada", "Lind Cécile", "1/2-1/2", "played", None, 3.0, None, "3K"),
        ("3", "le Goff Bo", "Lind Cécile", "0-1", "forfeit", None, 0.0, 7.5, "3K"),
        ("1", "Lind Cécile", None, None, "bye", None, None, None, None),
    ]
    facts = reading.frame.select("event", "date", "event_end", "event_rounds", "board_size").row(0)
    assert facts == ("Quay Cup", date(2026, 5, 30), date(2026, 5, 31), 3, 19)
    assert reading.players is not None
    assert reading.players.select("player", "ffg_id", "sort_name", "nation", "rating").rows() == [
        ("Berg Ada", "13001", "Berg", "DK", 2290.0),
        ("le Goff Bo", "13001", "le Goff", "DK", None),
        ("Lind Cécile", "13001", "Lind", "DK", None),
    ]
    assert [(one.row, one.what) for one in reading.warnings] == [
        (5, "2 ratings are of other lists (FFG, INI): left aside")
    ]


def test_numbers_of_several_registers_are_kept(tmp_path: Path) -> None:
    """Who has a European, a French or an American number is found again by any of them."""
    path, table = tmp_path / "quay.xml", tmp_path / "quay.h9"
    numbered = FILE.replace('egfPin=""', 'egfPin="12345678"', 1).replace('agaId=""', 'agaId="0"')
    path.write_text(numbered.replace('ffgLicence="13001"', 'ffgLicence=""', 1), encoding="utf-8")
    lines = ("1 Berg_Adah Ada 2d SE Lund 1 2+/w |12345678", "2 Zed Zoe 1d SE Lund 0 1-/b")
    table.write_text("; CL[A]\n; EV[Spring Cup]\n; DT[2026-06-01]\n" + "\n".join(lines) + "\n")
    with Ledger.create(tmp_path / "go.db") as ledger:
        ledger.import_files([path])
        (ada,) = ledger.people("egd:12345678")
        assert (ada.name, dict(ada.identifiers)) == ("Berg Ada", {"egd": "12345678"})
        (bo, cecile) = (ledger.people(name)[0] for name in ("le Goff Bo", "Lind Cécile"))
        assert bo.identifiers == cecile.identifiers == {"ffg": "13001"}
        report, _ = ledger.import_files([table])
        assert report.people == ["Zed Zoe"]
        assert ledger.people("egd:12345678")[0].key == ada.key


def test_a_tournament_is_rated_with_nothing_else(tmp_path: Path) -> None:
    """From ratings of the European list, else from declared ranks; which is told."""
    read(tmp_path, FILE)
    path = tmp_path / "quay.xml"
    assert recognise_file(path).key == "opengotha"
    ratings = bz.rate(path, "egf")
    entries = reversed(ratings.history_frame().to_dicts())
    before = {row["player"]: row["before"] for row in entries}
    assert before == {"Berg Ada": 2290.0, "le Goff Bo": 2200.0, "Lind Cécile": 1800.0}
    assert any("starts from the rating that the results tell" in w.what for w in ratings.warnings)


def test_games_that_both_won_or_lost_or_nobody_ended(tmp_path: Path) -> None:
    """None of them is rated; that both won is told."""
    content = tournament(
        *PLAYERS,
        game(1, "BERGADA", "LINDCÉCILE", "BOTHWIN"),
        game(2, "BERGADA", "LINDCÉCILE", "BOTHLOSE"),
        game(3, "BERGADA", "LINDCÉCILE", "UNKNOWN"),
    )
    reading = read(tmp_path, content)
    assert reading.frame.select("result", "status").rows() == [
        (None, "void"),
        ("--", "forfeit"),
        ("*", "void"),
    ]
    told = [one.what for one in reading.warnings]
    assert "both 'Berg Ada' and 'Lind Cécile' are given a win: not rated" in told
    assert bz.read(tmp_path / "quay.xml").games.status.tolist() == [5, 1, 5]


def test_wrong_games_are_told_at_once(tmp_path: Path) -> None:
    """Unknown players, results and rounds, and who plays twice in a round."""
    content = tournament(
        *PLAYERS,
        game(1, "BERGADA", "NOBODY", "WHITEWINS"),
        game(1, "LINDCÉCILE", "BERGADA", "BLACKWON"),
        game(4, "LINDCÉCILE", "BERGADA", "BLACKWINS"),
        game(2, "LINDCÉCILE", "BERGADA", "BLACKWINS", other="x"),
    )
    assert refusal(tmp_path, content) == [
        "8 blackPlayer: 'NOBODY' is no player of the tournament",
        "9 roundNumber: 'Berg Ada' is in round 1 already, in row 8",
        "9 result: 'RESULT_BLACKWON' is no result",
        "10 roundNumber: round 4 is none of this tournament",
    ]


def test_wrong_settings_and_players_are_told_at_once(tmp_path: Path) -> None:
    """Numbers and days that are none, and a player who is there twice."""
    twice = (*PLAYERS[:-1], player("Berg", "Ada", "2D", "high"), PLAYERS[-1])
    content = tournament(*twice, *GAMES, beginDate="30.05.2026", komi="seven", size="1e9")
    assert refusal(tmp_path, content) == [
        "7 name: 'Berg Ada' is there twice, first in row 4",
        "15 beginDate: '30.05.2026' is no day",
        "15 komi: 'seven' is no number",
        "15 size: '1e9' is no number",
    ]
    late = tournament(*PLAYERS, *GAMES, beginDate="2026-06-01")
    assert refusal(tmp_path, late) == [
        "14 endDate: the last day, 2026-05-31, is before the first, 2026-06-01"
    ]


def test_a_file_without_games_and_a_cut_file_are_refused(tmp_path: Path) -> None:
    """In words."""
    assert refusal(tmp_path, tournament(*PLAYERS)) == ["None: there is no game in this file"]
    cut = refusal(tmp_path, FILE[:-30])
    assert [one.partition(" at ")[0] for one in cut] == ["14: broken XML"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_nearly_right_files_are_read_or_refused(tmp_path: Path, data: st.DataObject) -> None:
    """A file with some attributes changed is read, or refused with our errors."""
    text = list(FILE)
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(60, len(text) - 1))
        if text[at].isalnum():
            text[at] = data.draw(st.sampled_from(["", "\n", " ", "9", "-", "D", "é", "&amp;"]))
    path = tmp_path / "near.xml"
    path.write_text("".join(text), encoding="utf-8")
    try:
        reading = IMPORTER.read(path, ReadOptions())
        bz.read(path, importer="opengotha")
    except BanzukeError as refused:
        assert str(refused)  # noqa: PT017  # either outcome is right
    else:
        assert reading.rows is not None
        assert len(reading.rows) == len(reading.frame)
