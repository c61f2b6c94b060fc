"""The standings of an event, from files or frames of results."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Unpack

from banzuke.model.errors import ParameterRefused, ResultsRefused
from banzuke.model.parameters import checked
from banzuke.model.problems import Problem
from banzuke.model.results import Results
from banzuke.publishing.files import csv_text
from banzuke.publishing.plain_values import json_text
from banzuke.publishing.standings_text import roles_frame, roles_text
from banzuke.scoring.awards import Comparing, best_of_roles
from banzuke.scoring.games import games_of
from banzuke.scoring.playing import BoardScorer
from banzuke.scoring.scoring import Scoring, load_scoring
from banzuke.scoring.standings import Entrants, event_standings
from banzuke.scoring.standings import standings as standings_of_games
from banzuke.scoring.table import Standings
from banzuke.scoring.teams import team_games
from banzuke.scoring.tournament import TournamentRule
from banzuke.workflows.reading import HowToRead, ResultsLike, read, read_players


class Ruled:
    """A rule of one's own, with the points that a scoring system gives boards."""

    def __init__(self, tournament: TournamentRule, score_game: BoardScorer | None) -> None:
        self.tournament, self.score_game = tournament, score_game


class Told(HowToRead, total=False):
    """What may be said besides: how files are read, and of players.

    starts : {player: what he begins with}, as McMahon scores; unranked : who takes no place
    ratings : {player: rating before the event}, for tie-breaks that ask for them
    """

    starts: Mapping[str, float]
    unranked: Collection[str]
    ratings: Mapping[str, float]


def standings(
    results: ResultsLike,
    scoring: str | Path | Scoring | None = None,
    *,
    event: str | None = None,
    rule: Mapping[str, Any] | None = None,
    columns: Mapping[str, str] | None = None,
    **told: Unpack[Told],
) -> Standings:
    """The standings of one event.

    results : a path or several, a frame, or Results, as ``read`` takes them
    scoring : a scoring system of boards, by key, path or loaded; None for match points in duels
        and the mean place in all else
    event : which, if there are several
    rule : what differs from the tournament rule of the scoring system (or from the plain one), as
        the table ``[tournament]`` has it: ``{"tie_breaks": ["buchholz"]}``
    columns : {our column: their column}
    told : ``starts``, what players begin with, as McMahon scores; ``unranked``, who takes no
        place; ``ratings`` before the event, for tie-breaks; and how files are read, as ``read``
        takes it

    Raises WrongUse if it is not said which event, ParameterRefused for a rule that makes no
    sense, ResultsRefused with everything that is wrong.

        >>> table = standings([{"player_1": "Ann", "player_2": "Bob", "result": "1-0"}])
        >>> [(row.place, row.player, str(row.total)) for row in table.rows]
        [(1, 'Ann', '1'), (2, 'Bob', '0')]
    """
    starts, ratings = told.pop("starts", None), told.pop("ratings", None)
    unranked = told.pop("unranked", ())
    reading: Any = told
    found = read(results, columns, **reading)
    return event_standings(
        found,
        ruled(scoring, rule),
        event=event,
        starts=starts,
        unranked=unranked,
        ratings=ratings,
        called=names_of(found),
    )


def team_standings(
    results: Results,
    rule: Mapping[str, Any] | None = None,
    *,
    event: str | None = None,
    players: Any = None,
) -> Standings:
    """The standings of the teams of one event whose games are those of their players.

    rule : as ``standings`` takes it; by default a won match gives 2, a drawn one 1
    players : a players file or frame whose column club says who plays for which team; by default
        as the results tell, as reports with teams do

    Raises ResultsRefused with every game whose players are in no team, or both in one.
    """
    known = teams_of(results, players)
    if not known:
        what = "nothing says who plays for which team"
        right = "a report with teams, or players with a club"
        raise ResultsRefused([Problem(what, right, results.sources[0])])
    chosen = ruled(None, {"win": 2.0, "draw": 1.0} | dict(rule or {}))
    return standings_of_games(team_games(games_of(results, event), known), chosen, Entrants())


def ruled(
    scoring: str | Path | Scoring | None, rule: Mapping[str, Any] | None = None
) -> Scoring | Ruled | TournamentRule | None:
    """A scoring system, with what differs from its rule; raises ParameterRefused."""
    loaded = None if scoring is None else load_scoring(scoring)
    if not rule:
        return loaded
    base = TournamentRule() if loaded is None else loaded.tournament
    said = base.model_dump(mode="json", exclude_defaults=True) | dict(rule)
    found, faults = checked(TournamentRule, said)
    if found is None:
        raise ParameterRefused("; ".join(fault.told() for fault in faults))
    return found if loaded is None else Ruled(found, loaded.score_game)


def tie_break_of(text: str) -> str | dict[str, Any]:
    """A tie-break as it is typed: ``buchholz``, ``buchholz:cut=1,rules=2026``."""
    key, colon, rest = text.partition(":")
    if not colon:
        return key
    said: dict[str, Any] = {"key": key}
    for part in rest.split(","):
        name, _, value = part.partition("=")
        said[name.strip()] = _value(name.strip(), value.strip())
    return said


def _value(name: str, text: str) -> Any:
    """What a typed value is: true, a number, or the text itself."""
    if text in ("", "true", "false"):
        return text != "false"
    try:
        return int(text) if name != "rules" else text
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text


def names_of(results: Results) -> dict[str, str]:
    """{player: name} where the results tell names beside keys."""
    return results.facts("name")


def ratings_of(results: Results, players: Any = None) -> dict[str, float]:
    """{player: rating} from a players file, else as the results tell; raises PlayersRefused."""
    if players is None:
        told = results.facts("rating")
        return {player: float(text) for player, text in told.items()}
    frame = read_players(players, wanted=results.players).listed
    if "rating" not in frame.columns:
        return {}
    known = frame.drop_nulls("rating")
    return dict(zip(known["player"].to_list(), known["rating"].to_list(), strict=True))


def teams_of(results: Results, players: Any = None) -> dict[str, str]:
    """{player: team} by the clubs of a players file, else as the results tell."""
    if players is None:
        return results.facts("team")
    frame = read_players(players, wanted=results.players).listed
    if "club" not in frame.columns:
        return {}
    known = frame.drop_nulls("club")
    return dict(zip(known["player"].to_list(), known["club"].to_list(), strict=True))


def roles_of(table: Standings, called: Mapping[str, str], by: str, form: str) -> str:
    """The best games of each role as text: a table, csv or json.

    by : points, score or ending
    """
    best = best_of_roles(table, Comparing[by.upper()])
    if form == "json":
        return json_text({"roles": roles_frame(best, called).to_dicts()})
    if form == "csv":
        return csv_text(roles_frame(best, called))
    return roles_text(best, called)


def typed_rule(tie_breaks: Sequence[str], settings: Mapping[str, str]) -> dict[str, Any]:
    """A rule as it is typed: tie-breaks one by one, and settings ``combine=best``, ``best=3``."""
    rule: dict[str, Any] = {name: _value(name, value) for name, value in settings.items()}
    if tie_breaks:
        rule["tie_breaks"] = [tie_break_of(text) for text in tie_breaks]
    return rule
