"""FIDE tournament reports: what is read, what is odd, and what is refused, with line and column."""

from __future__ import annotations

import contextlib
from datetime import date
from pathlib import Path

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import banzuke as bz
from banzuke.importers import read_file, recognise_file
from banzuke.importers.tournament_report import IMPORTER
from banzuke.model.errors import BanzukeError, ResultsRefused
from banzuke.model.importer import Reading, ReadOptions

REAL = Path(__file__).parents[2] / ".." / "shared/data/trf"

HEAD = (
    "012 Harbour Open\n022 Malmö\n032 SWE\n042 2026/05/01\n052 2026/05/03\n062 4\n142 3\n"
    "222 5400+30\n"
)
#: A report of four players and three rounds.
DAYS = ["26/05/01", "26/05/02", "26/05/03"]
ROWS = [
    (
        "001    1 m GM Ask, Ada                          2500 SWE      100001 1990/02/28  2.5    1"
        "     3 w 1     2 b =     4 w 1"
    ),
    (
        "001    2 w    Berg, Bo                          2400 NOR      100002 1991/00/00  1.5    2"
        "     4 b 0     1 w =  0000 - U"
    ),
    (
        "001    3   f  Cid, Cy                              0 SWE                         1.0    3"
        "     1 b 0  0000 - H  0000 - H"
    ),
    (
        "001    4      Dahl, Di                          2100 SWE           0             1.0    4"
        "     2 w 1  0000 - Z     1 b 0"
    ),
]


def report(head: str = HEAD, rows: list[str] | None = None, days: list[str] | None = None) -> str:
    """A report with these lines."""
    dates = "132" + " " * 88 + "  ".join(DAYS if days is None else days) + "\n"
    return head + (dates if days != [] else "") + "\n".join(ROWS if rows is None else rows) + "\n"


def read(folder: Path, text: str | bytes, **options: str) -> Reading:
    """The reading of a report with this text."""
    path = folder / "open.trf"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return IMPORTER.read(path, ReadOptions(**options))


def told(reading: Reading) -> list[str]:
    """The warnings of a reading."""
    return [str(warning) for warning in reading.warnings]


def refused(folder: Path, text: str) -> list[str]:
    """Where and why a report with this text is refused."""
    with pytest.raises(ResultsRefused) as caught:
        read(folder, text)
    assert all(problem.source == "open.trf" for problem in caught.value.problems)
    return [
        f"{problem.where}: {problem.what}".removeprefix("open.trf, ")
        for problem in caught.value.problems
    ]


def changed(row: int, begin: int, text: str) -> list[str]:
    """The rows, one of them with another text from a column (as people count) on."""
    line = ROWS[row].ljust(begin + len(text))
    line = line[: begin - 1] + text + line[begin - 1 + len(text) :]
    return [line if at == row else other for at, other in enumerate(ROWS)]


def test_a_whole_report(tmp_path):
    """Games, byes, dates, time control and players are read."""
    reading = read(tmp_path, report())
    assert told(reading) == []
    frame = reading.frame
    wanted = ("round", "player_1", "player_2", "result", "status", "score_1", "score_2")
    assert frame.select(wanted).rows() == [
        ("1", "100001", "Cid, Cy", "1-0", "played", 1.0, 0.0),
        ("1", "Dahl, Di", "100002", "1-0", "played", 1.0, 0.0),
        ("2", "100002", "100001", "1/2-1/2", "played", 0.5, 0.5),
        ("2", "Cid, Cy", None, "1/2-1/2", "bye", 0.5, 0.5),
        ("3", "100001", "Dahl, Di", "1-0", "played", 1.0, 0.0),
        ("3", "100002", None, "1-0", "bye", 1.0, 0.0),
        ("3", "Cid, Cy", None, "1/2-1/2", "bye", 0.5, 0.5),
    ]
    assert frame["advantage"].to_list() == ["1", "1", "1", None, "1", None, None]
    assert frame["date"].unique().sort().to_list() == [date(2026, 5, day) for day in (1, 2, 3)]
    facts = ("event", "event_end", "event_players", "event_rounds", "time_class")
    assert frame.select(facts).unique().rows() == [
        ("Harbour Open", date(2026, 5, 3), 4, 3, "standard")
    ]
    assert reading.rows is not None
    assert reading.rows.to_list() == [10, 13, 11, 12, 10, 11, 12]
    assert reading.players is not None
    assert reading.players.select("player", "name", "sex", "title", "born", "rating").rows() == [
        ("100001", "Ask, Ada", "m", "GM", "1990-02-28", 2500.0),
        ("100002", "Berg, Bo", "f", None, "1991", 2400.0),
        ("Cid, Cy", "Cid, Cy", None, "FM", None, None),
        ("Dahl, Di", "Dahl, Di", None, None, None, 2100.0),
    ]


def test_it_is_rated_from_its_own_ratings(tmp_path):
    """Without a players file the report's ratings are what players start from."""
    path = tmp_path / "open.trf"
    path.write_text(report(), encoding="utf-8")
    ratings = bz.rate(path, "fide-standard")
    history = ratings.history_frame("Ask, Ada")
    assert history["before"][0] == 2500.0
    said = [warning.what for warning in ratings.warnings]
    assert any("3 players start from the rating that the results tell" in what for what in said)
    assert not any("does not use the column" in what for what in said)
    assert sorted(why for _, why in ratings.skipped) == ["bye: not rated"] * 3


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_ends_of_lines(tmp_path, end):
    """Every line end that programs write gives the same, and the same line numbers."""
    plain = read(tmp_path, report())
    other = read(tmp_path, report().replace("\n", end))
    assert other.frame.equals(plain.frame)
    assert other.rows is not None
    assert other.rows.to_list() == plain.rows.to_list()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_sets_of_letters(tmp_path, encoding):
    """Names come out right from every set that programs write."""
    rows = changed(2, 15, "Çiðsson, Åke".ljust(33))
    reading = read(tmp_path, report(rows=rows).encode(encoding))
    assert reading.players is not None
    assert reading.players["name"][2] == "Çiðsson, Åke"
    assert reading.frame.height == 7


def test_columns_counted_in_bytes(tmp_path):
    """A name whose letters were counted as bytes leaves the other fields where they belong."""
    name = "Åström, Örjan"
    rows = changed(2, 15, name.ljust(33))
    short = 33 - (len(name.encode()) - len(name))
    rows[2] = rows[2][:14] + name.ljust(33)[:short] + rows[2][47:]
    reading = read(tmp_path, report(rows=rows))
    assert reading.players is not None
    assert reading.players["name"][2] == name
    assert reading.frame["player_2"].to_list()[0] == name


def test_both_lose_by_forfeit(tmp_path):
    """Two players who did not come are told, and their game stays."""
    rows = changed(0, 92, "   3 w -")
    rows[2] = rows[2][:91] + "   1 b -" + rows[2][99:]
    reading = read(tmp_path, report(rows=rows))
    first = reading.frame.row(0, named=True)
    assert (first["result"], first["status"]) == ("--", "forfeit")
    assert any(
        "92-99 (round 1): - here and - in line 12: both lose" in text for text in told(reading)
    )


@pytest.mark.parametrize(
    ("mine", "theirs", "result", "status", "rated"),
    [
        ("+", "-", "+-", "forfeit", None),
        ("-", "+", "-+", "forfeit", None),
        ("W", "l", "1-0", "played", "no"),
        ("d", "D", "1/2-1/2", "played", "no"),
        ("0", "0", "*", "void", None),
        ("X", "X", "*", "void", None),
    ],
)
def test_codes(tmp_path, mine, theirs, result, status, rated):
    """Forfeits, games of less than a move, and what arbiters punish."""
    rows = changed(0, 92, f"   3 w {mine}")
    rows[2] = rows[2][:91] + f"   1 b {theirs}" + rows[2][99:]
    first = read(tmp_path, report(rows=rows)).frame.row(0, named=True)
    assert (first["result"], first["status"], first["rated"]) == (result, status, rated)


@pytest.mark.parametrize(
    ("entry", "fine"), [("3   ", True), (" 3  ", True), ("0003", True), ("3 3 ", False)]
)
def test_where_numbers_stand(tmp_path, entry, fine):
    """A number may stand anywhere in its columns, but in one piece."""
    text = report(rows=changed(0, 92, f"{entry} w 1"))
    if fine:
        assert read(tmp_path, text).frame.equals(read(tmp_path, report()).frame)
    else:
        assert "'3 3  w 1' is no entry of a round" in refused(tmp_path, text)[0]


def test_who_waited_in_vain(tmp_path):
    """A zero-point bye against an opponent is no game, or lost by forfeit; both are told."""
    rows = changed(3, 112, "   1 b Z")
    reading = read(tmp_path, report(rows=changed(0, 112, "   4 w +")[:3] + rows[3:]))
    assert reading.frame.filter(pl.col("result") == "+-").height == 1
    assert any("Z against number 1 is read as lost by forfeit" in text for text in told(reading))


def test_no_round_too_many(tmp_path):
    """Absences that are known beforehand make no round, and points for them are told."""
    rows = [row + "  0000 - Z" for row in ROWS]
    rows[3] = ROWS[3][:80] + " 1.5" + ROWS[3][84:] + "  0000 - Z"
    reading = read(tmp_path, report(rows=rows))
    assert reading.frame["round"].unique().sort().to_list() == ["1", "2", "3"]
    assert told(reading) == [
        "open.trf, row 13, column 81-84: 1.5 points are printed, but the rounds give 1"
    ]


@pytest.mark.parametrize(
    "line",
    [
        "162  W 4.0    D 2.0    L 1.0",
        "162  W 4.0    D 2.0    L 1.0    A 0.0    P 4.0    X 2.0    Z 0.0",
        "XXS W=4 D=2 WL=1 BL=1 PAB=4",
        "BBW  4.0\nBBD  2.0\nBBL  1.0\nBBU  4.0",
    ],
)
def test_other_points(tmp_path, line):
    """Points of another custom are no odd points, whoever says it."""
    points = {0: "10.0", 1: " 7.0", 2: " 5.0", 3: " 5.0"}
    rows = [row[:80] + points[at] + row[84:] for at, row in enumerate(ROWS)]
    assert told(read(tmp_path, report(head=f"{HEAD}{line}\n", rows=rows))) == []
    assert len(told(read(tmp_path, report(rows=rows)))) == 4


def test_three_points_for_a_win(tmp_path):
    """Three points for a win, which all players have, need not be said."""
    points = {0: " 7.0", 1: " 4.0", 2: " 2.0", 3: " 3.0"}
    rows = [row[:80] + points[at] + row[84:] for at, row in enumerate(ROWS)]
    assert told(read(tmp_path, report(rows=rows))) == []


def test_records_of_pairing_programs(tmp_path):
    """What programs add is passed over without a word; Tornelo's groups are clubs."""
    more = (
        "XXR 3\nXXC white1\nXXZ 4\nXXA    1  1.0\nXXP 1 2\nDDD SSSS sTTT\nDAT 0001 GROUP Sea Club\n"
        "DAT 1 EMAIL ada@example.org\nDAT 0002 ID:USCF 12345678\n### a comment\n260   1   2    1\n"
    )
    reading = read(tmp_path, report(head=HEAD + more))
    assert told(reading) == []
    assert reading.players is not None
    assert reading.players["club"].to_list() == ["Sea Club", None, None, None]
    assert "ada@example.org" not in str(reading.players.rows())


def test_teams_and_national_ratings(tmp_path):
    """Teams by either record, and ratings of a national register beside the FIDE ratings."""
    new = "310   1 Sea                              SEA     2450    2.0    2.0   1     1    3\n"
    old = "013 Land                               2    4\n"
    national = "SWE    1   XX                                   2555 SE         4711\n"
    reading = read(tmp_path, report(head=HEAD + new + national))
    assert reading.players is not None
    assert reading.players["team"].to_list() == ["Sea", None, "Sea", None]
    assert reading.players["national_rating"].to_list() == [2555.0, None, None, None]
    assert reading.players["rating"][0] == 2500.0
    reading = read(tmp_path, report(head=HEAD + old))
    assert reading.players is not None
    assert reading.players["team"].to_list() == [None, "Land", None, "Land"]


@pytest.mark.parametrize(
    ("control", "kind"),
    [
        ("40/6000+30:20/3000+30:1500+30", "standard"),
        ("900+10", "rapid"),
        ("180+2", "blitz"),
        ("W300-B240", "blitz"),
    ],
)
def test_time_control(tmp_path, control, kind):
    """The coded time control says which rating a game belongs to."""
    reading = read(tmp_path, report(head=HEAD.replace("5400+30", control)))
    assert reading.frame["time_class"].unique().to_list() == [kind]


def test_other_dates(tmp_path):
    """Dates of other forms are read, those that may mean another day are told."""
    head = HEAD.replace("2026/05/01", "01/05/2026").replace("2026/05/03", "May 3, 2026")
    reading = read(tmp_path, report(head=head, days=["01.05.26"]))
    assert reading.frame["date"][0] == date(2026, 5, 1)
    assert [text.partition(": ")[2] for text in told(reading)] == [
        "rounds 2, 3: no date is told, so 2026-05-01 is taken (dates in a line 132)",
        "01/05/2026 is read as day, month and year: 2026-05-01 (--date-format says another form)",
    ]
    head = HEAD.replace("2026/05/01", "05/01/2026").replace("2026/05/03", "05/03/2026")
    reading = read(tmp_path, report(head=head), date_format="%m/%d/%Y")
    assert told(reading) == []
    assert reading.frame["event_end"][0] == date(2026, 5, 3)


def test_without_dates(tmp_path):
    """A report without any date gives results without one."""
    head = HEAD.replace("042", "###").replace("052", "###")
    reading = read(tmp_path, report(head=head, days=[]))
    assert not {"date", "event_end"} & set(reading.frame.columns)
    reading = read(tmp_path, report(days=[]))
    assert reading.frame["date"].unique().to_list() == [date(2026, 5, 1)]
    assert ["the rounds: no date is told" in text for text in told(reading)] == [True]


def test_what_is_declared(tmp_path):
    """Counts that do not hold are told, each with its line."""
    head = HEAD.replace("062 4", "062 5").replace("142 3", "142 2") + "082 3\n"
    head += "013 Land                               2   77\n"
    assert told(read(tmp_path, report(head=head))) == [
        "open.trf: number 77 of a team is no player (a starting rank)",
        "open.trf, row 6: 5 players are declared, but there are 4",
        "open.trf, row 7: 2 rounds are declared, but 3 were played",
        "open.trf, row 9: 3 teams are declared, but there are 1",
    ]


def test_a_report_that_contradicts_itself(tmp_path):
    """Everything that two lines say differently is refused, with line and column."""
    rows = changed(0, 92, "   3 w =")
    rows[1] = rows[1][:101] + "   4 w =" + rows[1][109:]
    assert refused(tmp_path, report(rows=rows)) == [
        "row 10, column 102-109 (round 2): met number 2, whose line 11 says that they met number 4",
        "row 10, column 92-99 (round 1): = here and 0 in line 12 contradict each other",
        "row 11, column 102-109 (round 2): met number 4, whose line 13 says that they met nobody",
    ]


def test_games_that_can_be_left_out(tmp_path):
    """On request the rest of a report is rated without the games that its lines contradict."""
    path = tmp_path / "open.trf"
    path.write_text(report(rows=changed(0, 92, "   3 w =")), encoding="utf-8")
    left = bz.read(path, skip_refused=True)
    assert len(left) == 6
    assert any("row 10, column 92-99 (round 1)" in str(warning) for warning in left.warnings)
    path.write_text(report(rows=changed(0, 5, "   2")), encoding="utf-8")
    with pytest.raises(ResultsRefused, match="starting rank 2 is there twice"):
        bz.read(path, skip_refused=True)


def test_a_report_with_broken_lines(tmp_path):
    """What is no entry, number or name is refused, all of it, and nobody is left out for it."""
    rows = changed(0, 92, "   9 w 1")
    rows[1] = rows[1][:91] + "  4 bQ0 " + rows[1][99:]
    rows[2] = rows[2][:4] + "   3" + rows[2][8:14] + " " * 33 + rows[2][47:]
    rows[3] = rows[3][:4] + "   3" + rows[3][8:]
    assert refused(tmp_path, report(rows=rows)) == [
        "row 10, column 92-99 (round 1): no player has the number 9",
        "row 10, column 112-119 (round 3): no player has the number 4",
        "row 11, column 92-99 (round 1): '  4 bQ0' is no entry of a round",
        "row 12, column 15-47: the player has neither a name nor a FIDE number",
        "row 13, column 5-8: starting rank 3 is there twice, first in line 12",
    ]


def test_a_report_of_wrong_days(tmp_path):
    """Days that are none, or outside the event, are refused."""
    head = HEAD.replace("2026/05/01", "2026/13/01") + "012 Another\n"
    assert refused(tmp_path, report(head=head, days=["26/04/30", "26/05/09", "soon"])) == [
        "row 4: '2026/13/01' is no date",
        "row 9: a second tournament begins here, after line 1",
        "row 10, column 102-109 (round 2): dated 2026-05-09, but the event … to 2026-05-03",
        "row 10, column 112-119 (round 3): 'soon' is no date of a round",
    ]
    head = HEAD.replace("2026/05/01", "2026/05/09")
    assert refused(tmp_path, report(head=head, days=[])) == [
        "row 4: the event begins on 2026-05-09, after its end on 2026-05-03"
    ]


def test_players_of_one_name(tmp_path):
    """Two without a number but of one name would be one: refused."""
    rows = changed(3, 15, "Cid, Cy".ljust(33))
    assert refused(tmp_path, report(rows=rows)) == [
        "row 13, column 15-47: player 'Cid, Cy' is there twice, first in line 12"
    ]


def test_fields_that_are_odd(tmp_path):
    """A rating, number or points that are none are told, and the player stays."""
    rows = changed(0, 49, "none")
    rows[1] = rows[1][:57] + "    NOR-123" + rows[1][68:]
    rows[2] = rows[2][:80] + " one" + rows[2][84:]
    reading = read(tmp_path, report(rows=rows))
    assert [text.partition(" (")[0] for text in told(reading)] == [
        "open.trf, row 10, column 49-52: 'none' is no rating",
        "open.trf, row 11, column 58-68: 'NOR-123' is no FIDE number",
        "open.trf, row 12, column 81-84: 'one' is no number of points",
    ]
    assert reading.players is not None
    assert reading.players["player"].to_list()[1] == "Berg, Bo"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("012 Harbour Open\n", "there is no player"),
        (report()[:-40], "met nobody"),
        (report() + "001\n" * 10_000, "there are 10004 players"),
        (report() + "### x\n" * 6_000_000, "more than 33 554 432 bytes"),
        (
            report() + ROWS[0][:91].replace("   1 m", "   5 m") + " " * 9000 + "x",
            "where 400 rounds end",
        ),
    ],
)
def test_cut_and_huge_files(tmp_path, text, message):
    """A report that is cut off, or far too wide, is refused in words."""
    assert any(message in problem for problem in refused(tmp_path, text))


def test_very_many_problems(tmp_path):
    """Of very many entries that are none the last are summed up."""
    rows = [f"{row[:91]}{'x w 1     ' * 100}" for row in ROWS]
    path = tmp_path / "open.trf"
    path.write_text(report(rows=rows), encoding="utf-8")
    with pytest.raises(ResultsRefused) as caught:
        bz.read(path)
    assert len(caught.value.problems) == 201
    assert sum(problem.times for problem in caught.value.problems) == 400


def test_recognised(tmp_path):
    """A report is known by its lines, whatever its ending."""
    path = tmp_path / "open.txt"
    path.write_text(report(), encoding="utf-8")
    assert recognise_file(path).key == "trf"
    assert read_file(path).frame.height == 7


#: Small damages to a report that is right.
damages = st.lists(
    st.tuples(st.integers(0, 900), st.sampled_from(list(" 0123456789=+-wbZUHF\n\r\t.,/é\x00"))),
    max_size=6,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(damages)
def test_nearly_right(tmp_path, found):
    """A report with a few wrong characters is read or refused in words, and nobody vanishes."""
    letters = list(report())
    for at, letter in found:
        if at < len(letters):
            letters[at] = letter
    with contextlib.suppress(BanzukeError):
        text = "".join(letters)
        reading = read(tmp_path, text)
        lines = text.replace("\r", "\n").split("\n")
        assert reading.players is not None
        assert reading.players.height == sum(line.startswith("001") for line in lines)


@pytest.mark.skipif(not REAL.exists(), reason="the files of real tournaments are not here")
@pytest.mark.parametrize(
    ("name", "games", "players", "warnings"),
    [
        ("dutch_2025_C5.trf", 6, 6, []),
        ("grandmommyscup.trf", 1030, 249, []),
        ("issue_15.trf", 990, 180, ["both lose by forfeit", "both lose by forfeit"]),
        ("javafo_sample2.trf", 93, 52, ["no date is told", "is read as day, month"]),
        ("trf26_team.trf", 1, 2, ["no date is told", "4 points are printed", "3.5 points are"]),
    ],
)
def test_real_reports(name, games, players, warnings):
    """Real reports are read whole: all games and players, and printed points that hold."""
    reading = IMPORTER.read(REAL / name, ReadOptions())
    assert reading.frame.filter(pl.col("status") != "bye").height == games
    assert reading.players is not None
    assert reading.players.height == players
    assert len(reading.warnings) == len(warnings)
    for warning, words in zip(reading.warnings, warnings, strict=True):
        assert words in str(warning)
