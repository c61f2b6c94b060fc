"""Covariates of the games that are rated: how much more of each the first side has."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from banzuke.engine.rulebook import Rulebook
from banzuke.model.covariates import numbers_in
from banzuke.model.errors import ResultsRefused
from banzuke.model.phrases import phrase
from banzuke.model.problems import Problem
from banzuke.model.results import Results

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def differences(results: Results, rulebook: Rulebook, entries: Ints | slice) -> Floats:
    """The column ``covariates`` of a log of duels, float64[games × covariates].

    entries : those of the log, two a game
    Raises ResultsRefused for each game that lacks one.
    """
    names, texts = rulebook.covariates, results.entries.covariates
    numbers = np.arange(len(results.entries.player))[entries]
    if not len(numbers):
        return np.zeros(0)
    if texts is None or texts.null_count() == len(texts):
        raise ResultsRefused([_no_column(results, rulebook, name) for name in names])
    chosen = texts if isinstance(entries, slice) else texts.gather(entries)
    found, problems = [], []
    for name in names:
        values = numbers_in(chosen, name)
        if np.isnan(values).all():
            problems.append(_no_column(results, rulebook, name))
        else:
            problems += _missing(results, name, numbers[np.isnan(values)])
        found.append(values[::2] - values[1::2])
    if problems:
        raise ResultsRefused(problems)
    differing: Floats = np.ascontiguousarray(np.stack(found, axis=1)).ravel()
    return differing


def _no_column(results: Results, rulebook: Rulebook, name: str) -> Problem:
    """That no result says anything of a covariate."""
    what = phrase(
        "{rulebook} reckons with {name}, of which no result says anything",
        rulebook=rulebook.key,
        name=name,
    )
    right = phrase(
        "a column {name}, the first side's less the other's, or {name}_1 and {name}_2 "
        "(in tables of a player a row {name}; in banzuke.read covariates=[{name!r}]; "
        "in a ledger, files that are brought in after the list)",
        name=name,
    )
    return Problem(what, right, results.sources[0] if results.sources else "", column=name)


def _missing(results: Results, name: str, entries: Any) -> list[Problem]:
    """That single results lack a covariate, each once."""
    rows = {results.place(results.game_of(int(entry))): None for entry in entries}
    what = phrase("the number of {name} is missing, with which the rulebook reckons", name=name)
    right = phrase("a number, or the row left out")
    return [Problem(what, right, *row, column=name) for row in rows]
