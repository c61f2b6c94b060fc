"""The golden files of Glicko, Glicko-2 and TrueSkill are what their derivations give."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

FOLDER = Path(__file__).parent


def derivation(name: str) -> ModuleType:
    """A script of this folder, loaded."""
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


def test_derivation_of_deviations_gives_these_files():
    """The files are what derive_deviations.py works out, without the package, from the source."""
    derive = derivation("derive_deviations")
    for key in derive.FILES:
        assert (FOLDER / f"{key}.json").read_text("utf-8") == derive.text_of(key)


def test_derivation_of_trueskill_gives_its_file():
    """The file is what derive_trueskill.py works out, without the package, from the source."""
    assert (FOLDER / "trueskill.json").read_text("utf-8") == derivation("derive_trueskill").text()
