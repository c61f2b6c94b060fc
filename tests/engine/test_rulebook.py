"""Loading rulebooks: keys and paths, extending, amendments and pools, the hash."""

from __future__ import annotations

from datetime import date

import pytest

from banzuke.engine.rulebook import Rulebook, check_rulebook, load_rulebook, rulebook_keys
from banzuke.model.errors import FileProblem, RulebookRefused, UnknownName
from banzuke.model.system import Period

CLUB = """\
format = 1
title = "Club ladder"
game = "Table tennis"
system = "elo"

[parameters]
k = 24

[pools.doubles]
k = 12
"""

AMENDED = (
    CLUB
    + """
[[amendment]]
from = 2022-01-01
note = "slower"
[amendment.parameters]
k = 20
scale = 480.0

[[amendment]]
from = 2020-07-01
note = "doubles slower, singles begin higher"
parameters = { start_rating = 1500 }
pools = { doubles = { k = 10 }, mixed = { k = 8 } }
"""
)


@pytest.fixture
def write(tmp_path):
    """Write a rulebook's text to a file; gives its path."""

    def written(text: str, name: str = "club.toml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return written


def test_keys_are_those_of_the_folder():
    """Every packaged rulebook loads and has the key of its file."""
    assert rulebook_keys() == sorted(rulebook_keys())
    assert [load_rulebook(key).key for key in rulebook_keys()] == rulebook_keys()


def test_unknown_key_offers_the_near_ones():
    """An unknown key raises UnknownName with the nearest keys."""
    with pytest.raises(
        UnknownName, match=r"no rulebook is called 'warlihgt'; did you mean warlight"
    ):
        load_rulebook("warlihgt")


@pytest.mark.parametrize("name", ["none.toml", "folder/none", "folder/"])
def test_missing_file(tmp_path, name):
    """A path that cannot be read is a FileProblem, also for the check."""
    (tmp_path / "folder").mkdir()
    for ask in (load_rulebook, check_rulebook):
        with pytest.raises(FileProblem, match="cannot be read"):
            ask(f"{tmp_path}/{name}")


def test_a_rulebook_loads_from_its_path_and_from_itself(write):
    """Path, text of the path and the rulebook itself give the same."""
    path = write(CLUB)
    rulebook = load_rulebook(path)
    assert rulebook == load_rulebook(str(path)) == load_rulebook(rulebook)
    assert load_rulebook(rulebook) is rulebook
    assert hash(rulebook) == hash(load_rulebook(path))
    assert (rulebook.key, rulebook.path, rulebook.text_of_file) == ("club", path, CLUB)


def test_defaults_of_what_is_not_said(write):
    """Sections that are left out have their defaults, the period that of the system."""
    rulebook = load_rulebook(write(CLUB))
    assert rulebook.period.kind is Period.GAME
    assert (rulebook.period.zone, rulebook.period.day) == ("UTC", "last")
    assert rulebook.counts.statuses == ("played",)
    assert rulebook.pooling == "separate"
    assert rulebook.display.terms == {"rating": 1.0}
    assert (rulebook.list.ranks, rulebook.list.least_games) == ("1224", 0)
    assert rulebook.start == {}
    assert rulebook.updated is None


def test_pools_have_what_differs_and_the_rest(write):
    """A pool has its own parameters over those of all; an unknown pool has those of all."""
    rulebook = load_rulebook(write(CLUB))
    assert rulebook.parameters.model_dump()["k"] == 24
    assert rulebook.parameters_at(date(2020, 1, 1)) is rulebook.parameters
    assert rulebook.parameters_at(date(2020, 1, 1), "doubles") is rulebook.pools["doubles"]
    assert rulebook.parameters_at(date(2020, 1, 1), "juniors") is rulebook.parameters


def test_amendments_hold_from_their_day(write):
    """Each amendment keeps what the earlier ones changed; pools keep what is their own."""
    rulebook = load_rulebook(write(AMENDED))
    assert [amendment.from_ for amendment in rulebook.amendments] == [
        date(2020, 7, 1),
        date(2022, 1, 1),
    ]
    assert rulebook.amendments[1].note == "slower"

    def at(day: str, pool: str = "") -> tuple[float, float, float]:
        parameters = rulebook.parameters_at(date.fromisoformat(day), pool).model_dump()
        return parameters["start_rating"], parameters["k"], parameters["scale"]

    assert at("2020-06-30") == (1500, 24, 400)
    assert at("2020-06-30", "doubles") == (1500, 12, 400)
    assert at("2020-06-30", "mixed") == (1500, 24, 400)
    assert at("2020-07-01") == (1500, 24, 400)
    assert at("2020-07-01", "doubles") == (1500, 10, 400)
    assert at("2020-07-01", "mixed") == (1500, 8, 400)
    assert at("2022-01-01") == (1500, 20, 480)
    assert at("2022-01-01", "doubles") == (1500, 10, 480)
    assert at("9999-12-31", "mixed") == (1500, 8, 480)


def test_extending_merges_tables_and_replaces_lists(write):
    """Tables are merged, single values and lists replaced, and a chain is followed."""
    write(AMENDED + '[counts]\nstatuses = ["played", "forfeit"]\n[start]\nrating = 1300\n')
    write(
        'format = 1\nextends = "./club.toml"\ntitle = "Junior ladder"\n[parameters]\nscale = 200\n',
        "a.toml",
    )
    path = write(
        'format = 1\nextends = "a.toml"\n[counts]\nstatuses = ["played"]\nuntil = 2030-01-01\n',
        "b.toml",
    )
    rulebook = load_rulebook(path)
    assert rulebook.key == "b"
    assert rulebook.title == "Junior ladder"
    assert rulebook.parameters.model_dump()["k"] == 24
    assert rulebook.parameters.model_dump()["scale"] == 200
    assert rulebook.counts.statuses == ("played",)
    assert rulebook.start == {"rating": 1300}
    assert len(rulebook.amendments) == 2


def test_a_file_may_extend_the_packaged_rulebook_of_its_own_name(write):
    """A key without a path is always the packaged one, so this is no ring."""
    path = write('format = 1\nextends = "warlight"\n[parameters]\nk = 16\n', "warlight.toml")
    assert load_rulebook(path).parameters.model_dump()["k"] == 16


def test_byte_order_mark_and_windows_line_ends(tmp_path):
    """A file saved by a Windows editor is read like any other."""
    path = tmp_path / "club.toml"
    path.write_bytes(b"\xef\xbb\xbf" + CLUB.replace("\n", "\r\n").encode())
    assert load_rulebook(path).title == "Club ladder"


REORDERED = """\
# What the club agreed on.
system = "elo"     # Elo
pools.doubles = { k = 12 }
game = 'Table tennis'
title = "Club ladder"
format = 1
parameters = { k = 24.0 }
"""


def test_layout_does_not_change_the_hash(write):
    """Comments, order, spelling of numbers and written-out defaults leave the hash as it is."""
    plain = load_rulebook(write(CLUB)).hash
    assert len(plain) == 64
    assert load_rulebook(write(REORDERED)).hash == plain
    assert load_rulebook(write(CLUB + "[list]\nleast_games = 0\n")).hash == plain
    assert load_rulebook(write(CLUB.replace("k = 24", "scale = 400\nk = 24"))).hash == plain


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("k = 24", "k = 25"),
        ("k = 12", "k = 13"),
        ("[pools.doubles]", "[pools.mixed]"),
        ("Club ladder", "Club list"),
        ("[parameters]", "[list]\nleast_games = 1\n[parameters]"),
        ("[parameters]", "[counts]\nfrom = 2020-01-01\n[parameters]"),
        ("[parameters]", "[start]\nrating = 1\n[parameters]"),
        ("[parameters]", "[[adjustment]]\non = 2020-01-01\nadd = 1\n[parameters]"),
        ("[parameters]", "[[amendment]]\nfrom = 2020-01-01\nparameters.k = 1\n[parameters]"),
    ],
)
def test_what_is_said_changes_the_hash(write, old, new):
    """Any other value, pool or section is another hash."""
    assert load_rulebook(write(CLUB.replace(old, new))).hash != load_rulebook(write(CLUB)).hash


def test_where_a_value_comes_from_does_not_change_the_hash(write):
    """Extended, set or written: the same rules have the same hash."""
    base = load_rulebook(write(CLUB))
    extended = load_rulebook(write('format = 1\nextends = "./club.toml"\n', "other.toml"))
    assert extended.hash == base.hash
    written = load_rulebook(write(CLUB.replace("k = 24", "k = 24\nscale = 300")))
    assert load_rulebook(base, {"scale": "300"}).hash == written.hash


def test_adjustments_come_by_date(write):
    """Adjustments are sorted by their day."""
    text = CLUB + (
        "[[adjustment]]\non = 2024-03-01\ntoward = 2000\nshare = 0.4\nbelow = 2000\n"
        'title = "lift"\n'
        '[[adjustment]]\non = 2020-08-01\nevery = "year"\nadd = -5.5\nabove = 1000\n'
    )
    first, second = load_rulebook(write(text)).adjustments
    assert (first.on, first.every, first.add, first.above) == (date(2020, 8, 1), "year", -5.5, 1000)
    assert (second.toward, second.share, second.below, second.title) == (2000, 0.4, 2000, "lift")


def test_examples_are_checked_when_they_can_be_run(write):
    """A worked example that comes out differently is a problem at its line."""
    text = CLUB + (
        '[[example]]\ntitle = "a win"\nsides = [[1200], [1200]]\nplaces = [1, 2]\n'
        "after = [[1212], [1188]]\n"
        "[[example]]\nsides = [[1200, 1400], [[1300]]]\nplaces = [1, 1]\n"
        "after = [[1200, 1400], [1301]]\n"
        "tolerance = 0.5\n"
    )

    def run(rulebook: Rulebook, example):
        assert rulebook.key == "club"
        return example.sides if len(example.sides[0]) == 2 else (((1212.0,),), ((1188.1,),))

    path = write(text)
    assert check_rulebook(path) == []
    problems = check_rulebook(path, run)
    assert [str(problem) for problem in problems] == [
        (
            "club.toml, line 15: example[1].after: side 2 comes to 1188.1, not to 1188 "
            "(the example as written, or the rules, must change)"
        ),
        (
            "club.toml, line 19: example[2].after: side 2 comes to 1300, not to 1301 "
            "(the example as written, or the rules, must change)"
        ),
    ]


def test_an_example_that_cannot_be_run_is_a_problem(write):
    """An error of the run is told at the example's line."""
    text = CLUB + "[[example]]\nsides = [[1], [2]]\nplaces = [1, 2]\nafter = [[1], [2]]\n"

    def run(rulebook: Rulebook, example):
        raise FileProblem("no such thing")

    (problem,) = check_rulebook(write(text), run)
    assert (problem.row, problem.what) == (14, "example[1].after: no such thing")


def test_refusal_says_what_the_check_says(write):
    """load_rulebook raises with the problems that check_rulebook gives."""
    path = write(CLUB.replace("k = 24", 'k = "24"\nkk = 1'))
    with pytest.raises(RulebookRefused) as caught:
        load_rulebook(path)
    assert list(caught.value.problems) == check_rulebook(path)
    assert "rulebook refused: 2 problems" in str(caught.value)


@pytest.mark.parametrize("name", ["dwz", "us-chess", "topcoder", "aga"])
def test_a_draft_is_found_without_the_word(name):
    """A draft is meant where no rulebook has the name itself, and says that it is one."""
    assert load_rulebook(name).key == f"{name}-draft"
    assert load_rulebook(name).hash == load_rulebook(f"{name}-draft").hash


def test_a_rulebook_extends_a_draft_by_its_short_name(tmp_path):
    """What extends a draft may leave the word out, too; a ring is still seen."""
    path = tmp_path / "club.toml"
    path.write_text('format = 1\ntitle = "Club"\nextends = "ingo"\n', encoding="utf-8")
    assert load_rulebook(path).system.key == "ingo"


def test_what_is_done_to_a_packaged_rulebook_stays_with_it():
    """Its file is read once a process, but nobody else has what somebody changed in the content."""
    one = load_rulebook("warlight")
    one.content["pools"]["first"]["ranking"] = "all"
    one.content["parameters"].clear()
    assert load_rulebook("warlight").content["pools"] == {"first": {"ranking": "first"}}
    assert load_rulebook("warlight").hash == one.hash
    assert rulebook_keys() is not rulebook_keys()
