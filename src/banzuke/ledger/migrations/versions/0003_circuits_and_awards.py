"""Series of events with their own points, and what was awarded at events."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make it so."""
    _versioned(
        "awards",
        _of("event", "events", "awards"),
        sa.Column("title", sa.String(), nullable=False),
        _of("person", "persons", "awards", needed=False),
        sa.Column("text", sa.String(), nullable=False),
    )
    op.create_index("ix_awards_event", "awards", ["event"])
    op.create_index("ix_awards_person", "awards", ["person"])
    _versioned(
        "circuit_settings",
        sa.Column("circuit", sa.String(), nullable=False),
        sa.Column("setting", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
    )
    op.create_index("ix_circuit_settings_circuit", "circuit_settings", ["circuit"])
    _versioned(
        "circuit_events",
        sa.Column("circuit", sa.String(), nullable=False),
        _of("event", "events", "circuit_events"),
        sa.Column("setting", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
    )
    op.create_index("ix_circuit_events_circuit", "circuit_events", ["circuit"])


def downgrade() -> None:
    """Take it back."""
    for table, columns in (
        ("circuit_events", ("circuit",)),
        ("circuit_settings", ("circuit",)),
        ("awards", ("person", "event")),
    ):
        for column in columns:
            op.drop_index(f"ix_{table}_{column}", table)
        op.drop_table(table)


def _versioned(name: str, *columns: sa.Column[int] | sa.Column[str]) -> None:
    """A table whose rows hold from one revision until another."""
    op.create_table(
        name,
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        *columns,
        _of("since", "revisions", name),
        _of("until", "revisions", name, needed=False),
        sa.PrimaryKeyConstraint("id", name=f"pk_{name}"),
    )


def _of(column: str, other: str, table: str, *, needed: bool = True) -> sa.Column[int]:
    """A column of numbers of another table's rows."""
    key = sa.ForeignKey(f"{other}.id", name=f"fk_{table}_{column}")
    return sa.Column(column, NUMBER, key, nullable=not needed)
