"""Random games for any system, built from what its card claims and its parameters declare.

Nothing here names a system: a new file on the shelf is tried on games of its own kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, get_args, get_origin

import numpy as np
import polars as pl
from hypothesis import assume
from hypothesis import strategies as st
from pydantic.fields import FieldInfo

from banzuke.engine.rated import Rated, rate_results
from banzuke.engine.rulebook import Rulebook, from_parts, load_rulebook, rulebook_keys
from banzuke.engine.rulebook_check import resolve
from banzuke.model.declarations import bare
from banzuke.model.errors import ResultsRefused
from banzuke.model.players import Players
from banzuke.model.results import Results
from banzuke.model.system import Capability, Given, Period, System
from banzuke.workflows.reading import read, read_players

NAMES = ("Ada", "Bo", "Čeněk", "Didi", "Émile", "Fay", "Zoë", "ägir", "李", "van Os")
FIRST_DAY = date(2000, 12, 1)

#: Scores that games produce: discs that fill a board, goals, points of a set.
TYPICAL_SCORES = (
    (32, 32),
    (33, 31),
    (34, 30),
    (40, 24),
    (47, 17),
    (64, 0),
    (3, 1),
    (0, 0),
    (21, 9),
)
#: Ratings of all scales; what a system refuses is left out.
TYPICAL_RATINGS = (0.0, 1.0, 25.0, 40.0, 55.5, 100.0, 980.0, 1000.0, 1185.0, 1500.5, 2100.0, 6750.0)
CATEGORIES = (None, "world championship", "league")


@dataclass(frozen=True)
class Game:
    """One game, or one event's standings.

    sides : the players of each side; places : of each side, None for who has none
    scores : of each side, or None; received : the handicap of each player by name
    """

    event: str
    day: date
    number: int
    sides: tuple[tuple[str, ...], ...]
    places: tuple[int | None, ...]
    scores: tuple[float, ...] | None = None
    received: tuple[tuple[str, float], ...] = ()
    facts: tuple[tuple[str, Any], ...] = ()

    @property
    def players(self) -> list[str]:
        """Everybody in the game."""
        return [name for side in self.sides for name in side]

    def rows(self, names: Callable[[str], str] = str) -> list[dict[str, Any]]:
        """The game as rows of entries (or standings): one a player."""
        received = dict(self.received)
        rows = []
        for number, side in enumerate(self.sides):
            for name in side:
                row: dict[str, Any] = {"event": self.event, "date": self.day, "player": names(name)}
                if self.is_standings:
                    row["place"] = self.places[number]
                else:
                    row |= {"round": str(self.number // 3), "game": str(self.number)}
                    row["side"] = f"side {number}"
                    if self.scores is None:
                        row["place"] = self.places[number]
                    else:
                        row["score"] = self.scores[number]
                if received:
                    row["handicap"] = received.get(name, 0.0)
                rows.append(row | dict(self.facts))
        return rows

    @property
    def is_standings(self) -> bool:
        """Whether only places of an event are known."""
        return dict(self.facts).get("event_players") is not None

    def duel_row(self, *, turned: bool = False) -> dict[str, Any]:
        """The game as a row of duels; ``turned`` writes the second side first."""
        sides = list(zip(self.sides, self.places, self.scores or (None, None), strict=True))
        one, two = reversed(sides) if turned else sides
        received = dict(self.received)
        row: dict[str, Any] = {
            "event": self.event,
            "date": self.day,
            "round": str(self.number // 3),
            "game": str(self.number),
            "player_1": one[0][0],
            "player_2": two[0][0],
        }
        if self.scores is None:
            row["result"] = {-1: "1-0", 0: "1/2-1/2", 1: "0-1"}[int(np.sign(one[1] - two[1]))]
        else:
            row |= {"score_1": one[2], "score_2": two[2]}
        if received:
            row |= {f"handicap_{i}": received.get(s[0][0], 0.0) for i, s in ((1, one), (2, two))}
        return row


@dataclass(frozen=True)
class World:
    """Games, the players' starting values and the rules by which they are rated.

    starts : {player: {column: value}}
    """

    rulebook: Rulebook
    games: tuple[Game, ...]
    starts: Mapping[str, Mapping[str, float]]

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        book = self.rulebook
        games = "\n  ".join(map(str, self.games))
        begin = {n: dict(v) for n, v in self.starts.items() if n in str(self.games)}
        printer.text(f"{book.key} by {book.period.kind}\n  {games}\n  {begin}\n")

    def results(self, games: Iterable[Game] | None = None) -> Results:
        """Games, all by default, as validated results."""
        return read(rows_frame([row for g in self._or_all(games) for row in g.rows()]))

    def _or_all(self, games: Iterable[Game] | None) -> Iterable[Game]:
        return self.games if games is None else games

    def players(self, names: Callable[[str], str] = str) -> Players:
        """The players' starting values."""
        rows = [{"player": names(name), **values} for name, values in self.starts.items()]
        return read_players(pl.DataFrame(rows, infer_schema_length=None)) if rows else Players()

    def rate(self, games: Iterable[Game] | None = None, **options: Any) -> Rated:
        """Games, all by default, rated."""
        return rate_results(self.results(games), self.rulebook, self.players(), **options)


def rows_frame(rows: Sequence[Mapping[str, Any]]) -> pl.DataFrame:
    """Rows as a frame; columns may be missing in some."""
    return pl.DataFrame(list(rows), infer_schema_length=None)


def rulebook_of(
    system: System, parameters: Mapping[str, Any] = MappingProxyType({}), **sections: Any
) -> Rulebook:
    """A rulebook of a system by itself: default parameters but for those given."""
    content = {"title": "Test", "game": "any", "system": system.key, **sections}
    content["parameters"] = dict(parameters)
    parts, faults = resolve(content)
    assert faults == []
    return from_parts(parts, content, ("test", None, ""))


@cache
def packaged_rulebooks(key: str) -> tuple[Rulebook, ...]:
    """The rulebooks that come with banzuke and use a system."""
    books = map(load_rulebook, rulebook_keys())
    return tuple(book for book in books if book.system.key == key)


def is_single(field: FieldInfo) -> bool:
    """Whether a parameter is one number or choice, and no table."""
    annotation = bare(field.annotation)
    return annotation in (int, float, bool) or get_origin(annotation) is Literal


@st.composite
def values_of(draw: st.DrawFn, field: FieldInfo) -> Any:
    """A value that the declaration of a single number or choice takes."""
    annotation = bare(field.annotation)
    if get_origin(annotation) is Literal:
        return draw(st.sampled_from(get_args(annotation)))
    if annotation is bool:
        return draw(st.booleans())
    bounds = {
        name: getattr(m, name)
        for m in field.metadata
        for name in ("ge", "gt", "le", "lt")
        if getattr(m, name, None) is not None
    }
    default = field.get_default(call_default_factory=True)
    low = max(bounds.get("ge", -1e4), bounds.get("gt", -1e4))
    high = min(bounds.get("le", 1e4), bounds.get("lt", 1e4))
    if annotation is int:
        near = min(int(high), 2 * abs(default) + 4)
        return draw(st.integers(int(low), max(near, int(low))))
    # Values far from the default are as good as any, but not such as make everything overflow.
    value = draw(st.floats(0.25, 4.0)) * default
    return min(max(value, low), high)


@st.composite
def rulebooks(draw: st.DrawFn, system: System, *, period: Period | None = None) -> Rulebook:
    """A rulebook of a system: a packaged one or the defaults, with some settings changed."""
    base = draw(st.sampled_from([rulebook_of(system), *packaged_rulebooks(system.key)]))
    kind = period or draw(st.sampled_from(system.periods))
    content: dict[str, Any] = dict(base.content)
    content["period"] = {**content.get("period", {}), "kind": kind.value}
    for section in ("pools", "counts", "example", "list"):
        content.pop(section, None)
    fields = {n: f for n, f in system.parameters.model_fields.items() if is_single(f)}
    for name in draw(st.lists(st.sampled_from(sorted(fields)), unique=True, max_size=3)):
        changed = draw(values_of(fields[name]))
        trial = {**content, "parameters": {**content.get("parameters", {}), name: changed}}
        if not resolve(trial)[1] and rates_any_results(base, trial):
            content = trial
    parts, faults = resolve(content)
    assert faults == []
    return from_parts(parts, content, (base.key, None, ""))


def rates_any_results(base: Rulebook, content: Mapping[str, Any]) -> bool:
    """Whether settings refuse no results as a whole, as those do by which too much is estimated.

    A fit of one game, a draw, finds no end then. What the system does with results that suffice is
    for its own tests.
    """
    if base.system.unsound is None:
        return True
    book = from_parts(resolve(content)[0], content, (base.key, None, ""))
    places = (1, 1) if Capability.DRAWS in base.system.capabilities else (1, 2)
    game = Game("Open", FIRST_DAY, 1, (("Ada",), ("Bo",)), places)
    try:
        World(book, (game,), {}).rate()
    except ResultsRefused:
        return False
    return True


def taken_ratings(rulebook: Rulebook) -> list[float]:
    """Those of the typical ratings that the system takes as starting values."""
    found = []
    for rating in TYPICAL_RATINGS:
        given = Given({"rating": np.array([rating])}, {})
        _, complaints = rulebook.system.start(given, 1, rulebook.parameters, np.array([True]))
        if not complaints:
            found.append(rating)
    return found


def needs_starts(rulebook: Rulebook) -> bool:
    """Whether the system refuses players of whom nothing is known."""
    _, complaints = rulebook.system.start(Given({}, {}), 1, rulebook.parameters, np.array([True]))
    return bool(complaints)


@st.composite
def starts(draw: st.DrawFn, rulebook: Rulebook, names: Sequence[str]) -> dict[str, Any]:
    """Starting values of some players, or of all if the system cannot do without."""
    ratings = st.sampled_from(taken_ratings(rulebook))
    found: dict[str, Any] = {}
    for name in names:
        if needs_starts(rulebook) or draw(st.booleans()):
            found[name] = {"rating": draw(ratings)}
            columns = {column.name for column in rulebook.system.columns}
            if "games" in columns:
                found[name]["games"] = float(draw(st.integers(0, 12)))
    return found


@st.composite
def line_ups(
    draw: st.DrawFn, system: System, names: Sequence[str], *, duels: bool
) -> tuple[tuple[str, ...], ...]:
    """The sides of a game, as many and as large as the system claims to rate."""
    can = frozenset() if duels else system.capabilities
    shuffled = draw(st.permutations(names))
    most = 5 if Capability.MANY_SIDES in can else 2
    count = draw(st.integers(2, most))
    size = draw(st.sampled_from([1, 1, 2])) if Capability.TEAMS in can else 1
    if count * size > len(names):
        size = 1
    return tuple(tuple(shuffled[i * size : (i + 1) * size]) for i in range(count))


@st.composite
def rankings(draw: st.DrawFn, count: int, system: System) -> tuple[int | None, ...]:
    """Places of sides, with ties if the system rates draws; the best side is the first."""
    ties = Capability.DRAWS in system.capabilities
    place, places = 1, [1]
    for number in range(2, count + 1):
        if not (ties and draw(st.sampled_from([False, False, True]))):
            place = number
        places.append(place)
    return tuple(places)


@st.composite
def games_of(draw: st.DrawFn, system: System, number: int, *, duels: bool = False) -> Game:
    """A game of a kind that the system claims to rate."""
    day = FIRST_DAY + timedelta(days=draw(st.integers(0, 60)))
    event = draw(st.sampled_from(["Open", "Cup 9", "Cup 10"]))
    if system.takes_standings:
        return draw(standings(system, number, day))
    sides = draw(line_ups(system, NAMES, duels=duels))
    places = draw(rankings(len(sides), system))
    scores = None
    if "score" in system.reads or Capability.MARGINS in system.capabilities:
        pair = draw(st.sampled_from(TYPICAL_SCORES))
        scores = tuple(float(pair[0] if place == 1 else pair[1]) for place in places)
        if len(sides) == 2:
            scores = (float(pair[0]), float(pair[1]))
    received: tuple[tuple[str, float], ...] = ()
    if Capability.HANDICAP in system.capabilities and draw(st.booleans()):
        receiver = draw(st.sampled_from([name for side in sides for name in side]))
        received = ((receiver, float(draw(st.integers(0, 9)))),)
    return Game(event, day, number, sides, places, scores, received)


@st.composite
def standings(draw: st.DrawFn, system: System, number: int, day: date) -> Game:
    """The final places of an event."""
    count = draw(st.integers(1, 6))
    listed = draw(st.permutations(NAMES))[:count]
    places = draw(rankings(count, system))
    if Capability.UNPLACED in system.capabilities:
        placed = draw(st.integers(0, count))
        places = (*places[:placed], *[None] * (count - placed))
    facts = {
        "event_players": count + draw(st.integers(0, 3)),
        "event_rounds": draw(st.integers(1, 3)),
        "event_category": draw(st.sampled_from(CATEGORIES)),
    }
    sides = tuple((name,) for name in listed)
    return Game(f"Event {number}", day, number, sides, places, facts=tuple(facts.items()))


def sound(world: World) -> World:
    """The world without games that its rulebook refuses, such as impossible scores."""
    for _ in range(len(world.games) + 1):
        try:
            world.rate()
        except ResultsRefused as refused:
            rows = {problem.row for problem in refused.problems}
            kept, at = [], 0
            for game in world.games:
                own = range(at, at + len(game.players))
                at = own.stop
                if not rows.intersection(own):
                    kept.append(game)
            world = replace(world, games=tuple(kept))
            if not kept:
                return world
        else:
            return world
    return world


@st.composite
def worlds(
    draw: st.DrawFn,
    system: System,
    *,
    period: Period | None = None,
    most: int = 8,
    duels: bool = False,
    rulebook: Rulebook | None = None,
) -> World:
    """Games that a rulebook of the system rates, at least one."""
    book = draw(rulebooks(system, period=period)) if rulebook is None else rulebook
    count = draw(st.integers(1, most))
    games = [draw(games_of(system, number, duels=duels)) for number in range(1, count + 1)]
    known = draw(starts(book, NAMES))
    world = sound(World(book, tuple(games), known))
    if not world.games:
        assume(condition=False)
    return world
