"""What files of results tell of players is kept by file."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TABLE = "told_of_players"


def upgrade() -> None:
    """Make it so."""
    op.create_table(
        TABLE,
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("person", NUMBER, nullable=False),
        sa.Column("source", NUMBER, nullable=False),
        sa.Column("column", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.Column("since", NUMBER, nullable=False),
        sa.Column("until", NUMBER, nullable=True),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name=f"fk_{TABLE}_person"),
        sa.ForeignKeyConstraint(["since"], ["revisions.id"], name=f"fk_{TABLE}_since"),
        sa.ForeignKeyConstraint(["until"], ["revisions.id"], name=f"fk_{TABLE}_until"),
        sa.PrimaryKeyConstraint("id", name=f"pk_{TABLE}"),
    )
    op.create_index(f"ix_{TABLE}_person", TABLE, ["person"])


def downgrade() -> None:
    """Take it back."""
    op.drop_index(f"ix_{TABLE}_person", TABLE)
    op.drop_table(TABLE)
