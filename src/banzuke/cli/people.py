"""The commands about people of a ledger: names, and removing somebody for good."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from banzuke.cli.changes import Person
from banzuke.cli.ledger_asking import (
    Place,
    Who,
    Why,
    Yes,
    agreed,
    can_be_asked,
    carry_out,
    opened,
)
from banzuke.cli.running import complain, show, width_of_output
from banzuke.model.errors import ChangeRefused

if TYPE_CHECKING:
    from banzuke.workflows.ledger import Ledger

app = typer.Typer(rich_markup_mode=None)
names_app = typer.Typer(
    help="The people of a ledger: who they are, and who may be one.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(names_app, name="names")


@names_app.command("list")
def list_people(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="Part of a name.")] = "",
    ledger: Place = "",
) -> None:
    """List people by name, with their keys, other names and facts."""
    from banzuke.publishing.ledger_text import people_text

    with opened(ledger) as book:
        show(people_text(book.people(text), width_of_output()))


@names_app.command("review")
def review(ledger: Place = "", who: Who = "") -> None:
    """Go through people who may be one: make them one, or say that they are two.

    Who is said to be two is not asked about again; what is left for later is.
    """
    from banzuke.publishing.ledger_text import pair_text

    with opened(ledger) as book:
        pairs = book.likely_one_person()
        if not pairs:
            show("nobody is likely to be there twice\n")
        for number, (one, other, why) in enumerate(pairs, 1):
            show(f"{number} of {len(pairs)}: {pair_text(one, other, why)}")
            if not can_be_asked():
                show(
                    f"  banzuke merge {other.key} {one.key}\n"
                    f"  banzuke names apart {one.key} {other.key}\n"
                )
            elif not _decide(book, one.key, other.key, who):
                break


#: What a person may say of two people who may be one.
ANSWERS = {
    "first": "they are one person, the first of these",
    "second": "they are one person, the second of these",
    "two": "they are two people: do not ask again",
    "later": "leave it open",
    "stop": "leave all others open, too",
}


def _decide(book: Ledger, one: str, other: str, who: str) -> bool:
    """Ask about two people, and do what is answered; whether to go on."""
    from banzuke.ledger.changes import Change

    show("".join(f"  {answer}: {meaning}\n" for answer, meaning in ANSWERS.items()))
    answer: str = ""
    while answer not in ANSWERS:
        answer = typer.prompt("Who are they?", default="later", err=True).strip().lower()
    try:
        if answer in ("first", "second"):
            gone, kept = (other, one) if answer == "first" else (one, other)
            change = Change("merge", {"person": gone, "into": kept})
            carry_out(book, change, who=who, why="", yes=False, preview=False)
        elif answer == "two":
            book.make(Change("keep apart", {"person": one, "other": other}), who=who)
    except typer.Exit:
        pass  # not agreed after all, which is said
    except ChangeRefused as refused:
        complain(refused.problems)
    return answer != "stop"


@names_app.command("apart")
def apart(
    person: Person,
    other: Annotated[str, typer.Argument(metavar="OTHER", help="Whom he resembles.")],
    ledger: Place = "",
    who: Who = "",
) -> None:
    """Say that two people whose names are alike are two."""
    from banzuke.ledger.changes import Change

    with opened(ledger) as book:
        change = Change("keep apart", {"person": person, "other": other})
        done = book.make(change, who=who)
        show("nothing to change\n" if done.revision is None else f"revision {done.revision}\n")


@app.command()
def anonymise(
    person: Person, ledger: Place = "", who: Who = "", why: Why = "", yes: Yes = False
) -> None:
    """Remove a person for good: the name is nowhere any more, and no rating moves."""
    with opened(ledger) as book:
        question = f"Remove {person} for good? Nobody can undo it."
        if not agreed(question, yes=yes):
            complain(["nothing was changed"])
            raise typer.Exit(1)
        done = book.anonymise(person, who=who, why=why)
        show(
            f"revision {done.revision}: {done.told['person']} has no name any more; "
            "backups and exports made before still have it\n"
        )
