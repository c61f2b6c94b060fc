"""Scoring systems: how a board becomes points, read from TOML, checked, and ready to score by.

``load_scoring`` gives a ``Scoring`` or raises with everything that is wrong;
``check_scoring`` tells the same without raising.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from banzuke.model.errors import BoardRefused, ScoringRefused, suggest
from banzuke.model.parameters import Fault
from banzuke.model.problems import Problem
from banzuke.model.toml_library import EXAMPLE_HOLDS, Library
from banzuke.model.toml_sources import Chain
from banzuke.model.written_rules import WORDS, WrittenRules
from banzuke.scoring.board import Board, board
from banzuke.scoring.board_of_game import board_of_game
from banzuke.scoring.board_problems import board_problems, missing_facts, winner_by_centres
from banzuke.scoring.checking import Term, needs_of, resolve
from banzuke.scoring.ending import Ending
from banzuke.scoring.exact import exact, shown, told_as
from banzuke.scoring.form import BoardExample, BoardRule
from banzuke.scoring.games import Game
from banzuke.scoring.kind import Need
from banzuke.scoring.tournament import TournamentRule


class Line(NamedTuple):
    """One line of an explanation: a term, what it gave, and why."""

    name: str
    points: Fraction
    why: str


class Score(NamedTuple):
    """What one power has: its lines add up to its points exactly; what gave nothing has no line."""

    power: str
    centres: int
    points: Fraction
    lines: tuple[Line, ...]


@dataclass(frozen=True, kw_only=True)
class Scoring(WrittenRules):
    """A scoring system.

    evidence : which published numbers it was held against
    terms : what gives points, in order; solo : what does instead after a solo, None if the rules
        do not say it
    tournament : how boards become the result of a tournament
    """

    evidence: str
    examples: tuple[BoardExample, ...]
    board: BoardRule
    terms: tuple[Term, ...]
    solo: tuple[Term, ...] | None
    tournament: TournamentRule

    def __hash__(self) -> int:
        return hash((self.key, self.path))

    @property
    def needs(self) -> frozenset[Need]:
        """What it may ask of a board besides the centres."""
        return needs_of([*self.terms, *(self.solo or ())])

    def winner(self, played: Board) -> int | None:
        """The index of who won a board alone by this system's conventions; None if nobody did."""
        if played.solo is not None:
            return played.solo
        by_centres = winner_by_centres(played, self.board)
        if by_centres is None and self.board.concession == "solo":
            return played.concession
        return by_centres

    def points(self, played: Board) -> tuple[Fraction, ...]:
        """The exact points of each power, in the order of the board; raises as ``explain``."""
        return tuple(score.points for score in self.explain(played))

    def explain(self, played: Board) -> tuple[Score, ...]:
        """The points of each power and the lines that add up to them, in the order of the board.

        Raises BoardRefused with everything that is wrong or that the system must know.
        """
        winner = self.winner(played)
        terms = self.terms if winner is None else self.solo
        problems = board_problems(played, self.board)
        if terms is None:
            what = f"the rules of {self.key} do not say what a solo gives"
            problems.append(Problem(what, "a board without a solo"))
        else:
            problems += missing_facts(played, needs_of(terms), self.key)
        if problems or terms is None:
            raise BoardRefused(problems)
        return scored(Ending(played, winner, self.board.before), terms)

    def score_game(self, game: Game, others: Sequence[Game] = ()) -> Sequence[Fraction]:
        """The points of each seat of a game whose scores are centres; raises as ``explain``.

        others : the other games of its round
        """
        return tuple(score.points for score in self.explain_game(game, others))

    def explain_game(self, game: Game, others: Sequence[Game] = ()) -> tuple[Score, ...]:
        """``explain`` of a game whose scores are centres, in the order of its seats.

        By the system of its round, where the tournament has several.
        """
        key = self.tournament.systems.get(game.round)
        system = self if key is None else load_scoring(key)
        asks = Need.ROUND in system.needs
        return system.explain(board_of_game(game, others if asks else ()))


def scored(ending: Ending, terms: Sequence[Term]) -> tuple[Score, ...]:
    """What terms give on a board, one after another."""
    totals = [Fraction(0)] * len(ending.powers)
    lines: list[list[Line]] = [[] for _ in ending.powers]
    for term in terms:
        parts = term.kind.points(ending, term.parameters, tuple(totals))
        for at, (worth, why) in enumerate(parts):
            totals[at] += worth
            if worth:
                lines[at].append(Line(term.name.replace("_", " "), worth, why))
    powers = ending.board.powers
    return tuple(
        Score(powers[at], ending.centres[at], totals[at], tuple(lines[at])) for at in ending.powers
    )


def load_scoring(scoring: str | Path | Scoring) -> Scoring:
    """The scoring system of a key or a path.

    scoring : a path if it has a separator or ends in ``.toml``, else a key of ``scoring_keys``

    Raises UnknownName for an unknown key, FileProblem for a file that cannot be read, and
    ScoringRefused with everything that is wrong in the file.

        >>> from banzuke.scoring.board import board
        >>> played = board([17, 17, 0, 0, 0, 0, 0])
        >>> [str(points) for points in load_scoring("c-diplo-100").points(played)]
        ['44', '44', '12/5', '12/5', '12/5', '12/5', '12/5']
    """
    return scoring if isinstance(scoring, Scoring) else SCORINGS.load_once(scoring)


def scoring_keys() -> list[str]:
    """The keys of the scoring systems that come with banzuke, sorted."""
    return SCORINGS.keys


def check_scoring(scoring: str | Path) -> list[Problem]:
    """Everything that is wrong with a scoring system, its worked examples included."""
    return SCORINGS.check(scoring, example_faults)


def built(chain: Chain) -> tuple[Scoring | None, list[Fault]]:
    """The scoring system that a chain of files makes, and all that is wrong with it."""
    parts, faults = resolve(chain.content)
    if parts is None:
        return None, faults
    form = parts.form
    scoring = Scoring(
        **form.told(),
        key=chain.key,
        evidence=form.evidence,
        examples=form.example,
        board=form.board,
        terms=parts.terms,
        solo=parts.solo,
        tournament=parts.tournament,
        path=chain.path,
        content=chain.content,
        extends=chain.extends,
        inherited=chain.inherited([*WORDS, "evidence"]),
    )
    return scoring, [*faults, *unknown_systems(parts.tournament)]


def unknown_systems(rule: TournamentRule) -> list[Fault]:
    """What names no system, of those by which rounds of a tournament are scored."""
    where, known = ("tournament", "systems"), scoring_keys()
    return [
        Fault((*where, round_), f"no scoring system is called {key!r}", suggest(key, known))
        for round_, key in rule.systems.items()
        if key not in known
    ]


def board_of(example: BoardExample) -> Board:
    """The board of a worked example; raises BoardRefused."""
    return board(
        example.centres,
        out=example.out or None,
        ended=example.ended or None,
        draw=example.draw or None,
        solo=example.solo or None,
        concession=example.concession or None,
        earlier={one.year: one.centres for one in example.earlier},
        others=[board(counts) for counts in example.others],
    )


def example_faults(scoring: Scoring, example: BoardExample) -> list[Fault]:
    """Where a worked example does not hold."""
    try:
        found = scoring.points(board_of(example))
    except BoardRefused as refused:
        differences = [str(problem) for problem in refused.problems]
    else:
        differences = [
            f"power {at} comes to {shown(has, example.decimals)}, not to {shown(exact(want))}"
            for at, (want, has) in enumerate(zip(example.points, found, strict=True), start=1)
            if not told_as(has, want, example.decimals)
        ]
    return [Fault(("points",), what, EXAMPLE_HOLDS) for what in differences]


SCORINGS = Library("scoring system", "scorings", ScoringRefused, ("title", "game", "terms"), built)
