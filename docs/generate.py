"""Writes the pages of the manual that the program itself can tell.

    python docs/generate.py            writes them
    python docs/generate.py --check    only says which are out of date; exit code 1 if any is

A page in ``docs/`` that this file did not write is written by hand and left alone.
"""

from __future__ import annotations

import ast
import inspect
import io
import sys
from collections.abc import Iterator
from configparser import ConfigParser
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_origin

from pydantic.fields import FieldInfo
from rich.console import Console
from rich.text import Text
from typer.main import get_command
from typer.testing import CliRunner

import banzuke
from banzuke import importers
from banzuke.cli.app import app
from banzuke.engine.rulebook import load_rulebook, rulebook_keys
from banzuke.engine.rulebook_form import RulebookForm
from banzuke.engine.rulebook_template import toml_value
from banzuke.importers.steps.cell_styles import FIELDS, HOME_AWAY, POINTS, SCORES, STYLES
from banzuke.model.column_names import ALSO_CALLED, BESIDE_SIDES, SIDES
from banzuke.model.columns import COLUMNS
from banzuke.model.declarations import bare, range_of
from banzuke.model.errors import BanzukeError
from banzuke.model.parameters import Declared, unit_of
from banzuke.model.system import Period, System
from banzuke.model.toml_library import FORMAT
from banzuke.publishing.rulebook_text import rulebook_text, summary
from banzuke.publishing.scoring_text import asks, scoring_text
from banzuke.scoring.circuits.checking import OF_TOTALS
from banzuke.scoring.circuits.circuit import circuit_keys, load_circuit
from banzuke.scoring.circuits.curves import curves
from banzuke.scoring.circuits.form import CircuitForm, Sharing
from banzuke.scoring.ending import GROUPS
from banzuke.scoring.form import ScoringForm
from banzuke.scoring.kinds import kinds
from banzuke.scoring.scoring import load_scoring, scoring_keys
from banzuke.scoring.tie_breaks import shelf as tie_breaks
from banzuke.scoring.tournament import TournamentRule
from banzuke.systems import shelf

FOLDER = Path(__file__).parent
CODE = Path(banzuke.__file__).parent
WIDTH = 100
#: What the table of rulebooks has of each, by the names of ``rules list --format csv``.
RULEBOOK_FACTS = ("title", "game", "system", "period", "takes", "uncertainty", "assumptions")
MARK = "<!-- Written by docs/generate.py: edit what it reads, not this page. -->\n"


@cache  # asked for several times, and always the same
def pages() -> dict[str, str]:
    """All generated pages, {path below docs/: text}."""
    found = {"systems/README.md": systems_page(), "columns.md": columns_page()}
    found["errors.md"] = errors_page()
    found["formats.md"] = formats_page()
    found["commands.md"] = commands_page()
    found["rulebooks/README.md"] = rulebooks_page()
    found["rulebook-keys.md"] = rulebook_keys_page()
    found["scorings/README.md"] = scorings_page()
    found["scoring-keys.md"] = scoring_keys_page()
    found["tie-breaks.md"] = tie_breaks_page()
    found["circuits.md"] = circuits_page()
    found["api.md"] = api_page()
    found["code.md"] = code_page()
    for key, system in shelf().items():
        found[f"systems/{key}.md"] = system_page(system)
    for key in rulebook_keys():
        found[f"rulebooks/{key}.md"] = rulebook_page(key)
    for key in scoring_keys():
        found[f"scorings/{key}.md"] = scoring_page(key)
    texts = {path: f"{MARK}\n{text}" for path, text in sorted(found.items())}
    return {**texts, "first-list.svg": picture()}


def systems_page() -> str:
    """The list of systems."""
    rows = [
        [
            f"[{system.key}]({system.key}.md)",
            system.title,
            system.summary,
            ", ".join(f"[{key}](../rulebooks/{key}.md)" for key in keys_by_system()[system.key]),
        ]
        for system in shelf().values()
    ]
    head = ["key", "title", "in a sentence", "rulebooks"]
    return f"# Rating systems\n\n{table(head, rows)}"


@cache
def keys_by_system() -> dict[str, list[str]]:
    """The keys of the rulebooks that use each system, {key of the system: sorted}."""
    found: dict[str, list[str]] = {key: [] for key in shelf()}
    for key in rulebook_keys():
        found[load_rulebook(key).system.key].append(key)
    return found


def system_page(system: System) -> str:
    """The page of one system: what its card and its parameters say."""
    parameters = [
        [
            f"`{name}`",
            ""
            if field.is_required()
            else default_text(field.get_default(call_default_factory=True)),
            unit_of(field),
            range_of(field),
            field.description or "",
        ]
        for name, field in system.parameters.model_fields.items()
    ]
    columns = [[f"`{column.name}`", column.unit, column.meaning] for column in system.told_columns]
    rulebooks = ", ".join(f"[{key}](../rulebooks/{key}.md)" for key in keys_by_system()[system.key])
    facts = [
        ["source", f"{system.source} ({system.year})"],
        ["version of its numbers", str(system.version)],
        ["periods, the default first", ", ".join(system.periods)],
        ["what it rates besides games of two", ", ".join(sorted(system.capabilities)) or "nothing"],
        ["what one gains, others lose", "yes, by default" if system.zero_sum else "no"],
        ["forecasts", "yes" if system.predict else "no"],
        ["chances of each outcome, draws too", "yes" if system.likelihood else "no"],
        ["rulebooks", rulebooks or "none"],
        *([["the better player", "has the lower rating"]] if system.lowest_is_best else []),
    ]
    return "\n".join(
        [
            f"# {system.title}: `{system.key}`\n\n{system.summary}\n",
            table(["", ""], facts),
            "## Formulas and scale\n",
            *formulas_and_scale(system),
            "## What it keeps of each player\n",
            table(["column", "unit", "meaning"], columns),
            "## Parameters\n",
            table(["name", "default", "unit", "accepts", "meaning"], parameters),
        ]
    )


def formulas_and_scale(system: System) -> list[str]:
    """What the file of a system says of its source, with the formulas, and of its scale."""
    text = inspect.getdoc(import_module(f"banzuke.systems.{system.key.replace('-', '_')}")) or ""
    source, _, scale = text.partition("\nSource: ")[2].partition("\nScale: ")
    said = {"Source": source, "Scale": scale.partition("\n\n")[0]}
    return [
        f"{name}: {' '.join(words.replace('``', '`').split())}\n" for name, words in said.items()
    ]


def also_called(column: str) -> list[str]:
    """What other tables call a column."""
    stem, _, number = column.rpartition("_")
    if stem not in BESIDE_SIDES or number not in ("1", "2"):
        return list(ALSO_CALLED.get(column, ()))
    side = int(number) - 1
    beside = BESIDE_SIDES[stem][1 % len(BESIDE_SIDES[stem])]
    alone = [SIDES[2][side], SIDES[11][side]] if stem == "player" else []
    return [*alone, f"{SIDES[11][side]}_{beside}", f"{stem} {SIDES[1][side]}", "…"]


def columns_page() -> str:
    """The columns of results and players files."""
    rows = [
        [
            f"`{column.name}`",
            column.kind,
            ", ".join(column.shapes),
            "yes" if column.needed else "",
            column.meaning,
            ", ".join(also_called(column.name)),
        ]
        for column in COLUMNS
    ]
    head = ["column", "holds", "in files of", "needed", "meaning", "also read as such"]
    return f"# Columns of results and players files\n\n{table(head, rows)}"


def rulebooks_page() -> str:
    """The rulebooks that come with banzuke."""
    books = [load_rulebook(key) for key in rulebook_keys()]
    rows = []
    for book in books:
        told = summary(book)
        link = f"[{book.key}]({book.key}.md)"
        facts = [str(told[name]) for name in RULEBOOK_FACTS]
        rows.append([link, *facts, f"{book.summary} Source: {book.source}."])
    head = ["key", *(name.replace("_", " ") for name in RULEBOOK_FACTS), "in a sentence"]
    return f"# Rulebooks that come with banzuke\n\n{table(head, rows)}"


def rulebook_page(key: str) -> str:
    """What ``banzuke rules show`` prints of one rulebook."""
    book = load_rulebook(key)
    return f"# {book.title}: `{key}`\n\n```text\n{rulebook_text(book, WIDTH).rstrip()}\n```\n"


def scorings_page() -> str:
    """The scoring systems that come with banzuke."""
    rows = [
        [
            f"[{scoring.key}]({scoring.key}.md)",
            scoring.title,
            scoring.author,
            asks(scoring),
            f"{scoring.summary} Source: {scoring.source}.",
        ]
        for scoring in map(load_scoring, scoring_keys())
    ]
    head = ["key", "title", "author", "asks for, besides the centres", "in a sentence"]
    intro = "[scoring.md](../scoring.md) tells how to score by them.\n\n"
    return f"# Scoring systems that come with banzuke\n\n{intro}{table(head, rows)}"


def scoring_page(key: str) -> str:
    """What ``banzuke scoring show`` prints of one scoring system."""
    scoring = load_scoring(key)
    text = scoring_text(scoring, WIDTH).rstrip()
    return f"# {scoring.title}: `{key}`\n\n```text\n{text}\n```\n"


#: The rows of every file of rules.
LEAD = [
    ["`format`", f"{FORMAT}", "needed, in each file", "the form of the file"],
    ["`extends`", "a text", "none", "key or path of the one that holds where this is silent"],
]


def scoring_keys_page() -> str:
    """Every key of a scoring system's file, and every kind of term with what it can be told."""
    head = ["key", "accepts", "default", "meaning"]
    intro = (
        "A scoring system is a TOML file; [scoring.md](scoring.md) tells how to write one. Each "
        "`[terms.NAME]` and `[solo.NAME]` names the kind of one term, and says what the kind asks "
        "for.\n"
    )
    parts = [f"# Keys of a scoring system\n\n{intro}", "## At the top\n"]
    parts.append(table(head, LEAD + list(key_rows(ScoringForm))))
    for name, field in ScoringForm.model_fields.items():
        form, many = form_of(field)
        if form is not None:
            title, words = f"[[{name}]]" if many else f"[{name}]", field.description or ""
            parts.append(f"## `{title}`\n\n{words[:1].upper()}{words[1:]}.\n")
            parts.append(table(head, list(key_rows(form, name))))
    parts.append("## `[tournament]`\n\nHow boards become the result of a tournament.\n")
    parts.append(table(head, list(key_rows(TournamentRule))))
    parts.append("## Whom a term is for\n")
    parts.append(table(["who", "means"], [[f"`{who}`", text] for who, text in GROUPS.items()]))
    for kind in kinds().values():
        parts.append(f"## Kind `{kind.key}`\n\n{kind.summary}\n")
        parts.append(table(head, list(key_rows(kind.parameters))))
    return "\n".join(parts)


def tie_breaks_page() -> str:
    """Every tie-break with its rule and what it can be told."""
    intro = (
        "What can stand in `tie_breaks`, and behind `--tie-break` of `banzuke standings`, by its "
        "key or its letters; [standings.md](standings.md) tells how.\n"
    )
    cards = tie_breaks().values()
    rows = [[f"[`{card.key}`](#{card.key})", card.code, card.title, card.summary] for card in cards]
    parts = [f"# Tie-breaks\n\n{intro}", table(["key", "letters", "title", "rule"], rows)]
    head = ["setting", "accepts", "default", "meaning"]
    for card in cards:
        first = "The lowest value stands first. " * card.lowest_is_best
        parts.append(f"## {card.key}\n\n{card.summary} {first}Source: {card.source}.\n")
        if card.parameters.model_fields:
            parts.append(table(head, list(key_rows(card.parameters))))
    return "\n".join(parts)


def circuits_page() -> str:
    """The circuits that come with banzuke, and every key of a circuit's file."""
    found = [load_circuit(key) for key in circuit_keys()]
    rows = [[f"[`{one.key}`](#{one.key})", one.title, one.game, one.summary] for one in found]
    intro = (
        "What the places of an event are worth, and how events make the table of a season. "
        "[standings.md](standings.md) tells how to use one from Python, [ledger.md](ledger.md) how "
        "a ledger keeps one.\n"
    )
    parts = [f"# Circuits that come with banzuke\n\n{intro}"]
    parts.append(table(["key", "title", "game", "in a sentence"], rows))
    for one in found:
        parts.append(f"## {one.key}\n\n{one.title}. {one.text.strip()}\n\nSource: {one.source}.\n")
        parts.append("".join(f"- {text}\n" for text in one.assumptions))
    head = ["key", "accepts", "default", "meaning"]
    parts.append("# Keys of a circuit\n\n## At the top\n")
    parts.append(table(head, LEAD + list(key_rows(CircuitForm))))
    parts.append("## `[points]`, whatever the kind\n")
    kinds_of = ["`kind`", "the key of a curve, below", "needed", "the curve"]
    parts.append(table(head, [kinds_of, *key_rows(Sharing)]))
    for curve in curves().values():
        parts.append(f"## Kind `{curve.key}`\n\n{curve.summary}\n")
        parts.append(table(head, list(key_rows(curve.parameters))))
    for name in ("events", "players", "example"):
        form, many = form_of(CircuitForm.model_fields[name])
        if form is not None:
            parts.append(f"## `{f'[[{name}]]' if many else f'[{name}]'}`\n")
            parts.append(table(head, list(key_rows(form, name))))
    parts.append("## `[total]`\n\nOf the keys of [`[tournament]`](scoring-keys.md):\n")
    parts.append(", ".join(f"`{name}`" for name in OF_TOTALS) + ".\n")
    return "\n".join(parts)


def rulebook_keys_page() -> str:
    """Every key of every part of a rulebook, as ``engine/rulebook_form.py`` declares them."""
    head = ["key", "accepts", "default", "meaning"]
    intro = (
        "A rulebook is a TOML file; [rulebooks.md](rulebooks.md) tells how to write one. "
        "What is needed may also stand in the rulebook that is extended; the worked examples "
        "of that one are left out.\n"
    )
    parts = [f"# Keys of a rulebook\n\n{intro}", "## At the top\n"]
    parts.append(table(head, LEAD + list(key_rows(RulebookForm))))
    for name, field in RulebookForm.model_fields.items():
        form, many = form_of(field)
        if form is not None:
            title = f"[[{name}]]" if many else f"[{name}]"
            words = f"{field.description}{'; as many as are needed' * many}."
            parts.append(f"## `{title}`\n\n{words[:1].upper()}{words[1:]}\n")
            parts.append(table(head, list(key_rows(form, name))))
    return "\n".join(parts)


def key_rows(form: type[Declared], above: str = "") -> Iterator[list[str]]:
    """A row for each key of one part of a rulebook; a table in it is called by its full name."""
    for name, field in form.model_fields.items():
        key = f"`{field.alias or name}`"
        inside, many = form_of(field)
        accepts = range_of(field)
        if inside is not None and not above:
            accepts = f"blocks `[[{name}]]`, below" if many else f"the section `[{name}]`, below"
        elif get_origin(bare(field.annotation)) is dict:
            dotted = f"{above}.{name}" if above else name
            each = get_args(get_args(bare(field.annotation))[1])
            accepts = f"a table, as `[{dotted}{'.NAME' if each else ''}]`"
        yield [key, accepts, key_default(field), field.description or ""]


def form_of(field: FieldInfo) -> tuple[type[Declared] | None, bool]:
    """(the part of a rulebook that a key holds, if it does; whether there can be several)."""
    annotation = bare(field.annotation)
    many = get_origin(annotation) is tuple
    found = get_args(annotation)[0] if many else annotation
    is_form = isinstance(found, type) and issubclass(found, Declared)
    return (found if is_form else None), many


def key_default(field: FieldInfo) -> str:
    """What holds where a rulebook does not say a key, as TOML writes it."""
    if field.is_required():
        return "needed"
    value = field.get_default(call_default_factory=True)
    if isinstance(value, Period):  # the declaration's own default is never asked for
        return "the system's first"
    if isinstance(value, Declared) or value is None or value in ((), "", {}):
        return "as below" if isinstance(value, Declared) else "none"
    return f"`{toml_value(value)}`"


def api_page() -> str:
    """Every public name of the package, and what can be asked of ratings and of a ledger."""
    intro = (
        "All of it is in `import banzuke`; [python.md](python.md) shows it at work. "
        "[errors.md](errors.md) has the tree of errors and their exit codes.\n"
    )
    parts = [f"# The Python interface\n\n{intro}"]
    named = {name: getattr(banzuke, name) for name in sorted(banzuke.__all__)}
    for name, value in sorted(named.items(), key=lambda item: kind_of(item[1])):
        parts.append(described(f"## `{name}`", name, value))
        if value in {banzuke.Ratings, banzuke.Ledger}:
            for method in methods_of(value):
                member = inspect.getattr_static(value, method)
                if isinstance(member, classmethod):
                    member = getattr(value, method)
                parts.append(described(f"### `{name}.{method}`", f"{name}.{method}", member))
    return "\n".join(parts)


def methods_of(value: type) -> list[str]:
    """What can be asked of a class, in the order of its files; what it stands on comes first."""
    names = (name for part in reversed(value.__mro__[:-1]) for name in vars(part))
    return [name for name in dict.fromkeys(names) if not name.startswith("_")]


def kind_of(value: Any) -> int:
    """Where a public name stands: functions, then classes, errors and the version."""
    if isinstance(value, type):
        return 2 if issubclass(value, BanzukeError) else 1
    return 0 if callable(value) else 3


def described(heading: str, name: str, value: Any) -> str:
    """A heading, a signature and a docstring."""
    if isinstance(value, str):
        return f"{heading}\n\nThe version that is installed, a text.\n"
    if isinstance(value, property | cached_property):
        asked = value.fget if isinstance(value, property) else value.func
        line = f"{name}: {signature_of(asked).return_annotation}"
    else:
        line = call_text(name, signature_of(value))
    return f"{heading}\n\n```python\n{line}\n```\n\n```text\n{inspect.getdoc(value)}\n```\n"


class _Hint(str):
    """A type hint as it is written: a signature would print it in quotes."""

    __slots__ = ()
    __repr__ = str.__str__


def _written(annotation: Any) -> Any:
    """A type hint that is a text as that text; the fields of a tuple have theirs inside."""
    text = getattr(annotation, "__forward_arg__", annotation)
    return _Hint(text) if isinstance(text, str) else annotation


def signature_of(value: Any) -> inspect.Signature:
    """A signature without ``self``; one of a message for an error that has none of its own."""
    own = isinstance(value, type) and not inspect.isfunction(value.__init__)
    if own and issubclass(value, BaseException):
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        found = inspect.Signature([inspect.Parameter("message", kind, annotation="str")])
    else:
        found = inspect.signature(value)
    kept = [
        one.replace(annotation=_written(one.annotation))
        for one in found.parameters.values()
        if one.name != "self"
    ]
    result = found.return_annotation
    if result in (None, "None"):  # what a class gives is no matter of its signature
        result = inspect.Signature.empty
    elif isinstance(result, str):
        result = _Hint(result)
    return found.replace(parameters=kept, return_annotation=result)


def call_text(name: str, signature: inspect.Signature) -> str:
    """A name and its arguments in a line; one argument a line where that is too long."""
    text = f"{name}{signature}"
    if len(text) <= WIDTH:
        return text
    lines = []
    for one in signature.parameters.values():
        if one.kind is one.KEYWORD_ONLY and not any(line.startswith("*") for line in lines):
            lines.append("*")
        lines.append(str(one))
    result = signature.return_annotation
    end = "" if result is inspect.Signature.empty else f" -> {result}"
    return f"{name}(\n" + "".join(f"    {line},\n" for line in lines) + f"){end}"


def code_page() -> str:
    """Every file of the code with the sentence that it begins with, floor by floor."""
    floors = [folder for folder in floors_down() if (CODE / folder).is_dir()]
    intro = (
        "A file imports from the floors below its own only; the floors, from the top down, are "
        f"{', '.join(f'`{folder}/`' for folder in floors)}. "
        "What users import is told by `__init__.py` above them all. "
        "[CONTRIBUTING.md](../CONTRIBUTING.md) tells how to add to it.\n"
    )
    parts = [f"# Where things are in the code\n\n{intro}"]
    for folder in floors:
        files = sorted((CODE / folder).rglob("*.py"))
        rows = [
            [f"`{path.relative_to(CODE / folder).as_posix()}`", first_sentence(path)]
            for path in files
            if path != CODE / folder / "__init__.py"
        ]
        title = first_sentence(CODE / folder / "__init__.py")
        parts.append(f"## `{folder}/`\n\n{title}\n\n{table(['file', 'what it is for'], rows)}")
    return "\n".join(parts)


def floors_down() -> list[str]:
    """The folders of the floors, from the top down, as ``.importlinter`` has them."""
    contracts = ConfigParser()
    contracts.read(FOLDER.parent / ".importlinter", encoding="utf-8")
    layers = contracts["importlinter:contract:floors"]["layers"]
    return [name.strip(" ()") for line in layers.split() for name in line.split("|") if name]


def first_sentence(path: Path) -> str:
    """What a file says at its beginning, up to the first empty line."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(text.partition("\n\n")[0].split()).replace("``", "`")


def formats_page() -> str:
    """The file formats that are read."""
    rows = [[f"`{i.key}`", i.title, i.source] for i in importers.shelf().values()]
    intro = "A file is recognised by what is in it; `--from KEY` says it where that fails.\n\n"
    formats = table(["key", "what it is", "source"], rows)
    styles = [
        [f"`{style.key}`", style.title, ", ".join(f"`{cell}`" for cell in style.examples)]
        for style in STYLES
    ]
    matrices = [
        [f"`{POINTS}`", "a column a player: points", "`1`, `½`, `0`"],
        [f"`{SCORES}`", "a column a player: scores or sets", "`3-1`, `11-8,9-11,11-5`"],
        [f"`{HOME_AWAY}`", "a column a player: the player of the line was at home", "`2:1`"],
    ]
    cells = table(["style", "whose", "cells"], [*styles, *matrices])
    fields = ", ".join(f"`{{{name}}}`" for name in FIELDS)
    crosstables = (
        "## Crosstables\n\nTables in CSV, Excel, HTML or plain text with a line a player and a "
        "column a round or a player are crosstables. How their cells are written is recognised; "
        '`--cells STYLE` says it where that fails, or a pattern: `--cells "{result} ({opponent})"` '
        f"of {fields}.\n\n{cells}"
    )
    return f"# File formats\n\n{intro}{formats}\n{crosstables}"


def commands_page() -> str:
    """The help of every command, as the program prints it."""
    parts = ["# Commands\n"]
    for words in command_lines(get_command(app), []):
        shown = CliRunner().invoke(
            app, [*words, "--help"], prog_name="banzuke", terminal_width=WIDTH
        )
        parts.append(
            f"## `{' '.join(['banzuke', *words])}`\n\n```text\n{shown.output.strip()}\n```\n"
        )
    return "\n".join(parts)


def command_lines(command: object, words: list[str]) -> list[list[str]]:
    """The words of a command and of all commands below it."""
    below = getattr(command, "commands", {})
    return [
        words,
        *(line for name, c in below.items() for line in command_lines(c, [*words, name])),
    ]


def picture() -> str:
    """A terminal with the first list and an explanation, as SVG."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), legacy_windows=False)
    results = "examples/world-dipcon-1997.csv"
    for command, lines in (("rate", 14), ("explain", 40)):
        words = [command, results, "--rules", "dip-pouch"]
        words += ["--player", "Roger EDBLOM"] if command == "explain" else []
        shown = CliRunner().invoke(
            app, [w.replace(results, str(FOLDER.parent / results)) for w in words]
        )
        quoted = [f'"{word}"' if " " in word else word for word in words]
        console.print(Text(f"$ banzuke {' '.join(quoted)}", style="bold cyan"))
        kept = shown.stdout.rstrip().splitlines()
        console.print(Text("\n".join([*kept[:lines], *(["…"] if len(kept) > lines else [])])))
        console.print()
    return console.export_svg(title="banzuke", unique_id="banzuke")


def errors_page() -> str:
    """The tree of errors, in the order of the drawing in ``model/errors.py``."""
    rows = [
        [f"`{error.__name__}`", str(error.exit_code), inspect.getdoc(error) or ""]
        for error in family(BanzukeError)
    ]
    return f"# Errors\n\n{table(['error', 'exit code', 'when'], rows)}"


def family(error: type[BanzukeError]) -> list[type[BanzukeError]]:
    """A class of errors, then all that derive from it, each before its own."""
    return [error, *(one for child in error.__subclasses__() for one in family(child))]


def default_text(value: object) -> str:
    """A parameter's default as a rulebook writes it; of a table only its length."""
    if isinstance(value, tuple):
        return f"{len(value)} row{'s' * (len(value) != 1)}"
    return f"`{toml_value(value)}`" if value != "" else "empty"


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    cells = [[cell.replace("|", "\\|").replace("\n", " ") for cell in line] for line in lines]
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)


def out_of_date() -> list[Path]:
    """The generated pages that are missing, differ, or should not be there any more."""
    wanted = {FOLDER / path: text for path, text in pages().items()}
    found = sorted([*FOLDER.rglob("*.md"), *FOLDER.rglob("*.svg")])
    there = {path: path.read_text(encoding="utf-8") for path in found}
    stale = [path for path, text in wanted.items() if there.get(path) != text]
    return stale + [p for p, text in there.items() if text.startswith(MARK) and p not in wanted]


def main(arguments: list[str]) -> int:
    """Write or check; the exit code."""
    stale = out_of_date()
    if arguments == ["--check"]:
        for path in stale:
            print(f"{path.relative_to(FOLDER.parent)} is out of date: python docs/generate.py")
        return 1 if stale else 0
    if arguments:
        print(__doc__)
        return 2
    texts = pages()
    for path in stale:
        text = texts.get(path.relative_to(FOLDER).as_posix())
        if text is None:
            path.unlink()
            print(f"removed {path.relative_to(FOLDER.parent)}")
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path.relative_to(FOLDER.parent)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
