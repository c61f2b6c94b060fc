"""Libraries of rules: what all of them do alike, whatever their files rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from banzuke.engine.rulebook import RULEBOOKS
from banzuke.model.errors import UnknownName, WrongUse
from banzuke.model.toml_library import Library
from banzuke.model.written_rules import WORDS
from banzuke.scoring.circuits.circuit import CIRCUITS
from banzuke.scoring.scoring import SCORINGS

LIBRARIES = pytest.mark.parametrize(
    ("library", "key"),
    [(RULEBOOKS, "warlight"), (SCORINGS, "c-diplo-100"), (CIRCUITS, "othello-british-gp")],
    ids=["rulebooks", "scorings", "circuits"],
)


@LIBRARIES
def test_a_key_and_a_path_name_the_same(library: Library, key: str, tmp_path: Path):
    """A file of one's own says what the packaged one says, but that it is one's own."""
    path = tmp_path / f"{key}.toml"
    path.write_bytes((library.packaged / f"{key}.toml").read_bytes())
    packaged, mine = library.load(key), library.load(path)
    assert (packaged.path, mine.path) == (None, path)
    assert packaged.content == mine.content
    assert library.check(path, None) == []


@LIBRARIES
def test_what_is_loaded_once_is_shared_and_else_it_is_not(library: Library, key: str):
    """Who may change what is loaded has a copy of his own."""
    assert library.load(key) is not library.load(key)
    assert library.load_once(key) is library.load_once(key)


@LIBRARIES
def test_words_of_an_extended_file_are_told_to_be_its_own(
    library: Library, key: str, tmp_path: Path
):
    """What the own file does not say in words is as the extended one says it."""
    path = tmp_path / "mine.toml"
    path.write_text(f'format = 1\nextends = "{key}"\nsummary = "Ours."\n', "utf-8")
    mine, base = library.load(path), library.load(key)
    said = {name for name in WORDS if getattr(base, name)} - {"summary"}
    assert mine.extends == (key, *base.extends)
    assert "summary" not in mine.inherited
    told = {name: mine.inherited[name] for name in said}
    assert told == {name: base.inherited.get(name, key) for name in said}


@LIBRARIES
def test_what_names_nothing(library: Library, key: str):
    """A key that is none is answered with the nearest ones, what is no name with what is."""
    with pytest.raises(UnknownName, match=key):
        library.load(f"{key}x")
    with pytest.raises(WrongUse, match=f"a {library.noun} is named by its key or path, not by 7"):
        library.load(7)  # type: ignore[arg-type]  # that is what is wrong
    assert library.check(key, None) == []
