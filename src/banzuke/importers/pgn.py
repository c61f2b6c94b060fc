"""Chess games as PGN: who played whom, when and how it ended, by the tags, without the moves.

A player is called by the FIDE number, where the tags have it, else by the name, just as it is
written. Games of servers (lichess, chess.com) have the class of their time control, or their
variant, as pool; ratings in the tags are the server's, and nobody starts from them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import polars as pl

from banzuke.importers.steps.encodings import load_text, start_of_text
from banzuke.importers.steps.file_kinds import GZIP, seems_to_be
from banzuke.importers.steps.pgn_headers import Found, find_games
from banzuke.importers.steps.time_controls import fide_class, server_class
from banzuke.model.errors import ResultsRefused
from banzuke.model.importer import Importer, Reading, ReadOptions
from banzuke.model.problems import Problem, in_rows
from banzuke.model.row_problems import Problems
from banzuke.model.wording import counted

#: What no game says of a player.
NOBODY = ("?", "-")
SERVERS = r"(?i)lichess\.org|chess\.com"
#: How lichess names a game that belongs to no tournament, and what is not rated there.
KIND_OF_GAME = r"(?i)^(rated|casual|unrated)\b.*\b(game|tournament|arena|swiss)\b"
CASUAL = r"(?i)^(casual|unrated)\b"
TOURNAMENT = r"(https?://\S+/(?:tournament|swiss|broadcast)/\w+)"
#: What ends a game that was not decided by play, or not at all.
NOT_PLAYED = r"(?i)^(abandoned|unplayed|forfeit|default|walkover|no.?show)$"
UNFINISHED = r"(?i)^unterminated$"
#: So many tags in comments are told.
MOST_TOLD = 20
USUAL = frozenset(("advantage", "time_class"))


def recognise(sample: bytes, path: Path) -> float:
    """How sure it is that a file holds chess games, by its first tags."""
    if seems_to_be(sample) not in ("", GZIP):
        return 0.0
    start = start_of_text(sample).lstrip()
    if start.startswith("["):
        games = find_games(start[:4000].encode(errors="replace")).frame()
        if ((games["White"] != "") & (games["Black"] != "")).any():
            return 0.98
    return 0.9 if start.startswith('[Event "') else 0.0


def read(path: Path, options: ReadOptions) -> Reading:
    """Read the tags of games; raises ResultsRefused with every problem found.

    The frame has a row a game: event, date (a time stamp where every game has one), round,
    board, game, player_1 (White), player_2, result, status, advantage, time_class, pool, and
    the ratings of the tags as white_elo and black_elo. Of ``options`` only the encoding means
    something here.
    """
    source = path.name
    text = load_text(path, options.encoding)
    found = find_games(text.data[:])
    if not found.lines:
        what = 'there is no game: no line is a tag such as [White "Name"]'
        raise ResultsRefused([Problem(what, "chess games as PGN", source)])
    odd = Problems(source, lambda line: line)
    wrong = Problems(source, lambda line: line)
    games = found.frame()
    _tell_ends(games, found, odd)
    _tell_comments(found, wrong, odd)
    keys = _keys(games, found, odd)
    frame = games.select(
        *_of_event(),
        *_how_ended(),
        *keys,
        pl.lit("1").alias("advantage"),
        pl.col("WhiteElo").replace(["", "?", "-"], None).alias("white_elo"),
        pl.col("BlackElo").replace(["", "?", "-"], None).alias("black_elo"),
    )
    frame = frame.with_columns([*_kinds(games), *_dates(games, found, (wrong, odd))])
    frame = frame.select(column for column in frame if column.null_count() < len(frame))
    reading = Reading(
        frame=frame,
        source=source,
        rows=pl.Series(found.lines, dtype=pl.UInt32),
        players=_players(games, keys),
        warnings=(*text.warnings, *in_rows(odd.found)),
        usual=USUAL,
    )
    if wrong.found:
        raise ResultsRefused(in_rows(wrong.found), _without_undated(reading))
    return reading


def _without_undated(reading: Reading) -> Reading:
    """The games that have a date."""
    if "date" not in reading.frame.columns:
        return reading
    dated = reading.frame["date"].is_not_null()
    rows = None if reading.rows is None else reading.rows.filter(dated)
    return replace(reading, frame=reading.frame.filter(dated), rows=rows)


def _of_event() -> list[pl.Expr]:
    """Event, round, board and game."""
    event, site, number = pl.col("Event"), pl.col("Site"), pl.col("Round")
    is_kind = event.str.contains(KIND_OF_GAME) & site.str.contains(SERVERS)
    board = (
        pl.when(pl.col("Board") != "").then("Board").otherwise(number.str.extract(r"^\d+\.(.+)$"))
    )
    key = site.str.extract(r"(?i)(?:lichess\.org|chess\.com)/(?:\S*/)?(\w{6,})$")
    return [
        pl.when(is_kind)
        .then(event.str.extract(TOURNAMENT))
        .otherwise(event.replace(["", *NOBODY], None))
        .alias("event"),
        number.str.extract(r"^([^.]+)").replace(["", *NOBODY], None).alias("round"),
        board.replace(["", *NOBODY], None).alias("board"),
        pl.when(pl.col("GameId") != "").then("GameId").otherwise(key).alias("game"),
    ]


def _how_ended() -> list[pl.Expr]:
    """Result and status."""
    result, how = pl.col("Result"), pl.col("Termination")
    unfinished = how.str.contains(UNFINISHED) | (result == "*") | (result == "0-0")
    status = (
        pl.when(unfinished)
        .then(pl.lit("void"))
        .when(how.str.contains(NOT_PLAYED))
        .then(pl.lit("forfeit"))
        .when(pl.col("Event").str.contains(CASUAL) & pl.col("Site").str.contains(SERVERS))
        .then(pl.lit("friendly"))
        .otherwise(pl.lit("played"))
    )
    ended = pl.when(result == "0-0").then(pl.lit("*")).otherwise(result.replace(["", "?"], None))
    return [ended.alias("result"), status.alias("status")]


def _kinds(games: pl.DataFrame) -> list[pl.Series]:
    """Both time_class and pool."""
    serves = games["Site"].str.contains(SERVERS).to_list()
    variant = games["Variant"].str.to_lowercase().replace(["standard", "from position"], "")
    controls = zip(games["TimeControl"].to_list(), serves, strict=True)
    classes = [server_class(one) if on else fide_class(one) for one, on in controls]
    pools = [
        _camel(other) if other else (kind if on else "")
        for other, kind, on in zip(variant.to_list(), classes, serves, strict=True)
    ]
    return [
        pl.Series("time_class", classes, dtype=pl.String).replace("", None),
        pl.Series("pool", pools, dtype=pl.String).replace("", None),
    ]


def _camel(text: str) -> str:
    """A variant as servers name its ratings: kingOfTheHill for King of the Hill."""
    first, *others = text.replace("-", " ").split()
    return first + "".join(word.capitalize() for word in others)


def _tell_ends(games: pl.DataFrame, found: Found, odd: Problems) -> None:
    """A warning for each game whose moves end in another result than the tag has."""
    result, end = games["Result"], pl.Series(found.ends)
    differs = (end != "") & (end != result) & ~result.is_in(["", "?"]) & (end != "*")
    for at in differs.arg_true().to_list():
        what = f"the tag Result says {result[at]}, but the moves end in {end[at]}"
        odd.add(what, "the tag is taken", "Result", found.lines[at])


def _tell_comments(found: Found, wrong: Problems, odd: Problems) -> None:
    """The first tags and games that stand in comments, and how many more do."""
    for line in found.in_comments[:MOST_TOLD]:
        odd.add("a tag that stands in a comment is none", "", "", line)
    more = len(found.in_comments) - MOST_TOLD
    if more > 0:
        what = f"… and {counted(more, 'more tag stands', 'more tags stand')} in comments"
        odd.found.append(Problem(what, source=odd.source, times=more))
    for line in found.buried[:MOST_TOLD]:
        right = "a } where the comment ends, or no tags in it"
        wrong.add("a game begins within a comment in braces", right, "Event", line)
    more = len(found.buried) - MOST_TOLD
    if more > 0:
        what = f"… and {counted(more, 'more game begins', 'more games begin')} within a comment"
        wrong.found.append(Problem(what, source=wrong.source, times=more))


def _keys(games: pl.DataFrame, found: Found, odd: Problems) -> list[pl.Series]:
    """player_1 and player_2: the FIDE number, or the name.

    A name that has one number in some games has it in all of the file.
    """
    names = [games[name].replace(["", *NOBODY], None) for name in ("White", "Black")]
    ids = [_ids(games[name]) for name in ("WhiteFideId", "BlackFideId")]
    table = pl.DataFrame({"name": pl.concat(names), "id": pl.concat(ids)})
    numbered = table.drop_nulls().unique().group_by("name").agg(pl.len(), pl.col("id").first())
    single = numbered.filter(pl.col("len") == 1).drop("len")
    if len(single):
        joined = table.join(single, on="name", how="left", suffix="_known", maintain_order="left")
        filled = joined["id"].is_null() & joined["id_known"].is_not_null()
        if filled.any():
            one = int(filled.arg_max() or 0)
            what = (
                f"{counted(int(filled.sum()), 'entry has', 'entries have')} a name, but no FIDE "
                f"number: taken to be who has it elsewhere, as {joined['name'][one]!r}"
            )
            odd.add(what, "the number in each game", "FideId", found.lines[one % len(games)])
        table = table.with_columns(joined["id"].fill_null(joined["id_known"]))
    keys = table["id"].fill_null(table["name"])
    half = len(games)
    return [keys[:half].alias("player_1"), keys[half:].alias("player_2")]


def _ids(texts: pl.Series) -> pl.Series:
    """FIDE numbers as texts without zeros before them; null for what is none."""
    plain = texts.str.strip_chars_start("0")
    return pl.select(pl.when(plain.str.contains(r"^[0-9]+$")).then(plain)).to_series()


def _players(games: pl.DataFrame, keys: list[pl.Series]) -> pl.DataFrame:
    """Names, numbers, titles and teams of players, as the last game with each has them."""
    parts = []
    for side, key in zip(("White", "Black"), keys, strict=True):
        texts = [pl.col(f"{side}Title").alias("title"), pl.col(f"{side}Team").alias("team")]
        number = _ids(games[f"{side}FideId"]).alias("id")
        part = games.select(key.alias("player"), pl.col(side).alias("name"), number, *texts)
        parts.append(part)
    table = pl.concat(parts).drop_nulls("player").with_columns(pl.col(pl.String).replace("", None))
    last = pl.exclude("player").drop_nulls().last()
    return table.group_by("player", maintain_order=True).agg(last)


def _dates(
    games: pl.DataFrame, found: Found, problems: tuple[Problems, Problems]
) -> list[pl.Series]:
    """date, as a moment if every game has one, else as a day; none if nothing is dated.

    A game that says only its year or month is dated by the first day of it, or of its event,
    which is told; one that says nothing by the first day of its event.
    """
    day, time = games["UTCDate"].str.replace_all(".", "-", literal=True), games["UTCTime"]
    stamps = (day + "T" + time).str.to_datetime(
        "%Y-%m-%dT%H:%M:%S%.f", strict=False, time_unit="us"
    )
    if not stamps.null_count():
        return [stamps.dt.replace_time_zone("UTC").alias("date")]
    said = pl.select(
        pl.when(games["Date"].str.contains(r"^\d{4}"))
        .then(games["Date"])
        .otherwise(games["UTCDate"])
    ).to_series()
    whole = _whole_days(said)
    begin = _first_days(said)
    start = _first_days(games["EventDate"])
    known = pl.DataFrame({"event": games["Event"], "day": whole, "begin": begin, "start": start})
    of_event = (pl.col(name).min().over("event") for name in ("day", "begin"))
    guess = pl.max_horizontal("begin", pl.coalesce("start", *of_event))
    filled = known.select(pl.col("day").fill_null(guess).alias("date"))["date"]
    if filled.is_null().all():
        return []
    _tell_days(games, found, (whole, filled), problems)
    return [filled]


def _whole_days(texts: pl.Series) -> pl.Series:
    plain = texts.str.replace_all(r"[./]", "-")
    return plain.str.to_date("%Y-%m-%d", strict=False)


def _first_days(texts: pl.Series) -> pl.Series:
    """The first day that a date with question marks can be."""
    plain = texts.str.replace_all(r"[./]", "-").str.replace(r"-\?\?$", "-01")
    return plain.str.replace(r"-\?\?-", "-01-").str.to_date("%Y-%m-%d", strict=False)


def _tell_days(
    games: pl.DataFrame,
    found: Found,
    days: tuple[pl.Series, pl.Series],
    problems: tuple[Problems, Problems],
) -> None:
    """What was dated for want of a whole date is odd; what could not be dated is wrong."""
    wrong, odd = problems
    whole, filled = days
    partial = (whole.is_null() & filled.is_not_null()).arg_true().to_list()
    if partial:
        many = counted(len(partial), "game has", "games have")
        first = partial[0]
        said = games["Date"][first] or "none"
        what = f"{many} no whole date: dated by the first day it can be, as {filled[first]}"
        odd.add(f"{what} for {said}", "", "Date", found.lines[first])
    for at in filled.is_null().arg_true().to_list():
        what = f"{games['Date'][at]!r} is no date, but other games have one"
        wrong.add(what, "as 2026.05.31 or 2026.??.??", "Date", found.lines[at])


IMPORTER = Importer(
    key="pgn",
    title="chess games (PGN)",
    recognise=recognise,
    read=read,
    source="https://www.thechessdrum.net/PGN_Reference.txt",
    numbers_of="fide",
    surest=0.98,
    begins=re.compile(rb'\[Event "'),
)
