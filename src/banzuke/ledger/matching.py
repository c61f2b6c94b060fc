"""Whom the names of new results mean: known people, new ones, or a question for a person.

A name means a person only where a number of a register says so, or where files have had that
person under the very name. Whoever is merely alike is asked about, never taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from banzuke.ledger.people import People
from banzuke.model.candidates import Known, candidates

NewPeople = Literal["ask", "create", "refuse"]

#: What answers a question: the name is a new person's.
NEW = "new"


@dataclass(frozen=True)
class Question:
    """A name that may be a known person's.

    candidates : (key, name, why) of each person who may be meant
    """

    name: str
    candidates: tuple[tuple[str, str, str], ...]

    def __str__(self) -> str:
        likely = "; ".join(f"{name} ({key}): {why}" for key, name, why in self.candidates)
        return f"{self.name!r} is not known: is it {likely}?"


@dataclass(frozen=True)
class Matched:
    """Whom names mean.

    known : {name: person}; aliases : those of them that files had not used before
    new : names of people who are not there yet, in order of the names
    questions : names that somebody has to decide about
    declined : {name of somebody new: those who could have been meant, but are not}
    """

    known: Mapping[str, int]
    aliases: Mapping[str, int]
    new: tuple[str, ...]
    questions: tuple[Question, ...]
    declined: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


def match_people(
    called: Sequence[str],
    people: People,
    *,
    numbers: Mapping[str, Mapping[str, str]],
    answers: Mapping[str, str],
    new_people: NewPeople,
    facts: Mapping[str, Mapping[str, str]],
    spelt: Mapping[str, str] | None = None,
) -> Matched:
    """Whom names mean: whose they are, merged or not, so that a merger can be taken back.

    numbers : {name: {register: number}} that the file has
    answers : {name: the key of the person who is meant, or ``new``}
    new_people : whether a name that resembles known ones is asked about, or a person is made of
        it; or whether every name must be known
    facts : {name: what the file says of them}, such as a year of birth
    spelt : {name: how it is written}, of those that the file has under a number only
    """
    spelt = spelt or {}
    by_name, by_number = people.owners(), people.by_identifier()
    facts_of = people.facts()
    by_key = {key: person for person, key in people.keys.items()}
    known: dict[str, int] = {}
    aliases: dict[str, int] = {}
    unknown: list[str] = []
    questions: list[Question] = []
    for name in called:
        written = spelt.get(name, name)
        answer = answers.get(name, answers.get(written, ""))
        if answer and answer != NEW:
            known[name] = people.meant(answer)
        elif answer == NEW:
            unknown.append(name)
        elif numbered := _by_number(numbers.get(name, {}), by_number):
            known[name] = numbered
        elif name in by_key:
            known[name] = by_key[name]
        elif len(whom := by_name.get(written, [])) == 1 and not (
            against := _against(
                people, facts_of, whom[0], facts.get(name, {}), numbers.get(name, {})
            )
        ):
            known[name] = whom[0]
        elif whom:
            why = against if len(whom) == 1 else ""
            questions.append(_namesakes(written, whom, people, why))
        else:
            unknown.append(name)
        if name in known and known[name] not in by_name.get(written, []) and name not in by_key:
            aliases[written] = known[name]
    answered = {
        name: written
        for name, written in ((name, spelt.get(name, name)) for name in unknown)
        if NEW in (answers.get(name), answers.get(written))
    }
    if new_people == "refuse":
        new = list(answered)
        asked = {name: Question(name, ()) for name in unknown if name not in answered}
    else:
        told = {spelt.get(n, n): facts.get(n, {}) for n in unknown if n not in answered}
        asked = _alike(told, people) if new_people == "ask" else {}
        new = [name for name in unknown if name in answered or spelt.get(name, name) not in asked]
    questions += asked.values()
    declined = _declined(answered, people, by_key)
    return Matched(known, aliases, tuple(new), tuple(questions), declined)


def _declined(
    answered: Mapping[str, str], people: People, by_key: Mapping[str, int]
) -> dict[str, tuple[int, ...]]:
    """{name: who could have been meant} of names that somebody says are new people's.

    answered : {name: how it is written}
    """
    likely = _alike({written: {} for written in answered.values()}, people)
    return {
        name: tuple(by_key[key] for key, _, _ in likely[written].candidates)
        for name, written in answered.items()
        if written in likely
    }


def _by_number(numbers: Mapping[str, str], known: Mapping[tuple[str, str], int]) -> int:
    """Who has a number in a register, 0 for nobody."""
    for register, value in numbers.items():
        if (register, value) in known:
            return known[register, value]
    return 0


def _against(
    people: People,
    facts_of: Mapping[int, Mapping[str, str]],
    one: int,
    facts: Mapping[str, str],
    numbers: Mapping[str, str],
) -> str:
    """Why somebody of the very name may be another person all the same; "" if nothing says so."""
    who = people.who(one)
    known, told = (of.get("born", "")[:4] for of in (facts_of.get(who, {}), facts))
    if known and told and known != told:
        return f"was born in {known}, not {told}"
    own = people.numbers().get(who, {})
    for register, number in numbers.items():
        if own.get(register, number) != number:
            return f"has number {own[register]} of {register}, not {number}"
    return ""


def _namesakes(name: str, whom: Sequence[int], people: People, against: str) -> Question:
    shown = people.shown()
    why = f"has this name, but {against}" if against else "has this name"
    return Question(name, tuple((people.keys[one], shown.get(one, ""), why) for one in whom))


def _alike(unknown: Mapping[str, Mapping[str, str]], people: People) -> dict[str, Question]:
    """Unknown names, with what the file says of them, that may be those of known people."""
    by_name = people.by_name() if unknown else {}
    if not by_name:
        return {}
    shown, facts_of = people.shown(), people.facts()
    called: dict[int, list[str]] = {}
    for name, whom in by_name.items():
        for one in whom:
            called.setdefault(one, []).append(name)
    everybody = [
        Known(people.keys[one], tuple(names), facts_of.get(people.who(one), {}))
        for one, names in sorted(called.items())
    ]
    numbers = {people.keys[one]: one for one in called}
    return {
        name: Question(
            name,
            tuple(
                (one.key, shown.get(numbers[one.key], ""), "; ".join([*one.why, *one.against]))
                for one in found
            ),
        )
        for name, found in candidates(unknown, everybody).items()
        if found
    }
