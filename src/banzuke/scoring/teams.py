"""Matches of teams, from the games of their players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from banzuke.model.errors import ResultsRefused
from banzuke.model.problems import Problem
from banzuke.scoring.games import BYES, Game, RoundKind, Seat, in_order
from banzuke.scoring.playing import named_game, scored
from banzuke.scoring.tournament import TournamentRule

#: What a game of a match gives, where nothing else is said.
GAME_POINTS = TournamentRule(points="results")


def team_games(
    games: Sequence[Game], teams: Mapping[str, str], rule: TournamentRule = GAME_POINTS
) -> list[Game]:
    """Matches: a game of two teams for each pair that met in a round.

    The score of a team is the sum of its boards; who has more has won. Where the boards are named,
    ``boards`` has each by itself, the first board first. Byes of
    players whose team has no match in the round are the bye of the team.

    teams : {player: team}; rule : what a game gives

    Raises ResultsRefused with every game whose players are in no team, or both in one.
    """
    games = in_order(games)
    problems = [problem for game in games if (problem := _wrong(game, teams)) is not None]
    if problems:
        raise ResultsRefused(problems)
    points = scored(games, rule, None)
    matches: dict[tuple[str, tuple[str, ...]], list[tuple[Game, dict[str, Fraction]]]] = {}
    for game, given in zip(games, points, strict=True):
        made = {
            teams[seat.player]: own or Fraction(0)
            for seat, own in zip(game.seats, given, strict=True)
        }
        matches.setdefault((game.round, tuple(sorted(made))), []).append((game, made))
    paired = {(round_, team) for round_, pair in matches if len(pair) == 2 for team in pair}
    return [
        _match(pair, boards, teams)
        for (round_, pair), boards in matches.items()
        if len(pair) == 2 or (round_, pair[0]) not in paired
    ]


def _wrong(game: Game, teams: Mapping[str, str]) -> Problem | None:
    """Why a game is not one of a match."""
    without = [seat.player for seat in game.seats if seat.player not in teams]
    if without:
        what = f"{named_game(game)}: {without[0]!r} is in no team"
        return Problem(what, "a team for each player")
    if game.kind not in BYES and len({teams[seat.player] for seat in game.seats}) != 2:
        return Problem(f"{named_game(game)}: the players are not of two teams", "two teams")
    return None


def _match(
    pair: tuple[str, ...],
    boards: Sequence[tuple[Game, dict[str, Fraction]]],
    teams: Mapping[str, str],
) -> Game:
    """One match, or the bye of one team."""
    first = boards[0][0]
    kind = RoundKind.PLAYED
    if len(pair) == 1:
        kind = first.kind
    elif all(game.kind is RoundKind.FORFEIT for game, _ in boards):
        kind = RoundKind.FORFEIT
    scores = {team: [made[team] for _, made in boards] for team in pair}
    totals = {team: sum(scores[team], Fraction(0)) for team in pair}
    both_lost = kind is RoundKind.FORFEIT and not any(totals.values())
    named = len(pair) == 2 and all(game.board for game, _ in boards)
    began = {teams[seat.player]: seat.first for seat in first.seats}
    seats = [
        Seat(
            team,
            place=0 if both_lost else 1 + sum(other > totals[team] for other in totals.values()),
            score=totals[team],
            first=began[team],
            boards=tuple(scores[team]) if named else (),
        )
        for team in pair
    ]
    return Game(tuple(seats), first.round, "", kind, where=first.where)
