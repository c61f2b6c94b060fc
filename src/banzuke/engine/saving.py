"""Where ratings stand, saved to a file and loaded again, bit for bit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray
from pydantic import ValidationError

from banzuke.engine.array_archive import Arrays, load_arrays, save_arrays
from banzuke.engine.kept_rulebook import kept_form, rulebook_as_kept
from banzuke.engine.pool_state import PoolState, Position
from banzuke.engine.rulebook import Rulebook
from banzuke.engine.saved_form import SavedForm, SavedPool
from banzuke.model.declarations import dotted
from banzuke.model.errors import PlayersRefused, RulebookRefused, StateRefused
from banzuke.model.importer import Reading
from banzuke.model.limits import outside_calendar
from banzuke.model.ordering import EARLIEST
from banzuke.model.parameters import explain_errors, plain_value
from banzuke.model.players import ABOVE_ZERO, Players, validate_players
from banzuke.model.problems import Problem

FORMAT = 1

#: The arrays of a pool besides the system's columns, and their types.
ARRAYS: Mapping[str, type[np.generic]] = {
    "games": np.float64,
    "played": np.bool_,
    "last": np.int64,
    "change": np.float64,
    "adjusted": np.float64,
}


class Saved(NamedTuple):
    """What a saved state holds: by which rules, for which players, where each pool stands."""

    rulebook: Rulebook
    players: Players
    states: dict[str, PoolState]


def save_states(path: Path, saved: Saved) -> None:
    """Write a NumPy archive (.npz): named arrays, and a JSON text that describes them.

    The rulebook goes along as a whole, so that its file is not needed to go on. A file that is
    there already is replaced at the end, in one step.
    """
    rulebook, players, states = saved
    arrays: Arrays = {}
    pools = []
    for number, (pool, state) in enumerate(states.items()):
        pools.append(
            {
                "pool": pool,
                "names": state.names,
                "position": state.position,
                "as_of": state.as_of,
                "seen": sorted(state.seen),
                "periods": sorted(state.periods),
            }
        )
        arrays.update({f"{number}.{name}": getattr(state, name) for name in ARRAYS})
        arrays.update({f"{number}.column.{name}": v for name, v in state.columns.items()})
    about = {
        "format": FORMAT,
        "rulebook": kept_form(rulebook),
        "system": {"key": rulebook.system.key, "version": rulebook.system.version},
        "players": players.frame.to_dict(as_series=False),
        "given": players.given,
        "told": players.told,
        "pools": pools,
    }
    text = json.dumps(about, default=plain_value)
    arrays["about"] = np.frombuffer(text.encode(), dtype=np.uint8)
    save_arrays(path, arrays)


def load_states(path: Path) -> Saved:
    """Read what ``save_states`` wrote; raises StateRefused where it cannot be gone on from."""
    arrays = load_arrays(path)
    try:
        text = arrays.pop("about").tobytes()
        about = json.loads(text)
        form = about["format"]
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise _refused(path, "this is no saved state", "a file that save wrote") from error
    if isinstance(form, bool) or form != FORMAT:
        raise _refused(path, f"the saved state has format {form}", f"format {FORMAT}")
    try:
        said = SavedForm.model_validate_json(text, strict=True)
    except ValidationError as error:
        fault = explain_errors(error, SavedForm)[0]
        raise _damaged(path, f"{dotted(fault.where)}: {fault.what}") from error
    rulebook = _rulebook(path, said)
    states = _states(path, said, rulebook, arrays)
    return Saved(rulebook, _players(path, said, rulebook), states)


def _refused(path: Path, what: str, right: str) -> StateRefused:
    return StateRefused([Problem(what, right, path.name)])


def _damaged(path: Path, what: str) -> StateRefused:
    return _refused(path, f"the saved state is damaged: {what}", "rate all results again")


def _rulebook(path: Path, form: SavedForm) -> Rulebook:
    """The rulebook as it was when the state was saved."""
    said, system, right = form.rulebook, form.system, "rate all results again"
    try:
        rulebook = rulebook_as_kept(said)
    except RulebookRefused as refused:
        raise _refused(path, refused.problems[0].what, right) from None
    if (rulebook.system.key, rulebook.system.version) != (system.key, system.version):
        raise _refused(path, f"the system {system.key} has changed since", right)
    return rulebook


def _states(
    path: Path, said: SavedForm, rulebook: Rulebook, arrays: Arrays
) -> dict[str, PoolState]:
    """Where each pool stands; raises StateRefused for arrays that are not as they were declared."""
    kinds = {**ARRAYS, **{f"column.{c.name}": np.float64 for c in rulebook.columns}}
    wanted = {
        f"{number}.{name}": (kind, len(pool.names))
        for number, pool in enumerate(said.pools)
        for name, kind in kinds.items()
    }
    if arrays.keys() != wanted.keys():
        name = min(arrays.keys() ^ wanted.keys())
        raise _damaged(path, f"{name} is missing" if name in wanted else f"{name} is too much")
    if len({pool.pool for pool in said.pools}) < len(said.pools):
        raise _damaged(path, "a pool is there twice")
    for name, (kind, count) in wanted.items():
        if fault := _array_fault(name.partition(".")[2], arrays[name], kind, count):
            raise _damaged(path, f"{name} {fault}")
    return {
        pool.pool: _pool_state(rulebook, pool, arrays, number)
        for number, pool in enumerate(said.pools)
    }


def _array_fault(name: str, values: NDArray[Any], kind: type[np.generic], count: int) -> str:
    """What is wrong with an array, "" if nothing is."""
    if values.shape != (count,) or values.dtype != kind:
        return f"is not {count} values of {kind.__name__}"
    if kind is np.float64 and not np.isfinite(values).all():
        return "holds what is no number"
    if name == "games" and (values < 0).any():
        return "is below 0"
    if name.removeprefix("column.") in ABOVE_ZERO and (values <= 0).any():
        return "is not above 0"
    if name == "last" and outside_calendar(values[values != EARLIEST]).any():
        return "lies outside the calendar"
    return ""


def _pool_state(rulebook: Rulebook, pool: SavedPool, arrays: Arrays, number: int) -> PoolState:
    return PoolState(
        names=pool.names,
        columns={
            column.name: arrays[f"{number}.column.{column.name}"] for column in rulebook.columns
        },
        **{name: arrays[f"{number}.{name}"] for name in ARRAYS},
        position=None if pool.position is None else Position(*pool.position),
        as_of=pool.as_of,
        seen=frozenset(pool.seen),
        periods=frozenset(pool.periods),
    )


def _players(path: Path, said: SavedForm, rulebook: Rulebook) -> Players:
    """The table of players, checked as their file was; numbers, and texts."""
    if len({len(values) for values in said.players.values()}) > 1:
        raise _damaged(path, "players: the columns are not of one length")
    for name, values in said.players.items():
        kinds = {type(value) for value in values if value is not None}
        if len(kinds) > 1:
            raise _damaged(path, f"players.{name} holds texts and numbers")
    frame = pl.DataFrame(
        {
            name: pl.Series(
                values,
                dtype=pl.Float64 if any(isinstance(v, float) for v in values) else pl.String,
            )
            for name, values in said.players.items()
        }
    )
    kept = tuple(column.name for column in rulebook.system.columns)
    try:
        players = Players(validate_players(Reading(frame, path.name, first_row=0), kept).frame)
    except PlayersRefused as refused:
        raise StateRefused(refused.problems) from refused
    players.given = said.given
    players.told = {column: dict(facts) for column, facts in said.told.items()}
    return players
