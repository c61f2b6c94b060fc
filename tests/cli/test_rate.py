"""``banzuke rate``: lists and histories in every format."""

from __future__ import annotations

import csv
import io
import json

import polars as pl
import pytest

import banzuke

RULES = ("othello-sweden", "dash-baduk", "warlight", "dip-pouch")
PLAYER_KEYS = ["rank", "player", "name", "pool", "rating", "shown", "games", "change"]
HISTORY_KEYS = [
    "date",
    "event",
    "round",
    "game",
    "side",
    "player",
    "pool",
    "before",
    "after",
    "change",
    "expected",
    "score",
]


@pytest.mark.parametrize("rules", RULES)
def test_table(run, sample, rules):
    """The table has a title, a header and a line a listed player, and nothing else is said."""
    one = sample(rules)
    done = run("rate", *one.arguments)
    lines = done.stdout.splitlines()
    assert done.exit_code == 0
    assert lines[0].startswith(banzuke.load_rulebook(rules).title + ", as of 20")
    assert lines[2].split()[:2] == ["rank", "name"]
    body = lines[3 : lines.index("", 3)]
    assert {line.split("  ")[1].strip() or line for line in body}
    for player in one.listed:
        assert any(player in line for line in body)
    assert not any(line.endswith(" ") for line in lines)


@pytest.mark.parametrize("rules", RULES)
def test_json_shape(run, sample, rules):
    """The document has exactly the promised keys, in their order."""
    done = run("rate", *sample(rules).arguments, "--format", "json")
    document = json.loads(done.stdout)
    rulebook = banzuke.load_rulebook(rules)
    assert list(document) == [
        *("rulebook", "as_of", "players", "unlisted", "skipped", "warnings", "banzuke"),
    ]
    assert document["banzuke"] == banzuke.__version__
    assert document["rulebook"] == {
        "key": rules,
        "title": rulebook.title,
        "hash": rulebook.hash,
        "system": rulebook.system.key,
        "system_version": rulebook.system.version,
        "period": rulebook.period.kind.value,
    }
    for player in document["players"]:
        assert list(player) == PLAYER_KEYS
    for player in document["unlisted"]:
        assert list(player) == [*PLAYER_KEYS[1:], "why"]
        assert player["why"]
    for game in document["skipped"]:
        assert list(game) == ["where", "why"]
    for warning in document["warnings"]:
        assert list(warning) == ["where", "what", "right"]
    assert done.stderr == ""


@pytest.mark.parametrize("rules", RULES)
def test_json_holds_the_ratings_to_the_last_bit(run, sample, rules):
    """Ratings in the document are those of the Python interface."""
    one = sample(rules)
    document = json.loads(run("rate", *one.arguments, "--format", "json").stdout)
    frame = banzuke.rate(one.results, rules, one.players).to_frame()
    assert document["players"] == frame.to_dicts()


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("history", [False, True])
def test_csv_reads_back_to_the_last_bit(run, sample, rules, history):
    """Numbers in CSV are those of JSON, and the columns too."""
    one = sample(rules)
    more = ["--history"] if history else []
    text = run("rate", *one.arguments, *more, "--format", "csv").stdout
    document = json.loads(run("rate", *one.arguments, *more, "--format", "json").stdout)
    told = document["history" if history else "players"]
    read = list(csv.DictReader(io.StringIO(text)))
    assert len(read) == len(told) > 0
    for line, row in zip(read, told, strict=True):
        assert list(line) == list(row)
        for name, value in row.items():
            if isinstance(value, int | float):
                assert float(line[name]) == value
            else:
                assert line[name] == ("" if value is None else value)


@pytest.mark.parametrize("rules", RULES)
def test_history_shape(run, sample, rules):
    """The history in JSON is one row an entry, with the promised columns."""
    document = json.loads(run("rate", *sample(rules).arguments, "--history", "-f", "json").stdout)
    assert list(document) == ["rulebook", "as_of", "history", "skipped", "warnings", "banzuke"]
    columns = [column.name for column in banzuke.load_rulebook(rules).told_columns[1:]]
    others = [f"{name}_{when}" for name in columns for when in ("before", "after")]
    for row in document["history"]:
        assert list(row) == [*HISTORY_KEYS, *others, "opponents", "file", "row"]
        assert row["after"] == row["before"] + row["change"]


def test_history_table(run, sample):
    """The history as a table leaves out columns that are empty."""
    done = run("rate", *sample("othello-sweden").arguments, "--history")
    header = done.stdout.splitlines()[2].split()
    assert header == [
        "date",
        "event",
        "round",
        "player",
        "opponents",
        "before",
        "after",
        "change",
        "score",
    ]
    assert len(done.stdout.splitlines()) == 3 + 8


def test_skipped_games_and_warnings_go_beside_the_data(run, sample):
    """What is not rated is said on stderr, and in JSON inside the document."""
    one = sample("dash-baduk")
    for form in ("table", "csv"):
        done = run("rate", *one.arguments, "--format", form)
        assert done.stderr == "2 games are not rated: 1 friendly, 1 bye\n"
        assert "friendly" not in done.stdout
    skipped = json.loads(run("rate", *one.arguments, "-f", "json").stdout)["skipped"]
    assert skipped == [
        {"where": "dash-baduk.csv, row 5", "why": "friendly: not rated"},
        {"where": "dash-baduk.csv, row 6", "why": "bye: not rated"},
    ]


def test_ranks_are_shown_with_ratings_and_without_numbers_twice(run, sample):
    """Where a rank is shown, the rating stands beside it; a shown rating is not repeated."""
    baduk = run("rate", *sample("dash-baduk").arguments).stdout.splitlines()
    assert baduk[2].split() == ["rank", "name", "shown", "rating", "games", "change"]
    assert baduk[3].split()[:4] == ["1", "Han", "5D*", "6800"]
    othello = run("rate", *sample("othello-sweden").arguments).stdout.splitlines()
    assert othello[2].split() == ["rank", "name", "shown", "games", "change"]


def test_unlisted_players_are_counted_below_the_table(run, sample):
    """One line says who is not listed, and why."""
    text = run("rate", *sample("dash-baduk").arguments).stdout
    why = "new member: fewer than 10 rated games"
    assert f"Not listed: Bora ({why})" in text


def test_signs_follow_the_rulebook(run, sample):
    """A gain has a plus where the rulebook says so, and no change is 0."""
    one = sample("othello-sweden")
    plain = run("rate", *one.arguments, "--set", "display.signed_change=false").stdout
    signed = run("rate", *one.arguments).stdout
    assert "+" in signed
    assert "+" not in plain
    assert signed.replace("+", "").split() == plain.split()


def test_counted_events_are_called_events(run, sample):
    """A system that counts events heads their number so."""
    assert run("rate", *sample("dip-pouch").arguments).stdout.splitlines()[2].split() == [
        "rank",
        "name",
        "shown",
        "events",
        "change",
    ]


def test_several_pools_are_told_apart(run, sample):
    """With several pools the table has a column for them, and each ranks for itself."""
    lines = run("rate", *sample("warlight").arguments).stdout.splitlines()
    assert lines[2].split() == ["rank", "name", "pool", "shown", "games", "change"]
    assert [line.split()[0] for line in lines[3:11]] == ["1", "2", "2", "4", "1", "1", "3", "3"]


def test_one_nation_is_ranked_anew(run, sample):
    """Only players of the nation are listed, from 1; capitals do not matter."""
    one = sample("othello-sweden")
    document = json.loads(run("rate", *one.arguments, "--nation", "SE", "-f", "json").stdout)
    assert [(p["rank"], p["player"]) for p in document["players"]] == [(1, "Lotta"), (2, "Kalle")]
    history = json.loads(
        run("rate", *one.arguments, "--nation", "fi", "--history", "-f", "json").stdout
    )
    assert {row["player"] for row in history["history"]} == {"Maja"}
    unknown = run("rate", *one.arguments, "--nation", "NO")
    assert unknown.exit_code == 2
    assert "no nation is called 'NO'" in unknown.stderr
    nobody = run("rate", *sample("warlight").arguments, "--nation", "SE")
    assert nobody.exit_code == 2
    assert "column nation" in nobody.stderr


def test_as_of_and_settings(run, sample):
    """Results after the date do not count, and a setting replaces the rulebook's."""
    one = sample("othello-sweden")
    early = json.loads(run("rate", *one.arguments, "--as-of", "2026-03-31", "-f", "json").stdout)
    assert early["as_of"] == "2026-03-31"
    assert sum(player["games"] for player in early["players"]) == 4
    moved = json.loads(run("rate", *one.arguments, "-s", "start_rating=900", "-f", "json").stdout)
    nils = next(player for player in moved["players"] if player["player"] == "Nils")
    assert nils["rating"] - nils["change"] < 1000


def test_columns_dates_and_formats_can_be_told(run, tmp_path):
    """--map, --date-format, --encoding and --from say what a file does not."""
    path = tmp_path / "league.txt"
    path.write_bytes("tag;heim;gast;score_1;score_2\n31.12.2025;Müller;Ann;1;0\n".encode("cp1252"))
    told = ["--map", "date=tag", "-m", "player_1=heim", "-m", "player_2 = gast"]
    told += ["--date-format", "%d.%m.%Y", "--encoding", "cp1252", "--from", "csv"]
    done = run("rate", path, "--rules", "warlight", *told, "-f", "json")
    assert done.exit_code == 0, done.stderr
    document = json.loads(done.stdout)
    assert [player["player"] for player in document["players"]] == ["Müller", "Ann"]
    assert document["as_of"] == "2025-12-31"


@pytest.mark.parametrize("ending", ["csv", "json", "parquet", "xlsx", "txt"])
def test_out_writes_what_its_ending_says(run, sample, tmp_path, ending):
    """--out replaces the file, whole, and nothing is printed."""
    out = tmp_path / f"list.{ending}"
    out.write_text("old", encoding="utf-8")
    one = sample("othello-sweden")
    done = run("rate", *one.arguments, "--out", out)
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
    frame = banzuke.rate(one.results, one.rules, one.players).to_frame()
    if ending == "parquet":
        assert pl.read_parquet(out).equals(frame)
    elif ending == "xlsx":
        read = pl.read_excel(out, schema_overrides={"shown": pl.String})
        assert "pool" not in read.columns
        assert read["rating"].to_list() == pytest.approx(frame["rating"].to_list(), rel=1e-15)
        assert read["shown"].to_list() == frame["shown"].to_list()
    else:
        form = {"txt": "table"}.get(ending, ending)
        assert out.read_text(encoding="utf-8") == run("rate", *one.arguments, "-f", form).stdout
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []


def test_format_goes_before_the_ending(run, sample, tmp_path):
    """--format decides, whatever the file is called."""
    out = tmp_path / "list.csv"
    assert run("rate", *sample("warlight").arguments, "-o", out, "-f", "json").exit_code == 0
    assert json.loads(out.read_text(encoding="utf-8"))["players"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--format", "xlsx"], "add --out PATH"),
        (["--format", "parquet"], "add --out PATH"),
        (["--out", "list.doc"], "does not say which format"),
        (["--out", "no/such/folder/list.csv"], "cannot be written"),
        (["--set", "k"], "write it as PARAMETER=VALUE"),
        (["--set", "q=1"], "no setting is called 'q'"),
        (["--set", "start_rating=x"], "start_rating"),
        (["--map", "=x"], "write it as WANTED=COLUMN"),
        (["--map", "a=b", "--map", "a=c"], "given twice"),
        (["--as-of", "May"], "is not a date"),
        (["--players", "nobody.csv"], "nobody.csv"),
        (["--from", "cvs"], "no file format is called 'cvs'"),
        (["--format", "xml"], "xml"),
        (["--unknown"], "--unknown"),
    ],
)
def test_wrong_use(run, sample, arguments, message):
    """Wrong use is said on stderr, nothing is printed, and the exit code is 2."""
    done = run("rate", *sample("othello-sweden").arguments, *arguments)
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stdout == ""


def test_unknown_rulebook_and_missing_file(run, sample):
    """Near names are offered; a file that is not there is named."""
    one = sample("warlight")
    unknown = run("rate", one.results, "--rules", "warlite")
    assert unknown.exit_code == 2
    assert "did you mean warlight" in unknown.stderr
    missing = run("rate", "nowhere.csv", "--rules", "warlight")
    assert missing.exit_code == 2
    assert "nowhere.csv" in missing.stderr


def test_refused_data_names_every_problem(run, tmp_path):
    """Every problem stands on a line of its own: where, what, and what would be right."""
    path = tmp_path / "bad.csv"
    rows = [f"2024-01-01,Ann{i},Bob,x,0" for i in range(60)]
    path.write_text("\n".join(["date,player_1,player_2,score_1,score_2", *rows]), encoding="utf-8")
    done = run("rate", path, "--rules", "warlight")
    assert (done.exit_code, done.stdout) == (1, "")
    lines = done.stderr.splitlines()
    for row in range(2, 62):
        assert any(f"bad.csv, row {row}, column score_1: 'x'" in line for line in lines)


def test_refused_rulebook(run, sample, tmp_path):
    """A rulebook that is wrong is refused data, with its line."""
    rules = tmp_path / "club.toml"
    rules.write_text('format = 1\nextends = "warlight"\n[parameters]\nk = "x"\n', encoding="utf-8")
    done = run("rate", sample("warlight").results, "--rules", rules)
    assert done.exit_code == 1
    assert "club.toml, line 4" in done.stderr


def test_nobody_is_listed(run, tmp_path):
    """An empty list has its header, and says so."""
    path = tmp_path / "byes.csv"
    path.write_text(
        "date,player_1,player_2,score_1,score_2,status\n2024-01-01,Ann,,,,bye\n", encoding="utf-8"
    )
    done = run("rate", path, "--rules", "warlight")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[2:4] == [
        "rank  name  shown  games  change",
        "Nobody is listed.",
    ]
    assert run("rate", path, "-r", "warlight", "-f", "csv").stdout == (
        "rank,player,name,pool,rating,shown,games,change\n"
    )
    history = run("rate", path, "-r", "warlight", "--history").stdout.splitlines()
    behind = HISTORY_KEYS.index("player") + 1
    assert history[2].split() == [*HISTORY_KEYS[:behind], "opponents", *HISTORY_KEYS[behind:]]
    assert history[3] == "Nothing is rated."


def test_formulas_are_guarded_in_csv_only(run, tmp_path):
    """A name that a spreadsheet would run gets an apostrophe in CSV, and stays as it is in JSON."""
    path = tmp_path / "evil.csv"
    names = ['=HYPERLINK("http://x")', "+1", "-2", "@SUM(A1)"]
    rows = [
        f'2024-01-0{i + 1},"{name.replace(chr(34), chr(34) * 2)}",Ann,1,0'
        for i, name in enumerate(names)
    ]
    path.write_text("\n".join(["date,player_1,player_2,score_1,score_2", *rows]), encoding="utf-8")
    text = run("rate", path, "-r", "warlight", "-f", "csv").stdout
    read = {line["player"] for line in csv.DictReader(io.StringIO(text))}
    assert read == {"'" + name for name in names} | {"Ann"}
    document = json.loads(run("rate", path, "-r", "warlight", "-f", "json").stdout)
    assert {player["player"] for player in document["players"]} == {*names, "Ann"}


def test_several_files_are_one_set_of_results(run, sample, tmp_path):
    """Files are rated together, in the order of their dates."""
    one = sample("othello-sweden")
    text = one.results.read_text(encoding="utf-8").splitlines(keepends=True)
    parts = []
    for number, lines in enumerate([text[3:], text[1:3]]):
        part = tmp_path / f"part{number}.csv"
        part.write_text("".join([text[0], *lines]), encoding="utf-8")
        parts.append(part)
    arguments = ["--rules", one.rules, "--players", one.players]
    whole = run("rate", one.results, *arguments, "-f", "csv").stdout
    assert run("rate", *parts, *arguments, "-f", "csv").stdout == whole


def test_unwritable_names_in_the_way(run, sample, tmp_path):
    """A folder where the file should be is said, and left alone."""
    folder = tmp_path / "list.csv"
    folder.mkdir()
    done = run("rate", *sample("warlight").arguments, "--out", folder)
    assert done.exit_code == 2
    assert "cannot be written" in done.stderr
    assert list(folder.iterdir()) == []
