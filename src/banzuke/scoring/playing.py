"""From the games of an event to what each of them gave each player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from banzuke.model.errors import BoardRefused, ResultsRefused
from banzuke.model.ordering import natural_key
from banzuke.model.problems import Problem
from banzuke.scoring.cells import cells_of
from banzuke.scoring.exact import exact
from banzuke.scoring.field import Cell
from banzuke.scoring.games import BYES, Game, RoundKind, Seat
from banzuke.scoring.tournament import TournamentRule

#: Gives the points of each seat of a game, in the order of the seats, from the game and the other
#: games of its round; raises BoardRefused with everything that is wrong with it.
BoardScorer = Callable[[Game, Sequence[Game]], Sequence[Fraction]]


class Played(NamedTuple):
    """The cells of each player, round by round; names of players and rounds by index."""

    players: tuple[str, ...]
    rounds: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]


def play(
    games: Sequence[Game],
    players: Sequence[str],
    rule: TournamentRule,
    scorer: BoardScorer | None = None,
    called: Mapping[str, str] | None = None,
) -> Played:
    """What every game gave every player; games are in order.

    players : who takes part besides those who have a game; ``rule.points`` is not empty
    called : {player: name}, by which messages name players; by default as the games do

    Raises ResultsRefused with every game that the rule cannot score.
    """
    names = sorted({*players, *(seat.player for game in games for seat in game.seats)})
    code = {name: number for number, name in enumerate(names)}
    rounds = sorted({game.round for game in games}, key=natural_key)
    at = {name: number for number, name in enumerate(rounds)}
    cells: list[list[Cell]] = [[] for _ in names]
    points = scored(games, rule, scorer, called)
    for number, (game, given) in enumerate(zip(games, points, strict=True)):
        for player, cell in cells_of(game, given, (at[game.round], number), code):
            cells[player].append(cell)
    if rule.points == "results":
        absence = exact(rule.absence)
        # Who has no row in a round that nobody has played yet may still play it.
        begun = {game.round for game in games if len(game.seats) > 1 and game.round}
        for own in cells:
            there = {cell.round for cell in own}
            missed = [at[name] for name in begun if at[name] not in there]
            own += [Cell(number, -1, RoundKind.ABSENT, absence) for number in missed]
            own.sort(key=lambda cell: (cell.round, cell.game))
    if rule.bye_once:
        cells = [_one_bye(own) for own in cells]
    return Played(tuple(names), tuple(rounds), tuple(map(tuple, cells)))


def scored(
    games: Sequence[Game],
    rule: TournamentRule,
    scorer: BoardScorer | None,
    called: Mapping[str, str] | None = None,
) -> list[Sequence[Fraction | None]]:
    """What each game gives its seats; raises ResultsRefused with every game that cannot be scored.

    None stands for who gets nothing that counts.
    """
    problems = wrong_games(games, rule, scorer, called or {})
    if problems:
        raise ResultsRefused(problems)
    boards: dict[str, list[Game]] = {}
    for game in games:
        if game.kind is RoundKind.PLAYED and rule.points == "board":
            boards.setdefault(game.round, []).append(game)
    found = []
    for game in games:
        others = [other for other in boards.get(game.round, ()) if other is not game]
        try:
            found.append(_points(game, others, rule, scorer))
        except BoardRefused as refused:
            problems += [
                replace(problem, what=f"{named_game(game)}: {problem.what}")
                for problem in refused.problems
            ]
    if problems:
        raise ResultsRefused(problems)
    return found


def wrong_games(
    games: Sequence[Game],
    rule: TournamentRule,
    scorer: BoardScorer | None,
    called: Mapping[str, str],
) -> list[Problem]:
    """All games that a rule cannot score, and why; called : {player: name}, of some or all."""
    found = []
    for game in games:
        players = [seat.player for seat in game.seats]
        if len(set(players)) < len(players):
            twice = next(player for player, n in Counter(players).items() if n > 1)
            name = called.get(twice, twice)
            found.append(Problem(f"{named_game(game)}: {name!r} has two seats", "one"))
        if game.kind in BYES or all(seat.points is not None for seat in game.seats):
            continue
        if rule.points == "results" and not game.is_duel:
            what = f"{named_game(game)}: match points cannot be given to {game.sides} sides"
            found.append(Problem(what, "games of two sides, or points = places, scores or board"))
        missing = any(seat.score is None and seat.points is None for seat in game.seats)
        if rule.points == "scores" and missing and game.kind is RoundKind.PLAYED:
            found.append(
                Problem(f"{named_game(game)}: a score is missing", "a score of every seat")
            )
        if rule.points == "board" and scorer is None and game.kind is RoundKind.PLAYED:
            what = f"{named_game(game)}: the rule needs a scoring system of boards"
            found.append(Problem(what, "one, or points = results, scores or places"))
            break
    return found


def named_game(game: Game) -> str:
    """A game as a message names it."""
    if game.where:
        return game.where
    told = [("round", game.round), ("board", game.board), ("game", game.key)]
    words = [f"{word} {text}" for word, text in told if text]
    return ", ".join(words) or "game of " + ", ".join(seat.player for seat in game.seats[:3])


def _points(
    game: Game, others: Sequence[Game], rule: TournamentRule, scorer: BoardScorer | None
) -> Sequence[Fraction | None]:
    """What a game gives each of its seats; None for who gets nothing counted at all."""
    if game.kind in BYES:
        given: Sequence[Fraction | None] = [_of_bye(game.kind, rule)] * len(game.seats)
    elif game.kind is RoundKind.FORFEIT:
        given = [_of_forfeit(game, seat, rule) for seat in game.seats]
    elif rule.points == "results":
        given = [_of_result(game, seat, rule) for seat in game.seats]
    elif rule.points == "scores":
        given = [seat.score for seat in game.seats]
    elif rule.points == "places" or scorer is None:
        given = [Fraction(seat.place) if seat.place else None for seat in game.seats]
    else:
        given = scorer(game, others)
    return [
        one if seat.points is None else seat.points
        for seat, one in zip(game.seats, given, strict=True)
    ]


def _of_bye(kind: RoundKind, rule: TournamentRule) -> Fraction | None:
    """What a bye gives; None where that is nothing that counts, as where places count."""
    if rule.points == "places":
        return None
    matches = rule.points == "results"
    worth: Mapping[RoundKind, float | None] = {
        RoundKind.HALF_BYE: rule.draw if rule.half_bye is None and matches else rule.half_bye,
        RoundKind.ZERO_BYE: rule.zero_bye if matches else None,
    }
    given = worth.get(kind, rule.win if rule.bye is None and matches else rule.bye)
    return None if given is None else exact(given)


def _of_forfeit(game: Game, seat: Seat, rule: TournamentRule) -> Fraction | None:
    """What a game that was not played gives: who was there has won.

    Where scores count, it has those that were awarded; boards that were not played give nothing,
    unless the rule says what.
    """
    if rule.points == "places":
        return Fraction(seat.place) if seat.place else None
    if rule.points == "scores" and seat.score is not None:
        return seat.score
    if rule.points == "board" and rule.forfeit_win is None:
        return None
    if seat.place == 1 and sum(other.place == 1 for other in game.seats) < len(game.seats):
        return exact(rule.win if rule.forfeit_win is None else rule.forfeit_win)
    return exact(rule.forfeit_loss)


def _of_result(game: Game, seat: Seat, rule: TournamentRule) -> Fraction:
    """Match points of a duel."""
    if seat.place != 1:
        return exact(rule.loss)
    winners = {game.side_of(other) for other in game.seats if other.place == 1}
    return exact(rule.draw if len(winners) > 1 else rule.win)


def _one_bye(cells: list[Cell]) -> list[Cell]:
    """Cells of which only the first bye gives points."""
    seen = False
    found = []
    for cell in cells:
        bye = cell.kind in BYES and cell.kind is not RoundKind.ABSENT
        found.append(cell._replace(points=Fraction(0)) if bye and seen else cell)
        seen = seen or bye
    return found
