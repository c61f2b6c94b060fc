"""The packaged rulebooks, value by value, against the texts that they come from."""

from __future__ import annotations

import hashlib
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from banzuke.engine.rulebook import (
    RULEBOOKS,
    Rulebook,
    check_rulebook,
    load_rulebook,
    rulebook_keys,
)
from banzuke.model.declarations import names_of
from banzuke.model.system import Period

SHARED = Path(__file__).parents[2] / ".." / "shared" / "seeds"


def source(name: str) -> str:
    """The text of a source, or a skipped test where it is not at hand."""
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"{name} is not at hand")
    return path.read_text(encoding="utf-8")


def content(key: str) -> dict:
    """What a packaged rulebook's own file says."""
    return tomllib.loads((RULEBOOKS.packaged / f"{key}.toml").read_text(encoding="utf-8"))


ROOTS = [key for key in rulebook_keys() if "extends" not in content(key)]
EXTENDING = {key: content(key)["extends"] for key in rulebook_keys() if key not in ROOTS}
WORDS = {
    "title",
    "game",
    "author",
    "updated",
    "source",
    "summary",
    "text",
    "assumptions",
    "example",
}


@pytest.mark.parametrize("key", rulebook_keys())
def test_packaged_rulebooks_are_sound(key):
    """Nothing is wrong with any of them, and each says what people want to know."""
    assert check_rulebook(key) == []
    rulebook = load_rulebook(key)
    assert rulebook.path is None
    assert rulebook.text_of_file.startswith("#")
    for said in (rulebook.title, rulebook.game, rulebook.source, rulebook.summary, rulebook.text):
        assert said.strip()
    assert rulebook.assumptions
    assert rulebook.examples


@pytest.mark.parametrize("key", rulebook_keys())
def test_each_assumption_names_its_setting_and_its_kind(key):
    """Each reading that the source leaves open names a setting, and is choice or evidence."""
    rulebook = load_rulebook(key)
    named = {setting.name.rpartition(".")[2] for setting in rulebook.settings()}
    for assumption in rulebook.assumptions:
        assert re.search(r"\. (Choice|Evidence)[.:]|\)\. Choice\.$", assumption), assumption
        settings = re.findall(r"\(([^)]*)\)", assumption)
        assert named & set(re.findall(r"[a-z_]+", " ".join(settings))), assumption
    assert len(set(rulebook.assumptions)) == len(rulebook.assumptions)


@pytest.mark.parametrize("key", ROOTS)
def test_every_parameter_is_written_out(key):
    """People read the rulebook, so it says each parameter even where it is the default."""
    rulebook = load_rulebook(key)
    assert set(content(key)["parameters"]) == set(names_of(rulebook.system.parameters))
    assert {"period", "counts", "display", "list"} <= set(content(key))


@pytest.mark.parametrize("key", EXTENDING)
def test_variants_extend_and_change_only_what_they_say(key):
    """A variant writes only parameters that differ, and differs in what it rules from its base."""
    mine, base = load_rulebook(key), load_rulebook(EXTENDING[key])
    own, others = mine.parameters.model_dump(), base.parameters.model_dump()
    changed = {name for name in own if own[name] != others[name]}
    assert changed == set(content(key).get("parameters", {}))
    assert ruled(mine) != ruled(base)


def ruled(rulebook: Rulebook) -> dict[str, Any]:
    """What a rulebook says besides words and worked examples."""
    return {name: value for name, value in rulebook.content.items() if name not in WORDS}


# Othello. The checksums are of the printed table: cells in reading order, joined by commas.
PRINTED_CELLS = "00fee34cc8e9d642"
PRINTED_SUM = 2300


def cells(key: str) -> list[int]:
    """All cells of an Othello rulebook, in reading order."""
    return [gain for row in load_rulebook(key).parameters.rows for gain in row.gains]


def digest(numbers: list[int]) -> str:
    """A short checksum of numbers in their order."""
    return hashlib.sha256(",".join(map(str, numbers)).encode()).hexdigest()[:16]


def test_othello_table_is_the_printed_one():
    """17 rows of 9 cells, whose sum and checksum are those of the printed table."""
    printed = cells("othello-sweden")
    assert len(printed) == 17 * 9
    assert sum(printed) == PRINTED_SUM
    assert digest(printed) == PRINTED_CELLS


def test_othello_table_cell_by_cell():
    """Bounds and cells against an independent copy of the printed table."""
    head, *lines = source("othello-table.tsv").splitlines()
    rulebook = load_rulebook("othello-sweden")
    columns = [re.findall(r"\d+", name) for name in head.split("\t")[2:]]
    assert rulebook.parameters.margins == tuple((int(ends[0]), int(ends[-1])) for ends in columns)
    assert len(lines) == len(rulebook.parameters.rows) == 17
    for line, row in zip(lines, rulebook.parameters.rows, strict=True):
        low, high, *numbers = line.split("\t")
        assert row.lowest == (int(low) if low else None)
        # The row printed with 0 alone holds 0 only; those with 351 or -351 alone are open.
        assert row.highest == (0 if low == "0" else int(high) if high else None)
        assert row.gains == tuple(int(number) for number in numbers)


def test_othello_table_as_the_page_has_it():
    """The numbers of the page itself, in its order."""
    page = source("othello-swedish-ranking.txt")
    table = page[page.index("62..64 |") : page.index("Ett exempel")]
    numbers = [int(number) for number in re.findall(r"-?\d+", table.partition("|")[2])]
    mine: list[int] = []
    for row in load_rulebook("othello-sweden").parameters.rows:
        bounds = [row.lowest, row.highest if row.lowest != 0 else None]
        mine += [bound for bound in bounds if bound is not None]
        mine += row.gains
    assert numbers == mine
    assert len(numbers) == 184


def test_othello_harmonised_changes_three_cells():
    """The harmonised table differs in three cells, and its column 0 mirrors itself."""
    printed, harmonised = (
        load_rulebook("othello-sweden"),
        load_rulebook("othello-sweden-harmonised"),
    )
    changed = {
        (row.label, number): (old, new)
        for row, other in zip(printed.parameters.rows, harmonised.parameters.rows, strict=True)
        for number, (old, new) in enumerate(zip(row.gains, other.gains, strict=True))
        if old != new
    }
    assert changed == {
        ("151..200", 1): (-1, 1),
        ("-250..-201", 8): (35, 34),
        ("-300..-251", 0): (15, 13),
    }
    draws = [row.gains[0] for row in harmonised.parameters.rows]
    assert draws == [-draw for draw in reversed(draws)]
    assert harmonised.parameters.margins == printed.parameters.margins


def test_othello_settings():
    """What else the Othello rulebook decides."""
    rulebook = load_rulebook("othello-sweden")
    parameters = rulebook.parameters
    assert (parameters.start_rating, parameters.score_total) == (1000, 64)
    assert (parameters.empties, parameters.draw_row) == ("refuse", "higher")
    assert (rulebook.period.kind, rulebook.period.day) == (Period.EVENT, "last")
    assert rulebook.counts.statuses == ("played",)
    assert (rulebook.display.decimals, rulebook.display.signed_change) == (0, True)


# Baduk.


def test_baduk_percentages_as_the_page_has_them():
    """The 44 percentages of table 3, in the order of the page."""
    page = source("baduk-dash-and-dot-rating.txt")
    numbers = [int(number) for number in re.findall(r"(-?\d+)%", page)]
    rows = load_rulebook("dash-baduk").parameters.percents
    assert numbers == [
        number
        for row in rows
        for number in (row.high_wins, row.high_loses, row.low_wins, row.low_loses)
    ]
    assert len(numbers) == 44


def test_baduk_percentages():
    """Table 3 again: one column gives the other three."""
    rows = load_rulebook("dash-baduk").parameters.percents
    wins = {-5: 0, -4: 3, -3: 7, -2: 16, -1: 30, 0: 50, 1: 70, 2: 84, 3: 93, 4: 97, 5: 100}
    assert [row.difference for row in rows] == list(wins)
    for row in rows:
        win = wins[row.difference]
        expected = (win, win - 100, 100 - win, -win)
        assert (row.high_wins, row.high_loses, row.low_wins, row.low_loses) == expected


def test_baduk_ranks_and_classes():
    """25 ranks of 300 R.P, 5 Dan around 6750, and the classes of both readings."""
    parameters = load_rulebook("dash-baduk").parameters
    names = [f"{kup}K" for kup in range(18, 0, -1)] + [f"{dan}D" for dan in range(1, 8)]
    assert [rank.name for rank in parameters.ranks] == names
    assert [rank.lowest for rank in parameters.ranks] == list(range(0, 7500, 300))
    assert parameters.ranks[22].name == "5D"
    assert parameters.ranks[22].lowest + 150 == parameters.switch_cap == 6750
    assert [(row.lowest, row.highest, row.base) for row in parameters.classes] == [
        ("18K", "10K", 150),
        ("9K", "1K", 100),
        ("1D", "7D", 100),
    ]
    example = load_rulebook("dash-baduk-example").parameters
    assert [(row.lowest, row.highest, row.base) for row in example.classes] == [
        ("18K", "1K", 150),
        ("1D", "7D", 100),
    ]


def test_baduk_settings():
    """What else the Baduk rulebook decides."""
    rulebook = load_rulebook("dash-baduk")
    parameters = rulebook.parameters.model_dump(exclude={"ranks", "classes", "percents"})
    assert parameters == {
        "rated_within": 4,
        "stones_per_rank": 1,
        "standard_handicap_cap": 0,
        "truncate": "change",
        "jigo": "none",
        "regular_after": 10,
        "new_member_games": "own_side",
        "switch_cut": "above_cap",
        "switch_cap": 6750,
        "floor": 0,
        "declared_rank": "middle",
        "start_rank": "",
    }
    assert rulebook.period.kind is Period.GAME
    display = rulebook.display
    assert (display.rank_table, display.regular_mark, display.regular_games) == ("ranks", "*", 10)
    assert rulebook.list.least_games == 10
    assert rulebook.list.why_least_games == "new member: fewer than 10 rated games"


# Warlight.


def test_warlight_settings():
    """1200, 32 and 400, all duels together and whole, a rating a pool."""
    rulebook = load_rulebook("warlight")
    parameters = rulebook.parameters.model_dump()
    assert parameters == {**load_rulebook("elo").parameters.model_dump(), "start_rating": 1200.0}
    settings = {
        "k": 32.0,
        "scale": 400.0,
        "base": 10.0,
        "ranking": "all",
        "duels": "together",
        "k_share": "whole",
        "shared_places": "draw",
        "shared_first": "none",
        "team_change": "whole",
        "team_rating": "mean",
    }
    assert {name: parameters[name] for name in settings} == settings
    assert rulebook.pools["first"].ranking == "first"
    assert (rulebook.pooling, rulebook.period.kind) == ("separate", Period.GAME)
    assert (rulebook.display.decimals, rulebook.display.rounding) == (0, "half_away")
    assert load_rulebook("warlight-first").parameters.ranking == "first"


def test_warlight_constants_as_the_page_has_them():
    """The page's numbers are the rulebook's."""
    page = source("warlight-ranking.txt")
    parameters = load_rulebook("warlight").parameters
    assert f"equal to {parameters.start_rating:.0f}th" in page
    assert f"({parameters.k:.0f} * Diff)" in page
    assert f"(d/{parameters.scale:.1f})" in page


# Diplomacy.


def test_diplomacy_settings():
    """All constants of the ranking, and what its readings set."""
    rulebook = load_rulebook("dip-pouch")
    assert rulebook.parameters.model_dump() == {
        "start_rating": 40.0,
        "field": "declared",
        "ties": "best",
        "base_value": 2.0,
        "players_per_point": 3.5,
        "players_per_point_one_round": 7.0,
        "value_cap": 15.0,
        "cap_category_values": False,
        "counted_from": 2001,
        "rounds_unknown": "refuse",
        "category_values": (
            {"category": "world championship", "value": 20.0, "before_cutoff": True},
        ),
    }
    assert (rulebook.period.kind, rulebook.period.day) == (Period.EVENT, "last")
    assert (rulebook.display.decimals, rulebook.display.rounding) == (2, "half_away")
    assert rulebook.list.least_games == 1
    assert rulebook.list.why_least_games == "no counted event yet"
    assert (rulebook.list.ranks, rulebook.list.tie_order) == ("1224", ("sort_name", "player"))


def test_diplomacy_constants_as_the_page_has_them():
    """The page's numbers, author and date are the rulebook's."""
    page = source("diplomacy-dip-pouch-tournament-rating.txt")
    rulebook = load_rulebook("dip-pouch")
    assert f"Author{rulebook.author} Last Update{rulebook.updated}" in page
    parameters = rulebook.parameters
    assert f"initial rating of {parameters.start_rating:.0f} " in page
    assert f"the tournament value is {parameters.category_values[0].value:.0f}." in page
    assert f"divided by {parameters.players_per_point_one_round:.0f}, plus 2." in page
    assert f"divided by {parameters.players_per_point:.1f}, plus two." in page
    assert f"championship event is {parameters.value_cap:.0f}." in page
    assert f"Events before {parameters.counted_from}," in page
