"""Makes a small ledger of an older form, which is kept to see that it can still be used.

    python tests/ledger/old/make.py 0001

It is made by this version of the program and taken back to that form, so run it with the version
whose form it was, or with the next one.
"""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine

import banzuke
from banzuke.ledger.changes import Change
from banzuke.workflows.ledger import Ledger

STEPS = Path(banzuke.__file__).parent / "ledger" / "migrations"
NAMES = ["Anna Berg", "Bo Ek", "Cia Ahl", "Dan Öst"]


def fill(ledger: Ledger) -> None:
    """Games, a players file, a list, a correction, a merger, two published lists."""
    rows = [
        {
            "date": f"2024-0{1 + at // 6}-{1 + at % 6:02}",
            "event": f"Cup {at // 6}",
            "round": at % 6,
            "player_1": NAMES[at % 4],
            "player_2": NAMES[(at + 1 + at // 4 % 3) % 4],
            "result": ("1-0", "0-1", "1/2-1/2")[at % 3],
        }
        for at in range(18)
    ]
    ledger.import_frame([row for row in rows if row["player_1"] != row["player_2"]], "games.csv")
    ledger.import_facts({"player": NAMES[:2], "nation": ["SE", "NO"], "rating": [1600.0, 1550.0]})
    ledger.set_list("main", "elo", {"title": "Main list"})
    ledger.publish("main", as_of="2024-02-29")
    ledger.make(
        Change("correct game", {"game": 1, "values": {"winner": NAMES[1]}}), why="score sheet"
    )
    ledger.publish("main")


def take_back(engine: Engine, form: str) -> None:
    """Bring the tables to an older form."""
    config = Config()
    config.set_main_option("script_location", str(STEPS))
    with engine.connect() as connection, connection.begin():
        config.attributes["connection"] = connection
        command.downgrade(config, form)


def main(form: str) -> None:
    """Make the file of a form beside this one."""
    path = Path(__file__).with_name(f"{form}.db")
    path.unlink(missing_ok=True)
    with Ledger.create(path, zone="Europe/Stockholm") as ledger:
        fill(ledger)
        take_back(ledger.database.engine, form)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=DELETE")
    connection.execute("VACUUM")
    connection.close()


if __name__ == "__main__":
    main(sys.argv[1])
