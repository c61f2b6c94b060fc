"""``banzuke rules``: rulebooks listed, shown, checked and begun."""

from __future__ import annotations

import json

import polars as pl
import pytest

import banzuke
from banzuke.model.errors import FileProblem

KEYS = banzuke.rulebook_keys()


def test_list(run):
    """Every packaged rulebook is listed with its title, game, system and period."""
    lines = run("rules", "list").stdout.splitlines()
    assert lines[0].split() == ["key", "title", "game", "system", "period", "takes"]
    assert [line.split()[0] for line in lines[1:]] == KEYS
    told = json.loads(run("rules", "list", "--format", "json").stdout)
    assert [one["key"] for one in told] == KEYS
    assert list(told[0])[:6] == ["key", "title", "game", "system", "period", "takes"]
    first = next(one for one in told if one["key"] == "topcoder-draft")
    assert first["uncertainty"] == "volatility"
    assert (first["free_for_all"], first["teams"]) == (True, False)
    assert all(one["source"] and one["hash"] and one["assumptions"] > 0 for one in told)
    table = pl.read_csv(run("rules", "list", "--format", "csv").stdout.encode())
    assert table.columns == list(told[0])
    assert table["key"].to_list() == KEYS


@pytest.mark.parametrize("key", KEYS)
def test_show(run, key):
    """A rulebook is shown whole: every setting, every assumption, every example."""
    rulebook = banzuke.load_rulebook(key)
    text = " ".join(run("rules", "show", key).stdout.split())
    assert rulebook.title in text
    assert " ".join(rulebook.source.split()) in text
    for setting in rulebook.settings():
        assert f" {setting.name} " in text
        assert setting.meaning in text
    for number, assumption in enumerate(rulebook.assumptions):
        start = " ".join(assumption.split())[:40]
        assert f"- {start}" in text, number
    for example in rulebook.examples:
        assert example.title in text


@pytest.mark.parametrize("key", KEYS)
def test_show_as_json(run, key):
    """The same as a document."""
    told = json.loads(run("rules", "show", key, "-f", "json").stdout)
    rulebook = banzuke.load_rulebook(key)
    assert told["key"] == key
    assert told["hash"] == rulebook.hash
    assert told["assumptions"] == list(rulebook.assumptions)
    assert [one["name"] for one in told["settings"]] == [one.name for one in rulebook.settings()]


def test_show_prints_tables(run):
    """Every cell of a table is printed, a row a line."""
    lines = run("rules", "show", "othello-sweden").stdout.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("rows: "))
    cells = [line.split() for line in lines[at + 2 : at + 19]]
    assert cells[0] == ["351", "-16", "-6", "-4", "-2", "0", "2", "4", "6", "7"]
    assert cells[1] == ["301", "350", "-15", "-4", "-3", "-1", "1", "3", "5", "7", "8"]
    assert cells[-1] == ["-351", "16", "27", "28", "30", "32", "34", "36", "38", "39"]


def test_show_marks_what_is_set(run):
    """A dot marks what the rulebook, or --set, says."""
    lines = run("rules", "show", "warlight", "--set", "list.active_days=365").stdout.splitlines()
    assert any(line.split()[:3] == ["•", "list.active_days", "365"] for line in lines)
    assert any(line.split()[:2] == ["list.provisional_games", "0"] for line in lines)


def test_check_of_sound_rulebooks(run):
    """Sound rulebooks are said to be so, with the number of examples that hold."""
    done = run("rules", "check", *KEYS)
    assert done.exit_code == 0
    for key, line in zip(KEYS, done.stdout.splitlines(), strict=True):
        count = len(banzuke.load_rulebook(key).examples)
        assert line == f"{key}: all right, {count} example{'s hold' if count != 1 else ' holds'}"


def test_check_tells_every_problem_with_its_line(run, tmp_path):
    """All problems of all files are told, and the sound ones still praised."""
    bad = tmp_path / "bad.toml"
    text = 'format = 1\nextends = "warlight"\ncolour = "red"\n[parameters]\nk = "x"\nkk = 1\n'
    bad.write_text(text, encoding="utf-8")
    done = run("rules", "check", bad, "warlight")
    assert done.exit_code == 1
    assert done.stdout == "warlight: all right, 4 examples hold\n"
    for line in (3, 5, 6):
        assert f"bad.toml, line {line}: " in done.stderr


def test_check_works_the_examples(run, tmp_path):
    """An example that does not come out is told, with its line and both numbers."""
    path = tmp_path / "club.toml"
    path.write_text(
        'format = 1\nextends = "warlight"\n'
        "[[example]]\nsides = [[1200], [1200]]\nplaces = [1, 2]\nafter = [[1216], [1183]]\n",
        encoding="utf-8",
    )
    done = run("rules", "check", path)
    assert done.exit_code == 1
    assert "club.toml, line 6: " in done.stderr
    assert "side 2 comes to 1184, not to 1183" in done.stderr


def test_check_of_what_is_not_there(run):
    """A key or a file that is not there is wrong use."""
    assert run("rules", "check", "warlite").exit_code == 2
    assert run("rules", "check", "nowhere.toml").exit_code == 2
    assert run("rules", "show", "warlite").exit_code == 2


@pytest.mark.parametrize("base", KEYS)
def test_new(run, tmp_path, monkeypatch, base):
    """A new rulebook is sound as it is written, and changes nothing yet."""
    monkeypatch.chdir(tmp_path)
    assert run("rules", "new", "my-club", "--extends", base).exit_code == 0
    assert run("rules", "check", "my-club.toml").exit_code == 0
    mine = banzuke.load_rulebook("my-club.toml")
    assert mine.parameters == banzuke.load_rulebook(base).parameters


def test_new_overwrites_nothing(run, tmp_path, monkeypatch):
    """A file that is there stays as it is."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "club.toml").write_text("mine", encoding="utf-8")
    done = run("rules", "new", "club")
    assert done.exit_code == 2
    assert "club.toml is there already" in done.stderr
    assert (tmp_path / "club.toml").read_text(encoding="utf-8") == "mine"
    assert run("rules", "new", "club", "--out", "other.toml").exit_code == 0
    assert run("rules", "new", "../club").exit_code == 2
    assert run("rules", "new", "club2", "--extends", "warlite").exit_code == 2
    assert run("rules", "new", "club2", "--out", "no/folder/x.toml").exit_code == 2


def test_a_new_rulebook_on_a_full_disk_leaves_nothing(run, tmp_path, monkeypatch):
    """A rulebook that cannot be written whole is not there, so that its key is free again."""

    def full(text, path):
        raise FileProblem(f"{path} cannot be written: No space left on device")

    path = tmp_path / "my-club.toml"
    monkeypatch.setattr("banzuke.engine.whole_files.write_whole", full)
    done = run("rules", "new", "my-club", "--out", path)
    assert done.exit_code == 2
    assert "No space left" in done.stderr
    assert not path.exists()
    monkeypatch.undo()
    assert run("rules", "new", "my-club", "--out", path).exit_code == 0
    assert run("rules", "new", "my-club", "--out", path).exit_code == 2
