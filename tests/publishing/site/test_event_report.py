"""Reports of events to download: the bytes that the command writes, and nothing private."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from banzuke.model.errors import NoSuchPage
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.site import Site
from builders import table

#: A Swiss of two rounds with a bye, an event without rounds, and a board of three.
GAMES = """
    date       event  round game player_1 player_2 result status
    2024-03-14 Spring 1     .    Lotta    Kalle    1-0    played
    2024-03-14 Spring 1     .    Åsa      .        1-0    bye
    2024-03-15 Spring 2     .    Åsa      Lotta    0.5-0.5 played
    2024-04-15 Autumn .     .    Åsa      Lotta    1-0    played
"""
BOARD = """
    date       event round board game player role    score
    2024-05-14 Con   1     1     b1   A      Austria 9
    2024-05-14 Con   1     1     b1   B      England 7
    2024-05-14 Con   1     1     b1   C      France  5
"""
LINE = "001 {:>4} {:1}{:>3} {:<33} {:>4} {:<3} {:>11} {:<10} {:>4} {:>4}  {}\n"
REPORT = (
    "012 Open\n042 2024/06/01\n052 2024/06/01\n",
    LINE.format(1, "w", "WFM", "Lotta", 1900, "SWE", 1700123, "1990/05/17", 1.0, 1, "   2 w 1"),
    LINE.format(2, "", "", "Kalle", 1800, "SWE", "", "", 0.0, 2, "   1 b 0"),
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with events that have a report and others that have none."""
    folder = tmp_path_factory.mktemp("site")
    swiss = folder / "open.trf"
    swiss.write_text("".join(REPORT), encoding="utf-8")
    with Ledger.create(folder / "club.db") as ledger:
        ledger.import_frame(table(GAMES), "games.csv")
        ledger.import_frame(table(BOARD), "boards.csv")
        ledger.import_files([swiss])
        ledger.set_list("main", "elo", {})
    return folder / "club.db"


@pytest.fixture(scope="module")
def public(place: Path) -> Path:
    """The site as plain files."""
    with Site(place, live=False) as site:
        site.build(place.with_name("public"))
    return place.with_name("public")


def address_of(site: Site, name: str) -> str:
    """The address of an event."""
    return f"events/{site.snapshot.event_keys[name]}"


@pytest.mark.parametrize("event", ["Spring", "Open"])
def test_it_is_what_the_command_writes(place: Path, public: Path, tmp_path: Path, event: str):
    """A server and plain files give the same bytes as ``banzuke report``, which the page names."""
    with Ledger(place) as ledger:
        ledger.write_report(event, tmp_path / "by-command.trf")
    written = (tmp_path / "by-command.trf").read_bytes()
    assert written.startswith(f"012 {event}\r\n".encode())
    with Site(place, live=True) as site:
        address = address_of(site, event)
        answer = site.answer(f"{address}.trf")
        said = json.loads(site.answer(f"{address}.json").content)
        page = site.answer(f"sv/{address}.html").content.decode()
    assert answer.content == written
    assert answer.media_type == "text/plain; charset=utf-8"
    assert (public / f"{address}.trf").read_bytes() == written
    assert said["tournament_report"] == f"{address}.trf"
    assert f'href="../../{address}.trf" download' in page


def test_what_the_files_tell_is_in_it_but_for_birthdays(place: Path):
    """Ratings of the event and numbers of people are told; of a birthday the year alone."""
    with Site(place, live=True) as site:
        said = site.answer(f"{address_of(site, 'Open')}.trf").content.decode()
    assert "WFM Lotta" in said
    assert "1900 SWE     1700123 1990/00/00" in said
    assert "05/17" not in said


@pytest.mark.parametrize("event", ["Autumn", "Con"])
def test_some_events_have_no_place_in_a_report(place: Path, public: Path, event: str):
    """Games without rounds, and of more than two: there is no link and no file."""
    with Site(place, live=True) as site:
        address = address_of(site, event)
        with pytest.raises(NoSuchPage):
            site.answer(f"{address}.trf")
        assert json.loads(site.answer(f"{address}.json").content)["tournament_report"] is None
        assert b".trf" not in site.answer(f"{address}.html").content
    assert not (public / f"{address}.trf").exists()


def test_a_report_that_is_no_more_is_removed(place: Path, public: Path, tmp_path: Path):
    """A folder that was built before loses the file with the next build."""
    path = tmp_path / "club.db"
    path.write_bytes(place.read_bytes())
    folder = shutil.copytree(public, tmp_path / "public")
    with Site(path, live=False) as site:
        file = folder / f"{address_of(site, 'Spring')}.trf"
    assert file.exists()
    with Ledger(path) as ledger:
        ledger.withdraw(event="Spring")
    with Site(path, live=False) as site:
        site.build(folder)
    assert not file.exists()


def test_nothing_is_told_of_who_was_removed(place: Path, tmp_path: Path):
    """Neither a name nor the year of birth, which a ledger keeps for the ratings of others."""
    path = tmp_path / "club.db"
    path.write_bytes(place.read_bytes())
    with Ledger(path) as ledger:
        ledger.correct({"born": "1990-05-17"}, person="Lotta")
        ledger.anonymise("Lotta")
        ledger.write_report("Spring", tmp_path / "by-command.trf")
    with Site(path, live=True) as site:
        said = site.answer(f"{address_of(site, 'Spring')}.trf").content
    assert said == (tmp_path / "by-command.trf").read_bytes()
    assert b"(removed)" in said
    for private in (b"Lotta", b"1990", b"WFM", b"1700123"):
        assert private not in said
