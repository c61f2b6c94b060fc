"""The commands about circuits: those of a ledger, and rules by which they can be reckoned."""

from __future__ import annotations

from typing import Annotated

import typer

from banzuke.cli.ledger_asking import Place, Who, opened, said_or_only
from banzuke.cli.running import check_files, complain, show, width_of_output
from banzuke.cli.shapes import Shape, ShapeOption
from banzuke.model.errors import WrongUse

app = typer.Typer(rich_markup_mode=None)
circuits_app = typer.Typer(
    help="Circuits of a ledger, series of events with their own points, and rules for them.",
    invoke_without_command=True,
    rich_markup_mode=None,
)
app.add_typer(circuits_app, name="circuits")

Key = Annotated[str, typer.Argument(metavar="CIRCUIT", help="The key of a circuit.")]


@circuits_app.callback()
def circuits(context: typer.Context, ledger: Place = "") -> None:
    """Show the circuits of a ledger, and the events that belong to them."""
    from banzuke.publishing.circuit_text import circuits_text

    context.obj = ledger
    if context.invoked_subcommand is None:
        with opened(ledger) as book:
            show(circuits_text(book.circuits(), book.event_names(), width_of_output()))


@circuits_app.command("set")
def set_(  # noqa: PLR0913, PLR0917  # a command has an option for each thing that may be said
    context: typer.Context,
    key: Key,
    title: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What the circuit is called.")
    ] = None,
    rule: Annotated[
        str | None,
        typer.Option(metavar="RULE", help="What places are worth: a key or a .toml file."),
    ] = None,
    add: Annotated[
        list[str] | None,
        typer.Option("--add-event", metavar="NAME", help="An event that belongs to it."),
    ] = None,
    its_class: Annotated[
        str,
        typer.Option("--class", metavar="CLASS", help="Of the events that are added, as A."),
    ] = "",
    drop: Annotated[
        list[str] | None,
        typer.Option("--drop-event", metavar="NAME", help="One that belongs to it no longer."),
    ] = None,
    ledger: Place = "",
    who: Who = "",
) -> None:
    """Set up a circuit, or change it; an event that belongs to it already gets another class."""
    if its_class and not add:
        raise WrongUse("--class says the class of the events of --add-event: say which")
    said = {"title": title, "rule": rule}
    with opened(ledger or context.obj) as book:
        done = book.set_circuit(
            key,
            {name: value for name, value in said.items() if value is not None},
            events=dict.fromkeys(add or (), its_class),
            without=drop or (),
            who=who,
        )
        show(f"revision {done.revision}\n" if done.revision else "nothing changed\n")


@circuits_app.command("show")
def show_table(
    context: typer.Context,
    key: Annotated[
        str,
        typer.Argument(metavar="CIRCUIT", help="The key of a circuit; by default the only one."),
    ] = "",
    format_: ShapeOption = Shape.TABLE,
    ledger: Place = "",
) -> None:
    """Show the table of a circuit: what every event gave, totals, who takes no place and why."""
    from banzuke.publishing.circuit_text import season_document, season_text
    from banzuke.publishing.plain_values import json_text

    with opened(ledger or context.obj) as book:
        key = said_or_only(key, [one.key for one in book.circuits()], "circuit")
        record, season, called = book.circuit_table(key)
    if format_ is Shape.JSON:
        show(json_text(season_document(record, season, called)))
    else:
        show(season_text(record, season, called, width_of_output()))
        complain(
            f"warning: {event} counts by plain points, since its scoring system cannot be used: "
            f"{why}"
            for event, why in season.by_plain_points.items()
        )


@circuits_app.command("remove")
def remove(context: typer.Context, key: Key, ledger: Place = "", who: Who = "") -> None:
    """Keep a circuit no longer; its events stay."""
    with opened(ledger or context.obj) as book:
        show(f"revision {book.remove_circuit(key, who=who).revision}\n")


@circuits_app.command("rules")
def rules(
    key: Annotated[
        str, typer.Argument(metavar="[KEY|PATH]", help="One of them, to see all that it says.")
    ] = "",
    format_: ShapeOption = Shape.TABLE,
) -> None:
    """List the rules of circuits that come with banzuke, or show one of them."""
    from banzuke.publishing.circuit_rule_text import rule_document, rule_text, rules_text
    from banzuke.publishing.plain_values import json_list, json_text
    from banzuke.scoring.circuits.circuit import circuit_keys, load_circuit

    found = [load_circuit(key)] if key else [load_circuit(one) for one in circuit_keys()]
    if format_ is Shape.JSON:
        documents = [rule_document(one) for one in found]
        show(json_text(documents[0]) if key else json_list(documents))
    elif key:
        show(rule_text(found[0], width_of_output()))
    else:
        show(rules_text(found, width_of_output()))


@circuits_app.command("check")
def check(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH", help="Rules of circuits: .toml files, or keys.")
    ],
) -> None:
    """Say everything that is wrong with rules of circuits, and work their examples."""
    from banzuke.scoring.circuits.circuit import check_circuit, load_circuit

    check_files(paths, check_circuit, load_circuit)
