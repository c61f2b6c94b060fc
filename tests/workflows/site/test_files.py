"""Plain files of a site: only what changed is written, what is gone is removed, nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from banzuke.ledger.changes import Change
from banzuke.model.errors import FileProblem
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.site import Site, files
from banzuke.workflows.site.turns import in_turn
from builders import table

GAMES = """
    date       event      player_1 player_2 score_1 score_2
    2024-03-14 Gothenburg Lotta    Kalle    34      30
    2024-03-21 Lund       Maja     Nils     40      24
"""
MORE = """
    date       event player_1 player_2 score_1 score_2
    2024-03-28 Umeå  Maja     Lotta    33      31
"""


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """A ledger with a list; two events of other players."""
    with Ledger.create(tmp_path / "club.db") as opened:
        opened.import_frame(table(GAMES), "games.csv")
        opened.set_list("main", "othello-sweden", {"title": "Our list"})
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the site goes."""
    return tmp_path / "site"


def build(ledger: Ledger, folder: Path) -> files.Built:
    """Write the site."""
    with Site(ledger.database.place, live=False) as site:
        return site.build(folder)


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder, but for the one that names them."""
    return {
        str(one.relative_to(folder)): one.read_bytes()
        for one in folder.rglob("*")
        if one.is_file() and one.name != files.MANIFEST
    }


def test_the_manifest_names_all_files(ledger: Ledger, folder: Path):
    """The folder tells which files are the site's, and that the build was done."""
    built = build(ledger, folder)
    said = json.loads((folder / files.MANIFEST).read_text())
    assert said["whole"]
    assert set(said["files"]) == set(contents(folder))
    assert (built.written, built.removed) == (len(said["files"]), 0)


def test_a_correction_moves_only_its_pages(ledger: Ledger, folder: Path):
    """After a correction pages that say nothing else than before are left alone."""
    build(ledger, folder)
    before = contents(folder)
    keys = {one.name: one.key for one in ledger.people()}
    values = {"score of Lotta": "20", "score of Kalle": "44"}
    ledger.make(Change("correct game", {"game": 1, "values": values}))
    times = {name: (folder / name).stat().st_mtime_ns for name in before}
    built = build(ledger, folder)
    after = contents(folder)
    changed = {name for name in before if after.get(name) != before[name]}
    assert f"players/{keys['Lotta']}.html" in changed
    others = {name for name in before if name.startswith((f"changes/main/{keys['Maja']}", "syst"))}
    assert len(others) > 50
    assert sorted(others & changed) == []
    written = {name for name, time in times.items() if (folder / name).stat().st_mtime_ns != time}
    assert written == changed
    assert built.written == len(changed) + len(set(after) - set(before))


def test_pages_that_are_gone_are_removed(ledger: Ledger, folder: Path):
    """Pages of an event that was withdrawn are removed, and folders that are empty then."""
    build(ledger, folder)
    before = set(contents(folder))
    ledger.make(Change("withdraw", {"event": "Lund"}))
    built = build(ledger, folder)
    gone = before - set(contents(folder))
    assert built.removed == len(gone) > 0
    assert not [one for one in folder.rglob("*") if one.is_dir() and not any(one.iterdir())]


def test_foreign_files_are_never_touched(ledger: Ledger, folder: Path):
    """A file of somebody else stays, and one in the way of a page stops the build."""
    build(ledger, folder)
    (folder / "notes.txt").write_text("mine")
    build(ledger, folder)
    assert (folder / "notes.txt").read_text() == "mine"
    ledger.import_frame(table(MORE), "more.csv")
    with Site(ledger.database.place, live=False) as site:
        key = site.snapshot.event_keys["Umeå"]
    (folder / "events" / f"{key}.html").write_text("mine")
    with pytest.raises(FileProblem, match="in the way"):
        build(ledger, folder)
    assert (folder / "events" / f"{key}.html").read_text() == "mine"


def test_a_build_given_up_is_taken_up_again(
    ledger: Ledger, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """After a build that was stopped half way the next one finishes it."""
    stopped = {"after": 20}

    def full(place: Path, write: object) -> None:
        stopped["after"] -= 1
        if stopped["after"] == 0:
            raise FileProblem(f"{place} cannot be written: No space left on device")
        write_whole(place, write)

    write_whole = files.write_whole
    monkeypatch.setattr(files, "write_whole", full)
    with pytest.raises(FileProblem, match="No space left"):
        build(ledger, folder)
    monkeypatch.undo()
    build(ledger, folder)
    assert set(json.loads((folder / files.MANIFEST).read_text())["files"]) == set(contents(folder))


def test_a_damaged_manifest_is_refused(ledger: Ledger, folder: Path):
    """Where it cannot be told whose the files are nothing is written."""
    build(ledger, folder)
    (folder / files.MANIFEST).write_text("{}")
    with pytest.raises(FileProblem, match="damaged"):
        build(ledger, folder)


def test_a_second_build_writes_nothing(ledger: Ledger, folder: Path):
    """Where nothing changed no file is written anew, and the list of files is the same."""
    first = build(ledger, folder)
    manifest = (folder / files.MANIFEST).read_bytes()
    times = {one: one.stat().st_mtime_ns for one in folder.rglob("*") if one.suffix == ".html"}
    again = build(ledger, folder)
    assert again == files.Built(0, first.written, 0)
    assert {one: one.stat().st_mtime_ns for one in times} == times
    assert (folder / files.MANIFEST).read_bytes() == manifest


def test_pages_of_a_killed_build_are_known(
    ledger: Ledger, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """What a build wrote that was killed, and could not say so, is removed when it is gone."""

    def killed(self: object, fault: object, *_: object) -> None:
        """Nothing is said any more."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(files._Folder, "__exit__", killed)
        patched.setattr(files, "other_files", stop)
        with pytest.raises(KeyboardInterrupt):
            build(ledger, folder)
    key = next(one.key for one in ledger.people() if one.name == "Maja")
    assert (folder / "players" / f"{key}.html").exists()
    ledger.anonymise("Maja")
    build(ledger, folder)
    assert not list((folder / "players").glob(f"{key}.*"))
    assert "Maja" not in "".join(one.read_text("utf-8") for one in folder.rglob("*.html"))


def test_two_builds_at_once(ledger: Ledger, folder: Path):
    """While one build is at work in a folder another one is refused, and no file is touched."""
    build(ledger, folder)
    before = contents(folder)
    with in_turn(folder), pytest.raises(FileProblem, match="another build is at work"):
        build(ledger, folder)
    assert contents(folder) == before
    build(ledger, folder)


@pytest.mark.parametrize("name", ["../mine.txt", "players/../../mine.txt", "/mine.txt"])
def test_a_manifest_that_leads_out_is_refused(ledger: Ledger, folder: Path, name: str):
    """A list of files that names one outside the folder removes nothing."""
    build(ledger, folder)
    mine = folder.parent / "mine.txt"
    mine.write_text("mine")
    place = folder / files.MANIFEST
    said = json.loads(place.read_text())
    place.write_text(json.dumps({**said, "files": [*said["files"], name]}))
    with pytest.raises(FileProblem, match="damaged"):
        build(ledger, folder)
    assert mine.read_text() == "mine"


def test_a_folder_that_cannot_be(ledger: Ledger, tmp_path: Path):
    """A file in the place of the folder, or of one above it, is told in words."""
    (tmp_path / "file").write_text("mine")
    for folder in (tmp_path / "file", tmp_path / "file" / "site", tmp_path / "a\0b"):
        with pytest.raises(FileProblem):
            build(ledger, folder)
    assert (tmp_path / "file").read_text() == "mine"


def test_served_and_written_are_the_same(ledger: Ledger, folder: Path):
    """What machines read is the same from a server as in a folder, byte by byte."""
    ledger.publish("main", as_of="2024-03-31")
    build(ledger, folder)
    with Site(ledger.database.place, live=True) as site:
        for name, content in contents(folder).items():
            if name.endswith((".json", ".csv")):
                assert site.answer(name).content == content, name
