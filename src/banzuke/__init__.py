"""The rating office for any game: results in, exact ratings out, every number explained.

    >>> import banzuke as bz
    >>> bz.rate_game("warlight", sides=[[1200], [1200]], places=[1, 2])
    [[(1216.0,)], [(1184.0,)]]

``rate`` rates a file or a frame; ``Ratings`` holds what came out; a ``Ledger`` keeps results.
What is imported here is only loaded when it is used.
"""

from __future__ import annotations

import typing as _typing

if _typing.TYPE_CHECKING:
    from banzuke.engine.certainty import Fragility
    from banzuke.engine.explained import Explained
    from banzuke.engine.outcomes import Outcome
    from banzuke.engine.rulebook import Rulebook, load_rulebook, rulebook_keys
    from banzuke.ledger.changes import Change
    from banzuke.ledger.import_reports import Decisions
    from banzuke.model.errors import (
        BanzukeError,
        BoardRefused,
        CannotDo,
        ChangeRefused,
        CircuitRefused,
        DataRefused,
        ExtraMissing,
        FileProblem,
        LedgerProblem,
        ParameterRefused,
        PlayersRefused,
        ResultsRefused,
        RulebookRefused,
        ScoringRefused,
        StateRefused,
        UnknownName,
        WrongUse,
    )
    from banzuke.model.problems import Problem
    from banzuke.model.results import Results
    from banzuke.model.system import Term
    from banzuke.scoring.board import Board, board
    from banzuke.scoring.circuits.circuit import Circuit, circuit_keys, load_circuit
    from banzuke.scoring.circuits.season import CircuitEvent, Season, circuit_standings
    from banzuke.scoring.scoring import Scoring, load_scoring, scoring_keys
    from banzuke.scoring.table import Standings
    from banzuke.workflows.comparing import compare
    from banzuke.workflows.ledger import Ledger
    from banzuke.workflows.one_game import rate_game
    from banzuke.workflows.rating import Ratings, load, rate
    from banzuke.workflows.reading import read
    from banzuke.workflows.reports import write_report
    from banzuke.workflows.standings import standings

    __version__: str

__all__ = [
    "BanzukeError",
    "Board",
    "BoardRefused",
    "CannotDo",
    "Change",
    "ChangeRefused",
    "Circuit",
    "CircuitEvent",
    "CircuitRefused",
    "DataRefused",
    "Decisions",
    "Explained",
    "ExtraMissing",
    "FileProblem",
    "Fragility",
    "Ledger",
    "LedgerProblem",
    "Outcome",
    "ParameterRefused",
    "PlayersRefused",
    "Problem",
    "Ratings",
    "Results",
    "ResultsRefused",
    "Rulebook",
    "RulebookRefused",
    "Scoring",
    "ScoringRefused",
    "Season",
    "Standings",
    "StateRefused",
    "Term",
    "UnknownName",
    "WrongUse",
    "__version__",
    "board",
    "circuit_keys",
    "circuit_standings",
    "compare",
    "load",
    "load_circuit",
    "load_rulebook",
    "load_scoring",
    "rate",
    "rate_game",
    "read",
    "rulebook_keys",
    "scoring_keys",
    "standings",
    "write_report",
]

#: Where each public name lives.
_HOMES = {
    "Board": "banzuke.scoring.board",
    "Change": "banzuke.ledger.changes",
    "Circuit": "banzuke.scoring.circuits.circuit",
    "CircuitEvent": "banzuke.scoring.circuits.season",
    "Decisions": "banzuke.ledger.import_reports",
    "Explained": "banzuke.engine.explained",
    "Fragility": "banzuke.engine.certainty",
    "Ledger": "banzuke.workflows.ledger",
    "Outcome": "banzuke.engine.outcomes",
    "Problem": "banzuke.model.problems",
    "Ratings": "banzuke.workflows.rating",
    "Results": "banzuke.model.results",
    "Rulebook": "banzuke.engine.rulebook",
    "Scoring": "banzuke.scoring.scoring",
    "Season": "banzuke.scoring.circuits.season",
    "Standings": "banzuke.scoring.table",
    "Term": "banzuke.model.system",
    "board": "banzuke.scoring.board",
    "circuit_keys": "banzuke.scoring.circuits.circuit",
    "circuit_standings": "banzuke.scoring.circuits.season",
    "compare": "banzuke.workflows.comparing",
    "load": "banzuke.workflows.rating",
    "load_circuit": "banzuke.scoring.circuits.circuit",
    "load_rulebook": "banzuke.engine.rulebook",
    "load_scoring": "banzuke.scoring.scoring",
    "rate": "banzuke.workflows.rating",
    "rate_game": "banzuke.workflows.one_game",
    "read": "banzuke.workflows.reading",
    "rulebook_keys": "banzuke.engine.rulebook",
    "scoring_keys": "banzuke.scoring.scoring",
    "standings": "banzuke.workflows.standings",
    "write_report": "banzuke.workflows.reports",
}


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name == "__version__":
        from banzuke.model.version import version

        return version()
    if name not in __all__:
        raise AttributeError(f"module 'banzuke' has no attribute {name!r}")
    found = getattr(import_module(_HOMES.get(name, "banzuke.model.errors")), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
