"""The options that commands share are declared once, and reach every command that rates."""

from __future__ import annotations

from dataclasses import fields
from inspect import signature

import pytest

from banzuke.cli.asking import Asked
from banzuke.cli.rating import app

COMMANDS = [command.callback for command in app.registered_commands]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_commands_have_the_shared_options(command):
    """Each command has all of them, behind those of its own."""
    names = list(signature(command).parameters)
    shared = [field.name for field in fields(Asked)]
    assert names[-len(shared) :] == shared
    assert len(names) > len(shared)
    assert "asked" not in names
