"""The golden files of Glicko and Glicko-2 are what their derivation gives."""

from __future__ import annotations

import importlib.util
from pathlib import Path

FOLDER = Path(__file__).parent


def test_derivation_of_deviations_gives_these_files():
    """The files are what derive_deviations.py works out, without the package, from the source."""
    where = FOLDER / "derive_deviations.py"
    spec = importlib.util.spec_from_file_location("derive_deviations", where)
    assert spec is not None
    assert spec.loader is not None
    derive = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(derive)
    for key in derive.FILES:
        assert (FOLDER / f"{key}.json").read_text("utf-8") == derive.text_of(key)
