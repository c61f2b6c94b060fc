"""Brackets as the services Challonge and start.gg give them out, as JSON.

Who won is taken from the winner's id, never from the order of the slots. All phases of an event
are of that event; the phase is the game's ``event_category``, so that ``counts.categories`` can
choose among them. A set that somebody was disqualified from is a walkover, which is no game.
"""

from __future__ import annotations

from pathlib import Path

import polars as pl

from banzuke.importers.steps.bracket_matches import Bracket, as_frame, rows_of
from banzuke.importers.steps.challonge import is_challonge, read_challonge
from banzuke.importers.steps.encodings import load_text
from banzuke.importers.steps.json_document import document_of, start_of_json
from banzuke.importers.steps.startgg import is_startgg, read_startgg
from banzuke.model.errors import ResultsRefused
from banzuke.model.importer import Importer, Reading, ReadOptions
from banzuke.model.problems import Problem, in_rows
from banzuke.model.row_problems import Problems

RIGHT = "an answer of Challonge with participants and matches, or of start.gg with sets"
#: Words of which such a document begins with two at least.
WORDS = (
    *('"matches"', '"participants"', '"tournament"', '"participant"', '"match"'),
    *('"sets"', '"slots"', '"entrant"', '"phaseGroup"', '"winnerId"', '"winner_id"'),
)


def recognise(sample: bytes, path: Path) -> float:
    """How sure it is that a file is a bracket, by the words it begins with."""
    start = start_of_json(sample)
    return 0.97 if sum(word in start for word in WORDS) >= 3 else 0.0


def read(path: Path, options: ReadOptions) -> Reading:
    """Read a bracket; raises ResultsRefused with every problem found.

    The frame has a row a match, or a player and match where an entrant is a team: event,
    event_category (the phase, where there are several), date, round, game, status, the players,
    who won, and the scores. Of ``options`` only the encoding means something here.
    """
    source = path.name
    text = load_text(path, options.encoding)
    document = document_of(text, source, RIGHT)
    wrong, odd = Problems(source, lambda row: row), Problems(source, lambda row: row)
    if is_challonge(document):
        bracket = read_challonge(document, wrong, odd)
    elif is_startgg(document):
        bracket = read_startgg(document, wrong, odd)
    else:
        raise ResultsRefused([Problem("this is no bracket", RIGHT, source)])
    if not bracket.matches and not wrong.found:
        what = "no match has been played" if bracket.waiting else "there is no match"
        raise ResultsRefused([Problem(what, RIGHT, source)])
    if not bracket.matches:
        raise ResultsRefused(in_rows(wrong.found))
    only_matches = all(problem.row is not None for problem in wrong.found)
    before = len(wrong.found)
    frame = as_frame(bracket, odd, wrong)
    only_matches &= len(wrong.found) == before
    reading = Reading(
        frame=frame.select(column for column in frame if column.null_count() < len(frame)),
        source=source,
        rows=rows_of(bracket, frame),
        players=_players(bracket),
        warnings=(*text.warnings, *in_rows(odd.found)),
        usual=frozenset(frame.columns),
    )
    if wrong.found:
        raise ResultsRefused(in_rows(wrong.found), reading if only_matches else None)
    return reading


def _players(bracket: Bracket) -> pl.DataFrame:
    """The facts of all players, a row each."""
    rows = [{"player": player, **facts} for player, facts in bracket.players.items()]
    names = ("player", "name", "id", "club")
    return pl.DataFrame(
        {name: [row.get(name) for row in rows] for name in names},
        schema=dict.fromkeys(names, pl.String),
    )


IMPORTER = Importer(
    key="bracket",
    title="bracket of Challonge or start.gg (JSON)",
    recognise=recognise,
    read=read,
    source="https://developer.start.gg, https://challonge.apidog.io",
    surest=0.97,
)
