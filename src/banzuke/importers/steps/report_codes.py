"""The codes of results and colours in FIDE tournament reports, and which of them go together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.importers.steps.report_numbers import by_pair

#: The codes of a result, as they are counted here: blank and X last. ``*`` reads as X.
CODES = "10=+-WLDHFUZ X"
WON, LOST, DRAWN, FORFEIT_WON, FORFEIT_LOST = range(5)
UNRATED_WON, UNRATED_LOST, UNRATED_DRAWN, HALF, FULL, ALLOCATED, ZERO, BLANK, UNKNOWN = range(5, 14)
NO_CODE = len(CODES)
ABSENT = (ZERO, BLANK)
BYES = (HALF, FULL, ALLOCATED)

#: Which code of one player goes with which of the other.
AGREEING = (
    (WON, LOST),
    (DRAWN, DRAWN),
    (FORFEIT_WON, FORFEIT_LOST),
    (FORFEIT_LOST, FORFEIT_LOST),
    (UNRATED_WON, UNRATED_LOST),
    (UNRATED_DRAWN, UNRATED_DRAWN),
    (UNKNOWN, UNKNOWN),
)
#: An arbiter may give both nothing: no result of a duel.
BOTH_PUNISHED = ((LOST, LOST),)

AGREED, BOTH_FORFEIT, PUNISHED, CONTRADICTED = range(4)


def _verdicts() -> NDArray[np.int8]:
    """What two codes of one game make, int8[codes + 1, codes + 1]."""
    table = np.full((NO_CODE + 1, NO_CODE + 1), CONTRADICTED, dtype=np.int8)
    for pairs, verdict in ((AGREEING, AGREED), (BOTH_PUNISHED, PUNISHED)):
        for one, two in pairs:
            table[one, two] = table[two, one] = verdict
    table[FORFEIT_LOST, FORFEIT_LOST] = BOTH_FORFEIT
    return table


#: What two codes of one game make.
VERDICT = _verdicts()
#: By code: who has it met nobody; who has it without an opponent gets points.
NO_GAME = np.isin(np.arange(NO_CODE + 1), (*ABSENT, *BYES))
PAID = np.isin(np.arange(NO_CODE + 1), (*BYES, FORFEIT_WON))
NO_COLOUR = -2


def _after_blank(known: dict[str, int], otherwise: int) -> NDArray[np.int8]:
    """By a blank and a letter, large or small, as a pair: what the letter means."""
    cases = {case: value for text, value in known.items() for case in (text, text.lower())}
    return by_pair({f" {case}": value for case, value in cases.items()}, otherwise)


CODE_OF = _after_blank({code: at for at, code in enumerate(CODES)} | {"*": UNKNOWN}, NO_CODE)
COLOUR_OF = _after_blank({"W": 1, "B": 0, "S": 0, "-": -1, " ": -1}, NO_COLOUR)
