"""What each event is worth, by systems that give events a value."""

from __future__ import annotations

from banzuke.engine.rated import Rated
from banzuke.engine.replay import Run, all_stretches
from banzuke.model.system import Term


def worth_of_events(rated: Rated) -> dict[str, Term]:
    """What every event with a game in the log is worth, and by which rule; {event: term}.

    Nothing where the system values no event.
    """
    found: dict[str, Term] = {}
    for run in rated.runs:
        found |= _worth_in(rated, run)
    return found


def _worth_in(rated: Rated, run: Run) -> dict[str, Term]:
    worth, codes = rated.rulebook.system.worth, rated.results.games.event
    found: dict[str, Term] = {}
    if worth is None or codes is None:
        return found
    log = run.pool.log
    events = codes[run.pool.games].tolist()
    for stretch in all_stretches(run.pool, rated.rulebook):
        rules = rated.rulebook.system.rules(stretch.parameters, run.pool.categories)
        for game in range(int(log.period[stretch.first]), int(log.period[stretch.last])):
            name = rated.results.events[events[game]] if events[game] >= 0 else None
            if name is not None and name not in found:
                found[name] = worth(log, rules, stretch.parameters, game)
    return found
