"""Everything that can go wrong, as one tree.

    BanzukeError
    ├── DataRefused            also a ValueError   exit code 1
    │   ├── ResultsRefused     a file or frame of results
    │   ├── PlayersRefused     a file or frame of players
    │   ├── RulebookRefused    a rulebook
    │   ├── ScoringRefused     a scoring system
    │   ├── BoardRefused       a board that is to be scored
    │   ├── CircuitRefused     a circuit
    │   ├── StateRefused       a saved state, or results that do not follow it
    │   └── ChangeRefused      a change of a ledger, by what the ledger holds
    └── WrongUse                                   exit code 2
        ├── UnknownName        also a KeyError     a rulebook, system, parameter, player, ...
        ├── ParameterRefused   also a ValueError   a value that a parameter does not take
        ├── CannotDo           also a TypeError    a system is asked for what it does not claim
        ├── FileProblem        also an OSError     a path that cannot be read or written
        ├── NoSuchPage                            an address of a site where nothing is
        │   └── PageMoved                          an address of a page that has another one now
        ├── RequestRefused                        a request to a site that is served
        ├── LedgerProblem      also an OSError     a database that cannot be opened or written
        └── ExtraMissing       also an ImportError a library that an extra installs

A refusal carries every problem found, not only the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from banzuke.model.problems import Problem
from banzuke.model.wording import counted


class BanzukeError(Exception):
    """The root of all errors that banzuke raises on purpose."""

    exit_code = 2


class DataRefused(BanzukeError, ValueError):
    """The data were refused; ``problems`` says where, what and what would be right."""

    exit_code = 1
    subject = "the data"

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__(self.summary())

    def summary(self, most: int = 50) -> str:
        """All problems as text, one a line; after ``most`` lines the rest are counted."""
        count = sum(problem.times for problem in self.problems)
        head = f"{self.subject} refused: {counted(count, 'problem')}"
        lines = [f"  {problem}" for problem in self.problems[:most]]
        rest = sum(problem.times for problem in self.problems[most:])
        if rest:
            lines.append(f"  … and {rest} more")
        return "\n".join([head, *lines])


def in_short(fault: BanzukeError) -> str:
    """A fault in one line: of data that were refused the first problem, and how many more."""
    if not isinstance(fault, DataRefused) or not fault.problems:
        return str(fault).splitlines()[0]
    more = sum(problem.times for problem in fault.problems) - 1
    return f"{fault.problems[0]}" + (f"; and {counted(more, 'more problem')}" if more else "")


class ResultsRefused(DataRefused):
    """A file or frame of results was refused.

    ``partial`` holds the results as far as they could be read, or None; it is for finding what
    else is wrong with them, not for rating.
    """

    subject = "results"

    def __init__(self, problems: Iterable[Problem], partial: object = None) -> None:
        super().__init__(problems)
        self.partial = partial


class PlayersRefused(DataRefused):
    """A file or frame of players was refused."""

    subject = "players"


class RulebookRefused(DataRefused):
    """A rulebook was refused."""

    subject = "rulebook"


class ScoringRefused(DataRefused):
    """A scoring system was refused."""

    subject = "scoring system"


class BoardRefused(DataRefused):
    """A board was refused: it is none, or something must be known before it can be scored."""

    subject = "board"


class CircuitRefused(DataRefused):
    """A circuit was refused."""

    subject = "circuit"


class StateRefused(DataRefused):
    """A saved state was refused, or results do not follow it in time."""

    subject = "saved state"


class ChangeRefused(DataRefused):
    """A change of a ledger was refused, because of what the ledger holds; nothing was stored."""

    subject = "change"


class WrongUse(BanzukeError):
    """banzuke was asked for something that cannot be asked."""


class UnknownName(WrongUse, KeyError):
    """A name that is not known; the nearest known ones are offered."""

    def __init__(self, kind: str, name: object, known: Sequence[str]) -> None:
        self.kind, self.name, self.known = kind, str(name), tuple(known)
        super().__init__(kind, name, known)

    def __str__(self) -> str:
        return f"no {self.kind} is called {self.name!r}; {suggest(self.name, self.known)}"


class ParameterRefused(WrongUse, ValueError):
    """A value that a parameter does not take; the message gives its range."""


class CannotDo(WrongUse, TypeError):
    """A system is asked for something that it does not claim to do."""


class FileProblem(WrongUse, OSError):
    """A file cannot be read or written."""


class NoSuchPage(WrongUse):
    """There is no page at an address of a site; the text says what is not there."""


class PageMoved(NoSuchPage):
    """The page is at another address of the site by now; ``address`` says it."""

    def __init__(self, address: str) -> None:
        self.address = address
        super().__init__(f"the page is at {address!r} by now")


class RequestRefused(WrongUse):
    """A request to a served site that is not answered.

    ``status`` is as on the network, ``what`` is wrong, ``right`` would be right.
    """

    def __init__(self, status: int, what: str, right: str = "") -> None:
        self.status, self.what, self.right = status, what, right
        super().__init__(status, what, right)


class LedgerProblem(WrongUse, OSError):
    """A database cannot be opened, read or written; it is as it was before."""


class ExtraMissing(WrongUse, ImportError):
    """A library is missing that one of banzuke's extras installs."""

    def __init__(self, library: str, extra: str) -> None:
        self.library, self.extra = library, extra
        super().__init__(f"{library} is needed for this: pip install 'banzuke[{extra}]'")


def suggest(name: str, known: Sequence[str], most: int = 12) -> str:
    """The names nearest to ``name``, or all of a short list, as half a sentence.

    What has no name, as the pool of results without pools, cannot be offered.
    """
    known = [other for other in known if other]
    small = name.casefold()
    near = [other for other in known if other.casefold() == small]
    near = near or get_close_matches(name, known, n=3, cutoff=0.6)
    if not near:
        # Whatever the capitals, but then the rest must be nearer; at last by one of its words.
        by_small = {other.casefold(): other for other in reversed(known)}
        near = [by_small[one] for one in get_close_matches(small, by_small, n=3, cutoff=0.75)]
        if not near and len(small) > 2:
            near = [other for one, other in by_small.items() if small in one.split()][:3]
    # Names that hold commas themselves are told apart by semicolons.
    between = "; " if any("," in name for name in near or known) else ", "
    if near:
        first = between.join(near[:-1])
        return f"did you mean {first} or {near[-1]}?" if first else f"did you mean {near[0]}?"
    if not known:
        return "there is none"
    shown = between.join(sorted(known)[:most])
    return f"known: {shown}" + (f"{between}…" if len(known) > most else "")
