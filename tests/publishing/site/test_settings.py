"""What a site says of itself: read from a file, with everything that is wrong told."""

from __future__ import annotations

from pathlib import Path

import pytest

from banzuke.model.errors import WrongUse
from banzuke.publishing.site.settings import SiteSettings, read_settings


def test_without_a_file_there_are_defaults():
    """A site needs no settings."""
    assert read_settings(None) == SiteSettings()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('languages = ["en", "de"]', "de: there is en, sv"),
        ('languages = ["sv", "sv"]', "twice"),
        ("languages = []", "languages"),
        ("rows = 5", "rows"),
        ('colour = "red"', "colour"),
        ("title = ", "is not TOML"),
        ('links = [{title = "x", address = "javascript:1"}]', "links"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, text: str, told: str):
    """Unknown languages and words, odd numbers and addresses are refused by name."""
    path = tmp_path / "site.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(WrongUse, match=told):
        read_settings(path)
