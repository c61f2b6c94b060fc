"""Results into a ledger, and out again."""

from __future__ import annotations

from pathlib import Path

import pytest

from banzuke.ledger.changes import Change
from banzuke.model.errors import ChangeRefused, ResultsRefused
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.rating import rate

EXAMPLES = Path(__file__).parents[2] / "examples"
DIPCON = EXAMPLES / "world-dipcon-1997.csv"
HARBOUR = EXAMPLES / "harbour-open.trf"


def numbers(ratings, columns=("rating", "games", "change")):
    """{name: the numbers of a list}."""
    frame = ratings.to_frame()
    name = "name" if "name" in frame.columns else "player"
    return {row[name]: tuple(row[c] for c in columns) for row in frame.to_dicts()}


def test_a_file_is_rated_from_the_ledger_as_without_it(ledger: Ledger):
    """The list of the ledger has the same bits as that of the file."""
    ledger.import_files([DIPCON])
    assert numbers(ledger.rate("dip-pouch")) == numbers(rate(DIPCON, "dip-pouch"))


def test_the_same_file_again_changes_nothing(ledger: Ledger):
    """A file that is stored makes no revision."""
    ledger.import_files([DIPCON])
    report, done = ledger.import_files([DIPCON])
    assert done.revision is None
    assert [problem.what for problem in report.skipped] == ["this file is stored already"]
    assert ledger.revision == 1


def test_what_a_report_tells_of_players_is_where_they_start(ledger: Ledger):
    """Ratings, names, facts and numbers of a tournament report are those that ``rate`` takes."""
    ledger.import_files([HARBOUR])
    assert numbers(ledger.rate("fide-standard")) == numbers(rate(HARBOUR, "fide-standard"))
    ada = ledger.people("Ask, Ada")[0]
    assert ada.identifiers == {"fide": "100001"}
    assert (ada.facts["nation"], ada.aliases) == ("SWE", ())


def later_report(folder: Path) -> Path:
    """The same players a month later, rated otherwise by then, one of them spelt otherwise."""
    text = HARBOUR.read_text(encoding="utf-8")
    for old, new in (
        ("Harbour Open", "Quay Open"),
        ("2026/05/", "2026/06/"),
        ("26/05/", "26/06/"),
        ("2500 SWE", "2611 SWE"),
        ("Berg, Bo ", "Berg, B  "),
    ):
        assert old in text or old == "26/05/", old
        text = text.replace(old, new)
    path = folder / "quay.trf"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("first_is_late", [False, True])
def test_where_players_start_is_told_by_the_earliest_report(
    ledger: Ledger, tmp_path: Path, first_is_late: bool
):
    """Whatever order reports come in, the list is that of both files; a number makes one person."""
    late = later_report(tmp_path)
    files = [late, HARBOUR] if first_is_late else [HARBOUR, late]
    for file in files:
        ledger.import_files([file])
    wanted = {rating for rating, *_ in numbers(rate([HARBOUR, late], "fide-standard")).values()}
    found = numbers(ledger.rate("fide-standard"))
    assert {rating for rating, *_ in found.values()} == wanted
    assert len(ledger.people()) == 4
    assert ledger.people("Berg, Bo")[0].identifiers == {"fide": "100002"}


def test_a_withdrawn_report_tells_nothing_any_more(ledger: Ledger, tmp_path: Path):
    """Where players start is as in a ledger that never had the file; undone, as before."""
    late = later_report(tmp_path)
    ledger.import_files([late])
    alone = numbers(ledger.rate("fide-standard"))
    ledger.import_files([HARBOUR])
    both = numbers(ledger.rate("fide-standard"))
    done = ledger.make(Change("withdraw", {"file": HARBOUR.name}))
    assert numbers(ledger.rate("fide-standard")) == alone != both
    ledger.make(Change("undo", {"number": done.revision}))
    assert numbers(ledger.rate("fide-standard")) == both


def test_a_players_file_goes_before_what_reports_tell(ledger: Ledger):
    """Who is in it starts from it; the others as the report says."""
    ledger.import_files([HARBOUR])
    before = numbers(ledger.rate("fide-standard"))
    ledger.import_facts({"player": ["Ask, Ada"], "rating": [2400.0], "games": [50]})
    after = numbers(ledger.rate("fide-standard"))
    assert after["Ask, Ada"][0] < before["Ask, Ada"][0] - 50
    assert after["Falk, Fia"] != before["Falk, Fia"]


def players_file(folder: Path, text: str) -> Path:
    """A players file."""
    path = folder / "players.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_players_file_alone_makes_people(ledger: Ledger, tmp_path: Path):
    """Full names are shown, the keys of the file stay aliases, and results find people by them."""
    text = "player,name,nation,rating\nAB,Anna Berg,SE,1500\nBE,Bo Ek,NO,1400\n"
    report, _ = ledger.import_files([], players_file(tmp_path, text))
    assert report.people == ["Anna Berg", "Bo Ek"]
    assert [(p.name, p.aliases) for p in ledger.people()] == [
        ("Anna Berg", ("AB",)),
        ("Bo Ek", ("BE",)),
    ]
    ledger.import_frame([{"player_1": "AB", "player_2": "Bo Ek", "result": "1-0"}], "one.csv")
    assert set(numbers(ledger.rate("elo"))) == {"Anna Berg", "Bo Ek"}


def test_starting_values_of_pools_stay_apart(ledger: Ledger, tmp_path: Path):
    """A player who starts from two ratings in two pools does so."""
    text = "player,pool,rating\nAnna,blitz,1400\nAnna,rapid,1600\n"
    ledger.import_files([], players_file(tmp_path, text))
    rows = [{"player_1": "Anna", "player_2": "Bo", "result": "1/2-1/2"}]
    ledger.import_frame([{**row, "pool": p} for row in rows for p in ("blitz", "rapid")], "g.csv")
    frame = ledger.rate("elo").to_frame()
    change = dict(frame.filter(name="Anna").select("pool", "rating").iter_rows())
    assert 1400 < change["blitz"] < 1450
    assert 1550 < change["rapid"] < 1600


@pytest.mark.parametrize(
    ("known", "told", "said"),
    [
        ({"born": "1980-01-02"}, {"born": "2008"}, "was born in 1980, not 2008"),
        ({"id": "17"}, {"id": "18"}, "has number 17 of id, not 18"),
    ],
)
def test_who_has_the_name_but_not_the_facts_is_asked_about(
    ledger: Ledger, known: dict[str, str], told: dict[str, str], said: str
):
    """Namesakes of other years of birth, or other numbers, are never taken for one."""
    ledger.import_facts({k: [v] for k, v in {"player": "Bo Ek", **known}.items()})
    with pytest.raises(ChangeRefused, match=said):
        ledger.import_facts({k: [v] for k, v in {"player": "Bo Ek", **told}.items()})
    assert len(ledger.people()) == 1


def test_refused_rows_can_be_left_out(ledger: Ledger, tmp_path: Path):
    """The rest of a file is stored, and what was left out is told."""
    file = tmp_path / "games.csv"
    file.write_text("player_1,player_2,result\nA,B,1-0\nA,A,1-0\nB,C,0-1\n", encoding="utf-8")
    with pytest.raises(ResultsRefused, match="both sides"):
        ledger.import_files([file])
    report, _ = ledger.import_files([file], skip_refused=True)
    assert report.stored == 2
    assert [warning.row for warning in report.warnings if "left out" in warning.what] == [3]


def test_all_files_are_told_of_at_once(ledger: Ledger, tmp_path: Path):
    """What is wrong with the second file is told with what is wrong with the first."""
    for name in ("one", "two"):
        (tmp_path / f"{name}.csv").write_text(f"player_1,player_2,result\n{name},{name},1-0\n")
    with pytest.raises(ResultsRefused) as refused:
        ledger.import_files([tmp_path / "one.csv", tmp_path / "two.csv"])
    assert {problem.source for problem in refused.value.problems} == {"one.csv", "two.csv"}


def test_another_name_with_a_known_number_is_told(ledger: Ledger, tmp_path: Path):
    """A number makes one person of two names; whoever brings the file is told so."""
    ledger.import_files([HARBOUR])
    report, _ = ledger.import_files([later_report(tmp_path)])
    told = [warning.what for warning in report.warnings if "has the number of" in warning.what]
    assert told == ["'Berg, B' has the number of Berg, Bo, and is taken for the same person"]
    assert ledger.people("Berg, Bo")[0].aliases == ("Berg, B",)
