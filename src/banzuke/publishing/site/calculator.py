"""A calculator for one game or event: what it asks by a rulebook, and the worked answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from banzuke.engine.displaying import rank_of, rank_rows
from banzuke.engine.explaining import explain
from banzuke.engine.rated import Rated
from banzuke.engine.rulebook import Rulebook
from banzuke.model.errors import BanzukeError, DataRefused
from banzuke.model.phrases import in_one_text, phrase
from banzuke.model.system import Capability, Period
from banzuke.publishing.site.calculator_faults import beside_fields, with_numbers
from banzuke.publishing.site.change_bill import change_bill
from banzuke.publishing.site.rulebook_said import of_any_game

Document = dict[str, Any]

#: So many players a game may have here.
MOST_PLAYERS = 10

#: So many members a team may have here.
MOST_MEMBERS = 10

#: The columns of results that a game may need besides, by what kernels read.
FACTS = {
    "players": "event_players",
    "rounds": "event_rounds",
    "category": "event_category",
    "year": "date",
    "komi": "komi",
    "board_size": "board_size",
}

#: How a game of two may end: what is asked, and the places of the two.
OUTCOMES = {"1-0": (1, 2), "1/2-1/2": (1, 1), "0-1": (2, 1)}


@dataclass(frozen=True)
class Asked:
    """What the form of a rulebook asks.

    players : how many rows it has; columns : what it asks of each player
    result : "score" or "place" of each player, or "outcome" of a game of two
    facts : columns of results that the whole game has; choices : of those with few values
    """

    players: int
    columns: tuple[str, ...]
    result: str
    facts: tuple[str, ...]
    choices: Mapping[str, tuple[str, ...]]


@dataclass
class _Taken:
    """What was filled in, read; faults : {field: what is wrong with it}."""

    query: Mapping[str, str]
    faults: dict[str, str] = field(default_factory=dict)

    def number(self, name: str, read: Callable[[str], float | None]) -> float | None:
        """A field as a number, None where it is empty."""
        text = self.query.get(name, "").strip()
        if not text:
            return None
        found = read(text)
        if found is None:
            self.faults[name] = "number"
        return found

    def needed(self, name: str) -> float:
        """A field that must hold a number."""
        found = self.number(name, plain_number)
        if found is None:
            self.faults.setdefault(name, "missing")
        return 0.0 if found is None else found


def asked_by(rulebook: Rulebook, query: Mapping[str, str]) -> Asked:
    """What a game by this rulebook needs to be said."""
    system, reads = rulebook.system, set(rulebook.reads)
    number = plain_number(query.get("players", "")) or 2
    several = Capability.MANY_SIDES in system.capabilities
    players = int(min(max(number, 2), MOST_PLAYERS)) if several else 2
    alone = system.takes_standings and "players" in reads
    players = 1 if alone else players
    columns = [column.name for column in rulebook.told_columns]
    columns += ["handicap"] if "handicap" in reads else []
    result = "outcome" if players == 2 and not system.takes_standings else "place"
    if "score" in reads and not system.takes_standings:
        result = "score"
    facts = [FACTS[name] for name in FACTS if name in reads]
    facts += ["pool"] if rulebook.pools else []
    facts += ["advantage"] if "advantage" in reads and players == 2 else []
    return Asked(players, tuple(columns), result, tuple(facts), _choices(rulebook))


def _choices(rulebook: Rulebook) -> dict[str, tuple[str, ...]]:
    """The values of facts that have few: pools of own rules, categories that a parameter names."""
    named: dict[str, None] = {}
    for name in type(rulebook.parameters).model_fields:
        value = getattr(rulebook.parameters, name)
        for row in value if isinstance(value, tuple) else ():
            for part, declared in getattr(type(row), "model_fields", {}).items():
                if "event_category" in (declared.description or ""):
                    value_of = getattr(row, part)
                    known = value_of if isinstance(value_of, tuple) else (value_of,)
                    named |= dict.fromkeys(map(str, known))
    found = {"event_category": tuple(named)} if named else {}
    return found | ({"pool": tuple(rulebook.pools)} if rulebook.pools else {})


def calculated(
    rulebook: Rulebook, query: Mapping[str, str], rate_game: Callable[..., Rated]
) -> Document:
    """The form with what was filled in, what is wrong with it, or the answer with its working.

    query : {field: text}; a field is a column, with ``_`` and the player's number behind it, or a
        fact; numbers may have a decimal comma, ratings may be ranks, members of a team stand
        with + between them
    """
    asked = asked_by(rulebook, query)
    said: Document = {
        "possible": rulebook.period.kind is not Period.ALL,
        "players": asked.players,
        "columns": list(asked.columns),
        "result": asked.result,
        "draws": Capability.DRAWS in rulebook.system.capabilities,
        "several": asked.players > 1 and Capability.MANY_SIDES in rulebook.system.capabilities,
        "most": MOST_PLAYERS,
        "teams": Capability.TEAMS in rulebook.system.capabilities,
        "ranks": bool(rulebook.display.rank_table),
        "facts": list(asked.facts),
        "choices": {name: list(values) for name, values in asked.choices.items()},
        "filled": {name: text for name, text in query.items() if name != "players"},
        "faults": {},
        "refused": "",
        "answer": None,
    }
    if not said["filled"] or not said["possible"]:
        return said
    taken = _Taken(query)
    arguments = _game(rulebook, asked, taken)
    if taken.faults:
        return {**said, "faults": taken.faults}
    try:
        rated = rate_game(of_any_game(rulebook), **arguments)
        return {**said, "answer": _answer(rated, arguments["sides"])}
    except DataRefused as fault:
        faults, others = beside_fields(
            fault, asked.facts, (*asked.columns, asked.result), asked.players
        )
        return {**said, "faults": faults, "refused": in_one_text(others)}
    except BanzukeError as fault:
        return {**said, "refused": with_numbers(str(fault))}


def plain_number(text: str) -> float | None:
    """A number as people write it, with a comma or a true minus; None for anything else."""
    plain = re.sub(r"[\s\u2009\u00a0]", "", text).replace("\u2212", "-").replace(",", ".")
    if not re.fullmatch(r"[+-]?(\d{1,12}(\.\d{0,12})?|\.\d{1,12})", plain):
        return None
    return float(plain)


def rank_reader(rulebook: Rulebook) -> Callable[[str], float | None]:
    """What reads a rating: a number, or a rank by its name, which stands for its middle."""
    rows: Sequence[Any] = ()
    if rulebook.display.rank_table:
        rows = getattr(rulebook.parameters, rulebook.display.rank_table)
    bounds = [(float(row.lowest), str(row.name).casefold()) for row in rows]

    def read(text: str) -> float | None:
        name = text.strip().rstrip("*").casefold()
        for at, (lowest, called) in enumerate(bounds):
            if called == name:
                near = bounds[at + 1][0] if at + 1 < len(bounds) else None
                width = (near - lowest) if near is not None else lowest - bounds[at - 1][0]
                return float(int(lowest + width / 2))
        return plain_number(text)

    return read


def _game(rulebook: Rulebook, asked: Asked, taken: _Taken) -> dict[str, Any]:
    """The arguments of ``rate_game``."""
    sides = [_members(rulebook, asked, taken, at) for at in range(1, asked.players + 1)]
    found: dict[str, Any] = {"sides": sides, "facts": _facts(asked, taken)}
    if asked.result == "outcome":
        outcome = taken.query.get("outcome", "")
        if outcome not in OUTCOMES:
            taken.faults["outcome"] = "missing"
        found["places"] = OUTCOMES.get(outcome, (1, 1))
    else:
        numbers = [taken.needed(f"{asked.result}_{at}") for at in range(1, asked.players + 1)]
        if asked.result == "place":
            for at, number in enumerate(numbers, 1):
                if number != int(number) or number < 1:
                    taken.faults.setdefault(f"place_{at}", "place")
            numbers = [int(number) for number in numbers]
        found[f"{asked.result}s"] = numbers
    if "handicap" in asked.columns:
        given = [taken.number(f"handicap_{at}", plain_number) for at in range(1, len(sides) + 1)]
        if any(given):
            found["handicaps"] = [
                [one or 0.0] * len(side) for one, side in zip(given, sides, strict=True)
            ]
    return found


def _members(
    rulebook: Rulebook, asked: Asked, taken: _Taken, side: int
) -> list[tuple[float | None, ...]]:
    """The members of a side: what each has, None for what is not said."""
    columns = [name for name in asked.columns if name != "handicap"]
    teams = Capability.TEAMS in rulebook.system.capabilities
    cells: list[list[float | None]] = []
    for name in columns:
        text = taken.query.get(f"{name}_{side}", "")
        parts = text.split("+") if teams and not text.strip().startswith("+") else [text]
        read = rank_reader(rulebook) if name == "rating" else plain_number
        numbers = [read(part) if part.strip() else None for part in parts]
        unread = [part for number, part in zip(numbers, parts, strict=True) if number is None]
        if len(parts) > MOST_MEMBERS or any(part.strip() for part in unread):
            taken.faults[f"{name}_{side}"] = "number"
        cells.append(numbers)
    size = max(len(numbers) for numbers in cells)
    wide = [numbers if len(numbers) == size else numbers[:1] * size for numbers in cells]
    return [tuple(numbers[member] for numbers in wide) for member in range(size)]


def _facts(asked: Asked, taken: _Taken) -> dict[str, Any]:
    """What holds of the whole game; what is left empty is not said."""
    found: dict[str, Any] = {}
    for name in asked.facts:
        text = taken.query.get(name, "").strip()
        if not text:
            continue
        if name in ("event_category", "pool", "date"):
            found[name] = text
            continue
        number = taken.number(name, plain_number)
        if number is not None:
            found[name] = int(number) if number == int(number) else number
    return found


def _answer(rated: Rated, sides: Sequence[Sequence[Any]]) -> list[Document]:
    """Of each member before, after, and the bill between."""
    names = [
        f"{number}" if len(side) == 1 else f"{number}{chr(ord('a') + member)}"
        for number, side in enumerate(sides, 1)
        for member in range(len(side))
    ]
    rated = replace(rated, called=[phrase("player {number}", number=name) for name in names])
    rulebook, run = rated.rulebook, rated.runs[0]
    columns = [column.name for column in rulebook.told_columns]
    before, after = rated.kept(run.start), rated.kept(run.state)
    ranks = rank_rows(rated, run.pool.pool)
    found = []
    for code, name in enumerate(names):
        found.append(
            {
                "name": name,
                "before": {column: float(before[column][code]) for column in columns},
                "after": {column: float(after[column][code]) for column in columns},
                "ranks": [
                    rank_of(ranks, float(values["rating"][code])) for values in (before, after)
                ],
                "bill": change_bill(explain(rated, rated.names[code]), rulebook),
            }
        )
    return found
