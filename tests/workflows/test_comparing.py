"""Rulebooks compared by forecasts of games that they did not know, against rating day by day."""

from __future__ import annotations

import math
import random
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import banzuke as bz
from banzuke.publishing.comparison_text import comparison_text

DAYS = [f"2024-{month:02d}-{day:02d}" for month in (1, 2, 3) for day in (3, 9, 17, 28)]


def season(seed: int = 7, per_day: int = 3) -> pl.DataFrame:
    """Games of two among five players over three months, some drawn, a side ahead in each."""
    chance = random.Random(seed)
    rows = []
    for day in DAYS:
        for board in range(per_day):
            one, two = chance.sample("ABCDE", 2)
            ended = chance.choice(["1-0", "0-1", "1/2-1/2"])
            rows.append((day, str(board), one, two, ended, chance.choice(["1", "2"])))
    names = ["date", "board", "player_1", "player_2", "result", "advantage"]
    return pl.DataFrame(rows, schema=names, orient="row")


def by_hand(games: pl.DataFrame, key: str, every: int) -> list[tuple[float, float]]:
    """(log loss, squared error) of each game by the list of the last day of ``every`` days."""
    found = []
    for at in range(every, len(DAYS), every):
        known = bz.rate(games, key, as_of=DAYS[at - 1])
        later = games.filter(pl.col("date").is_in(DAYS[at : at + every]))
        for row in later.iter_rows(named=True):
            try:
                chance = known.predict([[row["player_1"]], [row["player_2"]]])
            except bz.CannotDo:
                continue
            score = {"1-0": 1.0, "0-1": 0.0}.get(row["result"], 0.5)
            loss = -score * math.log(chance[0]) - (1.0 - score) * math.log(chance[1])
            found.append((loss, (chance[0] - score) ** 2))
    return found


@pytest.mark.parametrize(("step", "days"), [("day", 1), ("month", 4)])
@pytest.mark.parametrize("key", ["glicko2", "whole-history", "bradley-terry"])
def test_what_lists_of_the_time_said(key, step, days):
    """Each game is forecast by the list of the day, or month, before it, and no later result."""
    games = season()
    found = bz.compare(games, {"one": key, "again": key}, every=step)
    told = by_hand(games, key, days)
    assert found["games"].to_list() == [len(told)] * 2
    for column, number in (("log_loss", 0), ("squared_error", 1)):
        wanted = sum(one[number] for one in told) / len(told)
        assert found[column].to_list() == pytest.approx([wanted] * 2, abs=1e-9)
    assert found["behind"].to_list() == found["deviation"].to_list() == [0.0, 0.0]


def test_any_order_of_rows_gives_the_same_bits():
    """Rows that come in another order change no digit."""
    games = season()
    rules = ["elo", "glicko2", "bradley-terry"]
    assert bz.compare(games, rules).equals(bz.compare(games.sample(fraction=1.0, seed=3), rules))


def test_who_is_ahead_is_known_before():
    """Who moves first, or is at home, is part of what is forecast."""
    games = season()
    rules = {"level": bz.load_rulebook("elo"), "home": bz.load_rulebook("elo", {"advantage": 400})}
    level, home = (bz.compare(games, rules).filter(rules=name)["log_loss"][0] for name in rules)
    assert abs(level - home) > 0.01


def test_many_sides_and_shared_places():
    """The chance of a side is that of first place; those who share it share what it is worth."""
    rows = [
        {"date": f"2024-01-0{day}", "game": str(day), "player": name, "place": place}
        for day, places in ((1, (1, 2, 3)), (2, (1, 1, 3)), (3, (2, 1, 3)))
        for name, place in zip("ABC", places, strict=True)
    ]
    found = bz.compare(rows, ["trueskill", "weng-lin"], every="day")
    assert found["games"].to_list() == [2, 2]
    known = bz.rate(rows, "trueskill", as_of="2024-01-01").predict([["A"], ["B"], ["C"]])
    first = -0.5 * math.log(known[0]) - 0.5 * math.log(known[1])
    later = bz.rate(rows, "trueskill", as_of="2024-01-02").predict([["A"], ["B"], ["C"]])
    row = found.filter(rules="trueskill")
    assert row["log_loss"][0] == pytest.approx((first - math.log(later[1])) / 2.0)


@pytest.mark.parametrize(
    ("rules", "more", "error", "what"),
    [
        (["elo"], {}, bz.WrongUse, "two rulebooks or more"),
        ("elo", {}, bz.WrongUse, "a list of two or more"),
        (["elo", "elo"], {}, bz.WrongUse, "two of the rules are elo"),
        ({"1": "elo", 1: "glicko2"}, {}, bz.WrongUse, "two of the rules are 1"),
        (["elo", "massey"], {}, bz.CannotDo, "massey .Massey. does not forecast"),
        (["elo", "glicko2"], {"every": "decade"}, bz.WrongUse, "day, week, month, year"),
        (["elo", "glicko2"], {"every": "year"}, bz.WrongUse, "no game is forecast by all"),
    ],
)
def test_what_cannot_be_compared(rules: Any, more: dict[str, Any], error: Any, what: str):
    """Wrong questions say what would be right."""
    with pytest.raises(error, match=what):
        bz.compare(season(), rules, **more)


def test_without_dates():
    """What came first must be known."""
    with pytest.raises(bz.WrongUse, match="without a date of each game"):
        bz.compare(season().drop("date"), ["elo", "glicko2"])


def test_as_text():
    """The best rulebook is first, and only others are behind."""
    text = comparison_text(bz.compare(season(), ["elo", "glicko2"]), "month", 80)
    first, second = text.splitlines()[1:3]
    assert "±" not in first
    assert "±" in second
    assert "24 games, each forecast by the ratings at the end of the month before" in text


@pytest.mark.parametrize("step", ["day", "week", "month", "year"])
def test_the_last_day_that_there_is(step):
    """A stretch that the calendar cuts off ends on its last day."""
    games = season().with_columns(
        date=pl.when(pl.col("date") == DAYS[-1])
        .then(pl.lit("9999-12-31"))
        .otherwise(pl.col("date"))
    )
    assert bz.compare(games, ["elo", "glicko2"], every=step)["games"][0] > 0


def test_days_of_several_zones(tmp_path: Path):
    """Rules whose days end at other hours are not held against each other, nor in a ledger."""
    rules = {"here": "elo", "there": bz.load_rulebook("elo", {"period.zone": "Asia/Tokyo"})}
    with pytest.raises(bz.WrongUse, match="clocks of several zones: Asia/Tokyo, UTC"):
        bz.compare(season(), rules)
    club = bz.Ledger.create(tmp_path / "club.db")
    with pytest.raises(bz.WrongUse, match="several zones"):
        club.compare(rules)


def test_a_fit_that_early_results_are_too_few_for():
    """Until results tell what a fit estimates it forecasts nothing; the later games count."""
    games = season()
    late = pl.col("date") >= DAYS[4]
    early = games.with_columns(advantage=pl.when(late).then("advantage"))
    fit = bz.load_rulebook("bradley-terry", {"estimated": ["advantage"]})
    with pytest.raises(bz.ResultsRefused):
        bz.rate(early, fit, as_of=DAYS[3])
    found = bz.compare(early, {"elo": "elo", "fit": fit})
    known = bz.compare(early, ["elo", "glicko2"])
    assert found["games"].to_list() == [12, 12]
    assert known["games"].to_list() == [24, 24]


def test_all_results_too_few_for_a_fit_are_refused():
    """What ``rate`` refuses of all results is refused, not told as games without a forecast."""
    never = season().drop("advantage")
    fit = bz.load_rulebook("bradley-terry", {"estimated": ["advantage"]})
    with pytest.raises(bz.ResultsRefused):
        bz.compare(never, {"elo": "elo", "fit": fit})


def test_a_ledger_without_results_says_so(tmp_path):
    """It has no dates either, but that is not what is amiss."""
    empty = bz.Ledger.create(tmp_path / "club.db")
    with empty as ledger, pytest.raises(bz.WrongUse, match="no results to compare by"):
        ledger.compare(["elo", "glicko2"])


def test_files_of_one_name_are_told_by_their_paths(tmp_path: Path):
    """Rules of one's own in two folders, or beside the packaged ones, are told apart."""
    for folder, step in (("slow", 16), ("fast", 64)):
        (tmp_path / folder).mkdir()
        rules = f'format = 1\nextends = "elo"\n[parameters]\nk = {step}\n'
        (tmp_path / folder / "elo.toml").write_text(rules, encoding="utf-8")
    files = [str(tmp_path / folder / "elo.toml") for folder in ("slow", "fast")]
    found = bz.compare(season(), [*files, "elo", "glicko2"])
    assert sorted(found["rules"]) == sorted([*files, "elo", "glicko2"])
    assert len(set(found["log_loss"])) == 4
