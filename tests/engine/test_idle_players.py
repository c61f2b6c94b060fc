"""What of a players file is not used: told, since a name may be another one in the results."""

from __future__ import annotations

import banzuke as bz


def told(tmp_path, *players: str, results: str = "Ann,Bo,1-0\n") -> str:
    """The warnings of rating a game from a players file of these players."""
    games, people = tmp_path / "games.csv", tmp_path / "people.csv"
    games.write_text(f"player_1,player_2,result\n{results}")
    people.write_text("player,rating\n" + "".join(f"{name},1700\n" for name in players))
    return " ".join(map(str, bz.rate(games, "elo", people).warnings))


def test_a_file_of_which_nobody_plays(tmp_path):
    """As where a list calls players by numbers, and the results by names."""
    assert (
        "people.csv, column player: of 2 players of this file, such as '1001', nobody is in the "
        "results (players by the names that these have, such as 'Ann')"
    ) in told(tmp_path, "1001", "1002")


def test_who_does_not_play_besides_is_nothing(tmp_path):
    """One name in common is enough, and a frame is not told of: it was made for the purpose."""
    assert "nobody" not in told(tmp_path, "1001", "Bo")
    ratings = bz.rate(tmp_path / "games.csv", "elo", {"Zed": 1700})
    assert "nobody" not in " ".join(map(str, ratings.warnings))
