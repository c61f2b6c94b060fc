"""What an import is given, what a person decides about it, and what it did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sqlalchemy import Connection

from banzuke.ledger.matching import NewPeople, Question
from banzuke.ledger.storing_facts import Said
from banzuke.model.problems import Problem
from banzuke.model.results import Results

#: What to do with a game that is stored already: leave it, store it as a second one, or let the
#: new file say how it was.
Again = Literal["ask", "skip", "store", "replace"]


@dataclass(frozen=True)
class Incoming:
    """A file to be stored.

    digest : SHA-256 of its bytes; said : what a players file says, if it is one
    """

    results: Results
    name: str
    digest: str
    said: Said = field(default_factory=Said)


@dataclass(frozen=True)
class Decisions:
    """What a person says to the questions of an import.

    answers : {name: key of the person who is meant, or ``new``}
    again : what to do with games that another file has told of
    of_list : whose starting values a players file gives, "" for all lists
    withdraw_missing : whether games that a file had, but not its newer edition, are withdrawn
    strict : whether warnings are refused, too
    effects_up_to : so many games the ledger may have by then for the effect on each list to be
        told, for which all lists are rated before and after
    """

    answers: Mapping[str, str] = field(default_factory=dict)
    new_people: NewPeople = "ask"
    again: Again = "ask"
    of_list: str = ""
    withdraw_missing: bool = False
    strict: bool = False
    effects_up_to: int = 0


@dataclass
class Report:
    """What an import did, or would do.

    Numbers of games. read; stored : those that are new; replaced : those that are told otherwise
    than before; withdrawn : those that the newer edition of a file has no longer
    Problems, with where. skipped : games that were left out; refused : what keeps the whole import
    from being stored; warnings : what is odd; retold : the games that are replaced
    people, events : names that are new; questions : about names, unanswered
    changed : how many rows were stored in all, facts and aliases included
    """

    read: int = 0
    stored: int = 0
    replaced: int = 0
    withdrawn: int = 0
    skipped: list[Problem] = field(default_factory=list)
    refused: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)
    people: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    changed: int = 0
    retold: list[Problem] = field(default_factory=list)

    def figures(self) -> dict[str, int]:
        """How many of each."""
        return {
            "read": self.read,
            "stored": self.stored,
            "replaced": self.replaced,
            "withdrawn": self.withdrawn,
            "skipped": sum(problem.times for problem in self.skipped),
            "people": len(self.people),
            "events": len(self.events),
        }


@dataclass(frozen=True)
class UnderWay:
    """A file on its way into a ledger.

    revision : that stores it; report : of all files of the import, which grows
    """

    connection: Connection
    incoming: Incoming
    decisions: Decisions
    revision: int
    report: Report
