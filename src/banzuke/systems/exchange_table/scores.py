"""Scores that a table can read: complaints about the others."""

from __future__ import annotations

from typing import Any

import numpy as np

from banzuke.model.log import Log
from banzuke.model.phrases import phrase
from banzuke.model.system import Complaint
from banzuke.systems.exchange_table.reading import margins


def check(log: Log, rules: Any) -> list[Complaint]:
    """Scores that are missing, not whole, or do not make a margin that the table has."""
    complaints = []
    one, two = log.score[0::2], log.score[1::2]
    missing = np.isnan(one) | np.isnan(two)
    for game in np.flatnonzero(missing):
        what, right = phrase("a score is missing"), phrase("the table needs both scores")
        complaints.append(Complaint(int(2 * game), "score_1", what, right))
    broken = ~missing & ((one != np.rint(one)) | (two != np.rint(two)) | (one < 0) | (two < 0))
    for game in np.flatnonzero(broken):
        scores = {"one": one[game], "two": two[game]}
        what = phrase("{one:g}-{two:g} is not a pair of whole numbers from 0 up", **scores)
        right = phrase("discs such as 34 and 30")
        complaints.append(Complaint(int(2 * game), "score_1", what, right))
    total = one + two
    wanted = rules.score_total
    if wanted > 0:
        wrong = total > wanted if rules.empties_to_winner else total != wanted
        for game in np.flatnonzero(~missing & ~broken & wrong):
            right = phrase("they must add up to {total}", total=wanted)
            if not rules.empties_to_winner and total[game] < wanted:
                right = phrase(
                    "they must add up to {total}, or --set empties=to_winner to give the rest to"
                    " the winner",
                    total=wanted,
                )
            scores = {"one": one[game], "two": two[game], "total": total[game]}
            what = phrase("{one:g}-{two:g} adds up to {total:g}", **scores)
            complaints.append(Complaint(int(2 * game), "score_1", what, right))
            broken[game] = True
    with np.errstate(invalid="ignore"):
        margin = margins(np.where(missing, 0, one), np.where(missing, 0, two), rules)
    good = ~missing & ~broken
    inside = np.clip(margin, 0, len(rules.column_of) - 1).astype(np.int64)
    no_column = good & ((margin >= len(rules.column_of)) | (rules.column_of[inside] < 0))
    for game in np.flatnonzero(no_column):
        scores = {"one": one[game], "two": two[game], "margin": margin[game]}
        what = phrase("{one:g}-{two:g} is a margin of {margin:g}", **scores)
        right = phrase("the table has no column for it")
        complaints.append(Complaint(int(2 * game), "score_1", what, right))
    return complaints
