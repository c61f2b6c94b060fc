"""The database of a ledger: opened, locked for one writer at a time, its faults in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    String,
    Table,
    bindparam,
    create_engine,
    event,
    func,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError, SQLAlchemyError

from banzuke.ledger import sqlite_files
from banzuke.ledger.faults import in_words
from banzuke.ledger.machine import random_bytes
from banzuke.ledger.tables import counters, settings
from banzuke.model.errors import ExtraMissing, LedgerProblem, WrongUse

#: The form of the tables that this version of the program reads and writes: the newest file of
#: ``migrations/versions``.
FORM = "0004"

#: The number of the newest revision; and so that others who ask wait, or give up after a while.
NEWEST = select(counters.c.value).where(counters.c.name == "revision")
NEWEST_IN_TURN = NEWEST.add_columns(
    func.set_config("lock_timeout", bindparam("patience", type_=String), True)
).with_for_update()

#: ``count`` more numbers of a kind.
MORE_NUMBERS = (
    update(counters)
    .where(counters.c.name == bindparam("kind"))
    .values(value=counters.c.value + bindparam("count"))
    .returning(counters.c.value)
)


class Writer:
    """Who writes into the ledger, until the end or until it is taken back.

    newest : the number of the newest revision before
    """

    def __init__(self, connection: Connection, newest: int) -> None:
        self.connection, self.newest = connection, newest
        self.is_taken_back = False

    def take_back(self) -> None:
        """Keep nothing of what is written here: it was only to be shown."""
        self.is_taken_back = True


class Database:
    """A ledger's database; raises LedgerProblem in words for whatever goes wrong with it.

    place : the path of a SQLite file, or a URL that begins with ``postgresql://``
    A file of an older form is brought to the newest one when it is used first, after a copy of it
    was made, which is ``copied_to`` then; on PostgreSQL that waits until somebody says that there
    is a backup. What is of a newer form is refused.
    """

    def __init__(self, place: str | Path) -> None:
        self.place = str(place)
        self.is_file = "://" not in self.place
        self.engine = self._engine()
        self.copied_to: Path | None = None
        self._is_newest = False
        self._file: tuple[int, int] | None = None

    @property
    def path(self) -> Path:
        """The file of a SQLite database."""
        if not self.is_file:
            raise WrongUse(f"{self.shown} is no file")
        return Path(self.place)

    @property
    def shown(self) -> str:
        """The place as people may read it: without a password."""
        return re.sub(r"(://[^:/@]*):[^@]*@", r"\1@", self.place)

    def exists(self) -> bool:
        """Whether there is a ledger."""
        if self.is_file and not (self.path.is_file() and self.path.stat().st_size):
            return False
        with self._faults_in_words(), self.engine.connect() as connection:
            return inspect(connection).has_table("counters")

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees the ledger as it is now, whatever others write meanwhile."""
        self.must_be_usable()
        level = {} if self.is_file else {"isolation_level": "REPEATABLE READ"}
        with self._faults_in_words(), self.engine.connect() as plain:
            connection = plain.execution_options(**level)
            with connection.begin():
                yield connection

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """A writer, who is alone until the end; all that is written is kept then, or nothing.

        Another writer waits meanwhile, so that what is read here is still true at the end.
        """
        self.must_be_usable()
        with self._faults_in_words(), self.engine.connect() as plain:
            connection = plain.execution_options(banzuke_writes=True)
            with connection.begin() as transaction:
                # PostgreSQL lets the next writer begin once this row is free.
                turn = NEWEST if self.is_file else NEWEST_IN_TURN
                patience = f"{sqlite_files.PATIENCE}s"
                newest = connection.execute(turn, {"patience": patience}).scalar_one()
                writer = Writer(connection, int(newest))
                yield writer
                if writer.is_taken_back:
                    transaction.rollback()

    def create(self, facts: dict[str, str]) -> None:
        """Make the tables of a new ledger; raises WrongUse if there is one already.

        facts : settings of the ledger, such as its title and the zone of its clock
        """
        if self.exists():
            raise WrongUse(f"there is a ledger at {self.shown} already")
        if self.is_file:
            if self.path.exists() and self.path.stat().st_size:
                raise WrongUse(f"{self.shown} is there already, and no ledger")
            if not self.path.absolute().parent.is_dir():
                raise LedgerProblem(f"there is no folder {self.path.absolute().parent}")
        from banzuke.ledger.migrating import to_newest

        with self._faults_in_words():
            to_newest(self.engine)
            with self.engine.connect() as connection, connection.begin():
                told = {"key": random_bytes(16).hex(), **facts}
                connection.execute(
                    settings.insert(), [{"name": k, "value": v} for k, v in told.items()]
                )
                connection.execute(counters.insert(), {"name": "revision", "value": 0})

    def form(self) -> str:
        """The form of the tables, as the newest migration that they went through is called."""
        with self._faults_in_words(), self.engine.connect() as connection:
            found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        return str(found)

    def close(self) -> None:
        """Close all connections."""
        self._is_newest = False
        self.engine.dispose()

    def must_be_usable(self, *, backed_up: bool = False) -> None:
        """Bring the tables to their newest form; raises LedgerProblem where that cannot be.

        backed_up : whether somebody has seen to a backup, as for PostgreSQL nobody else can
        """
        self._must_exist()
        if self._is_newest:
            return
        form = self.form()
        if form > FORM:
            what = f"{self.shown} was made by a newer version of banzuke"
            raise LedgerProblem(f"{what} (form {form}, and this one knows {FORM}): install that")
        if form < FORM:
            self._upgrade(form, backed_up=backed_up)
        self._is_newest = True

    def _upgrade(self, form: str, *, backed_up: bool) -> None:
        """Bring the tables from an older form to the newest one; a file is copied before."""
        from banzuke.ledger.copying import copy_whole, place_beside
        from banzuke.ledger.migrating import to_newest

        if self.is_file:
            self.copied_to = place_beside(self.path)
            copy_whole(self.path, self.copied_to)
        elif not backed_up:
            what = f"{self.shown} was made by an older version of banzuke (form {form}, now {FORM})"
            right = "back it up with pg_dump, then bring it to this one with 'banzuke upgrade'"
            raise LedgerProblem(f"{what}: {right}")
        with self._faults_in_words():
            to_newest(self.engine)

    def _must_exist(self) -> None:
        """Raise LedgerProblem where SQLite would make a file, or write into an empty one."""
        if not self.is_file:
            return
        right = f"make one with 'banzuke init {self.shown}'"
        if not self.path.exists():
            raise LedgerProblem(f"there is no ledger {self.shown}; {right}")
        status = self.path.stat()
        if not self.path.is_file() or not status.st_size:
            raise LedgerProblem(f"{self.shown} is no ledger; {right}")
        here = status.st_dev, status.st_ino
        if self._file not in (None, here):
            # Another file was put in its place: what is still open reads the older one.
            self.close()
        self._file = here

    def _engine(self) -> Engine:
        if self.is_file:
            url = f"sqlite:///{self.place}"
        elif self.place.startswith(("postgresql://", "postgres://")):
            url = "postgresql+psycopg://" + self.place.split("://", 1)[1]
        else:
            raise WrongUse(f"a ledger is a file, or begins with postgresql://; not {self.shown!r}")
        try:
            options: dict[str, Any] = (
                {"connect_args": {"timeout": sqlite_files.PATIENCE}} if self.is_file else {}
            )
            engine = create_engine(url, **options)
        except ModuleNotFoundError as error:
            raise ExtraMissing("psycopg", "postgres") from error
        except (ArgumentError, NoSuchModuleError, ValueError) as error:
            raise WrongUse(f"{self.shown} is no address of a database: {error}") from error
        if self.is_file:
            event.listen(engine, "connect", sqlite_files.set_up)
            event.listen(engine, "begin", sqlite_files.begin)
        return engine

    @contextmanager
    def _faults_in_words(self) -> Iterator[None]:
        try:
            yield
        except DatabaseError as error:
            what = in_words(str(error.orig), self.shown, sqlite_files.PATIENCE)
            raise LedgerProblem(what) from error
        except SQLAlchemyError as error:
            raise LedgerProblem(f"{self.shown}: {error}") from error


def next_numbers(connection: Connection, name: str, count: int = 1) -> int:
    """Give out ``count`` numbers of a kind; returns the first of them. Only while writing."""
    found = connection.execute(MORE_NUMBERS, {"kind": name, "count": count}).scalar_one_or_none()
    if found is None:
        connection.execute(counters.insert(), {"name": name, "value": count})
        return 1
    return int(found) - count + 1


def insert_many(
    connection: Connection, table: Table, columns: Sequence[str], rows: Sequence[tuple[Any, ...]]
) -> None:
    """Insert many rows at once, by the fastest way that the database has."""
    if not rows:
        return
    listed = ", ".join(f'"{column}"' for column in columns)
    if connection.dialect.name == "sqlite":
        marks = ", ".join("?" * len(columns))
        connection.exec_driver_sql(
            f'INSERT INTO "{table.name}" ({listed}) VALUES ({marks})',  # noqa: S608  # our own names
            list(rows),
        )
        return
    cursor = connection.connection.cursor()
    with cursor.copy(f'COPY "{table.name}" ({listed}) FROM STDIN') as copy:
        for row in rows:
            copy.write_row(row)


def fetch_all(connection: Connection, query: Any) -> list[tuple[Any, ...]]:
    """All rows of a query as plain tuples: many of them are read in half the time."""
    with connection.execute(query) as result:
        return list(result.cursor.fetchall())


def setting(connection: Connection, name: str, default: str = "") -> str:
    """What is true of the whole ledger under a name."""
    found = connection.execute(
        select(settings.c.value).where(settings.c.name == name)
    ).scalar_one_or_none()
    return default if found is None else str(found)


def zone_of(connection: Connection) -> str:
    """The zone on whose clock the ledger's times are."""
    return setting(connection, "zone", "UTC")
