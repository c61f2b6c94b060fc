"""Chess games as PGN: tags of servers and of play over the board, quirks, and what is refused."""

from __future__ import annotations

import contextlib
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import banzuke as bz
from banzuke.importers import recognise_file
from banzuke.importers.pgn import IMPORTER
from banzuke.importers.steps import pgn_headers
from banzuke.importers.steps.time_controls import fide_class, server_class
from banzuke.model.errors import BanzukeError, ResultsRefused
from banzuke.model.importer import Reading, ReadOptions

MOVES = "1. e4 {[%clk 0:03:00] [%eval 0.2]} e5 2. Nf3 (2. f4 exf4) 2... Nc6 "


def game(result: str = "1-0", moves: str | None = None, **tags: str) -> str:
    """A game with these tags, White, Black and Result first."""
    known = {"White": "Ask, Ada", "Black": "Berg, Bo", "Result": result, **tags}
    lines = [f'[{name} "{value}"]' for name, value in known.items()]
    return "\n".join([*lines, "", (MOVES + result) if moves is None else moves, "", ""])


LICHESS = {
    "Event": "Rated Blitz game",
    "Site": "https://lichess.org/abcd1234",
    "Date": "2026.05.01",
    "UTCDate": "2026.05.01",
    "UTCTime": "22:10:05",
    "TimeControl": "180+2",
    "Termination": "Normal",
    "WhiteElo": "1810",
    "BlackElo": "1790",
}


def read(folder: Path, text: str | bytes, encoding: str = "") -> Reading:
    """The reading of games with this text."""
    path = folder / "games.pgn"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return IMPORTER.read(path, ReadOptions(encoding=encoding))


def told(reading: Reading) -> list[str]:
    """Where and what is told."""
    return [f"{one.where}: {one.what}".removeprefix("games.pgn, ") for one in reading.warnings]


def test_games_of_lichess(tmp_path):
    """Moments, speed as pool, the game's own name, and casual games as friendly."""
    more = {**LICHESS, "Site": "https://lichess.org/efgh5678", "UTCTime": "22:20:00"}
    casual = {**more, "Event": "Casual Rapid game", "TimeControl": "600+0"}
    variant = {**more, "Event": "Rated Three-check game", "Variant": "Three-check"}
    swiss = {**more, "Event": "Rated Bullet swiss https://lichess.org/swiss/AbCd1234"}
    text = "".join(game(**tags) for tags in (LICHESS, casual, variant, swiss))
    reading = read(tmp_path, text)
    assert told(reading) == []
    frame = reading.frame
    assert frame["date"].to_list()[0] == datetime(2026, 5, 1, 22, 10, 5, tzinfo=UTC)
    assert frame["pool"].to_list() == ["blitz", "rapid", "threeCheck", "blitz"]
    assert frame["time_class"].to_list() == ["blitz", "rapid", "blitz", "blitz"]
    assert frame["status"].to_list() == ["played", "friendly", "played", "played"]
    assert frame["game"].to_list() == ["abcd1234", *["efgh5678"] * 3]
    assert frame["event"].to_list() == [None, None, None, "https://lichess.org/swiss/AbCd1234"]
    assert frame["white_elo"].to_list() == ["1810"] * 4
    assert reading.rows is not None
    assert reading.rows.to_list() == [1, 16, 31, 47]


@pytest.mark.parametrize(
    ("termination", "result", "status"),
    [
        ("Normal", "1-0", "played"),
        ("Time forfeit", "0-1", "played"),
        ("Rules infraction", "1-0", "played"),
        ("Abandoned", "1-0", "forfeit"),
        ("Abandoned", "*", "void"),
        ("Unterminated", "*", "void"),
        ("", "*", "void"),
        ("", "0-0", "void"),
        ("unplayed", "1-0", "forfeit"),
        ("Bo won by resignation", "0-1", "played"),
    ],
)
def test_how_games_end(tmp_path, termination, result, status):
    """A game that was begun counts however it ended; one not begun, or unfinished, does not."""
    text = game(result, **{**LICHESS, "Termination": termination})
    path = tmp_path / "games.pgn"
    path.write_text(text, encoding="utf-8")
    assert IMPORTER.read(path, ReadOptions()).frame["status"].to_list() == [status]
    assert len(bz.read(path)) == 1


OPEN = {"Event": "Harbour Open", "Site": "Malmö SWE", "Date": "2026.05.02", "Round": "3.12"}


def test_games_over_the_board(tmp_path):
    """Event, round and board, FIDE numbers as players, and facts about them."""
    ada = {"WhiteFideId": "1700103", "WhiteTitle": "GM", "WhiteElo": "2500", "WhiteTeam": "Sea"}
    text = game("1/2-1/2", **OPEN, **ada, TimeControl="40/6000+30:900+30")
    reading = read(tmp_path, text)
    row = reading.frame.row(0, named=True)
    wanted = {
        "event": "Harbour Open",
        "round": "3",
        "board": "12",
        "date": date(2026, 5, 2),
        "player_1": "1700103",
        "player_2": "Berg, Bo",
        "result": "1/2-1/2",
        "time_class": "standard",
        "advantage": "1",
    }
    assert {name: row[name] for name in wanted} == wanted
    assert "pool" not in row
    assert reading.players is not None
    assert "rating" not in reading.players.columns
    assert reading.players.row(0, named=True) == {
        "player": "1700103",
        "name": "Ask, Ada",
        "id": "1700103",
        "title": "GM",
        "team": "Sea",
    }
    assert not any(
        "from the rating" in str(w) for w in bz.rate(tmp_path / "games.pgn", "elo").warnings
    )


def test_one_name_with_and_without_a_number(tmp_path):
    """A name that has one number somewhere has it in all games, which is told; one of two, not."""
    text = game(WhiteFideId="17") + game() + game(White="Cid", WhiteFideId="18")
    text += game(White="Cid", WhiteFideId="19") + game(White="Cid")
    reading = read(tmp_path, text)
    assert reading.frame["player_1"].to_list() == ["17", "17", "18", "19", "Cid"]
    assert told(reading) == [
        (
            "row 8, column FideId: 1 entry has a name, but no FIDE number: taken to be who has it "
            "elsewhere, as 'Ask, Ada'"
        )
    ]


def test_partial_dates(tmp_path):
    """Dates with question marks are dated by their first day, or that of their event, and told."""
    days = ["2026.05.02", "2026.??.??", "2025.07.??", "????.??.??"]
    text = "".join(game(**{**OPEN, "Date": day, "EventDate": "2026.05.01"}) for day in days[:2])
    text += game(Event="Club", Date=days[2]) + game(**{**OPEN, "Date": days[3]})
    reading = read(tmp_path, text)
    assert reading.frame["date"].to_list() == [
        *(date(2026, 5, 2), date(2026, 5, 1), date(2025, 7, 1), date(2026, 5, 2))
    ]
    assert len(told(reading)) == 1
    assert "3 games have no whole date" in told(reading)[0]
    assert "date" not in read(tmp_path, game(Date="????.??.??") + game()).frame.columns


def test_quirks(tmp_path):
    """Byte order marks, blank lines among tags, tags side by side, escapes and no moves at all."""
    text = (
        '\ufeff[Event "Club"]\n\n[White "A \\"Ace\\" B"] [Black "C\\\\D"]\n[Result "1-0"]\n\n'
        '%escaped\n1. e4 ; a comment { with a brace\n1-0\n\n\ufeff[Event "Club"]\n  [White "E"]\n'
        '[Black "F"]\n[Result "0-1"]\n[Event "Club"]\n[White "G"]\n[Black "H"]\n[Result "*"]\n\n*\n'
    )
    reading = read(tmp_path, text)
    assert told(reading) == []
    frame = reading.frame
    assert frame["player_1"].to_list() == ['A "Ace" B', "E", "G"]
    assert frame["player_2"].to_list() == ["C\\D", "F", "H"]
    assert reading.rows is not None
    assert reading.rows.to_list() == [1, 10, 14]
    assert read(tmp_path, text.replace("\n", "\r\n")).frame.equals(frame)
    assert read(tmp_path, text.replace("\n", "\r")).frame.equals(frame)
    assert read(tmp_path, text.encode("utf-16")).frame.equals(frame)


def test_tags_in_comments(tmp_path):
    """What looks like a game inside a comment is none, and is told."""
    fake = '1. e4 {see\n[White "X"]\n[Black "Y"]\n[Result "1-0"]\n} e5 0-1'
    reading = read(tmp_path, game("0-1", fake) + game())
    assert reading.frame["player_1"].to_list() == ["Ask, Ada", "Ask, Ada"]
    assert told(reading) == [
        f"row {row}: a tag that stands in a comment is none" for row in (6, 7, 8)
    ]


def test_a_comment_that_never_ends(tmp_path):
    """Games that a brace has swallowed are refused, each with its line; the others can be kept."""
    text = game(**OPEN) + game(moves="1. e4 {no end", **OPEN) + game(**OPEN) * 30
    path = tmp_path / "games.pgn"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ResultsRefused) as caught:
        bz.read(path)
    assert str(caught.value.problems[0]).startswith(
        "games.pgn, row 24, column Event: a game begins within a comment in braces"
    )
    assert 0 < sum(problem.times for problem in caught.value.problems) <= 30
    assert len(bz.read(path, skip_refused=True)) >= 2


def test_huge_comment(tmp_path):
    """Braces are counted once, however much follows one that is never closed."""
    text = game(moves="1. e4 {no end") + '[Round "1"]\n\nno move\n\n' * 40_000
    reading = read(tmp_path, text)
    assert reading.frame.height == 1
    assert len(reading.warnings) == 21
    assert str(reading.warnings[-1]).endswith("… and 39980 more tags stand in comments")


def test_results_that_differ(tmp_path):
    """Moves that end in another result than the tag are told, with the line of the game."""
    reading = read(tmp_path, game() + game("1-0", "1. e4 0-1"))
    assert told(reading) == [
        "row 7, column Result: the tag Result says 1-0, but the moves end in 0-1"
    ]


def test_legacy_letters(tmp_path):
    """Names in older sets come out right, and the set is told."""
    names = {"White": "Müller, Jürgen", "Black": "Grün, Jörg"}
    text = "".join(game(**names, Event=f"Städtekampf {year}") for year in range(20))
    reading = read(tmp_path, text.encode("cp1252"))
    assert set(reading.frame["player_1"]) == {"Müller, Jürgen"}
    assert "UTF-8" in told(reading)[0]


def test_pieces(tmp_path, monkeypatch):
    """Games and their lines are the same in whatever pieces a file is read."""
    text = "".join(game(**{**OPEN, "Round": str(number)}) for number in range(60))
    whole = read(tmp_path, text)
    monkeypatch.setattr(pgn_headers, "PIECE", 700)
    again = read(tmp_path, text)
    assert again.frame.equals(whole.frame)
    assert again.rows is not None
    assert again.rows.equals(whole.rows)


def test_missing_players_and_results(tmp_path):
    """Who is not known, and what is no result, is refused with the line of each game."""
    path = tmp_path / "games.pgn"
    text = game(White="?") + game("2-0") + game(Black="-")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ResultsRefused) as caught:
        bz.read(path)
    assert [f"{one.where}: {one.what}" for one in caught.value.problems] == [
        "games.pgn, row 1, column player_1: the player is missing",
        "games.pgn, row 7, column result: '2-0' is not a result",
        "games.pgn, row 13, column player_2: the player is missing",
        "games.pgn, row 13, column rated: a bye cannot be rated",
    ]


def test_a_game_without_any_date_is_as_old_as_its_event(tmp_path):
    """Also where no game of the event has a whole date; that is told."""
    text = game(Event="Cup", Date="2015.??.??") + game(Event="Cup", Date="????.??.??")
    reading = read(tmp_path, text + game(**OPEN))
    assert [str(day) for day in reading.frame["date"][:2]] == ["2015-01-01", "2015-01-01"]
    assert any("2 games have no whole date" in str(one) for one in reading.warnings)


def test_dates_that_are_none(tmp_path):
    """A date that is none, beside games that have one, is refused with its line."""
    text = game(**OPEN) + game(Event="Club", Date="soon") + game(Event="Club", Date="2026.13.45")
    with pytest.raises(ResultsRefused) as caught:
        read(tmp_path, text)
    assert [f"{one.where}: {one.what}" for one in caught.value.problems] == [
        "games.pgn, row 11, column Date: 'soon' is no date, but other games have one",
        "games.pgn, row 19, column Date: '2026.13.45' is no date, but other games have one",
    ]
    assert len(bz.read(tmp_path / "games.pgn", skip_refused=True)) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1. e4 e5 1-0\n", "there is no game"),
        ("[White Ada]\n[Black Bo]\n", "there is no game"),
        (game().encode() + b"\x00", "binary data"),
        (game() * 3 + '[White "', None),
    ],
)
def test_hostile_files(tmp_path, text, message):
    """What holds no game is refused in words; a game that is cut off takes none with it."""
    if message is None:
        assert read(tmp_path, text).frame.height == 3
        return
    with pytest.raises(ResultsRefused, match=message):
        read(tmp_path, text)


def test_recognised(tmp_path):
    """Games are known by their tags, whatever the file is called."""
    path = tmp_path / "games.txt"
    for text in (game(), "\n\n" + game(**OPEN), '[Event "x"]\n' + game()):
        path.write_text(text, encoding="utf-8")
        assert recognise_file(path).key == "pgn"


@pytest.mark.parametrize(
    ("control", "fide", "server"),
    [
        ("5400+30", "standard", "classical"),
        ("40/7200:3600", "standard", "classical"),
        ("900+10", "rapid", "rapid"),
        ("600", "blitz", "rapid"),
        ("180+2", "blitz", "blitz"),
        ("60", "blitz", "bullet"),
        ("15", "blitz", "ultraBullet"),
        ("1/86400", "standard", "correspondence"),
        ("-", "", "correspondence"),
        ("?", "", ""),
        ("*180", "", ""),
    ],
)
def test_time_controls(control, fide, server):
    """Classes by FIDE's bounds for sixty moves, and by those of servers for forty."""
    assert (fide_class(control), server_class(control)) == (fide, server)


damages = st.lists(
    st.tuples(st.integers(0, 700), st.sampled_from(list('[]"{};\\ \n\r\t.?0123456789aé%\x00'))),
    max_size=6,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(damages)
def test_nearly_right(tmp_path, found):
    """Games with a few wrong characters are read or refused in words, each with its line."""
    letters = list(game(**OPEN) + game(**LICHESS) + game("0-1", **OPEN))
    for at, letter in found:
        if at < len(letters):
            letters[at] = letter
    with contextlib.suppress(BanzukeError):
        reading = read(tmp_path, "".join(letters))
        assert reading.rows is not None
        assert len(reading.rows) == reading.frame.height >= 1
        assert reading.rows.is_sorted()
