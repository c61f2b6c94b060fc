"""The rule of a tournament: what a game gives, how rounds become a total, what breaks ties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import field_validator, model_validator

from banzuke.model.parameters import Declared, Fault, parameter, raise_faults
from banzuke.model.ranks import RIGHT, rank_number
from banzuke.scoring.tie_breaks import wrong_tie_break


class TournamentRule(Declared):
    """What the table ``[tournament]`` of a scoring system says; the default is a plain sum."""

    points: Literal["", "results", "board", "scores", "places"] = parameter(
        "",
        "what a game gives: match points by its result, what the scoring system of boards gives, "
        "its score as it stands, or its place (the lowest total wins); empty: board where the "
        "system scores boards, else results where all games have two sides, else places",
    )
    win: float = parameter(1.0, "for a won game", unit="points")
    draw: float = parameter(0.5, "for a drawn game", unit="points")
    loss: float = parameter(0.0, "for a lost game", unit="points")
    forfeit_win: float | None = parameter(
        None, "for a game won because the other did not play; empty: as a win", unit="points"
    )
    forfeit_loss: float = parameter(0.0, "for a game not played", unit="points")
    bye: float | None = parameter(
        None,
        "for a round in which there was no opponent; empty: as a win where games give match "
        "points, else nothing",
        unit="points",
    )
    half_bye: float | None = parameter(
        None,
        "for a half-point bye; empty: as a draw where games give match points, else nothing",
        unit="points",
    )
    zero_bye: float = parameter(0.0, "for a zero-point bye", unit="points")
    bye_once: bool = parameter(False, "whether only a player's first bye gives points")
    absence: float = parameter(
        0.0, "where games give match points, for a round without a game or bye", unit="points"
    )
    unplayed_rounded_down: bool = parameter(
        False, "whether the points of a player's byes and absences, added, are rounded down"
    )
    start: Literal["nothing", "rank"] = parameter(
        "nothing",
        "what players begin with: nothing, or a McMahon score by the rank that they entered with, "
        "10 for 20k, 29 for 1k, 30 for 1d",
    )
    floor: str = parameter("20k", "with start = rank: who is weaker begins as this rank does")
    bar: str = parameter("9d", "with start = rank: who is stronger begins as this rank does")
    boards: Literal["sum", "best", "mean", "each"] = parameter(
        "sum",
        "what several games of a player in one round make: their sum, the best, the mean; or each "
        "counts as a round of its own",
    )
    combine: Literal["sum", "best", "average", "ranks", "pot"] = parameter(
        "sum",
        "how rounds make a total: all of them, the best ones, their average, the ranks that they "
        "brought (the lowest total wins), or a pot at every game, which its points share out",
    )
    best: int = parameter(0, "how many rounds count in full; 0 for all", unit="rounds", ge=0)
    weights: tuple[float, ...] = parameter(
        (), "instead of best: what the best round counts, the second best, …; the others nothing"
    )
    rest: Literal["nothing", "average", "next"] = parameter(
        "nothing",
        "what rounds behind the best add: nothing; rest_share of their average; or the next ones, "
        "rest_rounds at most, their sum divided by their number and one",
    )
    rest_share: float = parameter(0.5, "how much the average of the rest counts", ge=0, le=1)
    rest_rounds: int = parameter(1, "how many rounds behind the best add", unit="rounds", ge=1)
    least: int = parameter(
        0, "an average divides by this many rounds at least", unit="rounds", ge=0
    )
    added: int = parameter(
        0, "an average divides by so many rounds more than there were", unit="rounds", ge=0
    )
    purse: float = parameter(
        0.0, "with combine = pot: what everybody begins with", unit="points", ge=0
    )
    ante: float = parameter(
        0.0, "with combine = pot: the share of the own score that goes into it", ge=0, le=1
    )
    member_share: float = parameter(
        0.0, "with combine = pot: the share of it that each member of the draw has", ge=0, le=0.1
    )
    voted_out_share: float = parameter(
        0.0,
        "with combine = pot: the share of each survivor who is not in the draw",
        ge=0,
        le=0.1,
    )
    early_rounds: int = parameter(
        0,
        "best, weights and rest choose among so many first rounds; later ones count whole; 0 for "
        "all",
        unit="rounds",
        ge=0,
    )
    late_factor: float = parameter(1.0, "how much the later rounds count", ge=0)
    late_places: int = parameter(
        0,
        "late_factor holds for who is among so many first places after the early rounds; 0 for all",
        unit="places",
        ge=0,
    )
    systems: dict[str, str] = parameter(
        dict,
        "where rounds are scored by different systems: the key of the one for each round that "
        'differs, as { "2" = "sum-of-squares" }',
    )
    final_round: str = parameter("", "the round of the final table; empty: there is none")
    final_board: str = parameter("", "the board of the final table; empty: all of that round")
    final_order: Literal["points", "scores"] = parameter(
        "points", "what decides at the final table: points of the board, or its scores"
    )
    final_factor: float = parameter(1.0, "how much the final table counts for the total", ge=0)
    tie_breaks: tuple[Any, ...] = parameter(
        (),
        "what parts players of equal totals, the first first: keys, or tables with key and "
        "parameters; who is still equal shares the place, as 1, 1, 3",
    )

    @field_validator("tie_breaks")
    @classmethod
    def _tie_breaks_exist(cls, tie_breaks: Sequence[Any]) -> Sequence[Any]:
        raise_faults(
            Fault((number, *where), what, right)
            for number, said in enumerate(tie_breaks)
            for where, what, right in wrong_tie_break(said)
        )
        return tie_breaks

    @model_validator(mode="after")
    def _makes_sense(self) -> TournamentRule:
        raise_faults(_contradictions(self))
        return self

    @property
    def lowest_is_best(self) -> bool:
        """Whether the lowest total wins."""
        return self.points == "places" or self.combine == "ranks"


def _contradictions(rule: TournamentRule) -> list[Fault]:
    """What parts of a rule say against each other."""
    faults = []
    if rule.combine == "best" and not rule.best and not rule.weights:
        faults.append(Fault(("best",), "it is not said how many rounds count", "1 or more"))
    if rule.best and rule.weights:
        faults.append(Fault(("weights",), "best and weights say the same thing twice", "one"))
    if rule.weights and rule.combine != "best":
        faults.append(Fault(("weights",), "weights need combine = best"))
    pot = {
        "purse": rule.purse,
        "ante": rule.ante,
        "member_share": rule.member_share,
        "voted_out_share": rule.voted_out_share,
    }
    faults += [
        Fault((name,), f"{name} needs combine = pot")
        for name, value in pot.items()
        if value and rule.combine != "pot"
    ]
    if rule.combine == "pot" and not (rule.purse and rule.ante):
        faults.append(Fault(("ante",), "a pot needs a purse and an ante", "such as 100 and 0.1"))
    if rule.combine not in ("best", "ranks") and rule.best:
        faults.append(Fault(("best",), f"best means nothing where combine is {rule.combine}"))
    if rule.combine != "average" and (rule.least or rule.added):
        name = "least" if rule.least else "added"
        faults.append(Fault((name,), f"{name} needs combine = average"))
    if rule.rest != "nothing" and rule.combine != "best":
        faults.append(Fault(("rest",), "rest needs combine = best"))
    late = rule.late_factor != 1 or rule.late_places
    if late and not rule.early_rounds:
        faults.append(Fault(("early_rounds",), "it is not said which rounds are early"))
    if rule.early_rounds and rule.combine != "best":
        faults.append(Fault(("early_rounds",), "early_rounds needs combine = best"))
    ranks = {"floor": rule.floor, "bar": rule.bar}
    faults += [
        Fault((name,), f"{text!r} is no rank", RIGHT)
        for name, text in ranks.items()
        if rank_number(text) is None
    ]
    final = rule.final_board or rule.final_order != "points" or rule.final_factor != 1
    if final and not rule.final_round:
        faults.append(Fault(("final_round",), "it is not said which round is the final one"))
    return faults


#: What holds where no scoring is named.
PLAIN = TournamentRule()


def plain_rule(said: TournamentRule | Mapping[str, Any] | None) -> TournamentRule:
    """A rule that is given as one, as a table, or not at all."""
    if said is None:
        return PLAIN
    return said if isinstance(said, TournamentRule) else TournamentRule.model_validate(dict(said))
