"""The golden files of systems for board games are what their derivation gives."""

from __future__ import annotations

import importlib.util
from pathlib import Path

FOLDER = Path(__file__).parent


def test_derivation_of_boards_gives_these_files():
    """The files are what derive_boards.py works out, without the package, from the sources."""
    spec = importlib.util.spec_from_file_location("derive_boards", FOLDER / "derive_boards.py")
    assert spec is not None
    assert spec.loader is not None
    derive = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(derive)
    for key in derive.FILES:
        assert (FOLDER / f"{key}.json").read_text("utf-8") == derive.text_of(key)
