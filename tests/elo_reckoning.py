"""A second reckoning of the Elo system, on dictionaries: what its tests compare it with."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import combinations, pairwise
from statistics import NormalDist
from types import MappingProxyType
from typing import Any

import pytest

import banzuke as bz

NAMES = [f"P{number}" for number in range(8)]
CATEGORIES = ["", "cup", "friendly", "shoot-out"]
Settings = dict[str, Any]

STEPS = [
    {"k": 45.0, "games_below": 2},
    {"k": 10.0, "peak_from": 1700},
    {"k": 16.0, "rating_from": 1550, "rating_below": 1650},
    {"k": 36.0, "age_to": 18},
]
ROWS = [
    {"names": ["cup"], "k": 60.0, "spares_losers": True},
    {"names": ["friendly", "exhibition"], "weight": 0.5},
    {"names": ["shoot-out"], "won": 0.75, "lost": 0.5},
]
BANDS = [{"to": 30, "score": 0.5}, {"to": 200, "score": 0.7}, {"score": 0.9}]
SMOOTHING = [{"at": 1400, "keeps": 0.9}, {"at": 1600, "keeps": 0.7}]


@dataclass(frozen=True)
class Game:
    """One game: its day, sides, scores of the sides, and what else a row may say."""

    day: int
    sides: tuple[tuple[str, ...], ...]
    scores: tuple[int, ...]
    category: str = ""
    home: int = -1
    weight: float = 1.0
    play: tuple[float, ...] = (1.0, 1.0, 1.0)

    @property
    def places(self) -> list[int]:
        """The place of each side, by the scores."""
        return [1 + sum(other > score for other in self.scores) for score in self.scores]


@dataclass
class Player:
    """What the second reckoning knows of a player."""

    rating: float
    born: int = 0
    games: float = 0.0
    length: float = 0.0
    peak: float = -math.inf
    season: int | None = None
    met: float = 0.0
    points: float = 0.0
    smoothed: float = 0.0


@dataclass
class Office:
    """A rating office on dictionaries: settings over the defaults, and its players."""

    settings: Settings
    players: dict[str, Player]
    changes: list[dict[str, float]] = field(default_factory=list)

    def __getitem__(self, name: str) -> Any:
        return self.settings.get(name, DEFAULTS[name])

    def rate(self, period: Sequence[Game]) -> None:
        """Rate the games of a period from the ratings before it."""
        count = {n: sum(n in sum(g.sides, ()) for g in period) for n in self.players}
        met = {n: [g for g in period if self.met_established(g, n)] for n in self.players}
        found = [self.changes_of(game, count, met) for game in period]
        for game, changes in zip(period, found, strict=True):
            told = {}
            for name, settled in changes.items():
                player = self.players[name]
                change = max(self.back(player, game) + settled, self["floor"] - player.rating)
                told[name] = change
                player.rating += change
                player.games += 1
                player.length += game.weight
                player.season = self.season(game)
            self.changes.append(told)
        for name in [name for changes in found for name in changes]:
            player = self.players[name]
            if self["smoothing"]:
                keeps = self.keeps(player.smoothed)
                player.smoothed = keeps * player.smoothed + (1 - keeps) * player.rating
        for name, games in met.items():
            self.players[name].met += len(games)
            self.players[name].points += sum(score_of(game, name) for game in games)
        for player in self.players.values():
            player.peak = max(player.peak, player.rating)

    def established(self, name: str) -> bool:
        """Whether a player has enough games, and points, against the established."""
        player = self.players[name]
        enough = player.met >= self["provisional_games"]
        return enough and player.points >= self["provisional_points"]

    def met_established(self, game: Game, name: str) -> bool:
        """Whether a player meets an established one in a game."""
        others = [side[0] for side in game.sides if name not in side]
        mine = any(name in side for side in game.sides)
        return mine and bool(others) and self.established(others[0])

    def season(self, game: Game) -> int:
        """The season of a game, by the calendar."""
        day = date(2020, 1, 1) + timedelta(days=game.day)
        return day.year if day.month >= self["season_month"] else day.year - 1

    def back(self, player: Player, game: Game) -> float:
        """What a new season gives or takes."""
        if player.season in (None, self.season(game)):
            return 0.0
        return self["season_share"] * (self["season_rating"] - player.rating)

    def keeps(self, value: float) -> float:
        """The share of the smoothed value that stays."""
        rows = self["smoothing"]
        for low, high in pairwise(rows):
            if low["at"] <= value <= high["at"]:
                part = (value - low["at"]) / (high["at"] - low["at"])
                return low["keeps"] + part * (high["keeps"] - low["keeps"])
        return rows[0]["keeps"] if value < rows[0]["at"] else rows[-1]["keeps"]

    def k_of(self, name: str, game: Game, count: int, sides: int) -> float:
        """K of a player in a game, for one duel."""
        player = self.players[name]
        row = next((r for r in self["categories"] if game.category in r["names"]), {})
        k = row.get("k")
        if k is None:
            k = self["k"]
            for step in reversed(self["k_steps"]):
                rating = player.rating + self.back(player, game)
                fits = [
                    step.get("rating_from", -math.inf) <= rating,
                    rating < step.get("rating_below", math.inf),
                    step.get("peak_from", -math.inf) <= player.peak,
                    player.games < step.get("games_below", math.inf),
                    (2020 - player.born if player.born else 99) <= step.get("age_to", math.inf),
                ]
                k = step["k"] if all(fits) else k
        played = player.length if self["weight"] == "length" else player.games
        extra = (self["newcomer_factor"] - 1) * (1 - played / self["newcomer_games"])
        k *= 1 + max(0.0, extra)
        if self["period_cap"] and k * count > self["period_cap"]:
            k = float(self["period_cap"] // count)
        return k / (sides - 1) if self["k_share"] == "per opponent" else k

    def expected(self, lead: float) -> float:
        """The expected score, straight from the formula."""
        if self["lead_cap"]:
            lead = math.copysign(min(abs(lead), self["lead_cap"]), lead)
        if self["expectation"] == "normal":
            return NormalDist(0, self["scale"]).cdf(lead)
        if self["expectation"] == "table":
            score = next(r["score"] for r in BANDS if math.ceil(abs(lead)) <= r.get("to", 1e99))
            return score if lead >= 0 else 1 - score
        return 1 / (1 + self["base"] ** (-lead / self["scale"]))

    def strength(self, game: Game, side: tuple[str, ...], own: dict[str, float]) -> float:
        """How strong a side is."""
        ratings = [own[name] for name in side]
        if self["team_rating"] == "sum":
            return sum(ratings)
        play = game.play[: len(side)]
        if self["team_rating"] == "by play" and sum(play):
            return sum(p * r for p, r in zip(play, ratings, strict=True)) / sum(play)
        return sum(ratings) / len(ratings)

    def factor(self, game: Game, one: int, two: int, lead: float) -> float:
        """What multiplies K in a duel of two sides; lead : of the first."""
        row = next((r for r in self["categories"] if game.category in r["names"]), {})
        factor = row.get("weight", 1.0)
        if self["weight"] == "factor":
            factor *= game.weight
        if self["weight"] == "length":
            factor *= game.weight ** self["length_power"]
        margin = abs(game.scores[one] - game.scores[two])
        if self["margin"] == "steps":
            known = self["margin_factors"]
            extra = max(0, margin - len(known) + 1) * self["margin_step"]
            factor *= min(known[min(margin, len(known) - 1)] + extra, self["margin_most"])
        if self["margin"] == "logarithm":
            c, s = self["margin_ease"], self["margin_ease_per_point"]
            winner = lead if game.scores[one] > game.scores[two] else -lead
            ease = c if margin == 0 else min(c / max(s * winner + c, 1e-99), self["margin_upset"])
            factor *= math.log(max(margin, 1) + 1) * ease
        return factor

    def meet(self, game: Game, one: int, two: int) -> bool:
        """Whether two sides have a duel."""
        places = sorted((game.places[one], game.places[two]))
        if len(game.sides) == 2:
            return True
        if self["ranking"] == "first":
            return 1 in places and (places != [1, 1] or self["shared_first"] == "draw")
        if places[0] == places[1]:
            return self["shared_places"] == "draw"
        between = [p for p in game.places if places[0] < p < places[1]]
        return self["ranking"] == "all" or not between

    def towards(
        self, name: str, opponent: str, score: float, own: dict[str, float], games: int
    ) -> float:
        """The step of who is not established toward the performance in a game."""
        if not self.established(opponent):
            return 0.0
        performance = own[opponent] + self["provisional_span"] * (2 * score - 1)
        return (performance - own[name]) / (self.players[name].met + games)

    def changes_of(
        self, game: Game, count: dict[str, int], met: dict[str, list[Game]]
    ) -> dict[str, float]:
        """What a game changes, season and floor aside."""
        row = next((r for r in self["categories"] if game.category in r["names"]), {})
        everybody = [name for side in game.sides for name in side]
        own = {n: self.players[n].rating + self.back(self.players[n], game) for n in everybody}
        k = {n: self.k_of(n, game, count[n], len(game.sides)) for n in everybody}
        change = dict.fromkeys(everybody, 0.0)
        order = sorted(range(len(game.sides)), key=lambda i: (game.places[i], min(game.sides[i])))
        for one, two in combinations(order, 2):
            if not self.meet(game, one, two):
                continue
            lead = self.strength(game, game.sides[one], own)
            lead -= self.strength(game, game.sides[two], own)
            lead += self["advantage"] * ((game.home == one) - (game.home == two))
            slope = game.weight ** self["length_power"] if self["weight"] == "length" else 1.0
            chance = self.expected(lead * slope)
            factor = self.factor(game, one, two, lead)
            now = dict(own)
            for mine, other, hope in ((one, two, chance), (two, one, 1 - chance)):
                gap = game.scores[mine] - game.scores[other]
                score = 0.5 if gap == 0 else row.get("won", 1.0) if gap > 0 else row.get("lost", 0)
                opponent = game.sides[other][0]
                for name, play in zip(game.sides[mine], game.play, strict=False):
                    moved = k[name] * factor * (score - hope)
                    if not self.established(opponent):
                        moved *= self["provisional_weight"]
                    if not self.established(name):
                        moved = self.towards(name, opponent, score, now, len(met[name]))
                    moved *= {"split": 1 / len(game.sides[mine]), "by play": play}.get(
                        self["team_change"], 1.0
                    )
                    change[name] += moved
                    if self["duels"] == "in turn":
                        own[name] += moved
        for name, moved in change.items():
            if row.get("spares_losers"):
                change[name] = max(0.0, moved)
            if self["rounding"] == "whole":
                change[name] = math.copysign(math.floor(abs(change[name]) + 0.5), moved)
        return change


def score_of(game: Game, name: str) -> float:
    """What a player made in a duel."""
    mine = next(i for i, side in enumerate(game.sides) if name in side)
    gap = game.scores[mine] - game.scores[1 - mine]
    return 0.5 if gap == 0 else float(gap > 0)


DEFAULTS: Settings = bz.load_rulebook("elo").parameters.model_dump()

#: Values that each setting may take besides its default.
OTHERS: dict[str, list[Any]] = {
    "k": [0.0, 15.0],
    "k_steps": [STEPS],
    "newcomer_factor": [5.0],
    "newcomer_games": [3.0],
    "period_cap": [40.0],
    "categories": [ROWS],
    "expectation": ["normal", "table"],
    "scale": [200.0],
    "base": [math.e],
    "lead_cap": [150.0],
    "advantage": [100.0, -40.0],
    "margin": ["steps", "logarithm"],
    "margin_factors": [[1.0, 1.0, 1.5, 1.75]],
    "margin_step": [0.125],
    "margin_most": [1.6],
    "margin_ease": [1.5],
    "margin_ease_per_point": [0.003],
    "margin_upset": [1.1],
    "weight": ["factor", "length"],
    "length_power": [1.0, 0.3],
    "ranking": ["first", "adjacent"],
    "duels": ["in turn"],
    "k_share": ["per opponent"],
    "shared_places": ["none"],
    "shared_first": ["draw"],
    "team_change": ["split", "by play"],
    "team_rating": ["sum", "by play"],
    "floor": [1490.0],
    "rounding": ["whole"],
    "season_share": [1 / 3],
    "season_rating": [1505.0],
    "season_month": [7],
    "smoothing": [SMOOTHING],
}
FIRST_GAMES: dict[str, list[Any]] = {
    "provisional_games": [2.0],
    "provisional_points": [1.0],
    "provisional_span": [300.0],
    "provisional_weight": [0.5],
}


def table(games: Sequence[Game]) -> list[dict[str, Any]]:
    """Games as rows of entries."""
    return [
        {
            "game": f"{number}",
            "date": date(2020, 1, 1) + timedelta(days=game.day),
            "player": name,
            "side": f"side {side}",
            "score": game.scores[side],
            "event_category": game.category or None,
            "advantage": "yes" if game.home == side else "no",
            "weight": game.weight,
            "play": game.play[at],
        }
        for number, game in enumerate(games)
        for side, names in enumerate(game.sides)
        for at, name in enumerate(names)
    ]


def compare(
    games: list[Game],
    start: dict[str, float],
    settings: Settings,
    kind: str = "game",
    established: Mapping[str, tuple[float, float]] = MappingProxyType({}),
) -> bz.Ratings:
    """Rate both ways, compare everything, and give the ratings.

    established : (games against established players, points made there) of some players
    """
    if settings.get("duels") == "in turn":
        games = [
            Game(**{**vars(g), "scores": tuple(range(len(g.sides), 0, -1))})
            if len(g.sides) > 2
            else g
            for g in games
        ]
    floor = settings.get("floor", -1e9)
    born = {name: 2004 if name in ("P1", "P2") else 0 for name in NAMES}
    players = {
        name: Player(r := max(start[name], floor), born[name], peak=r, smoothed=r) for name in NAMES
    }
    for name, (met, points) in established.items():
        players[name].met, players[name].points = met, points
    office = Office(settings, players)
    known = [
        {
            "player": name,
            "rating": player.rating,
            "born": str(player.born) if player.born else None,
            "met_established": player.met,
            "points_from_established": player.points,
        }
        for name, player in players.items()
    ]
    if kind == "game":
        for game in games:
            office.rate([game])
    else:
        for day in sorted({game.day for game in games}):
            office.rate([game for game in games if game.day == day])
    ratings = bz.rate(table(games), "elo", known, parameters={**settings, "period.kind": kind})
    rows = {row["player"]: row for row in ratings.listing.listed.to_dicts()}
    for name, row in rows.items():
        assert row["rating"] == pytest.approx(players[name].rating, abs=1e-7)
        if "smoothed" in row:
            assert row["smoothed"] == pytest.approx(players[name].smoothed, abs=1e-7)
    for row in ratings.history_frame().to_dicts():
        change = office.changes[int(row["game"])][row["player"]]
        assert row["change"] == pytest.approx(change, abs=1e-7)
        assert row["after"] == row["before"] + row["change"]
    return ratings
