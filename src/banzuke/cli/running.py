"""How every command runs: errors in words, exit codes, and no traceback for what is foreseen."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer
from typer.core import TyperGroup

from banzuke.model.errors import BanzukeError, DataRefused, FileProblem, WrongUse
from banzuke.model.wording import counted, visible

if TYPE_CHECKING:
    from banzuke.model.problems import Problem
    from banzuke.model.written_rules import WrittenRules

#: As a shell reports a program that was stopped by Ctrl-C, or that wrote into a closed pipe.
INTERRUPTED = 130
PIPE_CLOSED = 141

#: Characters written at once; a pipe takes more, so that this costs nothing.
PIECE = 32_768


class Told(TyperGroup):
    """A group of commands that tells errors in words and ends with their exit code."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take the arguments; only the name of a file may hold bytes that are no text."""
        for argument in args:
            if _is_no_text(argument) and not Path(argument).exists():
                complain([f"{argument!r} holds bytes that are no text in UTF-8"])
                raise typer.Exit(WrongUse.exit_code)
        return list(super().parse_args(ctx, args))

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was asked for."""
        try:
            result = super().invoke(ctx)
            show("")
        except BanzukeError as error:
            leave(error)
        except BrokenPipeError:
            close_output()
            raise typer.Exit(PIPE_CLOSED) from None
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None
        return result


def _is_no_text(argument: str) -> bool:
    """Whether an argument came in bytes that could not be decoded."""
    return any("\udc80" <= character <= "\udcff" for character in argument)


def leave(error: BanzukeError) -> NoReturn:
    """Say what is wrong, all of it, and exit."""
    told = error.summary(len(error.problems)) if isinstance(error, DataRefused) else str(error)
    complain([told])
    raise typer.Exit(error.exit_code)


def complain(lines: Iterable[object]) -> None:
    """Write lines to where errors go, wrapped on a terminal.

    If that is full or closed, nobody can be told.
    """
    with suppress(OSError):
        on_terminal = sys.stderr is not None and sys.stderr.isatty()
        width = shutil.get_terminal_size().columns if on_terminal else None
        for line in lines:
            text = visible(str(line))
            typer.echo(text if width is None else at_words(text, width), err=True)


def check_files(
    paths: Iterable[str],
    check: Callable[[str], Sequence[Problem]],
    load: Callable[[str], WrittenRules],
) -> None:
    """Say of each file of rules everything that is wrong with it, or that its examples hold.

    Exits with 1 if anything is wrong.
    """
    refused = False
    for path in paths:
        if problems := check(path):
            refused = True
            complain(problems)
            continue
        found = load(path)
        examples = counted(len(found.examples), "example holds", "examples hold")
        show(f"{found.key}: all right, {examples}\n")
    if refused:
        raise typer.Exit(1)


def at_words(text: str, width: int) -> str:
    """A text of one or more lines, each wrapped so that what follows is indented further."""
    wrapped = []
    for line in text.splitlines():
        indent = line[: len(line) - len(line.lstrip())]
        wrapped += textwrap.wrap(
            line,
            width,
            subsequent_indent=f"{indent}    ",
            break_long_words=False,
            break_on_hyphens=False,
        ) or [""]
    return "\n".join(wrapped)


def show(text: str, *, is_data: bool = False) -> None:
    """Write a text to where results go, piece by piece: a closed pipe shows at the next piece.

    What could drive a terminal is written out, but in ``is_data``, as CSV, only on a terminal.
    Raises FileProblem if it cannot be written; nothing is left to be written then.
    """
    if sys.stdout is None:
        if text:
            raise FileProblem("the output is closed, so nothing can be printed: use --out PATH")
        return
    if not is_data or sys.stdout.isatty():
        text = visible(text)
    try:
        for begin in range(0, len(text), PIECE):
            sys.stdout.write(text[begin : begin + PIECE])
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        close_output()
        raise FileProblem(f"the output cannot be written: {error.strerror or error}") from error


def width_of_output() -> int:
    """The characters of a line of the terminal; without a limit where the output is none."""
    from banzuke.publishing.text_tables import UNLIMITED

    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    return shutil.get_terminal_size().columns if is_terminal else UNLIMITED


def close_output() -> None:
    """Let what is still to be written vanish: nobody reads it any more."""
    try:
        descriptor = sys.stdout.fileno()
    except (OSError, AttributeError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
