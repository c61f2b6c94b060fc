"""Ledgers of older versions are brought to the newest form and still say the same."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from banzuke.ledger.database import FORM
from banzuke.ledger.tables import metadata
from banzuke.model.errors import LedgerProblem
from banzuke.workflows.ledger import Ledger
from ledger.old.make import fill, take_back

OLD = sorted((Path(__file__).parent / "old").glob("*.db"))


def test_the_steps_lead_to_the_tables(ledger: Ledger):
    """What the migrations make is what the program declares, on each database."""
    with ledger.database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


@pytest.mark.parametrize("old", OLD, ids=lambda path: path.stem)
def test_a_kept_ledger_of_an_older_form_still_verifies(old: Path, tmp_path: Path):
    """It is copied first, then upgraded; published lists are the same to the last digit."""
    place = tmp_path / "club.db"
    shutil.copyfile(old, place)
    with Ledger(place) as ledger:
        assert [verdict.why for verdict in ledger.verify()] == ["", ""]
        assert ledger.database.form() == FORM
        kept = ledger.database.copied_to
        assert kept is not None
        ledger.restore(kept)
        assert [verdict.why for verdict in ledger.verify()] == ["", ""]
        ledger.record([{"player_1": "Bo Ek", "player_2": "Eva Lund", "result": "1-0",
                        "date": "2025-01-01"}])  # fmt: skip
        assert [verdict.why for verdict in ledger.verify()] == ["", ""]


def test_each_step_forward_and_back_keeps_the_data(ledger: Ledger):
    """With data in it, on each database: taken back to the first form, and used again."""
    fill(ledger)
    wanted = ledger.current("main")
    take_back(ledger.database.engine, "0001")
    assert ledger.database.form() == "0001"
    with Ledger(ledger.database.place) as again:
        again.upgrade(backed_up=True)
        assert again.current("main") == wanted
        assert [verdict.why for verdict in again.verify()] == ["", ""]


def test_a_newer_form_is_refused_in_words(ledger: Ledger):
    """Nothing is read of what this version does not know, and nothing written."""
    with ledger.database.engine.connect() as connection, connection.begin():
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with Ledger(ledger.database.place) as again:
        with pytest.raises(LedgerProblem, match="made by a newer version of banzuke"):
            again.lists()
        with pytest.raises(LedgerProblem, match="made by a newer version of banzuke"):
            again.set_list("main", "elo")


def test_the_command_line_says_where_the_copy_is(run, tmp_path: Path):
    """Whoever uses an older ledger is told that it was upgraded, once."""
    place = tmp_path / "club.db"
    shutil.copyfile(OLD[0], place)
    first = run("verify", "--ledger", place)
    assert (first.exit_code, first.stdout[:17]) == (0, "2 published lists")
    assert "as it was, it is in" in first.stderr
    assert "as it was" not in run("lists", "--ledger", place).stderr


def test_postgresql_is_upgraded_only_once_somebody_has_a_backup(
    run, new_database: Callable[[str], str]
):
    """Until then whatever is asked of it is refused, and the tables stay as they are."""
    place = new_database("club")
    with Ledger.create(place) as ledger:
        take_back(ledger.database.engine, "0001")
    asked = run("lists", "--ledger", place)
    assert asked.exit_code == 2
    assert (
        "back it up with pg_dump, then bring it to this one with 'banzuke upgrade'" in asked.stderr
    )
    with Ledger(place) as again, pytest.raises(LedgerProblem, match="older version of banzuke"):
        again.set_list("main", "elo")
    assert "say --yes" in run("upgrade", "--ledger", place).stderr
    with Ledger(place) as again:
        assert again.database.form() == "0001"
    done = run("upgrade", "--yes", "--ledger", place)
    assert (done.exit_code, "has the form of this version" in done.stdout) == (0, True)
    assert run("lists", "--ledger", place).exit_code == 0


def test_a_file_is_upgraded_and_copied_by_the_same_command(run, tmp_path: Path):
    """Nobody is asked about a file; where the copy is, is said, and again it does nothing."""
    place = tmp_path / "club.db"
    shutil.copyfile(OLD[0], place)
    assert "as it was, it is in" in run("upgrade", "--ledger", place).stdout
    assert "as it was" not in run("upgrade", "--ledger", place).stdout
