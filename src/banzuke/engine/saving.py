"""Where ratings stand, saved to a file and loaded again, bit for bit."""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.engine.pool_state import PoolState, Position
from banzuke.engine.rulebook import Rulebook, from_parts
from banzuke.engine.rulebook_check import resolve
from banzuke.engine.whole_files import write_whole
from banzuke.model.errors import FileProblem, StateRefused
from banzuke.model.parameters import plain_value
from banzuke.model.players import Players
from banzuke.model.problems import Problem

FORMAT = 1

Arrays = dict[str, NDArray[Any]]

#: The arrays of a pool besides the system's columns, and their types.
ARRAYS: Mapping[str, type[np.generic]] = {
    "games": np.float64,
    "played": np.bool_,
    "last": np.int64,
    "change": np.float64,
}

#: What reading a file that is no archive of ours, or only a part of one, may raise.
DAMAGE = (
    ValueError,
    LookupError,
    TypeError,
    EOFError,
    RuntimeError,
    zipfile.BadZipFile,
    zlib.error,
)


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
        "rulebook": {
            "key": rulebook.key,
            "path": None if rulebook.path is None else str(rulebook.path),
            "text": rulebook.text_of_file,
            "content": rulebook.content,
            "hash": rulebook.hash,
        },
        "system": {"key": rulebook.system.key, "version": rulebook.system.version},
        "players": players.frame.to_dict(as_series=False),
        "told": players.told,
        "pools": pools,
    }
    text = json.dumps(about, default=plain_value)
    arrays["about"] = np.frombuffer(text.encode(), dtype=np.uint8)

    def write(place: Path) -> None:
        with place.open("wb") as file:
            np.savez(file, allow_pickle=False, **arrays)

    write_whole(path, write)


def load_states(path: Path) -> Saved:
    """Read what ``save_states`` wrote; raises StateRefused where it cannot be gone on from."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            arrays: Arrays = {name: archive[name] for name in archive.files}
        about = json.loads(arrays.pop("about").tobytes())
        form = about["format"]
    except OSError as error:
        raise FileProblem(f"{path} cannot be read: {error.strerror or error}") from error
    except DAMAGE as error:
        raise _refused(path, "this is no saved state", "a file that save wrote") from error
    if form != FORMAT:
        raise _refused(path, f"the saved state has format {form}", f"format {FORMAT}")
    try:
        rulebook = _rulebook(path, about)
        states = {
            pool["pool"]: _pool_state(rulebook, pool, arrays, number)
            for number, pool in enumerate(about["pools"])
        }
        players = Players(_frame(about["players"]))
        players.told = dict(about["told"])
    except StateRefused:
        raise
    except DAMAGE as error:
        raise _refused(path, "the saved state is damaged", "rate all results again") from error
    return Saved(rulebook, players, states)


def _refused(path: Path, what: str, right: str) -> StateRefused:
    return StateRefused([Problem(what, right, path.name)])


def _rulebook(path: Path, about: dict[str, Any]) -> Rulebook:
    """The rulebook as it was when the state was saved."""
    said, system = about["rulebook"], about["system"]
    key, right = said["key"], "rate all results again"
    parts, faults = resolve(said["content"])
    if faults or parts.system is None:
        raise _refused(path, f"this version does not take the rulebook {key}", right)
    if parts.system.key != system["key"] or parts.system.version != system["version"]:
        raise _refused(path, f"the system {system['key']} has changed since", right)
    file = None if said["path"] is None else Path(said["path"])
    rulebook = from_parts(parts, said["content"], (key, file, said["text"]))
    if rulebook.hash != said["hash"]:
        raise _refused(path, f"the rulebook {key} is not as it was saved", right)
    return rulebook


def _pool_state(rulebook: Rulebook, pool: dict[str, Any], arrays: Arrays, number: int) -> PoolState:
    count = len(pool["names"])

    def array(name: str, kind: type[np.generic]) -> NDArray[Any]:
        values = arrays[f"{number}.{name}"]
        if values.shape != (count,) or values.dtype != kind:
            raise ValueError(f"{name} is not {count} of {kind.__name__}")
        return values

    columns = {
        column.name: array(f"column.{column.name}", np.float64)
        for column in rulebook.system.columns
    }
    if not all(np.isfinite(values).all() for values in columns.values()):
        raise ValueError("a value is not finite")
    return PoolState(
        names=tuple(pool["names"]),
        columns=columns,
        **{name: array(name, kind) for name, kind in ARRAYS.items()},
        position=_position(pool["position"]),
        as_of=pool["as_of"],
        seen=frozenset(pool["seen"]),
        periods=frozenset(map(tuple, pool["periods"])),
    )


def _position(saved: list[Any] | None) -> Position | None:
    if saved is None:
        return None
    position = Position(*saved)
    return position._replace(players=tuple(position.players))


def _frame(columns: dict[str, list[Any]]) -> pl.DataFrame:
    """The players' table: texts and numbers, columns that are empty throughout as texts."""
    kinds = {
        name: pl.Float64 if any(isinstance(v, float) for v in values) else pl.String
        for name, values in columns.items()
    }
    return pl.DataFrame(columns, schema=kinds)
