"""Whom the names of new results mean: known people, new ones, or a question for a person.

A name means a person only where a number of a register says so, or where files have had that
person under the very name. Whoever is merely alike is asked about, never taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

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
    there = _There.of(people)
    known: dict[str, int] = {}
    aliases: dict[str, int] = {}
    unknown: list[str] = []
    questions: list[Question] = []
    for name in called:
        written = spelt.get(name, name)
        answer = answers.get(name, answers.get(written, ""))
        meant: int | Question | None = None
        if not answer:
            said = facts.get(name, {})
            meant = _meant(name, written, numbers.get(name, {}), said, there)
        elif answer != NEW:
            meant = people.meant(answer)
        if meant is None:
            unknown.append(name)
        elif isinstance(meant, Question):
            questions.append(meant)
        else:
            known[name] = meant
            if meant not in there.by_name.get(written, []) and name not in there.by_key:
                aliases[written] = meant
    answered = {
        name: written
        for name, written in ((name, spelt.get(name, name)) for name in unknown)
        if NEW in (answers.get(name), answers.get(written))
    }
    told = {name: (spelt.get(name, name), facts.get(name, {})) for name in unknown}
    asked = _asked({n: of for n, of in told.items() if n not in answered}, people, new_people)
    new = tuple(name for name in unknown if name not in asked)
    questions += dict.fromkeys(asked.values())
    declined = _declined(answered, people, there.by_key)
    return Matched(known, aliases, new, tuple(questions), declined)


class _There(NamedTuple):
    """Who is there.

    by_name : {name: who have it}; by_number : {(register, number): person}
    by_key : {key: person}; facts : {person: what is known}
    """

    people: People
    by_name: Mapping[str, Sequence[int]]
    by_number: Mapping[tuple[str, str], int]
    by_key: Mapping[str, int]
    facts: Mapping[int, Mapping[str, str]]

    @classmethod
    def of(cls, people: People) -> _There:
        by_key = {key: person for person, key in people.keys.items()}
        return cls(people, people.owners(), people.by_identifier(), by_key, people.facts())


def _meant(
    name: str,
    written: str,
    numbers: Mapping[str, str],
    facts: Mapping[str, str],
    there: _There,
) -> int | Question | None:
    """Whom a name means of which nobody has said it: a person, a question, or nobody yet.

    By a number in a register, by the key, by the very name, in this order.
    """
    person = _by_number(numbers, there.by_number) or there.by_key.get(name)
    if person is not None:
        return person
    whom = there.by_name.get(written, [])
    if len(whom) == 1:
        against = _against(there.people, there.facts, whom[0], facts, numbers)
        return _namesakes(written, whom, there.people, against) if against else whom[0]
    return _namesakes(written, whom, there.people, "") if whom else None


def _asked(
    unknown: Mapping[str, tuple[str, Mapping[str, str]]], people: People, new_people: NewPeople
) -> dict[str, Question]:
    """{name: question} of unknown names of which no people are made without asking.

    unknown : {name: (how it is written, what the file says)}
    """
    if new_people == "refuse":
        return {name: Question(name, ()) for name in unknown}
    if new_people == "create":
        return {}
    alike = _alike(dict(unknown.values()), people)
    return {name: alike[written] for name, (written, _) in unknown.items() if written in alike}


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
