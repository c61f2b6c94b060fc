"""World Performance Evaluation: points for places, more in great events with many players.

Source: diplomania-gen.fr, wiki page "WPE: World Performance Evaluation": score = (influence +
inflow) x base, with tables for each of the three.
Scale: points from 0 up, added from event to event.

    >>> import banzuke as bz
    >>> facts = {"event_players": 114, "event_rounds": 5, "event_category": "world championship"}
    >>> bz.rate_game("wpe-draft", sides=[[0]], places=[13], facts=facts)
    [[(7.2, 1.0)]]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import field_validator

from banzuke.model.log import Column, Log, Record
from banzuke.model.parameters import Fault, Parameters, parameter, raise_faults
from banzuke.model.phrases import listed, phrase
from banzuke.model.system import (
    Capability,
    Complaint,
    Explanation,
    Given,
    Period,
    StateColumn,
    System,
    Term,
)
from banzuke.parts.fields import COUNTINGS, field_size
from banzuke.parts.starting import BELOW_0, wrong_values
from banzuke.systems.world_performance.events import complaints_of_event
from banzuke.systems.world_performance.points import (
    FIELDS,
    awarded_of,
    class_of,
    field_of,
    inflow_of,
    influence_of,
    shared_base,
    write_points,
)
from banzuke.systems.world_performance.tables import (
    AWARDED,
    INFLOW,
    WITHIN,
    AwardedRow,
    EventClass,
    InflowRow,
    words_of_field,
)


class WorldPerformanceParameters(Parameters):
    """What a rulebook may set."""

    classes: tuple[EventClass, ...] = parameter((), "classes of events, by event_category")
    other_classes: Literal["count", "refuse"] = parameter(
        "count", "what is done with events of no class: they have other_influence, or are refused"
    )
    other_influence: float = parameter(1.0, "the influence of events of no class", ge=0, le=1000)
    field: Literal["declared", "listed", "placed"] = parameter(
        "declared",
        "the number of players: as the event declares it (event_players), the rows listed, or the "
        "rows with a place",
    )
    inflow: tuple[InflowRow, ...] = parameter(INFLOW, "the inflow by the field")
    within: Literal["step", "rising"] = parameter(
        "step",
        "the inflow between two rows: that of the lower row, or rising evenly to that of the next",
    )
    awarded: tuple[AwardedRow, ...] = parameter(AWARDED, "how many places have points")
    awarded_by: Literal["players", "field"] = parameter(
        "players", "whether awarded is read by the number of players or by the field"
    )
    top: tuple[float, ...] = parameter((12.0, 8.0, 6.0), "the base of the first places")
    after_top: float = parameter(
        4.0, "the base of the next place; those of later ones fall evenly from it", ge=0, le=1000
    )
    ties: Literal["best", "mean"] = parameter(
        "best", "the base of who shares a place: that of the place, or the mean of those shared"
    )

    @field_validator("inflow", "awarded")
    @classmethod
    def _rows_differ(cls, rows: tuple[InflowRow | AwardedRow, ...]) -> object:
        sizes = [row.players for row in rows]
        raise_faults(
            Fault(
                (number,),
                f"two rows begin at {row.players:g}",
                "each size has one row",
            )
            for number, row in enumerate(rows)
            if row.players in sizes[:number]
        )
        return rows

    @field_validator("top")
    @classmethod
    def _top_falls(cls, top: tuple[float, ...]) -> tuple[float, ...]:
        faults = []
        for number, base in enumerate(top):
            if not 0 <= base <= 1000:
                faults.append(Fault((number,), f"{base:g} is no base", "0 to 1000"))
            elif number and base > top[number - 1]:
                right = "a later place has no more than an earlier one"
                faults.append(
                    Fault(
                        (number,),
                        f"{base:g} after {top[number - 1]:g}",
                        right,
                    )
                )
        raise_faults(faults)
        return top


class State(NamedTuple):
    """rating : float64[n_players], points; games : float64[n_players], counted events."""

    rating: NDArray[np.float64]
    games: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them; 1 for yes, 0 for no.

    counted : 0 declared, 1 listed, 2 placed
    class_of_category : int32[n_categories], a row of the next four, -1 for none
    influence, pivot : float64[n_classes]; field, more_awarded : int32[n_classes]
    inflow_from, inflow, awarded_from : float64, in rising order; awarded, awarded_by_rounds : int32
    """

    counted: int
    class_of_category: NDArray[np.int32]
    influence: NDArray[np.float64]
    pivot: NDArray[np.float64]
    field: NDArray[np.int32]
    more_awarded: NDArray[np.int32]
    refuse_others: int
    other_influence: float
    inflow_from: NDArray[np.float64]
    inflow: NDArray[np.float64]
    rising: int
    awarded_from: NDArray[np.float64]
    awarded: NDArray[np.int32]
    awarded_by_rounds: NDArray[np.int32]
    awarded_by_field: int
    top: NDArray[np.float64]
    after_top: float
    ties_mean: int


def rules(parameters: WorldPerformanceParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers; ``categories`` are the log's, in order of their codes."""
    classes = parameters.classes
    row_of = {row.category.casefold(): number for number, row in enumerate(classes)}
    known = [row_of.get(category.casefold(), -1) for category in categories]
    inflow = sorted(parameters.inflow, key=lambda row: row.players)
    awarded = sorted(parameters.awarded, key=lambda row: row.players)
    return Rules(
        counted=COUNTINGS.index(parameters.field),
        class_of_category=np.array(known, dtype=np.int32),
        influence=np.array([row.influence for row in classes], dtype=np.float64),
        pivot=np.array([row.pivot for row in classes], dtype=np.float64),
        field=np.array([FIELDS.index(row.field) for row in classes], dtype=np.int32),
        more_awarded=np.array([row.more_awarded for row in classes], dtype=np.int32),
        refuse_others=int(parameters.other_classes == "refuse"),
        other_influence=parameters.other_influence,
        inflow_from=np.array([row.players for row in inflow], dtype=np.float64),
        inflow=np.array([row.inflow for row in inflow], dtype=np.float64),
        rising=int(parameters.within == "rising"),
        awarded_from=np.array([row.players for row in awarded], dtype=np.float64),
        awarded=np.array([row.places for row in awarded], dtype=np.int32),
        awarded_by_rounds=np.array([row.by_rounds for row in awarded], dtype=np.int32),
        awarded_by_field=int(parameters.awarded_by == "field"),
        top=np.array(parameters.top, dtype=np.float64),
        after_top=parameters.after_top,
        ties_mean=int(parameters.ties == "mean"),
    )


def start(
    given: Given, n_players: int, parameters: WorldPerformanceParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Everybody at 0 points, or at what the players file gives."""
    rating = given.numbers("rating", n_players, 0.0)
    games = given.numbers("games", n_players, 0.0)
    right = phrase("points from 0 up")
    complaints = wrong_values("rating", rating, rating < 0, BELOW_0, right)
    return State(rating, games), complaints


def check(log: Log, rules: Rules) -> list[Complaint]:
    """Events of no class, or without a number that is needed, or with impossible places."""
    return [
        complaint
        for game in range(len(log.game) - 1)
        for complaint in complaints_of_event(log, rules, game)
    ]


def update(state: State, log: Log, rules: Rules, record: Record, first: int, last: int) -> None:
    """Rate periods ``first`` to ``last - 1`` in place, event by event."""
    rating = state.rating
    games = state.games
    player = log.player
    change = record.change
    keep = len(record.before) > 0
    for game in range(log.period[first], log.period[last]):
        write_points(log, rules, change, game)
        for entry in range(log.game[game], log.game[game + 1]):
            one = player[entry]
            counted = 1.0 if log.place[entry] > 0 else 0.0
            if keep:
                record.before[entry] = rating[one]
                record.other_before[0, entry] = games[one]
                record.other_after[0, entry] = games[one] + counted
            rating[one] += change[entry]
            games[one] += counted


def score(log: Log, rules: Rules, scored: Column, first: int, last: int) -> None:
    """Write the points that each entry got; 0 for who has no place.

    scored : float64[n_entries], points
    """
    for game in range(log.period[first], log.period[last]):
        write_points(log, rules, scored, game)


def explain(
    state: State,
    log: Log,
    rules: Rules,
    parameters: WorldPerformanceParameters,
    game: int,
    entry: int,
) -> Explanation:
    """Influence, inflow and base, and the points that they make."""
    event_class = class_of(log, rules, game)
    players = field_size(log, rules.counted, game)
    field = field_of(players, event_class, rules)
    influence, inflow = float(influence_of(event_class, rules)), float(inflow_of(field, rules))
    awarded, place = awarded_of(log, rules, game), int(log.place[entry])
    known, rule = phrase("no class"), "as it is"
    if event_class >= 0:
        rule = parameters.classes[event_class].field
        known = phrase("class “{name}”", name=parameters.classes[event_class].category)
    many = phrase("{players:g} players", players=players), known
    inputs = [
        Term("influence", influence, "", known, cell="classes"),
        Term("field", float(field), "players", words_of_field(players, field, rule), cell="field"),
        Term("inflow", inflow, "", WITHIN[parameters.within], cell="inflow"),
        Term("places with points", float(awarded), "places", listed(many, ", "), cell="awarded"),
    ]
    if place == 0:
        return Explanation([], inputs, False, "took part, but has no place")
    write_points(log, rules, points := np.zeros(len(log.player)), game)
    begin, end = int(log.game[game]), int(log.game[game + 1])
    head = begin + int(np.argmax(np.asarray(log.place[begin:end]) == place))
    base = float(shared_base(log.place, head, end, awarded, rules))
    source = phrase("place {place} of {awarded} with points", place=place, awarded=awarded)
    inputs.append(Term("base", base, "", source, cell="top"))
    made = f"({influence:g} + {inflow:.6g}) × {base:.6g}"
    term = Term(phrase("place {place}", place=place), float(points[entry]), "points", made)
    return Explanation([term], inputs)


SYSTEM = System(
    key="world-performance",
    title="World Performance Evaluation",
    source="diplomania-gen.fr, wiki page “WPE: World Performance Evaluation”",
    year=2021,
    version=1,
    summary="Places in events give points, more in great events with many players.",
    periods=(Period.EVENT,),
    capabilities=frozenset(
        {Capability.MANY_SIDES, Capability.DRAWS, Capability.UNPLACED, Capability.STANDINGS}
    ),
    columns=(
        StateColumn("rating", "points", "points of all events"),
        StateColumn("games", "events", "events that counted"),
    ),
    parameters=WorldPerformanceParameters,
    state=State,
    rules=rules,
    start=start,
    check=check,
    update=update,
    score=score,
    explain=explain,
    reads=("players", "rounds", "category"),
)
