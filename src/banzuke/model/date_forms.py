"""Forms of dates other than ISO: which of them a column is written in, if that can be told."""

from __future__ import annotations

import re
from collections.abc import Sequence

import polars as pl

from banzuke.model.limits import FIRST_YEAR
from banzuke.model.row_problems import Problems

DATE_FORMATS = (
    *("%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%Y/%m/%d", "%d-%m-%Y", "%m-%d-%Y", "%Y%m%d"),
    *("%d.%m.%y", "%d/%m/%y", "%m/%d/%y", "%y/%m/%d", "%d-%m-%y", "%m-%d-%y"),
    *("%Y.%m.%d", "%d %B %Y", "%d-%B-%Y", "%d-%B-%y", "%d. %B %Y", "%B %d, %Y", "%B %d %Y"),
)
#: What may follow a date in a column of time stamps.
TIMES_OF_DAY = (" %H:%M", " %H:%M:%S", ", %H:%M", " %I:%M %p")

#: So many cells are tried first when a form is sought that fits a whole column.
MOST_TRIED = 1_000


def forms_that_fit(text: pl.Series) -> list[str]:
    """The forms, other than ISO, in which every cell is a date or a time stamp."""
    given = text.drop_nulls()
    first = given.head(MOST_TRIED)
    forms = [*DATE_FORMATS, *(day + time for day in DATE_FORMATS for time in TIMES_OF_DAY)]
    return [form for form in forms if _reads(first, form).all() and _reads(given, form).all()]


def form_of_the_others(text: pl.Series) -> list[str]:
    """The one form of most cells, where the other cells are no dates in any form; else nothing."""
    given = text.drop_nulls()
    reads = {form: _reads(given, form) for form in DATE_FORMATS}
    most = max(int(read.sum()) for read in reads.values())
    of_most = [form for form, read in reads.items() if int(read.sum()) == most]
    dates = pl.select(pl.any_horizontal(*reads.values()).sum()).item()
    return of_most if len(of_most) == 1 and dates == most and 2 * most > len(given) else []


def tell_other_form(text: pl.Series, fits: Sequence[str], problems: Problems) -> None:
    """What to say of a column without one ISO date: which forms would fit it, else each cell."""
    given = text.is_not_null()
    if fits:
        line = int(given.arg_true()[0])
        what = f"{text[line]!r} is not an ISO date and can be read in {len(fits)} ways"
        problems.add(what, "say which by --date-format: " + " or ".join(fits), text.name, line)
        return
    form = max(DATE_FORMATS, key=lambda form: int(_reads(text, form).sum()))
    read = _reads(text, form)
    if 2 * int(read.sum()) > int(given.sum()):
        line = int(read.arg_true()[0])
        right = f"if it is {form}, say --date-format {form}"
        problems.add(f"{text[line]!r} is not an ISO date", right, text.name, line)
        odd = f"is not a date in the form of the others, {form}"
        problems.add_lines((given & ~read).to_numpy(), text.name, lambda i: f"{text[i]!r} {odd}")
        return
    right = "ISO dates such as 2024-05-31, or say the form by --date-format"
    problems.add_lines(given.to_numpy(), text.name, lambda i: why_no_date(text[i]), right)


def why_no_date(text: str) -> str:
    """Why a cell is no date of a column of ISO dates."""
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}([T ].*)?", text):
        return f"{text!r} does not exist in the calendar"
    return f"{text!r} is not an ISO date"


def _reads(text: pl.Series, form: str) -> pl.Series:
    """Which cells are a date in this form, of a year that can be meant."""
    if "%H" in form or "%I" in form:
        read = text.str.to_datetime(form, strict=False, time_unit="us").dt.year()
    else:
        read = text.str.to_date(form, strict=False).dt.year()
    return (read >= FIRST_YEAR).fill_null(False)
