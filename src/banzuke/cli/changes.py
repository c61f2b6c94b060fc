"""The commands that change what a ledger holds: correct, withdraw, merge, undo, preview."""

from __future__ import annotations

from typing import Annotated

import typer

from banzuke.cli.asking import pairs
from banzuke.cli.ledger_asking import Place, Preview, Who, Why, Yes, agreed, carry_out, opened
from banzuke.cli.running import complain, show
from banzuke.model.errors import WrongUse

app = typer.Typer(rich_markup_mode=None)

Person = Annotated[
    str,
    typer.Argument(metavar="PERSON", help="A key, a name, or REGISTER:NUMBER."),
]


@app.command()
def correct(  # noqa: PLR0913, PLR0917  # a command has an option for each thing that may be said
    values: Annotated[
        list[str],
        typer.Option(
            "--set",
            "-s",
            metavar="COLUMN=VALUE",
            help="What is right: of a game as date=2024-03-02, 'winner=Anna Berg', "
            "'result of Anna Berg=1-0' or 'score of Anna Berg=3'; of an event as name=…, "
            "place=…, scoring=KEY or a .toml file, or 'award of Best Game=Anna Berg'; of a "
            "person as born=1990.",
        ),
    ],
    ledger: Place = "",
    game: Annotated[int, typer.Option(metavar="NUMBER", help="A game, by its number.")] = 0,
    event: Annotated[str, typer.Option(metavar="NAME", help="An event.")] = "",
    person: Annotated[str, typer.Option("--player", metavar="PERSON", help="A person.")] = "",
    who: Who = "",
    why: Why = "",
    yes: Yes = False,
    preview: Preview = False,
) -> None:
    """Correct a game, an event or a person; every list follows."""
    from banzuke.workflows.ledger.own_files import correction

    meant = {"game": game, "event": event, "person": person}
    said = {kind: value for kind, value in meant.items() if value}
    if len(said) != 1:
        raise WrongUse("say what is to be corrected: one of --game, --event and --player")
    kind = next(iter(said))
    change = correction(kind, said, pairs(values, "--set", "COLUMN=VALUE"))
    with opened(ledger) as book:
        carry_out(book, change, who=who, why=why, yes=yes, preview=preview)


@app.command()
def withdraw(  # noqa: PLR0913, PLR0917  # as above
    ledger: Place = "",
    games: Annotated[
        list[int] | None, typer.Option("--game", metavar="NUMBER", help="A game; can be repeated.")
    ] = None,
    event: Annotated[str, typer.Option(metavar="NAME", help="All games of an event.")] = "",
    file: Annotated[str, typer.Option(metavar="NAME", help="All games of a file.")] = "",
    person: Annotated[
        str, typer.Option("--player", metavar="PERSON", help="All games of a person.")
    ] = "",
    who: Who = "",
    why: Why = "",
    yes: Yes = False,
    preview: Preview = False,
) -> None:
    """Take games back, so that they count no longer; undo brings them back."""
    from banzuke.ledger.changes import Change

    if not (games or event or file or person):
        raise WrongUse("say which games: --game, --event, --file, --player, or several of them")
    said = {"games": games or [], "event": event, "file": file, "person": person}
    with opened(ledger) as book:
        carry_out(book, Change("withdraw", said), who=who, why=why, yes=yes, preview=preview)


@app.command()
def merge(
    person: Person,
    into: Annotated[str, typer.Argument(metavar="INTO", help="Who that is in truth.")],
    ledger: Place = "",
    who: Who = "",
    why: Why = "",
    yes: Yes = False,
    preview: Preview = False,
) -> None:
    """Make one person of two: all games of the first are of the second."""
    from banzuke.ledger.changes import Change

    change = Change("merge", {"person": person, "into": into})
    with opened(ledger) as book:
        carry_out(book, change, who=who, why=why, yes=yes, preview=preview)


@app.command()
def unmerge(
    person: Person,
    ledger: Place = "",
    who: Who = "",
    why: Why = "",
    yes: Yes = False,
    preview: Preview = False,
) -> None:
    """Make two persons again of one who was merged."""
    from banzuke.ledger.changes import Change

    with opened(ledger) as book:
        change = Change("unmerge", {"person": person})
        carry_out(book, change, who=who, why=why, yes=yes, preview=preview)


@app.command()
def undo(
    revision: Annotated[int, typer.Argument(metavar="REVISION", help="Its number in the log.")],
    ledger: Place = "",
    who: Who = "",
    why: Why = "",
    yes: Yes = False,
    preview: Preview = False,
) -> None:
    """Take a revision back; that is a revision, too, and can be taken back as well."""
    from banzuke.ledger.changes import Change

    change = Change("undo", {"number": revision})
    with opened(ledger) as book:
        carry_out(book, change, who=who, why=why, yes=yes, preview=preview)


@app.command()
def preview(
    number: Annotated[
        int, typer.Argument(metavar="NUMBER", help="Of a kept change; none lists them.")
    ] = 0,
    ledger: Place = "",
    who: Who = "",
    why: Why = "",
    yes: Yes = False,
) -> None:
    """Show what a kept change would do to every rating and every list; --yes makes it."""
    from banzuke.ledger.telling_changes import changes_nothing
    from banzuke.publishing.effect_text import effects_text
    from banzuke.publishing.ledger_text import figures_text

    with opened(ledger) as book:
        pending = book.pending()
        if not number:
            lines = [f"{n}: {c.kind}, {figures_text(c.arguments)}\n" for n, c in pending.items()]
            show("".join(lines) or "no change waits to be confirmed\n")
            return
        shown = book.look_at_kept(number)
        if changes_nothing(shown.told):
            book.confirm(number, who=who, why=why)
            show(f"{figures_text(shown.told)}\n")
            return
        show(effects_text(shown.told, shown.effects))
        if not agreed("Make this change?", yes=yes):
            complain(["nothing was changed"])
            raise typer.Exit(1)
        done = book.confirm(number, who=who, why=why)
        show(f"revision {done.revision}: {figures_text(shown.told)}\n")
