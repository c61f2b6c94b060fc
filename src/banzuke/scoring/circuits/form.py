"""The shape of a circuit's file: its sections, and what each of them accepts."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from banzuke.model.parameters import Declared, Fault, parameter, raise_faults
from banzuke.model.wording import counted
from banzuke.model.written_rules import Table, Text, WrittenForm

#: More players, boards or games no event has.
MOST = 100_000
Place = Annotated[int, Field(ge=1, le=MOST)]
Count = Annotated[int, Field(ge=0, le=MOST)]


class Sharing(Declared):
    """What holds for the points of an event whatever the curve."""

    ties: Literal["average", "average up", "lowest", "highest"] = parameter(
        "average",
        "what players on a shared place get: the mean of what their places give; that, rounded up "
        "to a whole number; what the lowest of their places gives; what the highest gives",
    )
    share: float = parameter(1.0, "which share of the field scores, from the top", gt=0, le=1)
    floor: float = parameter(0.0, "who scores has so much at least", unit="points", ge=0)


class EventRule(Declared):
    """Which events count."""

    least_players: int = parameter(0, "so many players at least", unit="players", ge=0)
    least_boards: int = parameter(0, "so many boards at least", unit="boards", ge=0)
    largest_rounds: int = parameter(
        0, "least_boards is asked of so many largest rounds; 0 for all", unit="rounds", ge=0
    )
    categories: tuple[Text, ...] = parameter((), "only of these categories; empty for all")


class PlayerRule(Declared):
    """Who takes a place in the circuit."""

    least_events: int = parameter(0, "played in so many events at least", unit="events", ge=0)
    least_scored: int = parameter(0, "had points in so many events at least", unit="events", ge=0)
    nations: tuple[Text, ...] = parameter((), "only of these nations; empty for all")


class CircuitExample(Declared):
    """A worked example: points of an event by place, or a total by points of events."""

    title: str = parameter("", "what it shows")
    players: int = parameter(
        0, "how many took a place; 0: as many as there are points", ge=0, le=MOST
    )
    boards: tuple[Count, ...] = parameter((), "boards of each round")
    games: tuple[Count, ...] = parameter((), "games of each player")
    category: str = parameter("", "category of the event")
    places: tuple[Place, ...] = parameter((), "the places, shared ones equal; empty: 1, 2, 3, …")
    points: tuple[float, ...] = parameter((), "what each of these places must have")
    results: tuple[float, ...] = parameter((), "points that one player had in events")
    total: float | None = parameter(None, "what they must come to")
    decimals: int = parameter(3, "to how many decimals all that is told", ge=0, le=12)

    @model_validator(mode="after")
    def _one_each(self) -> CircuitExample:
        faults = []
        if self.places and len(self.places) != len(self.points):
            what = f"{counted(len(self.points), 'value')} for {counted(len(self.places), 'place')}"
            faults.append(Fault(("points",), what, "one each"))
        if bool(self.results) != (self.total is not None):
            faults.append(Fault(("total",), "results and a total belong together", "both"))
        if not (self.points or self.results or self.total is not None):
            faults.append(Fault((), "the example shows nothing", "points, or results and a total"))
        raise_faults(faults)
        return self


class CircuitForm(WrittenForm):
    """A circuit's file, all of its sections."""

    points: Table = Field(
        description="the curve: its kind, what the kind asks for; and what holds for every curve"
    )
    category: dict[str, Table] = parameter(
        dict, "what differs in [points] for events of one category, a table each"
    )
    total: Table = parameter(
        dict, "how the points of events make a total, as in [tournament] of a scoring system"
    )
    events: EventRule = parameter(EventRule, "which events count")
    players: PlayerRule = parameter(PlayerRule, "who takes a place")
    example: tuple[CircuitExample, ...] = parameter((), "worked examples")
