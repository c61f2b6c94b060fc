"""Scoring systems and rules of circuits from files of the user's own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make it so."""
    op.create_table(
        "own_rules",
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("reference", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "reference", name="pk_own_rules"),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("own_rules")
