"""Input that was once taken for something else without a word is refused, or read as it is."""

from __future__ import annotations

import polars as pl
import pytest

import banzuke as bz


@pytest.mark.parametrize("place", ["3000000000", "4294967297", "1e18"])
def test_a_huge_place_does_not_win(place):
    """A place beyond what can be kept is refused, not wrapped round to a better one."""
    table = {"game": ["1", "1"], "player": ["A", "B"], "place": [place, "2"]}
    with pytest.raises(bz.ResultsRefused, match="place"):
        bz.rate(pl.DataFrame(table), "warlight")


@pytest.mark.parametrize("rated", [["yes", "no"], ["no", "yes"]])
def test_rows_of_a_game_agree_on_whether_it_is_rated(rated):
    """Whichever row comes first does not decide: the game is refused."""
    table = {"game": ["1", "1"], "player": ["A", "B"], "place": [1, 2], "rated": rated}
    with pytest.raises(bz.ResultsRefused, match="differs from row"):
        bz.rate(pl.DataFrame(table), "warlight")


def test_the_encoding_holds_for_the_players_file(tmp_path):
    """A name of both files is one person, in the character set that was said."""
    results, players = tmp_path / "results.csv", tmp_path / "players.csv"
    results.write_bytes("player_1,player_2,result\nGrażyna,Bo,1-0\n".encode("cp1250"))
    players.write_bytes("player,rating\nGrażyna,1900\n".encode("cp1250"))
    found = bz.rate(results, "warlight", players, encoding="cp1250").to_frame()
    assert found["player"].to_list() == ["Grażyna", "Bo"]
    assert found["rating"][0] > 1900


def test_the_list_does_not_replace_the_results(run, tmp_path):
    """An output that is the input is refused, and the input stays as it is."""
    path = tmp_path / "results.csv"
    path.write_text("player_1,player_2,result\nA,B,1-0\n", encoding="utf-8")
    before = path.read_bytes()
    done = run("rate", path, "-r", "warlight", "--out", path)
    assert done.exit_code == 2
    assert path.read_bytes() == before


def test_a_state_replaces_files_only(tmp_path):
    """What is no file, such as a folder or a device, is not replaced by a saved state."""
    ratings = bz.rate([{"player_1": "A", "player_2": "B", "result": "1-0"}], "warlight")
    with pytest.raises(bz.FileProblem, match="it is a folder"):
        ratings.save(tmp_path)
    assert list(tmp_path.parent.glob("*.partial")) == []
