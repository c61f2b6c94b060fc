"""Declarations: what a value may be, in words, and every fault of a filled one."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

import numpy as np
import pytest
from pydantic import Field, field_validator, model_validator

from banzuke.model.declarations import declared_at, names_of, range_of, words_of
from banzuke.model.parameters import (
    Declared,
    Fault,
    ParameterFaults,
    Parameters,
    checked,
    parameter,
    unit_of,
)
from banzuke.model.system import Period


class Step(Declared):
    """A row of a table."""

    begin: int = Field(alias="from", ge=0)
    gain: float | None = None


class Settings(Parameters):
    """A declaration with each kind of field."""

    k: float = parameter(32.0, "how far", unit="points", gt=0, le=100)
    games: int = parameter(0, "how many", ge=0)
    mark: str = parameter("*", "a mark", min_length=1)
    mode: Literal["", "own"] = parameter("", "a choice")
    kind: Period = parameter(Period.GAME, "a period")
    on: date | None = parameter(None, "a day")
    steps: tuple[Step, ...] = parameter((), "a table")
    pair: tuple[int, int] = parameter((0, 1), "a pair")
    names: tuple[Annotated[str, Field(min_length=1)], ...] = parameter(tuple, "names")

    @field_validator("steps")
    @classmethod
    def _steps_go_up(cls, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        places = [i for i in range(1, len(steps)) if steps[i].begin <= steps[i - 1].begin]
        if places:
            raise ParameterFaults([Fault((i,), "too low", "higher") for i in places])
        return steps

    @model_validator(mode="after")
    def _no_bad_numbers(self) -> Settings:
        if self.k == 13:
            raise ValueError("k brings bad luck; games, too")
        return self


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("k", "a number, above 0, at most 100"),
        ("games", "a whole number, at least 0"),
        ("mark", "a text, not empty"),
        ("mode", '"" or own'),
        ("kind", "game, round, event, day, week, month, year or all"),
        ("on", "a date such as 2024-01-31"),
        ("steps", "a list, each a table with from, gain"),
        ("pair", "a list of 2, each a whole number"),
        ("names", "a list, each a text, not empty"),
    ],
)
def test_range_in_words(name, words):
    """What a field accepts is told in words."""
    assert range_of(Settings.model_fields[name]) == words


def test_units_and_names():
    """A field has its unit; names are those of the file."""
    assert unit_of(Settings.model_fields["k"]) == "points"
    assert unit_of(Settings.model_fields["games"]) == ""
    assert unit_of(Step.model_fields["begin"]) == ""
    assert names_of(Step) == ["from", "gain"]


def test_what_is_declared_at_a_place():
    """Places lead through tables, rows and lists to a type and its limits."""
    assert words_of(*declared_at(Settings, ("steps", 3, "from"))) == "a whole number, at least 0"
    assert words_of(*declared_at(Settings, ("pair", 5))) == "a whole number"
    assert words_of(*declared_at(Settings, ("names", 0))) == "a text, not empty"
    assert declared_at(Settings, ("steps", 3, "form")) == (Any, ())
    assert declared_at(Settings, ("k", "x")) == (Any, ())


def test_good_values():
    """Values as TOML and as Python give them fill the declaration."""
    values = {
        "k": np.float64(16),
        "on": date(2024, 1, 31),
        "steps": [{"from": 0}, Step(**{"from": 1, "gain": 2})],
        "pair": (np.int64(1), 2),
        "names": {"a": 1}.keys(),
        "kind": "day",
    }
    filled, faults = checked(Settings, values)
    assert faults == []
    assert filled is not None
    assert filled.steps[1].gain == 2.0
    assert (filled.k, filled.pair, filled.names) == (16.0, (1, 2), ("a",))
    assert (filled.on, filled.kind) == (date(2024, 1, 31), Period.DAY)


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"k": "16"}, Fault(("k",), "'16' is not allowed", "a number, above 0, at most 100")),
        ({"k": None}, Fault(("k",), "nothing is not allowed", "a number, above 0, at most 100")),
        ({"games": 1.0}, Fault(("games",), "1.0 is not allowed", "a whole number, at least 0")),
        ({"games": True}, Fault(("games",), "true is not allowed", "a whole number, at least 0")),
        ({"mark": 3}, Fault(("mark",), "3 is not allowed", "a text, not empty")),
        ({"mark": {}}, Fault(("mark",), "a table is not allowed", "a text, not empty")),
        ({"mode": "x" * 99}, Fault(("mode",), f"'{'x' * 59}…' is not allowed", '"" or own')),
        ({"m": 1}, Fault(("m",), "m is not known here", "known: games, k, kind, mark, mode")),
        ({"steps": [{}]}, Fault(("steps", 0, "from"), "from is missing", "a whole number, at")),
        (
            {"steps": [{"from": 1, "gian": 2}]},
            Fault(("steps", 0, "gian"), "gian is not known here", "did you mean gain?"),
        ),
        ({"steps": [{"from": 1}, {"from": 1}]}, Fault(("steps", 1), "too low", "higher")),
        ({"k": 13}, Fault((), "k brings bad luck", "")),
        ({"k": 13}, Fault((), "games, too", "")),
        ({"pair": [1]}, Fault(("pair",), "the list has the wrong length", "a list of 2, each")),
        ({"pair": [1, 2, 3]}, Fault(("pair",), "the list has the wrong length", "a list of 2")),
        ({"on": "2024-02-30"}, Fault(("on",), "'2024-02-30' is not allowed", "a date such as")),
    ],
)
def test_faults(values, fault):
    """Each fault says where it lies, what is wrong and what would be right."""
    filled, faults = checked(Settings, values)
    assert filled is None
    assert [found for found in faults if found.right.startswith(fault.right)]
    assert (fault.where, fault.what) in [(found.where, found.what) for found in faults]


def test_faults_hide_no_others():
    """An unknown name does not keep the known ones from being checked as a whole."""
    _, faults = checked(Settings, {"kk": 1, "k": 13, "games": 0})
    assert [fault.what for fault in faults] == [
        "kk is not known here",
        "k brings bad luck",
        "games, too",
    ]
