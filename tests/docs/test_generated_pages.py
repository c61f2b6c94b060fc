"""The generated pages of the manual are what the program tells today."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from pathlib import Path

import pytest

import banzuke
from banzuke.engine.rulebook_examples import Example
from banzuke.engine.rulebook_form import SECTIONS, Adjustment, AmendmentForm
from banzuke.model.declarations import names_of
from banzuke.scoring.kinds import kinds
from banzuke.systems import shelf

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def generate():
    """The script ``docs/generate.py`` as a module."""
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_pages_are_up_to_date(generate):
    """No generated page is missing, changed by hand or left over."""
    stale = [path.relative_to(ROOT).as_posix() for path in generate.out_of_date()]
    assert stale == [], "run: python docs/generate.py"


@pytest.mark.parametrize("key", shelf())
def test_every_parameter_is_in_the_manual(generate, key):
    """The page of a system names each of its parameters and columns."""
    text = generate.pages()[f"systems/{key}.md"]
    system = shelf()[key]
    names = [*system.parameters.model_fields, *(column.name for column in system.told_columns)]
    assert [name for name in names if f"`{name}`" not in text] == []


@pytest.mark.parametrize("key", shelf())
def test_defaults_are_as_a_rulebook_writes_them(generate, key):
    """What a system's page gives as a default can be copied into a rulebook."""
    parameters = generate.pages()[f"systems/{key}.md"].partition("\n## Parameters\n")[2]
    for default in re.findall(r"^\| `\w+` \| `(.*?)` \|", parameters, re.MULTILINE):
        tomllib.loads(f"key = {default}")


@pytest.mark.parametrize("key", shelf())
def test_formulas_and_scale_are_in_the_manual(generate, key):
    """The page of a system says where its formulas are from, and what its numbers mean."""
    text = generate.pages()[f"systems/{key}.md"].partition("\n## Formulas and scale\n")[2]
    source, scale = text.split("\n\n")[:2]
    assert source.startswith("\nSource: ")
    assert scale.startswith("Scale: ")
    assert source[-1] == scale[-1] == "."


def test_every_file_of_the_code_is_in_the_manual(generate):
    """The map of the code names each file below its floor, and none is without a sentence."""
    text = generate.pages()["code.md"]
    package = ROOT / "src" / "banzuke"
    for path in sorted(package.rglob("*.py")):
        floor, *rest = path.relative_to(package).parts
        if rest not in ([], ["__init__.py"]):
            part = text.partition(f"\n## `{floor}/`\n")[2].partition("\n## ")[0]
            assert f"\n| `{'/'.join(rest)}` | " in part
    assert " |  |\n" not in text


def test_every_key_of_a_rulebook_is_in_the_manual(generate):
    """The page of keys names each key of each part of a rulebook's form."""
    _, *parts = generate.pages()["rulebook-keys.md"].split("\n## `")
    texts = {part.partition("`")[0].strip("[]"): part for part in parts}
    forms = {"adjustment": Adjustment, "amendment": AmendmentForm, "example": Example, **SECTIONS}
    assert texts.keys() == forms.keys()
    for name, form in forms.items():
        assert [key for key in names_of(form) if f"\n| `{key}` |" not in texts[name]] == []


@pytest.mark.parametrize("key", kinds())
def test_every_kind_of_term_is_in_the_manual(generate, key):
    """The page of keys of a scoring system has each kind with each of its parameters."""
    part = generate.pages()["scoring-keys.md"].partition(f"\n## Kind `{key}`\n")[2]
    names = names_of(kinds()[key].parameters)
    assert [name for name in names if f"\n| `{name}` |" not in part.partition("\n## ")[0]] == []


def test_every_public_name_is_in_the_manual(generate):
    """The page of the Python interface has each public name and each method of ratings."""
    text = generate.pages()["api.md"]
    methods = [f"Ratings.{name}" for name in vars(banzuke.Ratings) if not name.startswith("_")]
    names = [*banzuke.__all__, *methods]
    assert [name for name in names if f"# `{name}`\n" not in text] == []


def test_written_and_removed(generate, tmp_path, monkeypatch, capsys):
    """Pages are written where missing and removed where left over; hand-written ones stay."""
    monkeypatch.setattr(generate, "FOLDER", tmp_path)
    (tmp_path / "old.md").write_text(generate.MARK, encoding="utf-8")
    (tmp_path / "own.md").write_text("# By hand\n", encoding="utf-8")
    assert generate.main(["--check"]) == 1
    assert generate.main([]) == 0
    assert generate.main(["--check"]) == 0
    assert (tmp_path / "own.md").exists()
    assert not (tmp_path / "old.md").exists()
    assert "old.md is out of date" in capsys.readouterr().out
