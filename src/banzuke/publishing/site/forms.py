"""The forms that a page is given out in: a sheet of paper (HTML), JSON and CSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from banzuke.model.errors import NoSuchPage
from banzuke.model.formulas import FORMULA
from banzuke.publishing.plain_values import compact, json_text, plain
from banzuke.publishing.site.page import Page, PageKind, Row
from banzuke.publishing.site.rendering import Sheets


@dataclass(frozen=True)
class Form:
    """A form of a page: how its address ends, and what it is called on the network."""

    ending: str
    media_type: str


HTML = Form("html", "text/html; charset=utf-8")
JSON = Form("json", "application/json")
CSV = Form("csv", "text/csv; charset=utf-8")

#: How a text begins that a spreadsheet would run; and a number, which it may take for one.
RUN = re.compile(FORMULA)
NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")

FORMS: Mapping[str, Form] = {form.ending: form for form in (HTML, JSON, CSV)}

#: Besides those of every page, the forms that only some pages have.
ALL_FORMS: Mapping[str, Form] = {
    **FORMS,
    "svg": Form("svg", "image/svg+xml"),
    "png": Form("png", "image/png"),
    "trf": Form("trf", "text/plain; charset=utf-8"),
    "js": Form("js", "text/javascript; charset=utf-8"),
}


def in_form(
    form: Form, kind: PageKind, page: Page, *, address: str, language: str, sheets: Sheets
) -> bytes:
    """A page in a form, as it is sent or written to a file; raises NoSuchPage where it has none."""
    if form is HTML:
        return sheets.drawn(kind, page, address=address, language=language).encode()
    document, rows = (page.document, page.rows) if page.whole is None else page.whole()
    if form is JSON:
        return json_text(_without_empty({"title": page.title, **document})).encode()
    if form is CSV:
        return _table(rows)
    if form.ending in page.others:
        return page.others[form.ending]()
    raise NoSuchPage(f"there is no page {address}.{form.ending}")


def _without_empty(said: Any) -> Any:
    """A document in which what is not said is null everywhere, and no empty text."""
    if isinstance(said, Mapping):
        return {name: _without_empty(value) for name, value in said.items()}
    if isinstance(said, (list, tuple)):
        return [_without_empty(value) for value in said]
    return None if said == "" else said


def _table(rows: Sequence[Row]) -> bytes:
    """The page as a table; texts that a spreadsheet would run are guarded."""
    if not rows:
        return b""
    columns = list(dict.fromkeys(column for row in rows for column in row))
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(columns)
    table.writerows([_cell(row.get(column)) for column in columns] for row in rows)
    return text.getvalue().encode()


def _cell(value: object) -> object:
    """A value as CSV has it, numbers as JSON has them; a number in words stays a number."""
    said = plain(value)
    if isinstance(said, bool):
        return "true" if said else "false"
    if isinstance(said, str) and RUN.match(said) and not NUMBER.fullmatch(said):
        return f"'{said}"
    return compact(said) if isinstance(said, (list, dict)) else said
