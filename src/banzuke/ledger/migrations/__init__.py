"""How Alembic goes through the steps."""
