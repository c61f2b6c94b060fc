"""The tables of a ledger brought to their newest form, step by step."""

from __future__ import annotations

from importlib.resources import as_file, files

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine


def to_newest(engine: Engine) -> None:
    """Bring the tables to their newest form; one without tables gets them."""
    with as_file(files("banzuke.ledger") / "migrations") as folder:
        config = Config()
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        with engine.connect() as connection, connection.begin():
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
