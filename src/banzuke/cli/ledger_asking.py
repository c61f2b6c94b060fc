"""The options that all commands on a ledger share."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from banzuke.cli.running import complain, show
from banzuke.model.errors import LedgerProblem, WrongUse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banzuke.ledger.changes import Change
    from banzuke.workflows.ledger import Ledger

#: Where the ledger is, if the command does not say it.
VARIABLE = "BANZUKE_LEDGER"

Place = Annotated[
    str,
    typer.Option(
        "--ledger",
        metavar="PATH|URL",
        help=f"The ledger: a file, or postgresql://…; by default what {VARIABLE} says.",
    ),
]
Who = Annotated[str, typer.Option("--who", metavar="NAME", help="Who changes it; by default you.")]
Why = Annotated[str, typer.Option("--why", metavar="TEXT", help="Why it is changed.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")]
Preview = Annotated[
    bool,
    typer.Option("--preview", help="Only show what it would do, and keep it to be confirmed."),
]


def place_of(place: str) -> str:
    """Where the ledger is that is meant; raises WrongUse if none is."""
    found = place or os.environ.get(VARIABLE, "")
    if not found:
        raise WrongUse(f"say which ledger, as --ledger club.db, or set {VARIABLE}")
    return found


def opened(place: str) -> Ledger:
    """The ledger that is meant; raises WrongUse if none is."""
    from banzuke.workflows.ledger import Ledger

    found = place_of(place)
    ledger = Ledger(found)
    try:
        ledger.database.must_be_usable()
    except LedgerProblem:
        ledger.close()
        raise
    if ledger.database.copied_to is not None:
        kept = ledger.database.copied_to
        complain([f"{found} was brought to the form of this version; as it was, it is in {kept}"])
    return ledger


def said_or_only(said: str, keys: Sequence[str], what: str) -> str:
    """The key that is said, or the only one that there is.

    what : of what the keys are, such as "list"

    Raises WrongUse where there are several, or none.
    """
    if said or len(keys) == 1:
        return said or keys[0]
    if keys:
        raise WrongUse(f"say which {what}: {', '.join(keys)}")
    raise WrongUse(f"there is no {what} yet: 'banzuke {what}s set KEY' sets one up")


def can_be_asked() -> bool:
    """Whether a person is there who can answer: there is a terminal to type at."""
    return sys.stdin.isatty()


def agreed(question: str, *, yes: bool) -> bool:
    """Whether a person agrees; without a terminal nobody can be asked, so --yes is needed."""
    if yes:
        return True
    if not can_be_asked():
        raise WrongUse("nobody can be asked here: say --yes to do it, or --preview to look only")
    return typer.confirm(question, default=False, err=True)


def carry_out(
    ledger: Ledger, change: Change, *, who: str, why: str, yes: bool, preview: bool
) -> None:
    """Show what a change does, ask, and make it."""
    from banzuke.ledger.telling_changes import changes_nothing
    from banzuke.publishing.effect_text import effects_text
    from banzuke.publishing.ledger_text import figures_text

    base = ledger.revision
    shown = ledger.look_at(change)
    if changes_nothing(shown.told):
        show(f"{figures_text(shown.told)}\n")
        return
    show(effects_text(shown.told, shown.effects))
    if preview:
        number = ledger.keep(change)
        show(f"kept as change {number}: 'banzuke preview {number} --yes' makes it\n")
        return
    if not agreed("Make this change?", yes=yes):
        complain(["nothing was changed"])
        raise typer.Exit(1)
    done = ledger.make(change, who=who, why=why, base=base)
    show(f"revision {done.revision}: {figures_text(shown.told)}\n")
