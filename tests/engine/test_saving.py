"""Saved states: to the bit, across processes, and never half or of other rules."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from banzuke.engine.lists import rating_list
from banzuke.engine.rated import Rated
from banzuke.engine.rulebook import load_rulebook
from banzuke.engine.saving import Saved, load_states, save_states
from banzuke.model.errors import BanzukeError, FileProblem, StateRefused
from builders import day, rate, rules, table

FIRST = """
    date       event round pool player_1 player_2 result  status
    2024-01-01 One   1     x    A        B        1-0     played
    2024-01-02 One   2     x    Čeněk    A        1/2-1/2 played
    2024-01-02 One   2     y    D        A        1-0     friendly
"""
SECOND = """
    date       event round pool player_1 player_2 result
    2024-02-01 Two   1     x    A        B        1-0
    2024-02-02 Two   2     y    Čeněk    A        1/2-1/2
"""


def saved(rated: Rated, path: Path) -> Path:
    """The path, with where the ratings stand."""
    save_states(path, Saved(rated.rulebook, rated.players, rated.states()))
    return path


def goes_on(path: Path, text: str = SECOND) -> Rated:
    """More results, rated from a saved state."""
    book, players, states = load_states(path)
    return rate(text, book, players, earlier=states)


def everything(rated: Rated) -> list[Any]:
    """The list and who is not on it."""
    return [frame.to_dicts() for frame in rating_list(rated)]


def test_everything_comes_back(tmp_path):
    """Numbers, positions, players and rules are as they were."""
    book = rules({"k": 31.7}, adjustment=[{"on": day("2024-01-20"), "add": 0.1}])
    rated = rate(FIRST, book, {"A": 1234.56789, "E": 1e-300})
    came = load_states(saved(rated, tmp_path / "state"))
    assert came.rulebook.hash == book.hash
    assert came.rulebook.parameters == book.parameters
    assert came.rulebook.adjustments == book.adjustments
    assert came.players.frame.equals(rated.players.frame)
    states = rated.states()
    assert came.states.keys() == states.keys()
    for pool, state in states.items():
        other = came.states[pool]
        for name in ("names", "position", "as_of", "seen", "periods"):
            assert getattr(other, name) == getattr(state, name), name
        for name in ("games", "played", "last", "change"):
            assert getattr(other, name).tobytes() == getattr(state, name).tobytes(), name
        assert other.columns["rating"].tobytes() == state.columns["rating"].tobytes()


def test_going_on_after_loading(tmp_path):
    """A loaded state is as good to go on from as the one that was saved."""
    rated = rate(FIRST)
    direct = rate(SECOND, earlier=rated.states())
    assert everything(goes_on(saved(rated, tmp_path / "state.npz"))) == everything(direct)


def test_who_has_not_played_is_adjusted_after_loading(tmp_path):
    """Given ratings of who has no game are adjusted once, in one go or from a saved state."""
    book = rules(
        adjustment=[
            {"on": day("2024-01-02"), "add": 0.1},
            {"on": day("2024-01-20"), "toward": 1000.0, "share": 0.3},
        ]
    )
    given = {"A": 1234.5, "E": 1111.1}
    rows = [f"{line} played" for line in SECOND.strip().splitlines()[1:]]
    whole = rate("\n".join([FIRST.strip(), *rows]), book, given)
    came = goes_on(saved(rate(FIRST, book, given), tmp_path / "state.npz"))
    assert everything(came) == everything(whole)


SCRIPT = """
import sys
import zipfile
from collections.abc import Callable
import banzuke as bz
ratings = bz.load(sys.argv[1]).update(sys.argv[2])
ratings.save(sys.argv[1])
print(ratings.as_of)
"""


def test_across_processes(tmp_path):
    """What one process saved another goes on from, to the bit."""
    state, more = tmp_path / "state.npz", tmp_path / "more.csv"
    rated = rate(FIRST)
    saved(rated, state)
    table(SECOND).write_csv(more)
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(state), str(more)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == "2024-02-02", done.stderr
    direct = rate(SECOND, earlier=rated.states()).states()
    for pool, came in load_states(state).states.items():
        assert came.columns["rating"].tobytes() == direct[pool].columns["rating"].tobytes()


def test_rules_of_a_file_with_settings(tmp_path):
    """A rulebook of one's own, with settings, goes along: its file may be gone."""
    path = tmp_path / "club.toml"
    path.write_text(
        'format = 1\ntitle = "Club"\ngame = "go"\nextends = "warlight"\nupdated = 2024-01-31\n'
        '[[amendment]]\nfrom = 2024-02-01\nnote = "slower"\nparameters = { k = 8 }\n',
        encoding="utf-8",
    )
    book = load_rulebook(path, {"k": "20", "list.least_games": 1, "counts.from": "2023-12-31"})
    rated = rate(FIRST, book)
    direct = everything(rate(SECOND, book, earlier=rated.states()))
    state = saved(rated, tmp_path / "state")
    path.unlink()
    assert everything(goes_on(state)) == direct
    came = load_states(state).rulebook
    assert came.settings() == book.settings()
    assert (came.key, came.text_of_file) == (book.key, book.text_of_file)


def test_facts_from_results_are_kept(tmp_path):
    """Surnames that files of results told are saved as well."""
    rated = rate(FIRST)
    rated.players.told["sort_name"] = {"A": "Zet"}
    came = load_states(saved(rated, tmp_path / "state"))
    assert came.players.facts("sort_name") == {"A": "Zet"}


def test_results_that_do_not_follow_a_saved_state(tmp_path):
    """What is rated already, or comes before it, is refused."""
    with pytest.raises(StateRefused, match="comes before the last game that is rated"):
        goes_on(saved(rate(FIRST), tmp_path / "state"), FIRST)


def rewritten(path: Path, change: Any) -> Path:
    """A saved state whose description has been changed."""
    with np.load(path) as archive:
        arrays = {name: archive[name] for name in archive.files}
    about = json.loads(arrays.pop("about").tobytes())
    change(about, arrays)
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)
    with path.open("wb") as file:
        np.savez(file, **arrays)
    return path


def _lengthen(about: dict[str, Any], arrays: dict[str, Any]) -> None:
    arrays["0.games"] = np.append(arrays["0.games"], 1.0)


def _lose(about: dict[str, Any], arrays: dict[str, Any]) -> None:
    del arrays["0.column.rating"]


def _poison(about: dict[str, Any], arrays: dict[str, Any]) -> None:
    arrays["0.column.rating"][0] = np.nan


CHANGES = {
    "format 2": lambda about, arrays: about.update(format=2),
    "version": lambda about, arrays: about["system"].update(version=99),
    "system": lambda about, arrays: about["system"].update(key="gone"),
    "hash": lambda about, arrays: about["rulebook"].update(hash="0" * 64),
    "rules": lambda about, arrays: about["rulebook"]["content"]["parameters"].update(k=31),
    "refused": lambda about, arrays: about["rulebook"]["content"]["parameters"].update(k=-1),
    "unknown": lambda about, arrays: about["rulebook"]["content"].update(nonsense=1),
    "length": _lengthen,
    "column": _lose,
    "number": _poison,
    "names": lambda about, arrays: about["pools"][0]["names"].pop(),
    "pools": lambda about, arrays: about.pop("pools"),
    "position": lambda about, arrays: about["pools"][0].update(position=[1]),
    "list": lambda about, arrays: about.update(rulebook=[]),
}


@pytest.mark.parametrize("change", CHANGES)
def test_changed_states_are_refused(change, tmp_path):
    """Another format, system, version or rules, or parts that do not fit: refused by name."""
    path = rewritten(saved(rate(FIRST), tmp_path / "state.npz"), CHANGES[change])
    with pytest.raises(StateRefused, match=r"state\.npz: ") as caught:
        load_states(path)
    assert caught.value.problems[0].right


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_damaged_files_are_refused(data, tmp_path):
    """A file cut short or with a changed byte is refused, or is the same: never something else."""
    rated = rate(FIRST)
    path = saved(rated, tmp_path / "state.npz")
    whole = path.read_bytes()
    if data.draw(st.booleans()):
        damaged = whole[: data.draw(st.integers(0, len(whole) - 1))]
    else:
        at = data.draw(st.integers(0, len(whole) - 1))
        damaged = whole[:at] + bytes([whole[at] ^ data.draw(st.integers(1, 255))]) + whole[at + 1 :]
    path.write_bytes(damaged)
    answer = answer_of(path)
    if isinstance(answer, BanzukeError):
        assert "state.npz" in str(answer)
        return
    assert answer.rulebook.hash == rated.rulebook.hash
    for pool, state in rated.states().items():
        ratings = answer.states[pool].columns["rating"]
        assert ratings.tobytes() == state.columns["rating"].tobytes()


def answer_of(path: Path) -> Saved | BanzukeError:
    """What a file holds, or how it is refused."""
    try:
        return load_states(path)
    except BanzukeError as error:
        return error


@pytest.mark.parametrize("content", [b"", b"player_1,player_2\nA,B\n", b"PK\x03\x04 nothing"])
def test_other_files_are_refused(content, tmp_path):
    """A file that is no saved state is told so."""
    path = tmp_path / "results.csv"
    path.write_bytes(content)
    with pytest.raises(StateRefused, match=r"results\.csv: this is no saved state"):
        load_states(path)


def test_pickles_are_not_opened(tmp_path):
    """An archive of Python objects is refused unread."""
    path = tmp_path / "evil.npz"
    np.savez(path, about=np.array([print], dtype=object))
    with pytest.raises(StateRefused, match="no saved state"):
        load_states(path)


def test_missing_files_and_folders(tmp_path):
    """A file that is not there, or cannot be written, is told."""
    with pytest.raises(FileProblem, match="gone"):
        load_states(tmp_path / "gone")
    with pytest.raises(FileProblem, match="cannot be written"):
        saved(rate(FIRST), tmp_path / "no folder" / "state")


def test_a_failed_save_leaves_the_old_state(tmp_path, monkeypatch):
    """A save that breaks off leaves what was there."""
    path = saved(rate(FIRST), tmp_path / "state")
    before = path.read_bytes()

    def full(file: Any, **_: Any) -> None:
        file.write(b"PK")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez", full)
    with pytest.raises(FileProblem, match="No space left"):
        saved(rate(SECOND), path)
    assert path.read_bytes() == before


def spoilt(path: Path, change: Callable[[dict[str, Any], dict[str, Any]], None]) -> Path:
    """The saved state with something else in it: ``change`` is given what is said, and arrays."""
    with np.load(path) as archive:
        arrays = dict(archive)
    about = json.loads(arrays["about"].tobytes())
    change(about, arrays)
    if isinstance(arrays["about"], np.ndarray) and arrays["about"].dtype == np.uint8:
        arrays["about"] = np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)
    np.savez(path, **arrays)
    return path.with_name(path.name + ".npz") if path.suffix != ".npz" else path


def at(*place: Any, value: Any) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    """A change: the value stands at a place of what is said."""

    def change(about: dict[str, Any], _: dict[str, Any]) -> None:
        inner = about
        for step in place[:-1]:
            inner = inner[step]
        inner[place[-1]] = value

    return change


def held(name: str, value: Any) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    """A change: another array."""
    return lambda _, arrays: arrays.update({name: np.array(value)})


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (at("format", value=True), "format True"),
        (at("format", value=2), "format 2"),
        (at("players", value=[]), "damaged: players"),
        (at("players", value={"player": ["A", "B"], "pool": [""]}), "not of one length"),
        (at("players", value={"pool": [""]}), "needs a column player"),
        (at("players", "rating", value=["x"]), "not a finite number"),
        (at("players", value={"player": ["A", "A"], "pool": ["", ""]}), "there twice"),
        (at("players", value={"player": ["A"], "pool": [["x"]]}), "damaged: players"),
        (at("told", value=[]), "damaged: told"),
        (at("told", value={"sort_name": {"A": 5}}), "damaged: told"),
        (at("pools", value={}), "damaged: pools"),
        (at("pools", 0, "names", value=["A", "A"]), "there twice"),
        (at("pools", 0, "names", value=[1, 2]), "damaged: pools"),
        (at("pools", 0, "names", value=[None, "B"]), "damaged: pools"),
        (at("pools", 0, "names", value=[" A", "B"]), "is no name"),
        (at("pools", 0, "names", value=["A", "B", "C", "D"]), "is not 4 values"),
        (at("pools", 0, "position", value="abcdef"), "damaged: pools"),
        (at("pools", 0, "position", value=[1]), "damaged: pools"),
        (at("pools", 0, "position", value=[10**30, 0, "E", "1", "1", "1", []]), "damaged: pools"),
        (at("pools", 0, "position", value=[0, 0, 5, None, None, None, []]), "damaged: pools"),
        (at("pools", 0, "as_of", value="garbage"), "damaged: pools"),
        (at("pools", 0, "as_of", value=5), "damaged: pools"),
        (at("pools", 0, "seen", value=5), "damaged: pools"),
        (at("pools", 0, "periods", value=[["a"]]), "damaged: pools"),
        (at("pools", 0, "pool", value=5), "damaged: pools"),
        (at("pools", 0, "pool", value="y"), "a pool is there twice"),
        (at("rulebook", value=None), "damaged: rulebook"),
        (at("rulebook", "content", value=[]), "damaged: rulebook"),
        (at("rulebook", "content", value={}), "does not take the rulebook"),
        (at("rulebook", "hash", value="0"), "is not as it was saved"),
        (at("system", "version", value=99), "has changed since"),
        (at("more", value=1), "damaged: more"),
        (held("0.column.rating", [np.nan, 1.0]), "holds what is no number"),
        (held("0.column.rating", [1.0, 2.0, 3.0]), "is not 2 values"),
        (held("0.column.rating", np.ones((2, 1))), "no saved state"),
        (held("0.column.rating", np.ones(2, dtype=">f8")), "is not 2 values"),
        (held("0.games", [-1.0, 1.0]), "is below 0"),
        (held("0.change", [np.inf, 1.0]), "holds what is no number"),
        (held("0.last", [2**62, 0]), "outside the calendar"),
        (held("0.more", [1.0]), "is too much"),
        (lambda _, arrays: arrays.pop("0.games"), "0.games is missing"),
    ],
)
def test_everything_in_a_state_is_checked(tmp_path, change, told):
    """Whatever is not as it was declared is refused by its place, before anything is rated."""
    two = FIRST.replace("Čeněk", "B").replace(
        "B        A        1/2-1/2", "A        B        1/2-1/2"
    )
    path = saved(rate(two, None, {"A": 1300.0}), tmp_path / "state.npz")
    assert goes_on(path).runs
    with pytest.raises(StateRefused) as refused:
        load_states(spoilt(path, change))
    assert told in str(refused.value)


def test_archives_are_not_believed(tmp_path):
    """Sizes that are not true, packed or pickled arrays and doubled names make no saved state."""
    path = saved(rate(FIRST), tmp_path / "state.npz")
    whole = path.read_bytes()
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    huge = parts["0.games.npy"].replace(b"(3,), }" + b" " * 14, b"(100000000000000,), }")
    assert len(huge) == len(parts["0.games.npy"])
    pickled = io.BytesIO()
    np.save(pickled, np.array([object()], dtype=object), allow_pickle=True)

    def pack(how: int = zipfile.ZIP_STORED, **changed: bytes) -> None:
        with zipfile.ZipFile(path, "w", how) as archive:
            for name, content in {**parts, **changed}.items():
                archive.writestr(name, content)

    for options in (
        {"0.games.npy": huge},
        {"0.games.npy": b""},
        {"0.games.npy": parts["0.games.npy"].replace(b"(3,)", b"(9,)")},
        {"0.games.npy": parts["0.games.npy"].replace(b"(3,)", b"(-3)")},
        {"0.games.npy": pickled.getvalue()},
        {"readme.txt": b"hi"},
        {"about": b"hi"},
    ):
        pack(**options)
        with pytest.raises(StateRefused):
            load_states(path)
    pack(zipfile.ZIP_DEFLATED)
    with pytest.raises(StateRefused, match="no saved state"):
        load_states(path)
    pack()
    assert load_states(path).states
    for content in (b"", b"hello", whole[:100], b"PK\x05\x06" + bytes(18)):
        path.write_bytes(content)
        with pytest.raises(StateRefused, match="no saved state"):
            load_states(path)
    for place in (tmp_path, Path("/dev/zero"), tmp_path / "none"):
        with pytest.raises(FileProblem):
            load_states(place)
