"""Reports of tournaments for FIDE and for pairing programs (TRF), from results of any format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from banzuke.importers.steps.report_facts import TIME_CLASSES, USUAL_POINTS
from banzuke.importers.steps.report_lines import MOST_ROUNDS, ROUNDS, WIDTH
from banzuke.model.columns import STATUSES
from banzuke.model.days import NO_TIME, day_of, known_day
from banzuke.model.errors import ResultsRefused, WrongUse
from banzuke.model.problems import Problem
from banzuke.model.results import Results
from banzuke.model.spelling import meant
from banzuke.scoring.shared_places import places_of

LINE_END = "\r\n"
#: What a report has room for.
MOST_PLAYERS, LONGEST_NAME, LONGEST_NUMBER = 9_999, 33, 11
#: Years that two figures can say.
YEARS = range(1970, 2070)
#: What each code gives: the usual points, but nothing for a game without a result, which is said.
POINTS = {**USUAL_POINTS, "X": 0.0}


@dataclass
class _Player:
    """A player of a report: who it is, and an entry a round: opponent, colour, code."""

    key: str
    facts: Mapping[str, str]
    number: int = 0
    entries: dict[int, tuple[str, str, str]] = field(default_factory=dict)

    @property
    def points(self) -> float:
        """Of a win 1, of a draw and half a bye 0.5."""
        return sum(POINTS[code] for _, _, code in self.entries.values())


def report_text(results: Results, event: str = "") -> str:
    """The report of a tournament of duels, as text.

    event : its name, in any spelling; "" if there is one only
    Players are numbered by rating, then by name. A round is dated by its first game; byes are
    told by their points, so that one of a full point is the pairing's own. Raises WrongUse for
    an event that is none, ResultsRefused, with every problem, where the report has no place for
    what was played: rounds without a number, two games of a player in one, more than two sides.
    """
    chosen = _event(results, event)
    games = np.flatnonzero(_of_event(results, chosen))
    return report_of_games(results, games, chosen, _told(results, games))


def report_of_games(
    results: Results, games: NDArray[np.int64], event: str, people: Mapping[str, Mapping[str, str]]
) -> str:
    """The report of some games, as ``report_text`` makes it of those of an event.

    games : as they lie in the results
    people : {player: facts} of who played, and maybe of others who took part; "called" is the
        FIDE number or the name by which a report has the player, that of the results by default
    """
    problems: list[Problem] = []
    players = _players(results, games, people, problems)
    for game in games.tolist():
        _add_game(results, game, players, problems)
    if problems:
        raise ResultsRefused(problems)
    ordered = sorted(players.values(), key=lambda player: player.number)
    lines = [*_head(results, games, event, ordered), *map(_line, ordered, _ranks(ordered))]
    return LINE_END.join([*lines, ""])


def _event(results: Results, event: str) -> str:
    if event:
        return meant("event", event, results.events)
    if len(results.events) > 1:
        raise WrongUse(f"there are {len(results.events)} events: say which by its name")
    return results.events[0] if results.events else ""


def _of_event(results: Results, event: str) -> Any:
    codes = results.games.event
    if codes is None or not event:
        return np.ones(len(results), dtype=np.bool_)
    return codes == results.events.index(event)


def _told(results: Results, games: NDArray[np.int64]) -> dict[str, dict[str, str]]:
    """What the files that have the games tell of players."""
    sources = {results.sources[at] for at in np.unique(results.games.source[games]).tolist()}
    facts: dict[str, dict[str, str]] = {}
    for table in results.told:
        if table.source in sources:
            for row in table.frame.iter_rows(named=True):
                said = {name: str(value) for name, value in row.items() if value is not None}
                facts.setdefault(row["player"], said)
    return facts


def _players(
    results: Results,
    games: NDArray[np.int64],
    people: Mapping[str, Mapping[str, str]],
    problems: list[Problem],
) -> dict[str, _Player]:
    """Who played, and who else is told of, numbered."""
    facts = {**people}
    for game in games.tolist():
        first, last = results.first[game : game + 2].tolist()
        for code in results.entries.player[first:last].tolist():
            facts.setdefault(results.players[code], {})
    players = {key: _Player(said.get("called", key), said) for key, said in facts.items()}
    if len(players) > MOST_PLAYERS:
        problems.append(Problem(f"{len(players)} players", f"at most {MOST_PLAYERS}"))
    ordered = sorted(players.values(), key=lambda one: (-_rating(one.facts), one.key))
    for number, player in enumerate(ordered, 1):
        player.number = number
        name = _name(player)
        if not _id(player) and (len(name) > LONGEST_NAME or not name.isprintable()):
            what = f"{name!r} does not fit into a report, and has no FIDE number"
            problems.append(Problem(what, f"at most {LONGEST_NAME} characters"))
    return players


def _add_game(
    results: Results, game: int, players: Mapping[str, _Player], problems: list[Problem]
) -> None:
    """Add a game, or a bye, to the lines of who played."""
    first, last = results.first[game : game + 2].tolist()
    codes = results.entries.player[first:last].tolist()
    sides = [players[results.players[code]] for code in codes]
    place = results.place(game)
    number = None if results.games.round is None else results.games.round[game]
    if number is None or not re.fullmatch(r"[1-9]\d{0,2}", number) or int(number) > MOST_ROUNDS:
        what = "there is no round" if number is None else f"round {number!r} is no number"
        problems.append(Problem(what, f"a number from 1 to {MOST_ROUNDS}", *place, "round"))
        return
    if len(sides) > 2:
        problems.append(Problem(f"{len(sides)} players in one game", "duels", *place))
        return
    made = _codes(results, game, first, len(sides))
    if made is None:
        what = f"a game of status {STATUSES[results.games.status[game]]} has no place in a report"
        problems.append(Problem(what, "played, forfeit, walkover, bye or void", *place, "status"))
        return
    for at, player in enumerate(sides):
        if int(number) in player.entries:
            what = f"{player.key!r} has two entries of round {number}"
            problems.append(Problem(what, "one a round", *place, "round"))
        opponent = "0000" if len(sides) == 1 else f"{sides[1 - at].number:>4}"
        colour = "-" if len(sides) == 1 else _colours(results, first)[at]
        player.entries[int(number)] = (opponent, colour, made[at])


def _colours(results: Results, first: int) -> str:
    """Who had white and black, of a game's two entries in order."""
    moved = results.entries.advantage
    if moved is None or moved[first] == moved[first + 1]:
        return "--"
    return "wb" if moved[first] else "bw"


def _codes(results: Results, game: int, first: int, count: int) -> str | None:
    """The codes of a game's entries in order; None for what has none."""
    status = STATUSES[results.games.status[game]]
    places = results.entries.place[first : first + count].tolist()
    if count == 1:
        score = None if results.entries.score is None else float(results.entries.score[first])
        return {0.5: "H", 0.0: "Z"}.get(1.0 if score is None else score, "U")
    drawn = places[0] == places[1]
    if status == "void":
        return "XX"
    if status in ("forfeit", "walkover"):
        return ("--" if not any(places) or drawn else "+-") if places[0] <= places[1] else "-+"
    if status != "played" or not all(places):
        return None
    words = "==" if drawn else "10" if places[0] < places[1] else "01"
    short = results.games.rated[game] == 0
    return words.translate(str.maketrans("10=", "WLD")) if short else words


def _head(results: Results, games: Any, event: str, players: list[_Player]) -> Iterable[str]:
    """The lines about the tournament."""
    days = _days(results, games)
    teams: dict[str, list[int]] = {}
    for player in players:
        if team := player.facts.get("team"):
            teams.setdefault(team, []).append(player.number)
    yield f"012 {event}"
    if days:
        yield f"042 {min(days.values()):%Y/%m/%d}"
        yield f"052 {_last_day(results, games, days):%Y/%m/%d}"
    yield f"062 {len(players)}"
    yield f"072 {sum(_rating(player.facts) > 0 for player in players)}"
    if teams:
        yield f"082 {len(teams)}"
    kinds = results.games.time_class
    kind = None if kinds is None or not len(games) else kinds[int(games[0])]
    if kind in TIME_CLASSES:
        yield f"122 {kind}"
    declared = results.games.rounds
    if declared is not None and len(games) and np.isfinite(declared[games[0]]):
        yield f"142 {declared[games[0]]:.0f}"
    if any(code == "X" for player in players for _, _, code in player.entries.values()):
        yield "162  X 0.0"
    if days and all(day.year in YEARS for day in days.values()):
        cells = [f"{days[n]:%y/%m/%d}" if n in days else "" for n in range(1, max(days) + 1)]
        yield ("132".ljust(ROUNDS) + "".join(cell.ljust(WIDTH) for cell in cells)).rstrip()
    for number, (team, members) in enumerate(teams.items(), 1):
        listed = " ".join(f"{member:>4}" for member in members)
        yield f"310 {number:>3} {team[:32]:<32}".ljust(73) + listed


def _days(results: Results, games: Any) -> dict[int, date]:
    """{round: the day of its first game}, by the clock of the results; none where undated."""
    moments, numbers = results.games.time, results.games.round
    days: dict[int, date] = {}
    if moments is not None and numbers is not None:
        for game in games.tolist():
            if (day := known_day(moments, game)) is not None:
                number = int(numbers[game])
                days[number] = min(day, days.get(number, day))
    return days


def _last_day(results: Results, games: Any, days: Mapping[int, date]) -> date:
    """The last day of the event as it is declared, else that of a round."""
    ends = results.games.end
    if ends is not None and ends[games[0]] != NO_TIME:
        return day_of(ends[games[0]])
    return max(days.values())


def _line(player: _Player, rank: int) -> str:
    """The line of a player."""
    facts = player.facts
    sex = {"m": "m", "f": "w", "w": "w"}.get(facts.get("sex", "").lower(), "")
    nation = facts.get("nation", "")
    rating = _rating(facts)
    fixed = (
        f"001 {player.number:>4} {sex:1}{facts.get('title', '')[:3]:>3} "
        f"{_name(player)[:LONGEST_NAME]:<33} {int(rating) if rating > 0 else '':>4} "
        f"{nation if len(nation) <= 3 else '':<3} {_id(player):>11} "
        f"{born_in_report(facts.get('born', '')):<10} {player.points:4.1f} {rank:>4}"
    )
    last = max(player.entries, default=0)
    cells = []
    for number in range(1, last + 1):
        entry = player.entries.get(number)
        cells.append("" if entry is None else "  {} {} {}".format(*entry))
    return fixed + "".join(cell.ljust(WIDTH) for cell in cells).rstrip()


def _ranks(players: list[_Player]) -> list[int]:
    """The place of each by points; equal points share one."""
    return places_of([player.points for player in players])


def _name(player: _Player) -> str:
    """The full name of who goes by a number, else what results call the player."""
    return player.facts.get("name", player.key) if _id(player) else player.key


def _id(player: _Player) -> str:
    """The FIDE number by which results call a player, "" for who goes by the name."""
    key = player.key
    is_number = key.isascii() and key.isdigit() and not key.startswith("0")
    return key if is_number and len(key) <= LONGEST_NUMBER else ""


def _rating(facts: Mapping[str, str]) -> float:
    """A rating that a report has room for, 0 for none."""
    try:
        rating = float(facts.get("rating", "0"))
    except ValueError:
        return 0.0
    return rating if 0 < rating <= 9_999 and rating.is_integer() else 0.0


def born_in_report(text: str) -> str:
    """A date or year of birth as a report has it; "" for none."""
    found = re.match(r"(\d{4})(?:-(\d\d)-(\d\d))?", text)
    return "" if found is None else f"{found[1]}/{found[2] or '00'}/{found[3] or '00'}"
