"""What a system has against the results that it is to rate, told by row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from banzuke.engine.pool_log import PoolLog
from banzuke.engine.replay import all_stretches
from banzuke.engine.rulebook import Rulebook
from banzuke.engine.selection import select
from banzuke.model.errors import ResultsRefused
from banzuke.model.parameters import Parameters
from banzuke.model.problems import Problem, in_rows
from banzuke.model.results import Results
from banzuke.model.system import Complaint


def with_further_problems(refused: ResultsRefused, rulebook: Rulebook) -> ResultsRefused:
    """A refusal of results, with what the rulebook's system has against the rest of them."""
    if not isinstance(refused.partial, Results):
        return refused
    more = further_problems(refused.partial, rulebook, refused.problems)
    return ResultsRefused(in_rows([*refused.problems, *more]))


def further_problems(
    results: Results, rulebook: Rulebook, told: Iterable[Problem]
) -> list[Problem]:
    """What a system has against results of which some rows are already known to be wrong.

    Games with such a row are left alone: what follows from the first fault would only confuse.
    """
    told_rows = [problem.row for problem in told if problem.row is not None]
    try:
        selection = select(results, rulebook, None)
        found = [p for log in selection.logs for p in entry_problems(log, results, rulebook)]
    except ResultsRefused as refused:
        found = list(refused.problems)
    left_alone = _rows_of_games_with(results, told_rows)
    return [problem for problem in found if problem.row not in left_alone]


def refuse_wrong_entries(results: Results, rulebook: Rulebook) -> None:
    """Raise ResultsRefused with what a rulebook's system has against results, if there is any."""
    found = further_problems(results, rulebook, ())
    if found:
        raise ResultsRefused(in_rows(found))


def _rows_of_games_with(results: Results, rows: Sequence[int]) -> set[int]:
    """The rows of all games, of one file, that have one of these rows."""
    sizes = np.diff(results.first.astype(np.int64)).astype(np.int64)
    game = np.repeat(np.arange(len(results)), sizes)
    row = results.entries.row if results.entries.row is not None else results.games.row[game]
    hit = np.isin(game, game[np.isin(row, rows)])
    return {*rows, *row[hit].tolist(), *results.games.row[np.unique(game[hit])].tolist()}


def entry_problems(log: PoolLog, results: Results, rulebook: Rulebook) -> list[Problem]:
    """What the system says against the entries, by the rules in force for each."""
    check = rulebook.system.check
    if check is None:
        return []
    said: list[tuple[Parameters, list[Complaint]]] = []
    problems: dict[Problem, None] = {}
    for stretch in all_stretches(log, rulebook):
        complaints = next((c for known, c in said if known == stretch.parameters), None)
        if complaints is None:
            rules = rulebook.system.rules(stretch.parameters, log.categories)
            complaints = check(log.log, rules)
            said.append((stretch.parameters, complaints))
        first = int(log.log.game[log.log.period[stretch.first]])
        last = int(log.log.game[log.log.period[stretch.last]])
        for complaint in complaints:
            if first <= complaint.index < last:
                problems[_entry_problem(log, results, complaint)] = None
    return list(problems)


def _entry_problem(log: PoolLog, results: Results, complaint: Complaint) -> Problem:
    """A complaint about an entry, at its place in the file."""
    entry = log.entry_in(results, complaint.index)
    game = results.game_of(entry)
    column = complaint.column
    if results.shape == "duels" and column in ("score", "handicap", "entry_rank"):
        column = f"{column}_1"
    elif results.shape != "duels":
        column = column.removesuffix("_1")
    return Problem(
        complaint.what,
        complaint.right,
        results.sources[results.games.source[game]],
        results.entry_row(entry),
        column,
    )
