"""The columns of results and players files: the one list of their names and meanings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["text", "number", "date"]


@dataclass(frozen=True)
class FileColumn:
    """One column of a results or players file.

    shapes : the shapes that know it; "players" is the players file
    needed : whether the shape cannot do without it
    """

    name: str
    kind: Kind
    shapes: tuple[str, ...]
    meaning: str
    needed: bool = False


RESULT_SHAPES = ("duels", "entries", "standings")

COLUMNS: tuple[FileColumn, ...] = (
    FileColumn("player_1", "text", ("duels",), "one of the two players", needed=True),
    FileColumn("player_2", "text", ("duels",), "the other; empty for a bye", needed=True),
    FileColumn("score_1", "number", ("duels",), "what the first scored; the higher score wins"),
    FileColumn("score_2", "number", ("duels",), "what the second scored"),
    FileColumn("result", "text", ("duels",), "instead of scores: 1-0, 0-1, 1/2-1/2, 1, 0.5, 0"),
    FileColumn(
        "winner",
        "text",
        ("duels",),
        "who won: beside both players instead of scores, or with loser instead of both; beside "
        "both it may also be player_1, player_2 or draw, or as in votes model_a, model_b, tie, "
        "both_bad",
    ),
    FileColumn("loser", "text", ("duels",), "who lost"),
    FileColumn("handicap_1", "number", ("duels",), "what the first player received"),
    FileColumn("handicap_2", "number", ("duels",), "what the second player received"),
    FileColumn("entry_rank_1", "text", ("duels",), "rank that the first entered the event with"),
    FileColumn("entry_rank_2", "text", ("duels",), "rank that the second entered the event with"),
    FileColumn(
        "advantage",
        "text",
        ("duels", "entries"),
        "who moved first or was at home: 1 or 2 of a duel; yes or no of a player; or empty",
    ),
    FileColumn(
        "neutral",
        "text",
        ("duels",),
        "yes if nobody was at home; where it says no, player_1 was",
    ),
    FileColumn("game", "text", ("duels", "entries"), "which game", needed=False),
    FileColumn("player", "text", ("entries", "standings", "players"), "who", needed=True),
    FileColumn("place", "number", ("entries", "standings"), "1 is best; equal places are shared"),
    FileColumn("score", "number", ("entries",), "instead of a place: the higher is better"),
    FileColumn("side", "text", ("entries",), "players with the same side are a team"),
    FileColumn("handicap", "number", ("entries",), "what this player received"),
    FileColumn(
        "entry_rank", "text", ("entries",), "rank that the player entered the event with, as 3k"
    ),
    FileColumn("play", "number", ("entries",), "0 to 1, the share of the game that was played"),
    FileColumn("role", "text", ("entries",), "colour, country, faction"),
    FileColumn(
        "eliminated", "number", ("entries",), "year or turn in which this player was out, or empty"
    ),
    FileColumn("ended", "number", ("entries",), "year or turn in which the game ended"),
    FileColumn("in_draw", "text", ("entries",), "yes or no: whether this player shares the draw"),
    FileColumn(
        "covariates", "text", ("entries",), "numbers that rules reckon with, as length:412 lists:3"
    ),
    FileColumn(
        "earlier", "text", ("entries",), "scores of earlier years or turns, as 1906:8 1905:7"
    ),
    FileColumn("event", "text", RESULT_SHAPES, "tournament, league season, match"),
    FileColumn("date", "date", RESULT_SHAPES, "when: a date or a time stamp"),
    FileColumn("event_end", "date", RESULT_SHAPES, "last day of the event; else its latest date"),
    FileColumn("round", "text", RESULT_SHAPES, "round of the event"),
    FileColumn("board", "text", RESULT_SHAPES, "board of the round"),
    FileColumn("status", "text", RESULT_SHAPES, "played, forfeit, walkover, bye, friendly or void"),
    FileColumn("rated", "text", RESULT_SHAPES, "yes or no; empty follows the status"),
    FileColumn("weight", "number", RESULT_SHAPES, "how much the game counts, 1 if empty"),
    FileColumn("pool", "text", RESULT_SHAPES, "which of a player's ratings it belongs to"),
    FileColumn("komi", "number", RESULT_SHAPES, "points given to the second player"),
    FileColumn("board_size", "number", RESULT_SHAPES, "lines of the board"),
    FileColumn("time_class", "text", RESULT_SHAPES, "standard, rapid, blitz …"),
    FileColumn("event_players", "number", RESULT_SHAPES, "declared number of players"),
    FileColumn("event_rounds", "number", RESULT_SHAPES, "declared number of rounds"),
    FileColumn("event_category", "text", RESULT_SHAPES, "such as world championship, or empty"),
    FileColumn("event_kind", "text", RESULT_SHAPES, "tournament, league, match or ladder"),
    FileColumn("event_place", "text", RESULT_SHAPES, "where the event was: town, hall, site"),
    FileColumn("event_country", "text", RESULT_SHAPES, "in which country the event was"),
    FileColumn("event_director", "text", RESULT_SHAPES, "who directed the event"),
    FileColumn("event_scoring", "text", RESULT_SHAPES, "key of the scoring system of its boards"),
    FileColumn("id", "text", ("players",), "number in a register"),
    FileColumn("egd_id", "text", ("players",), "number in the European Go Database"),
    FileColumn("ffg_id", "text", ("players",), "licence of the French Go Federation"),
    FileColumn("aga_id", "text", ("players",), "number of the American Go Association"),
    FileColumn("name", "text", ("players",), "full name, if player is a key"),
    FileColumn(
        "sort_name", "text", ("entries", "standings", "players"), "by what lists sort the name"
    ),
    FileColumn("nation", "text", ("players",), "nation"),
    FileColumn("club", "text", ("players",), "club"),
    FileColumn("sex", "text", ("players",), "sex"),
    FileColumn("title", "text", ("players",), "title"),
    FileColumn("born", "text", ("players",), "date or year of birth; only the year is shown"),
    FileColumn("rank", "text", ("players",), "declared rank, such as 3K"),
    FileColumn("grade", "text", ("players",), "declared grade"),
    FileColumn("rating", "number", ("players",), "starting rating"),
    FileColumn("deviation", "number", ("players",), "starting deviation"),
    FileColumn("volatility", "number", ("players",), "starting volatility"),
    FileColumn("games", "number", ("players",), "games rated before"),
)

#: What each known column holds.
KINDS: dict[str, Kind] = {column.name: column.kind for column in COLUMNS}

#: Columns with numbers of one register each, beside ``id``, and how the register is called.
REGISTERS = {"egd_id": "egd", "ffg_id": "ffg", "aga_id": "aga-member"}

#: What files may say of events, each in a column ``event_…``: what ratings may depend on, and
#: texts, on which none depends.
EVENT_FACTS = ("end", "players", "rounds", "category")
EVENT_TEXTS = ("kind", "place", "country", "director", "scoring")

EVENT_KINDS = ("tournament", "league", "match", "ladder")

STATUSES = ("played", "forfeit", "walkover", "bye", "friendly", "void")

SHAPES_IN_WORDS = (
    "results have player_1, player_2 and scores, a result or a winner; or winner and loser; or "
    "game, player and place or score; or event, player and place"
)


def columns_of(shape: str) -> list[str]:
    """The names of the columns that a shape knows."""
    return [column.name for column in COLUMNS if shape in column.shapes]
