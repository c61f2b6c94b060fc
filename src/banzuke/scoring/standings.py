"""The standings of an event: place, total, every round, every tie-break, and what decided."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from banzuke.model.phrases import message, phrase
from banzuke.model.results import Results
from banzuke.scoring.exact import exact
from banzuke.scoring.field import Field, Worth
from banzuke.scoring.games import BYES, Game, games_of, in_order
from banzuke.scoring.mcmahon import starts_by_rank
from banzuke.scoring.placing import Criterion, Order, of_tie_break, of_values, order_by
from banzuke.scoring.playing import BoardScorer, Played, play
from banzuke.scoring.reasons import TOTAL, reasons, total_of
from banzuke.scoring.table import Standing, Standings, TieBreakColumn
from banzuke.scoring.tie_breaks import tie_break
from banzuke.scoring.totals import Total, is_final, totals_of
from banzuke.scoring.tournament import PLAIN, TournamentRule, plain_rule


class Scoring(Protocol):
    """What a named scoring system gives standings: a rule, and points of boards."""

    @property
    def tournament(self) -> TournamentRule | Mapping[str, Any]:
        """The rule of its tournaments."""

    @property
    def score_game(self) -> BoardScorer | None:
        """The points of each seat of a game; None if the rule needs no boards."""


def event_standings(
    results: Results,
    scoring: Scoring | TournamentRule | None = None,
    *,
    event: str | None = None,
    starts: Mapping[str, float] | None = None,
    unranked: Collection[str] = (),
    ratings: Mapping[str, float] | None = None,
    called: Mapping[str, str] | None = None,
) -> Standings:
    """The standings of one event of validated results.

    scoring : a scoring system or a rule; None for match points 1, ½, 0 in duels and the mean
        place in all else, without tie-breaks
    event : which, if ``results`` hold several
    starts : what players begin with, as McMahon scores or handicaps
    unranked : who plays without taking a place
    ratings : before the event, for tie-breaks that ask for them
    called : {player: name}, by which reasons name players; by default as the results do

    Raises WrongUse if it is not said which event, ResultsRefused with every game that the rule
    cannot score.
    """
    games = games_of(results, event)
    if results.shape == "standings" and scoring is None:
        scoring = TournamentRule(points="places", combine="average")
    entrants = Entrants(
        starts=starts or {},
        unranked=frozenset(unranked),
        ratings=ratings or {},
        called=called or {},
    )
    return _of_ordered(games, scoring, entrants)


class Entrants(NamedTuple):
    """What is known of players besides their games.

    players : who takes part besides those who have a game
    called : {player: name}, by which reasons name players; by default as the games do
    """

    players: Sequence[str] = ()
    starts: Mapping[str, float] = {}
    unranked: frozenset[str] = frozenset()
    ratings: Mapping[str, float] = {}
    called: Mapping[str, str] = {}


NOBODY = Entrants()


def standings(
    games: Sequence[Game],
    scoring: Scoring | TournamentRule | None = None,
    entrants: Entrants = NOBODY,
) -> Standings:
    """The standings of the games of one event; as ``event_standings``, from plain games."""
    return _of_ordered(in_order(games), scoring, entrants)


def _of_ordered(
    games: Sequence[Game], scoring: Scoring | TournamentRule | None, entrants: Entrants
) -> Standings:
    """The standings of games that are in order."""
    rule, scorer = _chosen(games, scoring)
    played = play(games, entrants.players, rule, scorer, entrants.called)
    totals = totals_of(played.cells, played.rounds, rule)
    by_rank = starts_by_rank(games, rule, entrants.starts.keys())
    day = min((game.day for game in games if game.day is not None), default=None)
    field = replace(_field(played, totals, rule, entrants, by_rank), day=day)
    ranked = [
        code
        for code, name in enumerate(field.players)
        if name not in entrants.unranked and field.totals[code] is not None
    ]
    chosen = [tie_break(said) for said in rule.tie_breaks]
    criteria = [
        *_of_final(field, rule),
        of_values(TOTAL, field.totals, lowest=rule.lowest_is_best),
        *(of_tie_break(one, field) for one in chosen),
    ]
    called = [entrants.called.get(name, name) for name in field.players]
    order = _by_name(order_by(ranked, criteria), called)
    why = reasons(order, criteria, called)
    return Standings(
        rows=tuple(_rows(field, totals, order, criteria, why)),
        rounds=field.rounds,
        players=field.players,
        tie_breaks=tuple(
            TieBreakColumn(
                one.tie_break.key,
                one.title,
                one.tie_break.summary,
                one.tie_break.lowest_is_best,
            )
            for one in chosen
        ),
        rule=rule,
        lowest_is_best=rule.lowest_is_best,
        unit=_unit(rule),
    )


def _by_name(order: Order, called: Sequence[str]) -> Order:
    """Players who share a place in the order of their names, whatever their keys are."""
    groups = [sorted(group, key=lambda code: (called[code], code)) for group in order.groups]
    return order._replace(groups=groups)


def _unit(rule: TournamentRule) -> str:
    """What totals count."""
    if rule.combine == "ranks":
        return message("sum of ranks")
    if rule.points == "places":
        return message("mean place") if rule.combine == "average" else message("sum of places")
    return "points"


def _chosen(
    games: Sequence[Game], scoring: Scoring | TournamentRule | None
) -> tuple[TournamentRule, BoardScorer | None]:
    """The rule, whose ``points`` is filled in, and what scores boards."""
    scorer = None
    if scoring is None or isinstance(scoring, TournamentRule):
        rule = plain_rule(scoring)
    else:
        rule, scorer = plain_rule(scoring.tournament), scoring.score_game
    if rule.points:
        return rule, scorer
    if scorer is not None:
        return rule.model_copy(update={"points": "board"}), scorer
    if all(game.is_duel or game.kind in BYES for game in games):
        return rule.model_copy(update={"points": "results"}), None
    places: dict[str, Any] = {"points": "places"}
    if rule is PLAIN:
        places["combine"] = "average"
    return rule.model_copy(update=places), None


def _field(
    played: Played,
    totals: Sequence[Total],
    rule: TournamentRule,
    entrants: Entrants,
    by_rank: Mapping[str, float],
) -> Field:
    """What tie-breaks read."""
    given = {**by_rank, **entrants.starts}
    purse = exact(rule.purse)
    starts = tuple(purse + exact(given.get(name, 0.0)) for name in played.players)
    return Field(
        players=played.players,
        rounds=played.rounds,
        cells=played.cells,
        results=tuple(total.results for total in totals),
        totals=tuple(total.added(start) for total, start in zip(totals, starts, strict=True)),
        starts=starts,
        ratings=tuple(
            exact(entrants.ratings[name]) if name in entrants.ratings else None
            for name in played.players
        ),
        worth=Worth(exact(rule.win), exact(rule.draw), exact(rule.loss)),
        lowest_is_best=rule.lowest_is_best,
        points=rule.points,
    )


def _of_final(field: Field, rule: TournamentRule) -> list[Criterion]:
    """The place on the final table, where there is one: before all who are not on it."""
    if not rule.final_round:
        return []
    values: list[Fraction | None] = []
    for own in field.cells:
        cell = next((cell for cell in own if is_final(cell, field.rounds, rule)), None)
        if cell is None:
            values.append(None)
        else:
            values.append(cell.score if rule.final_order == "scores" else cell.points)
    lowest = rule.final_order == "points" and rule.points == "places"
    return [of_values(phrase("final table"), values, lowest=lowest)]


def _rows(
    field: Field,
    totals: Sequence[Total],
    order: Order,
    criteria: Sequence[Criterion],
    why: Mapping[int, str],
) -> list[Standing]:
    """The lines in order; who takes no place comes last, by total and name."""
    rows: list[Standing] = []
    first = total_of(criteria) + 1

    def line(player: int, place: int) -> Standing:
        values = [order.values.get((number, player)) for number in range(first, len(criteria))]
        return Standing(
            place=place,
            player=field.players[player],
            total=field.totals[player],
            start=field.starts[player],
            rounding=totals[player].rounding,
            results=field.results[player],
            tie_breaks=tuple(values),
            texts=tuple(
                criterion.told(player, value)
                for criterion, value in zip(criteria[first:], values, strict=True)
            ),
            why=why.get(player, ""),
        )

    for group in order.groups:
        place = len(rows) + 1
        rows += [line(player, place) for player in group]
    sign = 1 if field.lowest_is_best else -1
    ranked = {player for group in order.groups for player in group}
    rest = [player for player in range(len(field)) if player not in ranked]
    rest.sort(key=lambda player: (field.totals[player] is None, sign * field.total(player), player))
    return rows + [line(player, 0) for player in rest]
