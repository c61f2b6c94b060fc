"""The tables of a ledger brought to their newest form, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, inspect, text


def to_newest(engine: Engine) -> None:
    """Bring the tables to their newest form; one without tables gets them.

    Only one program does so at a time; the next one finds that it is done.
    """
    with _settings() as config, engine.connect() as plain:
        connection = plain.execution_options(banzuke_writes=True)
        with connection.begin():
            known = inspect(connection).has_table("alembic_version")
            if known and connection.dialect.name == "postgresql":
                connection.execute(text("LOCK TABLE alembic_version"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")


@contextmanager
def _settings() -> Iterator[Config]:
    """Where Alembic finds the steps."""
    with as_file(files("banzuke.ledger") / "migrations") as folder:
        config = Config()
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        yield config
