"""The text of a new rulebook."""

from __future__ import annotations

import re

import pytest

from banzuke.engine.rulebook import check_rulebook, load_rulebook, new_rulebook, rulebook_keys
from banzuke.model.errors import ParameterRefused, UnknownName


@pytest.mark.parametrize("key", rulebook_keys())
def test_a_new_rulebook_is_sound_and_changes_nothing(tmp_path, key):
    """It loads as it is, with the rules of the one that it extends."""
    path = tmp_path / "my-club.toml"
    path.write_text(new_rulebook("my-club", key), encoding="utf-8")
    assert check_rulebook(path) == []
    mine, base = load_rulebook(path), load_rulebook(key)
    assert mine.key == "my-club"
    assert mine.title == f"{base.title} (my-club)"
    assert (mine.parameters, mine.pools, mine.list) == (base.parameters, base.pools, base.list)


@pytest.mark.parametrize("key", rulebook_keys())
def test_every_setting_stands_in_it_and_can_be_uncommented(tmp_path, key):
    """Taking away the # of every setting that has a value gives the same rules again."""
    text = new_rulebook("my-club", key)
    text, _, foot = text.partition("# What changes from a day on:")
    assert "[[amendment]]" in foot
    head, body = text.split("\n# whether a player has a rating in each pool", 1)
    body = re.sub(r"(?m)^# (?=\w+ = .|\[pools|  \{|  \[|\]$)", "", body)
    path = tmp_path / "my-club.toml"
    path.write_text(head + "\n#" + body, encoding="utf-8")
    assert check_rulebook(path) == []
    mine, base = load_rulebook(path), load_rulebook(key)
    assert (mine.parameters, mine.pools, mine.list) == (base.parameters, base.pools, base.list)
    names = [setting.name.rpartition(".")[2] for setting in base.settings()]
    assert all(re.search(rf"(?m)^(# )?{name} =", head + body) for name in names)


@pytest.mark.parametrize("key", ["My Club", "", "a/b", "../x", "club_1", "-a"])
def test_key_must_make_a_file_name(key):
    """A key that makes no good file name is refused."""
    with pytest.raises(ParameterRefused, match="no key of a rulebook"):
        new_rulebook(key, "warlight")


def test_unknown_base():
    """The rulebook that is extended must be there."""
    with pytest.raises(UnknownName, match="did you mean warlight"):
        new_rulebook("club", "warlihgt")
