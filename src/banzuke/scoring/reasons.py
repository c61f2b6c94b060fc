"""Why players of equal totals stand as they do, in words."""

from __future__ import annotations

from collections.abc import Sequence

from banzuke.model.phrases import listed, phrase
from banzuke.scoring.placing import Criterion, Order

#: What stands for a value that somebody does not have.
NONE = phrase("none")

#: What the criterion is called that needs no reason: everybody sees it.
TOTAL = "total"

#: So many players are all named; of more only the first two.
MOST_NAMED = 3


def total_of(criteria: Sequence[Criterion]) -> int:
    """Which criterion the totals are."""
    return next(at for at, criterion in enumerate(criteria) if criterion.title == TOTAL)


def reasons(order: Order, criteria: Sequence[Criterion], called: Sequence[str]) -> dict[int, str]:
    """{player: what put him before or after others, or why he shares a place}.

    called : the name of each player
    """
    found: dict[int, list[str]] = {}
    pairs = zip(order.groups, order.groups[1:], order.decisions, strict=False)
    for group, below, decision in pairs:
        title = criteria[decision.criterion].title
        if title == TOTAL:
            continue
        above, under = decision.above or NONE, decision.below or NONE
        names_above, names_below = (_names(called, one, len(one)) for one in (group, below))
        for player in group:
            text = phrase(
                "before {others} by {criterion}, {own} to {theirs}",
                others=names_below,
                criterion=title,
                own=above,
                theirs=under,
            )
            found.setdefault(player, []).append(text)
        for player in below:
            text = phrase(
                "after {others} by {criterion}, {own} to {theirs}",
                others=names_above,
                criterion=title,
                own=under,
                theirs=above,
            )
            found.setdefault(player, []).append(text)
    for group in order.groups:
        # Of many only the first are named: for each player it is enough to look at these.
        first = group[: MOST_NAMED + 1]
        for player in group if len(group) > 1 else ():
            others = [other for other in first if other != player]
            names = _names(called, others, len(group) - 1)
            alike = phrase("shares the place with {others}: equal in everything", others=names)
            if len(criteria) == 1:
                alike = phrase("shares the place with {others}: equal in total", others=names)
            found.setdefault(player, []).append(alike)
    return {player: listed(texts) for player, texts in found.items()}


def _names(called: Sequence[str], players: Sequence[int], number: int) -> str:
    """Some names, of many the first ones; number : how many players it stands for."""
    names = [called[player] for player in players[:MOST_NAMED]]
    if number > MOST_NAMED:
        one, other = names[:2]
        return phrase("{one}, {other} and {count} others", one=one, other=other, count=number - 2)
    if len(names) < 2:
        return "".join(names)
    return phrase("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])
