"""Years of birth, and the age that they give."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from banzuke.model.phrases import phrase
from banzuke.model.system import Complaint, Given

#: The age of who has not said a year of birth: of age in every system.
GROWN_UP = 99

_YEAR = re.compile(r"(?<!\d)(\d{4})(?!\d)")


def birth_years(given: Given, n_players: int) -> tuple[NDArray[np.float64], list[Complaint]]:
    """Each player's year of birth, float64[n_players], 0 where it is not said; and complaints."""
    years = given.numbers("born", n_players, 0.0)
    texts = given.words("born", n_players)
    complaints = []
    for index, text in enumerate(texts):
        if text:
            found = _YEAR.findall(text)
            years[index] = float(found[0]) if len(found) == 1 else -1.0
    for at in np.flatnonzero((years != 0) & ((years < 1800) | (years > 2200))).tolist():
        said = texts[at] or f"{years[at]:g}"
        what = phrase("{said!r} is no year of birth", said=said)
        right = phrase("a year such as 1998, or a date")
        complaints.append(Complaint(at, "born", what, right))
    return years, complaints


def age_in(year: int, born: float) -> int:
    """The age that a player reaches in a year; ``GROWN_UP`` where either is unknown."""
    if year == 0 or born == 0.0:
        return GROWN_UP
    return int(year - born)
