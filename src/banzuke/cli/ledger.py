"""The commands that keep results in a ledger: init, import, log."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from banzuke.cli.asking import HowFilesAreRead, asks, pairs
from banzuke.cli.ledger_asking import Place, Who, Why, Yes, agreed, opened, place_of
from banzuke.cli.running import complain, show, width_of_output
from banzuke.cli.shapes import Shape
from banzuke.cli.tables import Blank, write_blank
from banzuke.model.errors import ChangeRefused, WrongUse

if TYPE_CHECKING:
    from banzuke.ledger.import_reports import Report
    from banzuke.workflows.ledger import Done

app = typer.Typer(rich_markup_mode=None)

#: Of so many games all lists are rated within a second or two.
QUICK = 5_000


@dataclass(frozen=True, kw_only=True)
class Imported(HowFilesAreRead):
    """Files that are stored in a ledger."""

    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE", help="Results, in one or more files.")
    ] = None


@app.command()
def init(
    place: Annotated[
        str, typer.Argument(metavar="PATH|URL", help="A new file, or postgresql://….")
    ],
    title: Annotated[str, typer.Option(metavar="TEXT", help="Whose ledger it is.")] = "",
    zone: Annotated[
        str,
        typer.Option(metavar="ZONE", help="On whose clock times are, as Europe/Stockholm."),
    ] = "UTC",
) -> None:
    """Make a new ledger."""
    from banzuke.workflows.ledger import Ledger

    with Ledger.create(place, title=title, zone=zone) as ledger:
        show(f"{ledger.database.shown} is a ledger now; banzuke import FILE --ledger {place}\n")


@app.command("import")
@asks
def import_(  # noqa: PLR0913, PLR0917  # a command has an option for each thing that may be said
    asked: Imported,
    ledger: Place = "",
    players: Annotated[
        Path | None,
        typer.Option(
            "--players", "-p", metavar="FILE", help="Facts, numbers and starting values of people."
        ),
    ] = None,
    of_list: Annotated[
        str,
        typer.Option("--for", metavar="LIST", help="Whose starting values these are; else all."),
    ] = "",
    same: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=PERSON", help="A name of the file is this known person's."),
    ] = None,
    new: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A name is a new person's.")
    ] = None,
    new_people: Annotated[
        str,
        typer.Option(
            metavar="create|ask|refuse",
            help="People who are not known: made; asked about where a name resembles a known one; "
            "or refused.",
        ),
    ] = "ask",
    again: Annotated[
        str,
        typer.Option(
            metavar="ask|skip|store|replace",
            help="Games that are stored already from another file, or with another result.",
        ),
    ] = "ask",
    withdraw_missing: Annotated[
        bool,
        typer.Option(
            "--withdraw-missing",
            help="With --again replace: withdraw games that the file had, but has no longer.",
        ),
    ] = False,
    who: Who = "",
    why: Why = "",
    preview: Annotated[bool, typer.Option("--preview", help="Store nothing, only tell.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Store without asking.")] = False,
    effects: Annotated[
        bool | None,
        typer.Option(
            "--effects/--no-effects",
            help=f"Tell what it does to every list; by default up to {QUICK:,} games.",
        ),
    ] = None,
) -> None:
    """Store results from files: all of them, or nothing where something is refused."""
    from banzuke.ledger.exporting import is_export
    from banzuke.publishing.effect_text import effects_in_short
    from banzuke.publishing.ledger_text import figures_text, report_text
    from banzuke.workflows.ledger.results import decisions_of

    files = asked.files or []
    if not files and players is None:
        raise WrongUse("say what to store: FILE, or --players FILE")
    decisions = decisions_of(
        pairs(same, "--same", "NAME=PERSON"),
        new or [],
        new_people,
        again,
        of_list=of_list,
        withdraw_missing=withdraw_missing,
        strict=asked.strict,
        effects_up_to={None: QUICK, True: sys.maxsize, False: 0}[effects],
    )
    with opened(ledger) as book:
        if len(files) == 1 and is_export(files[0]):
            done = book.import_export(files[0], who=who, why=why)
            show(f"{figures_text(done.told)}\n" if done.told else "all of it is here already\n")
            return

        def store(*, preview: bool) -> tuple[Report, Done]:
            return book.import_files(
                files,
                players,
                columns=pairs(asked.columns, "--map", "WANTED=COLUMN"),
                decisions=decisions,
                who=who,
                why=why,
                preview=preview,
                **asked.how(),
            )

        report, done = store(preview=preview or not yes)
        show(report_text(report))
        if report.changed and done.effects:
            show(f"\n{effects_in_short(done.effects)}")
        if report.changed and not preview and not yes:
            if not agreed("Store this?", yes=yes):
                complain(["nothing was stored"])
                raise typer.Exit(ChangeRefused.exit_code)
            _, done = store(preview=False)
        if done.revision is not None:
            show(f"revision {done.revision}\n")


@app.command()
def log(
    ledger: Place = "",
    newest: Annotated[int, typer.Option(metavar="COUNT", help="So many; 0 for all.")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Show the revisions of a ledger, the newest first."""
    from banzuke.publishing.ledger_text import log_text
    from banzuke.publishing.plain_values import json_list

    with opened(ledger) as book:
        revisions = book.log(newest or None, named=not as_json)
    show(json_list(map(vars, revisions)) if as_json else log_text(revisions, width_of_output()))


@app.command()
def export(
    path: Annotated[
        Path,
        typer.Argument(
            metavar="PATH", help="The file, ending in .zip; in .xlsx or .csv with --template."
        ),
    ],
    template: Annotated[
        Blank | None,
        typer.Option(help="A blank table to fill in instead, as 'banzuke template' writes it."),
    ] = None,
    ledger: Place = "",
) -> None:
    """Write all that a ledger holds now into a file that another ledger can import."""
    from banzuke.publishing.ledger_text import figures_text

    if template is not None:
        write_blank(path, template)
        return
    with opened(ledger) as book:
        show(f"{path}: {figures_text(book.export(path))}\n")


@app.command()
def backup(
    path: Annotated[
        Path | None, typer.Argument(metavar="PATH", help="By default beside the ledger.")
    ] = None,
    ledger: Place = "",
    format_: Annotated[
        Shape, typer.Option("--format", "-f", help="How to print what was copied.")
    ] = Shape.TABLE,
) -> None:
    """Copy a ledger, with all its revisions, while it is in use."""
    from banzuke.ledger.backups import figures_of
    from banzuke.publishing.ledger_text import figures_text
    from banzuke.publishing.plain_values import json_text

    with opened(ledger) as book:
        copy = book.backup(path)
    figures = figures_of(copy)
    if format_ is Shape.JSON:
        show(json_text({"path": str(copy), **figures}))
    else:
        show(f"{copy}: {figures_text(figures)}\n")


@app.command()
def restore(
    path: Annotated[Path, typer.Argument(metavar="PATH", help="A backup.")],
    ledger: Place = "",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")] = False,
) -> None:
    """Put a backup in the place of a ledger; what was there is backed up first."""
    with opened(ledger) as book:
        if not agreed(f"Put {path} in the place of {book.database.shown}?", yes=yes):
            complain(["nothing was changed"])
            raise typer.Exit(ChangeRefused.exit_code)
        before = book.restore(path)
    show("restored\n" if before is None else f"restored; what was there is in {before}\n")


@app.command()
def upgrade(ledger: Place = "", yes: Yes = False) -> None:
    """Bring a ledger of an older version of banzuke to the form of this one."""
    from banzuke.workflows.ledger import Ledger

    with Ledger(place_of(ledger)) as book:
        shown = book.database.shown
        question = f"Is there a backup of {shown}, and does no older version of banzuke use it?"
        if not book.database.is_file and not agreed(question, yes=yes):
            complain(["nothing was changed"])
            raise typer.Exit(ChangeRefused.exit_code)
        book.upgrade(backed_up=True)
        kept = book.database.copied_to
    show(
        f"{shown} has the form of this version"
        + (f"; as it was, it is in {kept}\n" if kept else "\n")
    )
