"""What sections of a rulebook ask of its system that the system does not have."""

from __future__ import annotations

from functools import cache

from banzuke.engine.rulebook_form import Display, RulebookForm
from banzuke.model.declarations import declared_at, names_of
from banzuke.model.errors import suggest
from banzuke.model.parameters import Fault
from banzuke.model.system import Period, System
from banzuke.model.wording import either


def period_faults(form: RulebookForm, system: System) -> list[Fault]:
    """A period that the system cannot rate by."""
    kind = form.period.kind
    if kind in system.periods:
        return []
    right = either([str(period) for period in system.periods])
    return [Fault(("period", "kind"), f"{system.key} cannot rate by {kind}", right)]


def age_faults(form: RulebookForm, system: System) -> list[Fault]:
    """Weights by age where they mean nothing: a fit over all results alone is one of a date."""
    if not form.counts.ages:
        return []
    where = ("counts", "ages")
    if form.period.kind is not Period.ALL:
        what = f"games are rated by {form.period.kind}, each as it was played"
        return [Fault(where, what, 'no ages, or kind = "all" under [period]')]
    if "weight" not in system.reads:
        return [Fault(where, f"{system.title} has no weights of games", "no ages")]
    return []


def display_faults(display: Display, system: System) -> list[Fault]:
    """A display of columns or tables that the system does not have."""
    columns = [column.name for column in system.told_columns]
    faults = [
        Fault(
            ("display", "value"),
            f"{system.key} keeps no {name!r} of a player",
            suggest(name, columns),
        )
        for name in display.terms
        if name and name not in columns
    ]
    tables = rank_tables(system)
    if display.rank_table and display.rank_table not in tables:
        what = f"{display.rank_table!r} is no table of {system.key} with name and from"
        faults.append(Fault(("display", "rank_table"), what, suggest(display.rank_table, tables)))
    if display.regular_mark and not display.rank_table:
        what = "regular_mark stands after a rank, but there is no rank_table"
        faults.append(Fault(("display", "regular_mark"), what, "set rank_table as well"))
    if display.regular_mark and "games" not in columns:
        what = f"{system.key} does not keep the games of a player"
        faults.append(Fault(("display", "regular_mark"), what, 'leave it empty: ""'))
    return faults


def list_faults(form: RulebookForm, system: System) -> list[Fault]:
    """A mark for deviations that the system does not keep."""
    columns = [column.name for column in system.told_columns]
    if not form.list.provisional_deviation or "deviation" in columns:
        return []
    what = f"{system.key} keeps no deviation of a player"
    return [Fault(("list", "provisional_deviation"), what, "0, or provisional_games")]


@cache
def rank_tables(system: System) -> tuple[str, ...]:
    """The parameters of a system whose rows have a name and a from."""
    found = []
    for name in names_of(system.parameters):
        row, _ = declared_at(system.parameters, (name, 0))
        if hasattr(row, "model_fields") and {"name", "from"} <= set(names_of(row)):
            found.append(name)
    return tuple(found)
