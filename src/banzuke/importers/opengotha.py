"""Tournaments of Go saved by the pairing program OpenGotha (XML): players, games, settings.

Declared ranks are told with the games. A rating is told only where it comes from the European
list: the program fills in others, of other lists or reckoned from ranks, which are left aside.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import polars as pl

from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.tournament_reading import Games, reading_of
from banzuke.importers.steps.xml_tags import Tag, start_of_xml, tags_of
from banzuke.model.coded_names import clean_name
from banzuke.model.importer import Importer, Reading, ReadOptions
from banzuke.model.wording import counted

PLAYER, GAME, BYE, SETTINGS = "Player", "Game", "ByePlayer", "GeneralParameterSet"
#: How a game ended: the result in the view of White, and the status.
ENDED = {
    "WHITEWINS": ("1-0", "played"),
    "BLACKWINS": ("0-1", "played"),
    "EQUAL": ("1/2-1/2", "played"),
    "BOTHLOSE": ("--", "forfeit"),
    "BOTHWIN": (None, "void"),
    "UNKNOWN": ("*", "void"),
    "WHITEWINS_BYDEF": ("1-0", "forfeit"),
    "BLACKWINS_BYDEF": ("0-1", "forfeit"),
    "EQUAL_BYDEF": ("1/2-1/2", "forfeit"),
    "BOTHLOSE_BYDEF": ("--", "forfeit"),
    "BOTHWIN_BYDEF": (None, "forfeit"),
}
TEXTS, NUMBERS = pl.String(), pl.Float64()
SCHEMA: dict[str, pl.DataType] = {
    "player_1": TEXTS,
    "player_2": TEXTS,
    "result": TEXTS,
    "status": TEXTS,
    "advantage": TEXTS,
    "handicap_2": NUMBERS,
    "entry_rank_1": TEXTS,
    "entry_rank_2": TEXTS,
    "komi": NUMBERS,
    "round": TEXTS,
    "board": TEXTS,
}
USUAL = frozenset({"advantage", "komi"})
#: The numbers that a player has in registers, by columns of a players file.
NUMBERS_IN = {"egd_id": "egfPin", "ffg_id": "ffgLicence", "aga_id": "agaId"}


@dataclass
class Tournament:
    """What a file says.

    keys : of a player's key in the file, the name; the same for keys in plain capital letters
    """

    players: dict[str, Tag] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    plain: dict[str, str] = field(default_factory=dict)
    name: str = ""
    place: str = ""
    begin: date | None = None
    end: date | None = None
    komi: float | None = None
    board_size: float | None = None
    rounds: int | None = None
    seen: dict[tuple[int, str], int] = field(default_factory=dict)


def recognise(sample: bytes, path: Path) -> float:
    """How surely a file that begins with ``sample`` is such a file, 0 to 1."""
    start = start_of_xml(sample)
    is_xml = start.startswith((b"<?xml", b"<Tournament"))
    named = re.search(rb"<Tournament[\s>]", start) is not None
    told = b"gothaVersion" in start or re.search(rb"<Players?[\s>]", start) is not None
    return 0.97 if is_xml and named and told else 0.0


def read(path: Path, options: ReadOptions) -> Reading:
    """Read the games as duels, White first, with ranks, handicaps, komi, board and dates.

    Of ``options`` only the encoding means something. Raises ResultsRefused with every problem,
    UnknownName for an encoding.
    """
    found = Findings(path.name)
    tags = tags_of(path, {PLAYER, GAME, BYE, SETTINGS}, options.encoding)
    tournament = Tournament()
    for tag in tags:
        if tag.name == PLAYER:
            _take_player(tournament, tag, found)
        elif tag.name == SETTINGS:
            _take_settings(tournament, tag, found)
    if not tournament.name:
        tournament.name = found.named_as(path, "a name in the tournament's settings")
    rows: list[tuple[object, ...]] = []
    lines: list[int] = []
    for tag in tags:
        if tag.name in (GAME, BYE):
            take = _game if tag.name == GAME else _bye
            taken = take(tournament, tag, found)
            rows += taken
            lines += [tag.line] * len(taken)
    if not rows and not found.wrong.found:
        found.wrong.add("there is no game in this file", "a tournament with games")
    players = list(tournament.players.items())
    games = Games(
        _frame(tournament, rows),
        lines,
        _players(players, found),
        [tag.line for _, tag in players],
    )
    return reading_of(games, found, USUAL)


def _take_player(tournament: Tournament, tag: Tag, found: Findings) -> None:
    """A player, who is told by name and given name; games name both together, in capitals."""
    family, given = tag.attributes.get("name", ""), tag.attributes.get("firstName", "")
    name = clean_name(f"{family} {given}".replace("_", " "))
    if not name:
        found.wrong.add("a player without a name", "name and firstName", "name", tag.line)
        return
    if name in tournament.players:
        first = tournament.players[name].line
        found.tell_twice(repr(name), first, "each player once", tag.line, "name")
        return
    tournament.players[name] = tag
    key = f"{family}{given}".replace(" ", "").upper()
    tournament.keys.setdefault(key, name)
    tournament.plain.setdefault(_plain(key), name)


def _plain(key: str) -> str:
    """A key without accents, as old versions of the program write it."""
    letters = unicodedata.normalize("NFKD", key)
    return "".join(c for c in letters if not unicodedata.combining(c)).replace("_", "").upper()


def _take_settings(tournament: Tournament, tag: Tag, found: Findings) -> None:
    """What the settings say of the tournament; those that are not there are not made up."""
    said = tag.attributes
    tournament.name = clean_name(said.get("name", "")) or clean_name(said.get("shortName", ""))
    tournament.place = clean_name(said.get("location", ""))
    tournament.begin = _day(tag, "beginDate", found)
    tournament.end = _day(tag, "endDate", found) or tournament.begin
    tournament.komi = _number(tag, "komi", found)
    tournament.board_size = _number(tag, "size", found)
    rounds = _number(tag, "numberOfRounds", found)
    tournament.rounds = None if rounds is None else int(rounds)
    right = "the first day, and the last"
    found.are_in_order(tournament.begin, tournament.end, right, "endDate", tag.line)


def _day(tag: Tag, name: str, found: Findings) -> date | None:
    text = tag.attributes.get(name, "").strip()
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        found.wrong.add(f"{text!r} is no day", "a day as 2026-05-30", name, tag.line)
        return None


def _number(tag: Tag, name: str, found: Findings) -> float | None:
    """An attribute that is a number of everyday size."""
    text = tag.attributes.get(name, "").strip()
    if re.fullmatch(r"-?\d{1,6}([.,]\d{1,6})?", text):
        return float(text.replace(",", "."))
    if text:
        found.wrong.add(f"{text!r} is no number", "a number", name, tag.line)
    return None


def _known(tournament: Tournament, tag: Tag, attribute: str, found: Findings) -> str:
    """The name of the player with a key; "" if there is none, which is told."""
    key = tag.attributes.get(attribute, "")
    name = tournament.keys.get(key) or tournament.plain.get(_plain(key), "")
    if not name:
        what = f"{key!r} is no player of the tournament"
        found.wrong.add(what, "the key of one of the players", attribute, tag.line)
    return name


def _round(tournament: Tournament, tag: Tag, players: Sequence[str], found: Findings) -> int | None:
    """The round of a game; that somebody is in it already is told."""
    round_ = _number(tag, "roundNumber", found)
    number = 0 if round_ is None else int(round_)
    if number < 1 or (tournament.rounds and number > tournament.rounds):
        right = f"1 to {tournament.rounds}" if tournament.rounds else "a number from 1"
        found.wrong.add(
            f"round {number} is none of this tournament", right, "roundNumber", tag.line
        )
        return None
    for name in filter(None, players):
        first = tournament.seen.setdefault((number, name), tag.line)
        if first != tag.line:
            what = f"{name!r} is in round {number} already, in row {first}"
            found.wrong.add(what, "one game a round", "roundNumber", tag.line)
    return number


def _game(tournament: Tournament, tag: Tag, found: Findings) -> list[tuple[object, ...]]:
    """A game as a row of ``SCHEMA``; none if something is wrong with it."""
    said = tag.attributes
    white = _known(tournament, tag, "whitePlayer", found)
    black = _known(tournament, tag, "blackPlayer", found)
    round_ = _round(tournament, tag, (white, black), found)
    stones = _number(tag, "handicap", found) or 0.0
    word = said.get("result", "RESULT_UNKNOWN").removeprefix("RESULT_")
    if word not in ENDED:
        right = ", ".join(f"RESULT_{one}" for one in ENDED)
        found.wrong.add(f"{said['result']!r} is no result", right, "result", tag.line)
    if not white or not black or round_ is None or word not in ENDED:
        return []
    result, status = ENDED[word]
    if word == "BOTHWIN":
        what = f"both {white!r} and {black!r} are given a win: not rated"
        found.odd.add(what, "", "result", tag.line)
    # Black moves first, but not after handicap stones.
    first = "2" if stones < 2 and said.get("knownColor", "true") != "false" else None
    ranks = [tournament.players[name].attributes.get("rank", "").strip() for name in (white, black)]
    komi = tournament.komi if stones == 0 else None
    played = (white, black, result, status, first, stones, *ranks)
    return [(*played, komi, str(round_), said.get("tableNumber") or None)]


def _bye(tournament: Tournament, tag: Tag, found: Findings) -> list[tuple[object, ...]]:
    """A bye as a row of ``SCHEMA``; none if something is wrong with it."""
    name = _known(tournament, tag, "player", found)
    round_ = _round(tournament, tag, (name,), found)
    if not name or round_ is None:
        return []
    rank = tournament.players[name].attributes.get("rank", "").strip()
    return [(name, None, None, "bye", None, None, rank, None, None, str(round_), None)]


def _frame(tournament: Tournament, rows: Sequence[tuple[object, ...]]) -> pl.DataFrame:
    """The games, with what the settings say."""
    return pl.DataFrame(rows, schema=SCHEMA, orient="row").with_columns(
        event=pl.lit(tournament.name, pl.String),
        date=pl.lit(tournament.begin, pl.Date),
        event_end=pl.lit(tournament.end, pl.Date),
        event_players=pl.lit(len(tournament.players) or None, pl.Int64),
        event_rounds=pl.lit(tournament.rounds, pl.Int64),
        event_category=pl.lit(None, pl.String),
        event_place=pl.lit(tournament.place or None, pl.String),
        board_size=pl.lit(tournament.board_size, pl.Float64),
    )


def _players(players: Sequence[tuple[str, Tag]], found: Findings) -> pl.DataFrame:
    """What the file says of its players; ratings of the European list only."""
    rows = []
    others: list[tuple[str, int]] = []
    for name, tag in players:
        said = {key: value.strip() for key, value in tag.attributes.items()}
        numbers = {
            column: number if (number := said.get(key, "")).strip("0") else None
            for column, key in NUMBERS_IN.items()
        }
        rating = _number(tag, "rating", found)
        origin = said.get("ratingOrigin", "").partition(":")[0].split()[:1] or ["?"]
        if rating is not None and origin[0] != "EGF":
            others.append((origin[0], tag.line))
            rating = None
        nation = said.get("country", "").upper()
        sort_name = clean_name(said.get("name", "").replace("_", " "))
        club = said.get("club") or None
        rows.append((name, *numbers.values(), sort_name, nation or None, club, rating))
    if others:
        origins = ", ".join(sorted({origin for origin, _ in others}))
        what = f"{counted(len(others), 'rating is', 'ratings are')} of other lists ({origins})"
        right = "the declared rank counts; or ratings in a players file"
        found.odd.add(f"{what}: left aside", right, "rating", others[0][1])
    texts = dict.fromkeys(("player", *NUMBERS_IN, "sort_name", "nation", "club"), TEXTS)
    return pl.DataFrame(rows, schema={**texts, "rating": NUMBERS}, orient="row")


IMPORTER = Importer(
    key="opengotha",
    title="tournament of the Go pairing program OpenGotha (.xml)",
    recognise=recognise,
    read=read,
    source="http://opengotha.info",
    surest=0.97,
    begins=re.compile(rb"<\?xml[^>]*>\s*<Tournament\b"),
)
