"""Writes the pages of the manual that the program itself can tell.

    python docs/generate.py            writes them
    python docs/generate.py --check    only says which are out of date; exit code 1 if any is

A page in ``docs/`` that this file did not write is written by hand and left alone.
"""

from __future__ import annotations

import inspect
import io
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text
from typer.main import get_command
from typer.testing import CliRunner

from banzuke import importers
from banzuke.cli.app import app
from banzuke.engine.rulebook import load_rulebook, rulebook_keys
from banzuke.model.columns import COLUMNS
from banzuke.model.errors import BanzukeError
from banzuke.model.parameters import range_of, unit_of
from banzuke.model.system import System
from banzuke.publishing.rulebook_text import rulebook_text
from banzuke.systems import shelf

FOLDER = Path(__file__).parent
WIDTH = 100
MARK = "<!-- Written by docs/generate.py: edit what it reads, not this page. -->\n"


def pages() -> dict[str, str]:
    """All generated pages, {path below docs/: text}."""
    found = {"systems/README.md": systems_page(), "columns.md": columns_page()}
    found["errors.md"] = errors_page()
    found["formats.md"] = formats_page()
    found["commands.md"] = commands_page()
    found["rulebooks/README.md"] = rulebooks_page()
    for key, system in shelf().items():
        found[f"systems/{key}.md"] = system_page(system)
    for key in rulebook_keys():
        found[f"rulebooks/{key}.md"] = rulebook_page(key)
    texts = {path: f"{MARK}\n{text}" for path, text in sorted(found.items())}
    return {**texts, "first-list.svg": picture()}


def systems_page() -> str:
    """The list of systems."""
    rows = [
        [f"[{system.key}]({system.key}.md)", system.title, system.summary]
        for system in shelf().values()
    ]
    return f"# Rating systems\n\n{table(['key', 'title', 'in a sentence'], rows)}"


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
    columns = [[f"`{column.name}`", column.unit, column.meaning] for column in system.columns]
    facts = [
        ["source", f"{system.source} ({system.year})"],
        ["version of its numbers", str(system.version)],
        ["periods, the default first", ", ".join(system.periods)],
        ["what it rates besides games of two", ", ".join(sorted(system.capabilities)) or "nothing"],
        ["forecasts", "yes" if system.predict else "no"],
        *([["the better player", "has the lower rating"]] if system.lowest_is_best else []),
    ]
    return "\n".join(
        [
            f"# {system.title}: `{system.key}`\n\n{system.summary}\n",
            table(["", ""], facts),
            "## What it keeps of each player\n",
            table(["column", "unit", "meaning"], columns),
            "## Parameters\n",
            table(["name", "default", "unit", "accepts", "meaning"], parameters),
        ]
    )


def columns_page() -> str:
    """The columns of results and players files."""
    rows = [
        [
            f"`{column.name}`",
            column.kind,
            ", ".join(column.shapes),
            "yes" if column.needed else "",
            column.meaning,
        ]
        for column in COLUMNS
    ]
    head = ["column", "holds", "in files of", "needed", "meaning"]
    return f"# Columns of results and players files\n\n{table(head, rows)}"


def rulebooks_page() -> str:
    """The rulebooks that come with banzuke."""
    books = [load_rulebook(key) for key in rulebook_keys()]
    rows = [[f"[{b.key}]({b.key}.md)", b.title, b.game, b.system.key, b.summary] for b in books]
    head = ["key", "title", "game", "system", "in a sentence"]
    return f"# Rulebooks that come with banzuke\n\n{table(head, rows)}"


def rulebook_page(key: str) -> str:
    """What ``banzuke rules show`` prints of one rulebook."""
    book = load_rulebook(key)
    return f"# {book.title}: `{key}`\n\n```text\n{rulebook_text(book, WIDTH).rstrip()}\n```\n"


def formats_page() -> str:
    """The file formats that are read."""
    rows = [[f"`{i.key}`", i.title, i.source] for i in importers.shelf().values()]
    intro = "A file is recognised by what is in it; `--from KEY` says it where that fails.\n\n"
    return f"# File formats\n\n{intro}{table(['key', 'what it is', 'source'], rows)}"


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
    """A parameter's default; of a table only its length."""
    if isinstance(value, tuple):
        return f"{len(value)} row{'s' * (len(value) != 1)}"
    return f"`{value}`" if value != "" else "empty"


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
