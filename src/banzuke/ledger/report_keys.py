"""Reports that have a key: each counts once, and a second one under its key says the same."""

from __future__ import annotations

from dataclasses import fields
from hashlib import sha256
from typing import Any

import numpy as np
import polars as pl

from banzuke.ledger.remembering import Remembered
from banzuke.ledger.revisions import Revision, revision_by_key, undone_by
from banzuke.model.errors import ChangeRefused
from banzuke.model.problems import Problem
from banzuke.model.results import Results

#: Where what a revision did has the digest of the report that it stored.
DIGEST = "digest"

#: Columns that say nothing of a game itself.
OF_THE_FILE = ("row", "source")


def stored_before(known: Remembered, key: str, results: Results) -> Revision | None:
    """The revision that stored a report under its key, None if none did.

    Raises ChangeRefused where the report says something else than that one, or was taken back.
    """
    before = revision_by_key(known.connection, key)
    if before is None:
        return None
    undone = undone_by(known.connection, before.id)
    if undone is not None:
        what = f"the report {key!r} is revision {before.id}, which revision {undone} took back"
        raise ChangeRefused([Problem(what, "another key, to store it all the same")])
    # Revisions of long ago have no digest.
    if before.told.get(DIGEST, digest := digest_of(known, results)) != digest:
        what = f"the report {key!r} is revision {before.id} already, and says something else"
        raise ChangeRefused([Problem(what, "a key of its own for each report")])
    return before


def digest_of(known: Remembered, results: Results) -> str:
    """What tells a report from others that say something else, in 16 hexadecimal digits.

    People are in it by their numbers, so that whoever is removed leaves no trace in it.
    """
    whom = known.whom(results.players)
    persons = np.array([whom.get(name, 0) for name in results.players], dtype=np.int64)
    said: list[Any] = [results.shape, results.stamped, results.zone]
    said += [results.events, results.pools, results.categories, results.first.tobytes()]
    for part in (results.games, results.entries):
        for field in fields(part):
            values = getattr(part, field.name)
            if values is None or field.name in OF_THE_FILE:
                continue
            if field.name == "player":
                values = persons[values]
            kept = values.to_list() if isinstance(values, pl.Series) else values.tobytes()
            said.append((field.name, kept))
    return sha256(repr(said).encode()).hexdigest()[:16]
