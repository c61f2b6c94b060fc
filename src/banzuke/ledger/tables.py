"""The tables of a ledger, the same on SQLite and PostgreSQL.

Rows that may change are versioned: they hold from revision ``since`` until before revision
``until``, or to this day where that is null. Names of people stand in ``names`` and nowhere
else; all other tables refer to people by number.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# In SQLite only a column of exactly this type counts up by itself.
Number = BigInteger().with_variant(Integer, "sqlite")


def _texts(*names: str) -> tuple[Column[str], ...]:
    """Columns of texts that are never null."""
    return tuple(Column(name, String, nullable=False) for name in names)


def _versioned(name: str, *columns: Column[int] | Column[str]) -> Table:
    """A table whose rows hold from one revision until another."""
    return Table(
        name,
        metadata,
        Column("id", Number, primary_key=True, autoincrement=True),
        *columns,
        Column("since", Number, ForeignKey("revisions.id"), nullable=False),
        Column("until", Number, ForeignKey("revisions.id")),
    )


#: What is true of the whole ledger: its own key, the zone of its clock, the form of its tables.
settings = Table(
    "settings",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
)

#: The last number that was given out, by what it numbers. Whoever writes holds the row
#: ``revision`` until the end, so that writers wait for each other on either database.
counters = Table(
    "counters",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", Number, nullable=False),
)

#: Every change: when (UTC, ISO), who, why, of which kind, what it did in figures (JSON). A key,
#: which a server gives, makes sure that the same report counts once.
revisions = Table(
    "revisions",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=False),
    *_texts("at", "who", "why", "kind"),
    Column("key", String, unique=True),
    Column("undoes", Number, ForeignKey("revisions.id"), index=True),
    Column("told", String, nullable=False),
)

#: People; ``key`` is opaque and the same in every export; ``since`` made them.
persons = Table(
    "persons",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=False),
    Column("key", String, nullable=False, unique=True),
    Column("since", Number, ForeignKey("revisions.id"), nullable=False),
)

#: What people are called: ``shown`` on lists, ``sort`` for their order, ``alias`` as files have it;
#: ``removed`` and nothing of who was removed, for as long as there was a name.
names = _versioned(
    "names",
    Column("person", Number, ForeignKey("persons.id"), nullable=False, index=True),
    Column("kind", String, nullable=False),
    Column("name", String, nullable=False, index=True),
)

#: Facts about people, by the columns of a players file: nation, club, sex, title, born …
person_facts = _versioned(
    "person_facts",
    Column("person", Number, ForeignKey("persons.id"), nullable=False, index=True),
    *_texts("fact", "value"),
)

#: Numbers of people in other registers, such as ``fide``.
identifiers = _versioned(
    "identifiers",
    Column("person", Number, ForeignKey("persons.id"), nullable=False, index=True),
    Column("register", String, nullable=False),
    Column("value", String, nullable=False, index=True),
)

#: A person who is another one: all that is said of ``person`` is meant of ``into``.
merges = _versioned(
    "merges",
    Column("person", Number, ForeignKey("persons.id"), nullable=False, index=True),
    Column("into", Number, ForeignKey("persons.id"), nullable=False),
)

#: Where people start, by list ("" for every list) and pool ("" for every pool): columns of a
#: players file.
starts = _versioned(
    "starts",
    Column("person", Number, ForeignKey("persons.id"), nullable=False, index=True),
    *_texts("list", "pool", "column", "value"),
)

#: What files of results tell of players, by columns of a players file: where people start who
#: have no row in ``starts``, by the earliest of the files; and facts, by the latest.
told_of_players = _versioned(
    "told_of_players",
    Column("person", Number, ForeignKey("persons.id"), nullable=False, index=True),
    Column("source", Number, nullable=False),
    *_texts("column", "value"),
)

#: Tournaments, leagues, matches; ``key`` is opaque and the same in every export.
events = Table(
    "events",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=False),
    Column("key", String, nullable=False, unique=True),
)

#: Facts about events: name, end, kind, scoring, category, director, place, report …
event_facts = _versioned(
    "event_facts",
    Column("event", Number, ForeignKey("events.id"), nullable=False, index=True),
    *_texts("fact", "value"),
)

#: What was awarded at events, and to whom, where that is a person of the ledger.
awards = _versioned(
    "awards",
    Column("event", Number, ForeignKey("events.id"), nullable=False, index=True),
    Column("title", String, nullable=False),
    Column("person", Number, ForeignKey("persons.id"), index=True),
    Column("text", String, nullable=False),
)

#: Series of events with their own points, by the settings of their records: title, rule.
circuit_settings = _versioned(
    "circuit_settings",
    Column("circuit", String, nullable=False, index=True),
    *_texts("setting", "value"),
)

#: Which events belong to a circuit (``counts``), and in which ``class`` they are.
circuit_events = _versioned(
    "circuit_events",
    Column("circuit", String, nullable=False, index=True),
    Column("event", Number, ForeignKey("events.id"), nullable=False),
    *_texts("setting", "value"),
)

#: Names of pools, by number.
pools = Table(
    "pools",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=False),
    Column("name", String, nullable=False, unique=True),
)

#: What files results came from; ``revision`` stored it. The same file is known by its digest.
sources = Table(
    "sources",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=False),
    Column("name", String, nullable=False),
    Column("digest", String, nullable=False, index=True),
    Column("revision", Number, ForeignKey("revisions.id"), nullable=False),
)

#: Versions of games, many a row, as Arrow IPC: ``games`` a row a game, ``entries`` a row a player
#: and game. The other columns say which chunks need not be read.
chunks = Table(
    "chunks",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("tier", Integer, nullable=False, index=True),
    Column("since_first", Number, nullable=False),
    Column("since_last", Number, nullable=False),
    Column("game_first", Number, nullable=False),
    Column("game_last", Number, nullable=False),
    Column("time_first", Number),
    Column("time_last", Number),
    Column("count", Number, nullable=False),
    Column("games", LargeBinary, nullable=False),
    Column("entries", LargeBinary, nullable=False),
)

#: Versions of games that have ended: of one game, or of all games (0) that ``since`` stored.
closings = Table(
    "closings",
    metadata,
    Column("game", Number, primary_key=True, autoincrement=False),
    Column("since", Number, primary_key=True, autoincrement=False),
    Column("until", Number, ForeignKey("revisions.id"), nullable=False, index=True),
)

#: Rating lists, by the settings of their records: title, rulebook, pool, nation, calendar …
list_settings = _versioned(
    "list_settings",
    Column("list", String, nullable=False, index=True),
    *_texts("setting", "value"),
)

#: Texts of rulebooks that lists used, whole, by their hash.
rulebooks = Table(
    "rulebooks",
    metadata,
    Column("hash", String, primary_key=True),
    *_texts("key", "text"),
)

#: Scoring systems and rules of circuits from files of the user's own, whole, by what names them.
own_rules = Table(
    "own_rules",
    metadata,
    Column("kind", String, primary_key=True),
    Column("reference", String, primary_key=True),
    Column("text", String, nullable=False),
)

#: Published lists, frozen: the manifest (JSON) says what they were made of; the content (JSON)
#: refers to people by key.
publications = Table(
    "publications",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=False),
    Column("list", String, nullable=False, index=True),
    Column("as_of", String, nullable=False),
    Column("revision", Number, ForeignKey("revisions.id"), nullable=False),
    Column("manifest", String, nullable=False),
    Column("content", LargeBinary, nullable=False),
    UniqueConstraint("list", "revision", "as_of"),
)

#: Changes that are shown, but not made yet; each was shown as of revision ``base``.
pending = Table(
    "pending",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=False),
    Column("at", String, nullable=False),
    Column("base", Number, ForeignKey("revisions.id"), nullable=False),
    Column("change", String, nullable=False),
)

#: People whose names are alike, but who are two: nobody asks about them again.
apart = _versioned(
    "apart",
    Column("person", Number, ForeignKey("persons.id"), nullable=False, index=True),
    Column("other", Number, ForeignKey("persons.id"), nullable=False),
)

#: People who were removed: a later import of an older export must not bring them back.
removals = Table(
    "removals",
    metadata,
    Column("key", String, primary_key=True),
    Column("revision", Number, ForeignKey("revisions.id"), nullable=False),
)

Index("ix_identifiers_register_value", identifiers.c.register, identifiers.c.value)
# Names only: a report of an event is too long for an index.
Index(
    "ix_event_facts_name",
    event_facts.c.value,
    sqlite_where=event_facts.c.fact == "name",
    postgresql_where=event_facts.c.fact == "name",
)

#: The tables whose rows hold from one revision until another.
VERSIONED: tuple[Table, ...] = tuple(
    table for table in metadata.sorted_tables if {"since", "until", "id"} <= set(table.c.keys())
)
