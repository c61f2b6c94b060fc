"""Serving while the ledger is written, replaced, locked, emptied or gone: no reader sees a mix."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from asgi_asking import Answered, Asking
from banzuke.web.app import create_app
from banzuke.web.serving import Request, Serving
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.site import editions
from builders import table

GAMES = """
    date       event      player_1 player_2 score_1 score_2
    2024-03-14 Gothenburg Lotta    Kalle    1       0
    2024-03-14 Gothenburg Maja     Nils     1       0
"""


@pytest.fixture(autouse=True)
def _looks_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is looked all the time whether the ledger has moved."""
    monkeypatch.setattr(editions, "LOOK_EVERY", 0.0)


def club(path: Path, title: str) -> Path:
    """A ledger with a list of this title."""
    with Ledger.create(path) as ledger:
        ledger.import_frame(table(GAMES), "games.csv")
        ledger.set_list("main", "elo", {"title": title})
    return path


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A ledger with a list."""
    return club(tmp_path / "club.db", "Ours")


@pytest.fixture
def asked(place: Path) -> Iterator[Asking]:
    """The site over it, served."""
    app = create_app(place)
    with Asking(app) as client, app.state.site:
        yield client


def put_in_place(other: Path, place: Path) -> None:
    """Move a ledger to the place of another one, with nothing left of that."""
    for end in ("-wal", "-shm"):
        place.with_name(f"{place.name}{end}").unlink(missing_ok=True)
    other.replace(place)


def until(client: Asking, path: str, wanted: Callable[[Answered], bool]) -> Answered:
    """Ask again and again until an answer is as wanted; the last one after ten seconds."""
    end = time.monotonic() + 10.0
    while True:
        answer = client.get(path, accept="application/json")
        if wanted(answer) or time.monotonic() > end:
            return answer
        time.sleep(0.02)


def is_titled(title: str) -> Callable[[Answered], bool]:
    """Whether an answer is the page of the list by this title."""
    return lambda answer: answer.status == 200 and answer.json()["title"] == title


def test_another_file_in_its_place(place: Path, asked: Asking, tmp_path: Path):
    """A file that is put in the place of the ledger is read, though its revisions are as many."""
    other = club(tmp_path / "other.db", "Theirs")
    assert until(asked, "/lists/main.json", is_titled("Ours")).status == 200
    put_in_place(other, place)
    assert until(asked, "/lists/main.json", is_titled("Theirs")).json()["title"] == "Theirs"


def test_a_backup_put_back(place: Path, asked: Asking, tmp_path: Path):
    """After a restored backup came to as many revisions as there were, its pages are shown."""
    backup = tmp_path / "backup.db"
    with Ledger(place) as ledger:
        ledger.backup(backup)
        ledger.set_list("main", values={"title": "Later"})
        assert until(asked, "/lists/main.json", is_titled("Later")).json()["title"] == "Later"
        ledger.restore(backup)
        ledger.set_list("main", values={"title": "Otherwise"})
    found = until(asked, "/lists/main.json", is_titled("Otherwise"))
    assert found.json()["title"] == "Otherwise"


def emptied(place: Path) -> None:
    """Nothing is left in the file."""
    place.write_bytes(b"")


def overwritten(place: Path) -> None:
    """The file is no database."""
    place.unlink()
    place.write_bytes(b"no database at all" * 1000)


def newer(place: Path) -> None:
    """The ledger has a form that only a later program knows."""
    with closing(sqlite3.connect(place)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


def gone(place: Path) -> None:
    """There is no file."""
    place.unlink()


TROUBLES = (emptied, overwritten, newer, gone)


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_ledger_in_trouble_is_told(place: Path, trouble: Callable[[Path], None]):
    """Where there is no ledger to read, the first reader is told so in words."""
    trouble(place)
    app = create_app(place)
    with Asking(app) as client, app.state.site:
        for path in ("/", "/lists/main.json", "/search?q=a", "/nope"):
            answer = client.get(path, accept="application/json")
            assert answer.status == 503, path
            assert answer.json()["error"]["what"]


@pytest.mark.parametrize("trouble", TROUBLES)
def test_readers_keep_the_pages_of_a_ledger_in_trouble(
    place: Path, asked: Asking, trouble: Callable[[Path], None], tmp_path: Path
):
    """What was read before is shown on while the ledger is in trouble, and anew after it."""
    spare = club(tmp_path / "spare.db", "Mended")
    assert asked.get("/lists/main.json").json()["title"] == "Ours"
    trouble(place)
    for _ in range(5):
        answer = asked.get("/events/index.json")
        assert answer.status == 200
        time.sleep(0.02)
    put_in_place(spare, place)
    found = until(asked, "/lists/main.json", is_titled("Mended"))
    assert found.json()["title"] == "Mended"


def test_a_writer_at_work_does_not_stop_readers(place: Path, asked: Asking):
    """While somebody writes for long, readers have the pages as they were."""
    with closing(sqlite3.connect(place, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE settings SET value = 'x' WHERE name = 'title'")
        begin = time.monotonic()
        assert asked.get("/lists/main.json").json()["title"] == "Ours"
        assert time.monotonic() - begin < 20.0
        writer.execute("ROLLBACK")


def test_sixteen_readers_of_a_ledger_that_moves(place: Path):
    """While a writer corrects, every answer is right, whole, and of one revision."""
    serving = Serving(place, None)
    titles = [f"Title {at}" for at in range(6)]

    def read(_: int) -> list[str]:
        seen = []
        for path in ("lists/main.json", "lists/main.html", "index.html", "search.json") * 4:
            reply = serving.reply(Request("GET", path))
            assert reply.status == 200, reply
            if path == "lists/main.json":
                seen.append(str(json.loads(reply.content)["title"]))
        return seen

    try:
        with ThreadPoolExecutor(17) as threads:
            found = [threads.submit(read, at) for at in range(16)]
            with Ledger(place) as ledger:
                for title in titles:
                    ledger.set_list("main", values={"title": title})
            seen = [one.result() for one in found]
    finally:
        serving.site.close()
    order = ["Ours", *titles]
    for own in seen:
        numbers = [order.index(title) for title in own]
        assert numbers == sorted(numbers), "no reader goes back to an older edition"
