"""Marks that pages share: the colour of a change."""

from __future__ import annotations

import jinja2
import pytest


@pytest.mark.parametrize(
    ("text", "value", "drawn"),
    [
        ("0", -0.098, '<span class="flat">0</span>'),
        ("0", 0.3, '<span class="flat">0</span>'),
        ("0.00", 0.0, '<span class="flat">0.00</span>'),
        ("-0.0", -0.01, '<span class="flat">-0.0</span>'),
        ("10", 9.8, '<span class="up">+10</span>'),
        ("-10", -9.8, '<span class="down">-10</span>'),
        (None, None, '<span class="flat">–</span>'),
    ],
)
def test_a_change_that_reads_as_nought_has_no_colour(
    text: str | None, value: float | None, drawn: str
):
    """What is a nought as it is written is neither a gain nor a loss, whatever is behind it."""
    loader = jinja2.PackageLoader("banzuke.publishing.site", "templates")
    environment = jinja2.Environment(loader=loader, extensions=["jinja2.ext.i18n"], autoescape=True)
    environment.filters["number"] = str
    environment.globals["_"] = str
    marks = environment.get_template("marks.html").module
    assert marks.change(text, value, "").strip() == drawn  # type: ignore[attr-defined]  # of a template
