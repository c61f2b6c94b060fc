"""Football of national teams by both rankings, against a plain loop and published points."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import banzuke as bz

DATA = Path(__file__).parents[2] / ".." / "shared" / "data" / "football"
COLUMNS = {
    "player_1": "home_team",
    "player_2": "away_team",
    "score_1": "home_score",
    "score_2": "away_score",
    "event_category": "tournament",
}


def matches() -> list[dict[str, str]]:
    """The rows of the file of all matches, or a skipped test where it is not at hand."""
    path = DATA / "results.csv"
    if not path.exists():
        pytest.skip("the matches are not at hand")
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def plain_football(rows: list[dict[str, str]], k_of: dict[str, float]) -> dict[str, int]:
    """Ratings after all matches, as a dictionary and a loop give them."""
    rating: dict[str, int] = {}
    for row in sorted(rows, key=lambda row: row["date"]):
        one, two = row["home_team"], row["away_team"]
        goals = int(row["home_score"]) - int(row["away_score"])
        lead = rating.setdefault(one, 1500) - rating.setdefault(two, 1500)
        lead += 0 if row["neutral"] == "TRUE" else 100
        expected = 1 / (1 + 10 ** (-lead / 400))
        wide = {0: 1.0, 1: 1.0, 2: 1.5}.get(abs(goals), 1.75 + (abs(goals) - 3) / 8)
        moved = k_of[row["tournament"]] * wide * ((goals > 0) + 0.5 * (goals == 0) - expected)
        step = int(abs(moved) + 0.5) * (1 if moved > 0 else -1)
        rating[one] += step
        rating[two] -= step
    return rating


def test_all_matches_against_a_plain_loop(tmp_path: Path):
    """Rated from the file as it is, every team ends where a plain loop ends, to the point."""
    rows = [row for row in matches() if row["home_score"].isdigit()]
    # One match stands there twice, the second time with the goals exchanged.
    path = tmp_path / "results.csv"
    with path.open("w", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    ratings = bz.rate(path, "football", columns=COLUMNS)
    listed = dict(ratings.listing.listed.select("player", "rating").iter_rows())
    k_of = dict.fromkeys({row["tournament"] for row in rows}, 30.0)
    for rule in bz.load_rulebook("football").parameters.categories:
        k_of.update(dict.fromkeys(rule.names, rule.k))
    assert listed == plain_football(rows, k_of)
    assert sum(listed.values()) == 1500 * len(listed)


#: Points of the list of 6 October 2022, of the teams of the World Cup and those that they met.
OCTOBER = {
    "Brazil": 1841.30, "Belgium": 1816.71, "Argentina": 1773.88, "France": 1759.78,
    "England": 1728.47, "Italy": 1726.14, "Spain": 1715.22, "Netherlands": 1694.51,
    "Portugal": 1676.56, "Denmark": 1666.57, "Germany": 1650.21, "Croatia": 1645.64,
    "Mexico": 1644.89, "Uruguay": 1638.71, "Switzerland": 1635.92, "United States": 1627.48,
    "Senegal": 1584.38, "Wales": 1569.82, "Iran": 1564.61, "Serbia": 1563.62,
    "Morocco": 1563.50, "Japan": 1559.54, "Sweden": 1553.33, "Poland": 1548.59,
    "South Korea": 1530.30, "Chile": 1509.61, "Tunisia": 1507.54, "Costa Rica": 1503.59,
    "Nigeria": 1498.47, "Austria": 1492.95, "Australia": 1488.72, "Egypt": 1486.44,
    "Canada": 1475.0, "Cameroon": 1471.44, "Ecuador": 1464.39, "Qatar": 1439.89,
    "Saudi Arabia": 1437.78, "Panama": 1393.28, "Ghana": 1393.0, "Iceland": 1384.41,
    "Jamaica": 1378.86, "North Macedonia": 1358.51, "Albania": 1354.11, "Andorra": 1035.20,
    "United Arab Emirates": 1337.57, "Oman": 1320.29, "Georgia": 1307.34, "Honduras": 1301.98,
    "Bahrain": 1280.64, "Guatemala": 1156.70, "Nicaragua": 1071.83,
}  # fmt: skip
#: Friendlies of those weeks that the ranking does not count.
LEFT_OUT = {
    ("Jordan", "Spain"),
    ("Iran", "Tunisia"),
    ("Mexico", "Iraq"),
    ("Iraq", "Ecuador"),
}
#: The list of 22 December 2022.
DECEMBER = {
    "Brazil": 1840.77,
    "Argentina": 1838.38,
    "France": 1823.39,
    "Belgium": 1781.30,
    "England": 1774.19,
    "Netherlands": 1740.92,
    "Croatia": 1727.62,
    "Italy": 1723.56,
    "Portugal": 1702.54,
    "Spain": 1692.71,
}


def world_cup(rows: list[dict[str, str]]) -> Iterator[dict[str, Any]]:
    """The matches from October to December 2022 as results with the categories of the ranking."""
    with (DATA / "shootouts.csv").open(encoding="utf-8") as file:
        won = {(r["date"], r["home_team"]): r["winner"] for r in csv.DictReader(file)}
    for row in rows:
        one, two, day = row["home_team"], row["away_team"], row["date"]
        known = one in OCTOBER and two in OCTOBER and (one, two) not in LEFT_OUT
        if not known or not "2022-10-07" <= day <= "2022-12-20":
            continue
        category = "friendly outside window"
        if row["tournament"] == "FIFA World Cup":
            category = "world cup"
            if day >= "2022-12-03":
                category += " knock-out" if day < "2022-12-08" else " quarter-finals"
        goals = int(row["home_score"]), int(row["away_score"])
        winner = won.get((day, one), one if goals[0] > goals[1] else two)
        result = "1-0" if winner == one else "0-1"
        if (day, one) in won:
            category += ", shoot-out"
        elif goals[0] == goals[1]:
            result = "1/2-1/2"
        yield {
            "date": day,
            "player_1": one,
            "player_2": two,
            "result": result,
            "event_category": category,
        }


def test_world_cup_of_2022():
    """From the list of October and the matches follows the list of December, but for friendlies."""
    results = pl.DataFrame(list(world_cup(matches())))
    ratings = bz.rate(results, "fifa", OCTOBER)
    listed = dict(ratings.listing.listed.select("player", "rating").iter_rows())
    assert {team: listed[team] for team in DECEMBER} == pytest.approx(DECEMBER, abs=0.015)


def test_argentina_match_by_match():
    """Argentina's way to the title; the change against Mexico was told with one friendly more."""
    ratings = bz.rate(pl.DataFrame(list(world_cup(matches()))), "fifa", OCTOBER)
    changes = ratings.history("Argentina")["change"].to_list()
    told = [0.789, -39.183, 20.413, 16.724, 14.295, 12.197, 24.316, 15.002]
    assert changes == pytest.approx(told, abs=0.06)


def test_categories_are_never_guessed():
    """A match whose importance the ranking does not know is refused, with its row."""
    rows = [{"player_1": "A", "player_2": "B", "result": "1-0", "event_category": "cup"}]
    with pytest.raises(bz.ResultsRefused, match="how games of this category count"):
        bz.rate(rows, "fifa")


def test_neutral_ground():
    """Where the ground is not neutral the first is at home; both said at once is refused."""
    rows = [
        {"player_1": "A", "player_2": "B", "score_1": 1, "score_2": 1, "neutral": word}
        for word in ("TRUE", "FALSE", "")
    ]
    for row, change in zip(rows, (0.0, -4.0, 0.0), strict=True):
        ratings = bz.rate([row], "football", {"A": 1500.0, "B": 1500.0})
        assert ratings.history("A")["change"].to_list() == [change]
    with pytest.raises(bz.ResultsRefused, match="the ground is neutral, but advantage says 2"):
        bz.rate([{**rows[0], "advantage": 2}], "football")
