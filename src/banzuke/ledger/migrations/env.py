"""Alembic runs this: the steps, on the connection that it was given."""

from __future__ import annotations

from alembic import context

from banzuke.ledger.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
