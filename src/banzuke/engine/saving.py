"""Where ratings stand, saved to a file and loaded again, bit for bit."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from banzuke.engine.rated import PoolState
from banzuke.engine.rulebook import Rulebook, load_rulebook
from banzuke.model.errors import FileProblem, StateRefused
from banzuke.model.players import Players
from banzuke.model.problems import Problem

FORMAT = 1


def save_states(
    path: Path, rulebook: Rulebook, players: Players, states: dict[str, PoolState]
) -> None:
    """Write a NumPy archive (.npz): named float64 arrays, and a JSON text that describes them."""
    pools = []
    arrays: dict[str, Any] = {}
    for number, (pool, state) in enumerate(states.items()):
        pools.append(
            {"pool": pool, "names": list(state.names), "time": state.time, "event": state.event}
        )
        arrays[f"{number}.games"] = state.games
        for name, values in state.columns.items():
            arrays[f"{number}.column.{name}"] = values
    about = {
        "format": FORMAT,
        "rulebook": {"key": rulebook.key, "hash": rulebook.hash, "text": rulebook.text_of_file},
        "settings": rulebook.given_settings,
        "system": {"key": rulebook.system.key, "version": rulebook.system.version},
        "players": players.frame.to_dicts(),
        "pools": pools,
    }
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)
    try:
        with path.open("wb") as file:
            np.savez(file, **arrays)
    except OSError as error:
        raise FileProblem(f"{path} cannot be written: {error.strerror}") from error


def load_states(path: Path) -> tuple[Rulebook, Players, dict[str, PoolState]]:
    """Read what ``save_states`` wrote; raises StateRefused where it cannot be gone on from."""

    def refuse(what: str, right: str = "") -> StateRefused:
        return StateRefused([Problem(what, right, str(path))])

    try:
        with np.load(path, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        about = json.loads(arrays.pop("about").tobytes())
    except OSError as error:
        raise FileProblem(f"{path} cannot be read: {error.strerror or error}") from error
    except (ValueError, KeyError, zipfile.BadZipFile) as error:
        raise refuse("this is not a saved state", "a file that Ratings.save wrote") from error
    if about.get("format") != FORMAT:
        raise refuse(f"the format is {about.get('format')}", f"format {FORMAT}")
    rulebook = load_rulebook(about["rulebook"]["key"], about["settings"])
    if rulebook.hash != about["rulebook"]["hash"]:
        raise refuse(f"the rulebook {rulebook.key} has changed since", "rate all results again")
    if rulebook.system.version != about["system"]["version"]:
        raise refuse(
            f"the system {rulebook.system.key} has changed since", "rate all results again"
        )
    states = {}
    for number, pool in enumerate(about["pools"]):
        head = f"{number}.column."
        states[pool["pool"]] = PoolState(
            names=tuple(pool["names"]),
            columns={
                name.removeprefix(head): a for name, a in arrays.items() if name.startswith(head)
            },
            games=arrays[f"{number}.games"],
            time=pool["time"],
            event=pool["event"],
        )
    frame = pl.DataFrame(about["players"]) if about["players"] else None
    return rulebook, Players(frame), states
