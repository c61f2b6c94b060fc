"""What a caller may write in several ways: the path of a file, a day."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import Any

from banzuke.engine.clock import moment_of_text
from banzuke.model.errors import WrongUse


def as_path(path: Any) -> Path:
    """A path, from its text; raises WrongUse for anything else."""
    if not isinstance(path, (str, Path)) or not str(path):
        raise WrongUse(f"the path of a file is a text or a Path, not {path!r}")
    return Path(path)


def as_day(as_of: date | datetime | str | None) -> date | datetime | None:
    """A day or moment, from its text; None for none."""
    if as_of is None or isinstance(as_of, date):
        return as_of
    if not isinstance(as_of, str):
        raise WrongUse(f"as_of is a date or its text, not {type(as_of).__name__}")
    try:
        return moment_of_text(as_of)
    except ValueError as error:
        raise WrongUse(f"{as_of!r} is not a date; write it as 2024-05-31") from error
