"""Matches of a bracket, whatever service it is from, as results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import polars as pl

from banzuke.model.row_problems import Problems
from banzuke.model.wording import counted

#: When an earlier time than this is told, it is none: services did not exist.
FIRST_YEAR = 2000


@dataclass(frozen=True)
class Match:
    """A match (a set) of two entrants.

    number : which one of the file, from 1; key : what the service calls it
    event, phase : names; order : of the phase within the event, for matches without a time
    round : from 1, below 0 in the losers' bracket, 0 if unknown; final : the grand final
    sides : of each entrant, the players by whose names results go
    winner : 0 or 1; None for a draw
    scores : of both, None where they are not told
    status : played, walkover (a disqualification) or void (no winner and no score)
    """

    number: int
    key: str
    event: str
    phase: str
    order: int
    round: int
    final: bool
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    winner: int | None
    scores: tuple[float, float] | None
    status: str
    time: datetime | None


@dataclass(frozen=True)
class Bracket:
    """All that a file holds: its matches, facts of players, and the beginning of each event.

    players : {player: {column: text}}; waiting : how many matches have not been played
    """

    matches: list[Match]
    players: dict[str, dict[str, str]]
    begins: dict[str, datetime | None]
    waiting: int = 0


def moment(value: object) -> datetime | None:
    """A moment, told as seconds since 1970 or as an ISO text with an offset; None for none."""
    found = None
    try:
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            found = datetime.fromtimestamp(value, UTC)
        elif isinstance(value, str) and value:
            found = datetime.fromisoformat(value)
            found = found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return found if found is not None and found.year >= FIRST_YEAR else None


def leader(scores: tuple[float, float] | None) -> int | None:
    """Who has the higher score, 0 or 1; None where nobody has."""
    if scores is None or scores[0] == scores[1]:
        return None
    return int(scores[1] > scores[0])


def settle(match: Match, odd: Problems) -> Match:
    """A match whose scores do not contradict the winner, who goes before them."""
    if match.scores is None or match.winner is None or match.status != "played":
        return match
    won, lost = match.scores[match.winner], match.scores[1 - match.winner]
    if won > lost:
        return match
    if won < lost:
        what = f"{' + '.join(match.sides[match.winner])} won by {won:g}-{lost:g}"
        odd.add(f"{what}: the winner is taken, the score is not", "", "scores", match.number)
    return replace(match, scores=None)


def as_frame(bracket: Bracket, odd: Problems, wrong: Problems) -> pl.DataFrame:
    """The matches as duels; as entries if an entrant is a team."""
    matches = bracket.matches
    times = _times(bracket, wrong)
    phases = {(match.event, match.phase) for match in matches}
    several = len(phases) > len({event for event, _ in phases})
    common = {
        "event": [match.event for match in matches],
        "event_category": [match.phase if several else None for match in matches],
        "round": [round_name(match) for match in matches],
        "game": [match.key for match in matches],
        "status": [match.status for match in matches],
    }
    frame = pl.DataFrame(common, schema=dict.fromkeys(common, pl.String))
    if times is not None:
        frame = frame.with_columns(pl.Series("date", times, pl.Datetime("us", "UTC")))
    if bracket.waiting:
        what = counted(bracket.waiting, "match has", "matches have")
        odd.add(f"{what} not been played yet: left out")
    if any(len(side) > 1 for match in matches for side in match.sides):
        return _entries(frame, matches)
    scores = [match.scores or (None, None) for match in matches]
    results = {0: "1-0", 1: "0-1", None: "1/2-1/2"}
    return frame.with_columns(
        pl.Series("player_1", [match.sides[0][0] for match in matches], pl.String),
        pl.Series("player_2", [match.sides[1][0] for match in matches], pl.String),
        pl.Series(
            "result",
            ["*" if match.status == "void" else results[match.winner] for match in matches],
            pl.String,
        ),
        pl.Series("score_1", [one for one, _ in scores], pl.Float64),
        pl.Series("score_2", [two for _, two in scores], pl.Float64),
    )


def _entries(frame: pl.DataFrame, matches: Sequence[Match]) -> pl.DataFrame:
    """A row a player and match; the players of an entrant are one side."""
    rows = []
    for at, match in enumerate(matches):
        for number, side in enumerate(match.sides):
            place = 1 if match.winner is None or match.winner == number else 2
            score = None if match.scores is None else match.scores[number]
            rows += [(at, player, str(number + 1), place, score) for player in side]
    schema = {
        "at": pl.UInt32,
        "player": pl.String,
        "side": pl.String,
        "place": pl.Int64,
        "score": pl.Float64,
    }
    table = pl.DataFrame(rows, schema=schema, orient="row")
    return pl.concat([frame[table["at"]], table.drop("at")], how="horizontal")


def rows_of(bracket: Bracket, frame: pl.DataFrame) -> pl.Series:
    """The number in the file of the match of each row."""
    number = {match.key: match.number for match in bracket.matches}
    keys = frame["game"].to_list()
    return pl.Series([number[key] for key in keys], dtype=pl.UInt32)


def round_name(match: Match) -> str:
    """What a round is called, so that rounds sort as they are played, phase by phase."""
    number = abs(match.round)
    name = f"losers {number}" if match.round < 0 else str(number)
    if match.final:
        name = f"overall final {number}"
    return f"{match.order}: {name}" if match.order else name


def _times(bracket: Bracket, wrong: Problems) -> list[datetime] | None:
    """When each match was: its own time, else the event's first; None if nothing is dated."""
    firsts = dict(bracket.begins)
    for match in bracket.matches:
        known = firsts.get(match.event)
        if match.time is not None and (known is None or known > match.time):
            firsts[match.event] = match.time
    if not any(firsts.values()):
        return None
    found = []
    for match in bracket.matches:
        time = match.time or firsts.get(match.event)
        if time is None:
            what = f"nothing dates the event {match.event!r}, but others have a date"
            wrong.add(what, "completedAt or startAt", "completedAt", match.number)
        found.append(time or datetime(FIRST_YEAR, 1, 1, tzinfo=UTC))
    return found
