"""Writers killed at any moment: a ledger is as it was before a revision, or as it is after it."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from banzuke.ledger import chunks
from banzuke.ledger.import_reports import Decisions
from banzuke.workflows.ledger import Ledger

IS_LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"

#: So many are killed on each database.
KILLS = {"sqlite": 1_000, "postgresql": 200} if IS_LONG else {"sqlite": 3, "postgresql": 1}

#: So many are killed in one ledger, before the next one begins.
KILLS_A_LEDGER = 25

#: Of a writer's first so many steps, one is chosen by chance in which it is killed; so long after
#: it has begun at most, seconds.
STEPS = 6
LATEST = 0.05

GAMES = 40
ANYBODY = Decisions(new_people="create", again="store")

#: A program that writes into the ledger that it is told, and says what it is about to do.
WRITER = f"""
import sys
from banzuke.ledger.changes import Change
from banzuke.ledger.import_reports import Decisions
from banzuke.workflows.ledger import Ledger

ledger = Ledger(sys.stdin.readline().strip())
decided = Decisions(new_people="create", again="store")
first = ledger.revision
for turn in range(first, first + 1_000):
    rows = [
        dict(date=f"2024-03-{{1 + n % 28:02}}", round=str(n), event=f"Cup {{turn}}",
             player_1=f"P{{n % 20}}", player_2=f"P{{(n * 7 + 1) % 20 + 20}}",
             score_1=n % 2, score_2=(n + 1) % 2)
        for n in range({GAMES})
    ]
    print("import", flush=True)
    ledger.import_frame(rows, f"cup {{turn}}.csv", decisions=decided)
    print("correct", flush=True)
    game = ledger.games()["game"].max()
    ledger.make(Change("correct game", {{"game": game, "values": {{"result": "1/2-1/2"}}}}))
    print("publish", flush=True)
    ledger.publish("ladder", as_of=f"{{2030 + turn}}-01-01")
"""


class Writers:
    """Writers, each killed at a random moment; the next one starts meanwhile."""

    def __init__(self) -> None:
        self._rng = random.Random(3)
        self.killed_in: Counter[str] = Counter()
        self._next = self._started()

    def kill_one(self, place: str) -> None:
        """Let one write into a ledger, and kill it."""
        writer, self._next = self._next, self._started()
        with writer:
            assert writer.stdin is not None
            assert writer.stdout is not None
            writer.stdin.write(f"{place}\n")
            writer.stdin.flush()
            steps = []
            for _ in range(1 + self._rng.randrange(STEPS)):
                steps.append(writer.stdout.readline().strip())
            assert "" not in steps, "a writer came to an end before it was killed"
            time.sleep(self._rng.uniform(0.0, LATEST))
            writer.send_signal(signal.SIGKILL)
            steps += writer.stdout.read().split()
        self.killed_in[steps[-1]] += 1

    def end(self) -> None:
        """Nobody writes any more."""
        with self._next as writer:
            writer.send_signal(signal.SIGKILL)

    @staticmethod
    def _started() -> subprocess.Popen[str]:
        command = [sys.executable, "-c", WRITER]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def must_be_whole(ledger: Ledger, verified: set[int]) -> None:
    """Every revision is there with all that it says of itself, and what was published verifies."""
    log = ledger.log()
    assert [one.id for one in log] == list(range(len(log), 0, -1))
    assert all(one.told for one in log)
    with ledger.database.reading() as connection:
        for one in log:
            if one.kind == "import":
                wrote = chunks.read(connection, stored_by=one.id, revision=one.id)
                assert len(wrote) == one.told["stored"]
    for published in ledger.published():
        if published.id not in verified:
            assert ledger.verify_one(published.id).holds
            verified.add(published.id)
    number = str(len(log))
    game = {"round": number, "player_1": "P1", "player_2": "P21", "result": "1-0"}
    done = ledger.import_frame(
        [{"date": "2024-04-01", **game}], f"{number}.csv", decisions=ANYBODY
    )[1]
    assert done.revision == len(log) + 1


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_killed_writer_leaves_the_ledger_as_before_or_after(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
):
    """Killed as it imports, corrects or publishes, it leaves whole revisions, and all goes on."""

    def new_file(name: str) -> str:
        return str(tmp_path / name)

    new_place: Callable[[str], str] = new_file
    if kind == "postgresql":
        new_place = request.getfixturevalue("new_database")
    killed = Writers()
    try:
        for begin in range(0, KILLS[kind], KILLS_A_LEDGER):
            verified: set[int] = set()
            with Ledger.create(new_place(f"{begin}.db")) as ledger:
                ledger.set_list("ladder", "elo")
                for _ in range(min(KILLS[kind] - begin, KILLS_A_LEDGER)):
                    killed.kill_one(ledger.database.place)
                    must_be_whole(ledger, verified)
    finally:
        killed.end()
    if IS_LONG:
        least = min(killed.killed_in[step] for step in ("import", "correct", "publish"))
        assert least > KILLS[kind] / 20
