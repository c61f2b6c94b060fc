"""Players in files of Othello: known by their numbers in the world's register."""

from __future__ import annotations

from banzuke.model.coded_names import clean_name


def number_of(text: str) -> str:
    """A number of the register as all files have it, without zeros before it."""
    return str(int(text))


def full_name(family: str, given: str) -> str:
    """The name as lists show it, the given name first."""
    return clean_name(f"{given} {family}")
