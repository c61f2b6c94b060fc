"""Rate results by a rulebook: the ratings, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import Any, Unpack

import polars as pl

from banzuke.engine.checking import refuse_wrong_entries, with_further_problems
from banzuke.engine.counting import Skipped
from banzuke.engine.curves import curve
from banzuke.engine.explained import Explained
from banzuke.engine.explaining import explain
from banzuke.engine.history import history
from banzuke.engine.left_unrated import left_unrated
from banzuke.engine.lists import Listing, rating_list
from banzuke.engine.naming import called_in_full, player_meant, pool_meant
from banzuke.engine.outcomes import Outcome, outcomes
from banzuke.engine.pool_state import PoolState, already_rated
from banzuke.engine.predicting import predict_game, without_rating
from banzuke.engine.rated import Rated, rate_results
from banzuke.engine.rulebook import Rulebook, load_rulebook
from banzuke.engine.saving import Saved, load_states, save_states
from banzuke.model.errors import ResultsRefused, UnknownName, WrongUse
from banzuke.model.problems import Problem
from banzuke.model.results import nothing_played
from banzuke.model.wording import counted
from banzuke.workflows.arguments import as_day, as_path
from banzuke.workflows.certainty import Certainty
from banzuke.workflows.forecasting import forecast_frame
from banzuke.workflows.frames import in_kind
from banzuke.workflows.reading import (
    HowToRead,
    columns_by_file,
    read_as_it_came,
    read_players,
    refuse_warnings,
)

RulesLike = str | Path | Rulebook


def rate(
    results: Any,
    rules: RulesLike,
    players: Any = None,
    *,
    as_of: date | datetime | str | None = None,
    parameters: Mapping[str, Any] | None = None,
    columns: Mapping[str, str] | None = None,
    **reading: Unpack[HowToRead],
) -> Ratings:
    """Rate results by a rulebook.

    results : a path or several, or a pandas, Polars or pyarrow frame, or Results
    rules : the key of a rulebook, the path of one, or a Rulebook
    players : a players file or frame with starting values, or {player: rating}
    as_of : rate what was played up to this day, inclusive; by default everything
    parameters : settings that replace the rulebook's, such as ``{"k": 24}``
    columns : {our column: their column}; those of the players as ``players.NAME``
    reading : ``date_format`` (strftime pattern, ISO by default), ``encoding``, ``importer`` and
        ``cells`` (of crosstables) of the files, where they are not recognised; ``sheet`` of
        workbooks, the first by default; ``strict`` refuses what would be a warning,
        ``skip_refused`` rates the rest of a file without the rows that are refused, which
        warnings tell
    Raises ResultsRefused, PlayersRefused or RulebookRefused with every problem found.
    """
    rulebook = load_rulebook(rules, parameters or {})
    of_results, of_players = columns_by_file(columns)
    try:
        came = read_as_it_came(
            results,
            of_results,
            zone=rulebook.period.zone,
            scores=_reads_scores(rulebook),
            covariates=rulebook.covariates,
            also=partial(refuse_wrong_entries, rulebook=rulebook),
            **reading,
        )
    except ResultsRefused as refused:
        raise with_further_problems(refused, rulebook) from None
    encoding = reading.get("encoding", "")
    wanted = came.results.players
    known = read_players(players, rulebook.system, of_players, encoding, wanted)
    rated = rate_results(came.results, rulebook, known, as_of=as_day(as_of))
    ratings = Ratings([rated], came.kind)
    if reading.get("strict"):
        refuse_warnings(ratings.warnings)
    return ratings


class Ratings(Certainty):
    """Ratings of players by a rulebook, with their history and the reasons for every number."""

    def __init__(self, parts: Sequence[Rated], kind: str = "polars") -> None:
        self._parts = [called_in_full(part) for part in parts]
        self._kind = kind
        self._listing: Listing | None = None
        self._left_unrated: list[list[Skipped]] = []

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook by which the results were rated."""
        return self.rated.rulebook

    @property
    def as_of(self) -> str:
        """The day of the newest result that is rated, or the day asked for; ISO."""
        return self.rated.as_of

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What was odd about the results, but did not keep them from being rated."""
        every = (warning for part in self._parts for warning in part.selection.warnings)
        return tuple(dict.fromkeys(every))

    @property
    def skipped(self) -> list[tuple[str, str]]:
        """(where, why) of every game that is not rated."""
        for part in self._parts[len(self._left_unrated) :]:
            self._left_unrated.append(left_unrated(part))
        return [
            (part.results.where(item.game), item.why)
            for part, left in zip(self._parts, self._left_unrated, strict=True)
            for item in sorted([*part.selection.skipped, *left], key=lambda item: item.game)
        ]

    @property
    def listing(self) -> Listing:
        """The list and the unlisted, as Polars frames."""
        if self._listing is None:
            self._listing = rating_list(self.rated)
        return self._listing

    def to_frame(self) -> Any:
        """The list: rank, player, name, pool, rating, shown, games, change, other columns."""
        return in_kind(self.listing.listed, self._kind)

    def unlisted(self) -> Any:
        """Who is not on the list, and why."""
        return in_kind(self.listing.unlisted, self._kind)

    def history(self, player: str | None = None) -> Any:
        """One row an entry, in rating order, of everybody or of one player."""
        return in_kind(self.history_frame(player), self._kind)

    def history_frame(self, player: str | None = None) -> pl.DataFrame:
        """``history`` as a Polars frame."""
        if player is not None and all(player not in part.names for part in self._parts):
            player = player_meant(self.rated, player)
        parts = [
            history(part, player) for part in self._parts if player is None or player in part.names
        ]
        return pl.concat(parts, how="vertical_relaxed")

    def curve(self, player: str, pool: str = "", days: Sequence[date] | None = None) -> Any:
        """What all results say of a player on days with and without games, by a fit over all.

        days : every day from the player's first to the last by default
        Columns: date, rating, the system's other columns, games, ``revised`` as in the history.
        Raises CannotDo where later results do not revise ratings: there the history tells all.
        """
        known = player_meant(self.rated, player)
        return in_kind(curve(self.rated, known, pool_meant(self.rated, pool), days), self._kind)

    def explain(
        self,
        player: str,
        event: str | None = None,
        game: str | None = None,
        pool: str | None = None,
    ) -> Explained:
        """Why the player's rating changed in an event or a game; by default in the newest.

        player : as results name the player, or the full name; capitals, accents and spaces do
            not matter, nor in the names of events, games and pools
        game : its key, or its row in the file, as in "row 7"
        pool : which of the player's ratings, where there are several
        """
        last_error: Exception | None = None
        for part in reversed(self._parts):
            try:
                return explain(part, player, event, game, pool)
            except (UnknownName, WrongUse) as error:
                last_error = last_error or error
        raise last_error or WrongUse("nothing has been rated")

    def predict(
        self, games: Any, pool: str = "", handicaps: Sequence[Sequence[float]] | None = None
    ) -> Any:
        """What is expected of games not played yet, a draw counted half.

        games : one line-up such as ``[["P1"], ["P2"]]``, answered by a list of chances that
            sum to 1; or a frame with player_1 and player_2 (or game, player and side), answered
            by the frame with chance_1 and chance_2 (or chance)
        handicaps : what each player of a line-up receives, in its shape; a frame has columns
        """
        if isinstance(games, (list, tuple)) and games and isinstance(games[0], (list, tuple)):
            return predict_game(self.rated, games, pool_meant(self.rated, pool), handicaps)
        if isinstance(games, (list, tuple)) and games and isinstance(games[0], str):
            sides = [[name] for name in games]
            raise WrongUse(f"a line-up is a list of sides, each a list of players, such as {sides}")
        return forecast_frame(self.rated, games, pool_meant(self.rated, pool))

    def assumed(self, sides: Sequence[Sequence[str]], pool: str = "") -> list[str]:
        """Who of a line-up has no rating, so that ``predict`` assumes one, where it forecasts."""
        known = [[player_meant(self.rated, name) for name in side] for side in sides]
        return without_rating(self.rated, known, pool_meant(self.rated, pool))

    def outcomes(self, sides: Sequence[Sequence[str]], pool: str = "") -> list[Outcome]:
        """How likely each outcome of a game not played yet is: (places, chance), likeliest first.

        sides : a line-up such as ``[["P1"], ["P2"]]``, of five sides at most
        The chances sum to 1; ``places`` (1, 1) is a draw. Raises CannotDo where the system does
        not say how likely a draw is.
        """
        return outcomes(self.rated, sides, pool_meant(self.rated, pool))

    def update(self, results: Any, players: Any = None, **reading: Any) -> Ratings:
        """Go on with results that come after those already rated; returns itself.

        players : of players who are new; for who has a rating already, a warning says that the
            one given is not taken

        The ratings are the same, to the bit, as if all results had been rated in one go.
        """
        came = read_as_it_came(
            results,
            zone=self.rulebook.period.zone,
            scores=_reads_scores(self.rulebook),
            covariates=self.rulebook.covariates,
            **reading,
        )
        known, earlier, again = self.rated.players, self.states(), []
        if players is not None:
            known = read_players(players, self.rulebook.system, wanted=came.results.players)
            again = already_rated(known, self.rulebook.system, earlier)
        rated = rate_results(came.results, self.rulebook, known, earlier=earlier)
        rated = rated.with_warnings(again)
        self._parts.append(called_in_full(rated))
        self._listing = None
        return self

    def states(self) -> dict[str, PoolState]:
        """Where every pool stands; see ``save``."""
        return self.rated.states()

    def save(self, path: str | Path) -> None:
        """Save where the ratings stand, so that ``banzuke.load`` can go on from there."""
        save_states(as_path(path), Saved(self.rulebook, self.rated.players, self.states()))

    def plot(self, *players: str) -> Any:
        """The players' ratings over time, as an Altair chart (extra ``charts``)."""
        from banzuke.publishing.charts import rating_chart

        names = list(players) or self.listing.listed["player"].head(5).to_list()
        frames = [self.history_frame(name) for name in names]
        return rating_chart(pl.concat(frames), self.rulebook)

    def __len__(self) -> int:
        """How many players are listed."""
        return len(self.listing.listed)

    def __repr__(self) -> str:
        date = self.as_of or "no date"
        return f"<Ratings by {self.rulebook.key}, {counted(len(self), 'player')}, as of {date}>"

    def _repr_html_(self) -> str:
        return self.listing.listed._repr_html_()

    @property
    def rated(self) -> Rated:
        """What the engine knows of the results that were rated last."""
        return self._parts[-1]


def _reads_scores(rulebook: Rulebook) -> bool:
    """Whether scores matter beyond the places that follow from them."""
    return "score" in rulebook.reads


def load(path: str | Path) -> Ratings:
    """Ratings as ``Ratings.save`` left them, to go on from; their history is not kept."""
    rulebook, players, states = load_states(as_path(path))
    return Ratings([rate_results(nothing_played(), rulebook, players, earlier=states)])
