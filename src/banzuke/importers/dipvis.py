"""Tournaments of the Diplomacy program dipvis, as its interface gives them out (JSON).

Each game has its powers with players, points and final counts of supply centres. The centres are
the score of a seat, since they are what was played for; the order of the points is its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, TypeGuard

import polars as pl

from banzuke.importers.steps.bracket_matches import moment
from banzuke.importers.steps.encodings import load_text
from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.json_document import document_of, start_of_json
from banzuke.importers.steps.tournament_reading import Games, reading_of
from banzuke.model.coded_names import clean_name
from banzuke.model.importer import Importer, Reading, ReadOptions
from banzuke.model.wording import counted

RIGHT = "a tournament with rounds, of games, of players by power, as dipvis gives it out"
#: What such a document begins with; no other has all of it.
WORDS = ('"name"', '"year"', '"wdd_id"', '"rounds"')
USUAL = frozenset({"role", "score"})
#: No game gives so many points, nor has so many centres.
MOST = 10**9
Json = dict[str, Any]


@dataclass
class Tournament:
    """What a document tells.

    rows : a seat each; numbers : of the game of each, from 1
    players : {player: number of the World Diplomacy Reference}; unfinished : how many games are
    """

    event: str
    rows: list[Json] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    players: dict[str, str | None] = field(default_factory=dict)
    unfinished: int = 0


def recognise(sample: bytes, path: Path) -> float:
    """How sure it is that a file is such a tournament, by the words it begins with."""
    start = start_of_json(sample)
    return 0.98 if start.startswith("{") and all(word in start for word in WORDS) else 0.0


def read(path: Path, options: ReadOptions) -> Reading:
    """Read the finished games, a row a seat; raises ResultsRefused with every problem found.

    The row of a problem is the number of the game in the file. Of ``options`` only the encoding
    means something.
    """
    found = Findings(path.name)
    text = load_text(path, options.encoding)
    found.odd.found += text.warnings
    document = document_of(text, path.name, RIGHT)
    if not isinstance(document, dict) or not isinstance(document.get("rounds"), dict):
        found.wrong.add("this is no tournament of dipvis", RIGHT)
        raise found.refusal()
    tournament = Tournament(_event(document, path, found))
    for number, (name, said, scoring, game) in enumerate(_games(document), start=1):
        common = {"round": name, "game": said, "event_scoring": scoring}
        _take_game(tournament, common, game, number, found)
    if tournament.unfinished:
        what = counted(tournament.unfinished, "game has", "games have")
        found.odd.add(f"{what} no final scores: left out")
    if not tournament.rows and not found.wrong.found:
        found.wrong.add("no game of this tournament has ended", RIGHT)
    return reading_of(_as_games(tournament), found, USUAL, whole=True)


def _event(document: Json, path: Path, found: Findings) -> str:
    """The name of the tournament, with its year."""
    name = _text(document.get("name"))
    if not name:
        name = found.named_as(path, "a name")
    year = document.get("year")
    told = _is_whole(year) and str(year) not in name
    return f"{name} {year}" if told else name


def _games(document: Json) -> Iterator[tuple[str, str, str | None, Json]]:
    """The round, the name, the scoring and the rest of each game, in the order of the file."""
    rounds = document["rounds"].items()
    for round_, rest in ((name, one) for name, one in rounds if isinstance(one, dict)):
        scoring = rest.get("scoring_system")
        games = rest.get("games")
        for name, game in games.items() if isinstance(games, dict) else ():
            said = scoring if isinstance(scoring, str) else None
            yield round_, clean_name(name), said, game if isinstance(game, dict) else {}


def _take_game(
    tournament: Tournament, common: Json, game: Json, number: int, found: Findings
) -> None:
    """The seats of a game; what is wrong with it is told."""
    seats = game.get("players")
    if not isinstance(seats, dict) or not all(isinstance(one, dict) for one in seats.values()):
        found.wrong.add("a game without players", "players by power", "players", number)
        return
    points = [one.get("score") for one in seats.values()]
    if not seats or None in points:
        tournament.unfinished += 1
        return
    if not all(map(_is_number, points)):
        found.wrong.add("points that are no numbers", "a number each", "score", number)
        return
    places = [1 + sum(other > mine for other in points) for mine in points]
    taken = [
        {"player": _text(one.get("name")), "role": clean_name(power), "place": place}
        | {"score": one.get("final_scs")}
        for (power, one), place in zip(seats.items(), places, strict=True)
    ]
    if not _are_sound(tournament, seats, taken, number, found):
        # Without one of its seats the others would be rated as if nobody had been there.
        return
    if _centres_contradict(taken):
        what = "the order of the points is not that of the centres: places follow the points"
        right = "see that both are right; the centres of this game are left out"
        found.odd.add(what, right, "final_scs", number)
        taken = [seat | {"score": None} for seat in taken]
    common |= {"event": tournament.event, "date": moment(game.get("started"))}
    tournament.rows += [common | seat for seat in taken]
    tournament.numbers += [number] * len(taken)


def _are_sound(
    tournament: Tournament, seats: Json, taken: list[Json], number: int, found: Findings
) -> bool:
    """Whether each seat of a game has its player and a count; what is wrong is told."""
    sound = True
    names: set[str] = set()
    for (power, said), seat in zip(seats.items(), taken, strict=True):
        name, centres = seat["player"], seat["score"]
        if not name or name in names:
            what = f"{name!r} has two powers" if name else f"{power} has no player"
            found.wrong.add(what, "a player for each power", "name", number)
            sound = False
        elif centres is not None and not _is_number(centres):
            found.wrong.add(f"{centres!r} is no count", "a number", "final_scs", number)
            sound = False
        else:
            sound &= _take_player(tournament, name, said.get("wdr_id"), number, found)
        names.add(name)
    return sound


def _take_player(
    tournament: Tournament, name: str, register: object, number: int, found: Findings
) -> bool:
    """A player with the number that a game tells; whether it is the one that others tell."""
    known = str(register) if _is_whole(register) and register > 0 else None
    before = tournament.players.get(name)
    if before and known and before != known:
        what = f"{name!r} has the number {known}, but {before} in another game"
        found.wrong.add(what, "one number a player, or two names", "wdr_id", number)
        return False
    tournament.players[name] = before or known
    return True


def _centres_contradict(seats: list[Json]) -> bool:
    """Whether a seat with a worse place has more centres than one with a better."""
    told = [(seat["place"], seat["score"]) for seat in seats if seat["score"] is not None]
    return any(
        place > better and centres > fewer for place, centres in told for better, fewer in told
    )


def _text(value: object) -> str:
    """A name as it is said, "" for what is no text."""
    return clean_name(value) if isinstance(value, str) else ""


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and _is_number(value)


def _is_number(value: object) -> bool:
    """Whether a value is a number of everyday size."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < MOST


def _as_games(tournament: Tournament) -> Games:
    """The seats as entries, and the players."""
    texts = ("event", "event_scoring", "round", "game", "player", "role")
    schema: dict[str, pl.DataType] = dict.fromkeys(texts, pl.String())
    schema |= dict.fromkeys(("place", "score"), pl.Float64())
    schema["date"] = pl.Datetime("us", "UTC")
    frame = pl.DataFrame(
        {name: [row[name] for row in tournament.rows] for name in schema}, schema=schema
    )
    begins: datetime | None = frame["date"].min()  # type: ignore[assignment]  # of a date column
    if begins is not None:
        # A game of which no time is told is as old as the first.
        frame = frame.with_columns(pl.col("date").fill_null(begins))
    first = dict(
        zip(reversed(frame["player"].to_list()), reversed(tournament.numbers), strict=True)
    )
    # Who is in refused games alone is in no game.
    numbers = {name: one for name, one in tournament.players.items() if name in first}
    players = pl.DataFrame(
        {"player": list(numbers), "id": list(numbers.values())},
        schema={"player": pl.String, "id": pl.String},
    )
    return Games(frame, tournament.numbers, players, [first[name] for name in numbers])


IMPORTER = Importer(
    key="dipvis",
    title="tournament of the Diplomacy program dipvis (JSON)",
    recognise=recognise,
    read=read,
    source="https://github.com/UEWBot/dipvis",
    numbers_of="wdr",
    surest=0.98,
)
