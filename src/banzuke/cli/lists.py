"""The commands about lists of a ledger: lists, publish, diff, verify."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from banzuke.cli.asking import pairs
from banzuke.cli.ledger_asking import Place, Who, Why, Yes, agreed, opened, said_or_only
from banzuke.cli.running import complain, show, width_of_output
from banzuke.cli.shapes import Shape, ShapeOption
from banzuke.model.errors import WrongUse

if TYPE_CHECKING:
    from banzuke.workflows.ledger import Done

app = typer.Typer(rich_markup_mode=None)
lists_app = typer.Typer(
    help="Rating lists of a ledger: show them, set them up.",
    invoke_without_command=True,
    rich_markup_mode=None,
)
app.add_typer(lists_app, name="lists")

Key = Annotated[str, typer.Argument(metavar="LIST", help="The key of a list.")]
KeyOrOnly = Annotated[
    str, typer.Argument(metavar="LIST", help="The key of a list; by default the only one.")
]


@lists_app.callback()
def lists(context: typer.Context, ledger: Place = "") -> None:
    """Show the rating lists of a ledger, when each was published last, and when it is due."""
    from banzuke.publishing.ledger_text import lists_text

    context.obj = ledger
    if context.invoked_subcommand is None:
        with opened(ledger) as book:
            show(lists_text(book.lists(), book.published(), book.due(), width_of_output()))


@lists_app.command("set")
def set_(
    context: typer.Context,
    key: Key,
    rules: Annotated[
        str, typer.Option("--rules", "-r", metavar="RULEBOOK", help="A key or a .toml file.")
    ] = "",
    values: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            "-s",
            metavar="NAME=VALUE",
            help="title, pool, nation, club, sex, born_from, born_until, since or calendar.",
        ),
    ] = None,
    ledger: Place = "",
    who: Who = "",
) -> None:
    """Set up a list, or change its settings; a new one needs --rules."""
    with opened(ledger or context.obj) as book:
        said = pairs(values, "--set", "NAME=VALUE")
        done = book.set_list(key, rules or None, who=who, values=said)
        show(f"revision {done.revision}\n" if done.revision else "nothing changed\n")


@lists_app.command("remove")
def remove(context: typer.Context, key: Key, ledger: Place = "", who: Who = "") -> None:
    """Make a list no longer; what was published of it stays."""
    with opened(ledger or context.obj) as book:
        show(f"revision {book.remove_list(key, who=who).revision}\n")


@lists_app.command("show")
def show_list(
    context: typer.Context,
    key: KeyOrOnly = "",
    published: Annotated[
        int, typer.Option(metavar="NUMBER", help="As published under this number; else as of now.")
    ] = 0,
    peaks: Annotated[
        bool,
        typer.Option("--peaks", help="Of now: the highest ratings ever, and of twelve months."),
    ] = False,
    unlisted: Annotated[
        bool, typer.Option("--unlisted", help="Who is not on it, and why, instead of the list.")
    ] = False,
    format_: ShapeOption = Shape.TABLE,
    ledger: Place = "",
) -> None:
    """Show a list as it is now, or as it was published."""
    from banzuke.publishing.plain_values import json_text
    from banzuke.publishing.published_text import published_text, unlisted_text

    with opened(ledger or context.obj) as book:
        if published:
            document = book.show(published)
        else:
            key = said_or_only(key, [one.key for one in book.lists()], "list")
            document = book.current(key, peaks=peaks)
    if format_ is Shape.JSON:
        show(json_text(document))
    else:
        text = unlisted_text if unlisted else published_text
        show(text(document, width_of_output()))


@app.command()
def publish(
    key: Annotated[
        str, typer.Argument(metavar="LIST", help="The key of a list; none with --due.")
    ] = "",
    ledger: Place = "",
    as_of: Annotated[
        str, typer.Option("--as-of", metavar="DATE", help="By default that of its newest result.")
    ] = "",
    due: Annotated[
        bool,
        typer.Option("--due", help="Every list that its calendar and the newest result call for."),
    ] = False,
    who: Who = "",
    why: Why = "",
    yes: Yes = False,
) -> None:
    """Freeze a list: it never changes again, whatever is corrected later."""
    if due == bool(key) or (due and as_of):
        raise WrongUse("say which list, and as of when; or --due alone for all that are due")
    with opened(ledger) as book:
        wanted = [(key, as_of)]
        if due:
            wanted = [(one.list, str(day)) for one in book.due().values() for day in one.overdue]
        if not wanted:
            show("no list is due\n")
            return
        if not yes:
            for one, day in wanted:
                _tell(book.publish(one, as_of=day or None, preview=True))
        named = ", ".join(f"{one} as of {day}" if day else one for one, day in wanted)
        if not agreed(f"Publish {named}? It will never change again.", yes=yes):
            complain(["nothing was published"])
            raise typer.Exit(1)
        for one, day in wanted:
            _tell(book.publish(one, as_of=day or None, who=who, why=why), warns=yes)


def _tell(done: Done, *, warns: bool = True) -> None:
    """What was published, or would be: its figures, and what is odd about it."""
    from banzuke.publishing.ledger_text import figures_text

    told = dict(done.told)
    warnings = told.pop("warnings", [])
    if warns:
        complain(f"warning: {told['list']}: {warning}" for warning in warnings)
    if done.revision is not None:
        show(f"revision {done.revision}: {figures_text(told)}\n")


@app.command()
def diff(
    key: Key,
    before: Annotated[
        int | None,
        typer.Argument(metavar="BEFORE", help="A revision; by default what was published last."),
    ] = None,
    after: Annotated[int, typer.Argument(metavar="AFTER", help="A later one; none is now.")] = 0,
    format_: ShapeOption = Shape.TABLE,
    ledger: Place = "",
) -> None:
    """Show where a list differs: between what was published last, or a revision, and now.

    Also between two revisions.
    """
    from banzuke.publishing.differences import differences_text
    from banzuke.publishing.plain_values import json_list

    with opened(ledger) as book:
        differences = book.diff(key, before, after or None)
        display = book.display(key)
    if format_ is Shape.JSON:
        show(json_list(map(vars, differences)))
    else:
        show(differences_text(differences, display) or "no number differs\n")


@app.command()
def verify(ledger: Place = "") -> None:
    """Reckon every published list again and compare it digit by digit."""
    from banzuke.model.wording import counted
    from banzuke.publishing.verifying import problem_of

    with opened(ledger) as book:
        verdicts = book.verify()
    wrong = [str(problem_of(verdict)) for verdict in verdicts if not verdict.holds]
    complain(wrong)
    if wrong:
        raise typer.Exit(1)
    show(f"{counted(len(verdicts), 'published list')} reckoned again, to the last digit\n")
