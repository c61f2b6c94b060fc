"""The commands about people of a ledger: names, and removing somebody for good."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from banzuke.cli.changes import Person
from banzuke.cli.ledger_asking import Place, Who, Why, Yes, agreed, carry_out, opened
from banzuke.cli.running import complain, show, width_of_output

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
    """Go through people who may be one: make them one, or keep them apart."""
    from banzuke.ledger.changes import Change

    with opened(ledger) as book:
        pairs = book.likely_one_person()
        if not pairs:
            show("nobody is likely to be there twice\n")
        for one, other, why in pairs:
            show(f"{one.name} ({one.key}) and {other.name} ({other.key}): {why}\n")
            if not sys.stdin.isatty():
                show(
                    f"  banzuke merge {other.key} {one.key}\n"
                    f"  banzuke names apart {one.key} {other.key}\n"
                )
                continue
            answer = typer.prompt("one, two or later", default="later", err=True)
            if answer == "one":
                change = Change("merge", {"person": other.key, "into": one.key})
                carry_out(book, change, who=who, why=why, yes=False, preview=False)
            elif answer == "two":
                book.make(Change("keep apart", {"person": one.key, "other": other.key}), who=who)


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
        show(f"revision {book.make(change, who=who).revision}\n")


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
