"""Readers of chess files beside peers: tournament reports, games as PGN, the rating list of FIDE.

The peers are GPL or large; none is installed along: ``pip install trf chess lxml``.
"""

from __future__ import annotations

import importlib.util
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.files import environment
from benchmarks.measuring import Row, absolute, compared, interleaved

from banzuke.importers import read_file

#: Players and rounds of tournaments, and how many reports of each are read in a row.
TOURNAMENTS = ((20, 5, 200), (200, 9, 50), (3_000, 11, 3))
#: From here on a bar is to be held: below, what any table takes that is made is most of the time.
LARGE = 3_000
GAMES = 20_000
#: Of which python-chess reads the moves, too: a second or so.
FEW_GAMES = 500
LISTED = 100_000
#: As many as the list of October 2026 has.
ALL_LISTED = 1_930_000

READ = """
import re, sys
from banzuke.importers import read_file
read_file(sys.argv[1])
# What getrusage tells begins with what the parent of the process had.
print(re.search("VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
"""


def formats(rounds: int) -> list[Row]:
    """Each reader beside its peer on the same file, and the memory of a whole rating list."""
    with tempfile.TemporaryDirectory(prefix="banzuke-benchmarks-") as name:
        folder = Path(name)
        games = _games(folder / "games.pgn", GAMES)
        few = _games(folder / "few.pgn", FEW_GAMES)
        listed = _list(folder / "list.xml", LISTED)
        rows = [
            *_reports(folder, rounds),
            *_beside(f"PGN, {GAMES:,} games with clocks", games, ("chess", _headers), rounds),
            *_beside(f"PGN, {FEW_GAMES:,} games, moves and all", few, ("chess", _whole), rounds),
            *_beside(f"FIDE XML, {LISTED:,} players", listed, ("lxml", _lxml), rounds),
        ]
        whole = _list(folder / "whole.xml", ALL_LISTED)
        command = [sys.executable, "-c", READ, str(whole)]
        done = subprocess.run(
            command, check=True, capture_output=True, text=True, env=environment()
        )
        peak = float(done.stdout) * 1024 / 1e6
    what = f"peak memory of reading a FIDE XML, {ALL_LISTED:,} players"
    return [*rows, absolute(what, [peak], "MB", at_most=300)]


#: How many times as fast ours is to be, or how many times as long it may take, by the other's way.
AT_LEAST = {"_trf": 5.0, "_headers": 2.0, "_whole": 20.0}
AT_MOST = {"_lxml": 2.0}


def _beside(
    what: str,
    path: Path,
    peer: tuple[str, Callable[[Path], Any]],
    rounds: int,
    *,
    times: int = 1,
    bar: bool = True,
) -> list[Row]:
    """Our reader beside a peer, if that is installed.

    times : how often each reads the file in a round; bar : whether one is to be held
    """
    name, read = peer
    if importlib.util.find_spec(name) is None:
        return []
    ways: dict[str, Callable[[], Any]] = {
        "ours": lambda: read_file(path),
        name: lambda: read(path),
    }
    seconds = interleaved(ways, rounds, times=times, clock=time.process_time)
    way = read.__name__ if bar else ""
    least, most = AT_LEAST.get(way), AT_MOST.get(way)
    return [compared(what, seconds, name, at_least=least, at_most=most)]


def _reports(folder: Path, rounds: int) -> list[Row]:
    """Reports of small and of large tournaments."""
    rows = []
    for players, played, times in TOURNAMENTS:
        path = _report(folder / f"{players}.trf", players, played)
        what = f"TRF, {players:,} players, {played} rounds"
        rows += _beside(what, path, ("trf", _trf), rounds, times=times, bar=players >= LARGE)
    return rows


def _trf(path: Path) -> Any:
    import trf

    with path.open(encoding="utf-8") as file:
        return trf.load(file)


def _headers(path: Path) -> int:
    """The tags of games, whose moves are skipped."""
    import chess.pgn

    count = 0
    with path.open(encoding="utf-8") as file:
        while chess.pgn.read_headers(file) is not None:
            count += 1
    return count


def _whole(path: Path) -> int:
    """Games with all their moves."""
    import chess.pgn

    count = 0
    with path.open(encoding="utf-8") as file:
        while chess.pgn.read_game(file) is not None:
            count += 1
    return count


def _lxml(path: Path) -> int:
    """A bare iteration over the players of a list."""
    from lxml import etree

    count = 0
    for _, element in etree.iterparse(str(path), tag="player"):
        count += 1
        element.clear()
        while element.getprevious() is not None:
            del element.getparent()[0]
    return count


def _report(path: Path, players: int, rounds: int) -> Path:
    """A report of an open."""
    rng = random.Random(1)  # noqa: S311  # made-up names and results
    cells: list[list[str]] = [[] for _ in range(players)]
    for _ in range(rounds):
        order = rng.sample(range(players), players)
        for one, two in zip(order[::2], order[1::2], strict=True):
            codes = rng.choice(["10", "01", "=="])
            cells[one].append(f"  {two + 1:>4} w {codes[0]}")
            cells[two].append(f"  {one + 1:>4} b {codes[1]}")
    lines = ["012 Open", "042 2026/05/01", "052 2026/05/01", f"062 {players}"]
    worth = {"1": 1.0, "=": 0.5, "0": 0.0}
    for number, entries in enumerate(cells, 1):
        points = sum(worth[entry[-1]] for entry in entries)
        who = f"001 {number:>4} m    {f'Surname{number}, Given':<33} {2800 - number // 2:>4} IND"
        facts = f"{90_000_000 + number:>11} 1987/05/07 {points:>4} {number:>4}"
        lines.append(f"{who} {facts}{''.join(entries)}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _games(path: Path, games: int) -> Path:
    """Games as a server gives them out, with evaluations and clocks."""
    moves = " ".join(
        f"{n}. {white} {{ [%eval 0.2] [%clk 0:03:00] }} {n}... {black} {{ [%clk 0:02:58] }}"
        for n, (white, black) in enumerate([("Nf3", "Nf6"), ("Ng1", "Ng8")] * 17, 1)
    )
    with path.open("w", encoding="utf-8") as file:
        for number in range(games):
            tags = {
                "Event": "Rated Blitz game",
                "Site": f"https://lichess.org/{number:08}",
                "Date": "2026.05.01",
                "Round": "-",
                "White": f"p{number % 997}",
                "Black": f"q{number % 991}",
                "Result": "1-0",
                "UTCDate": "2026.05.01",
                "UTCTime": f"{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}",
                "WhiteElo": "1500",
                "BlackElo": "1600",
                "WhiteRatingDiff": "+5",
                "BlackRatingDiff": "-5",
                "ECO": "A05",
                "Opening": "Reti Opening",
                "TimeControl": "180+2",
                "Termination": "Normal",
            }
            file.write("".join(f'[{name} "{text}"]\n' for name, text in tags.items()))
            file.write(f"\n{moves} 1-0\n\n")
    return path


def _list(path: Path, players: int) -> Path:
    """A rating list as the federation writes it."""
    rng = random.Random(1)  # noqa: S311  # made-up names and results
    nations = ["IND", "SWE", "GER", "FRA", "USA", "CHN"]
    empty = "<w_title></w_title>\n<o_title></o_title>\n<foa_title></foa_title>"
    rapid = "<rapid_rating>1500</rapid_rating>\n<rapid_games>0</rapid_games>\n<rapid_k>20</rapid_k>"
    blitz = "<blitz_rating>0</blitz_rating>\n<blitz_games>0</blitz_games>\n<blitz_k>0</blitz_k>"
    with path.open("w", encoding="utf-8") as file:
        file.write('<?xml version="1.0"?>\n<playerslist>\n')
        for number in range(players):
            file.write(
                f"<player>\n<fideid>{1_000_000 + 7 * number}</fideid>\n"
                f"<name>Surname{rng.randrange(1_000_000)}, Given Name</name>\n"
                f"<country>{nations[number % 6]}</country>\n<sex>{'MF'[number % 5 == 0]}</sex>\n"
                f"<title>{'GM' if number % 300 == 0 else ''}</title>\n{empty}\n"
                f"<rating>{1400 + number % 1200}</rating>\n<games>0</games>\n<k>20</k>\n"
                f"{rapid}\n{blitz}\n<birthday>{1940 + number % 70}</birthday>\n"
                f"<flag>{'i' if number % 2 else ''}</flag>\n</player>\n"
            )
        file.write("</playerslist>\n")
    return path
