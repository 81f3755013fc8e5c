"""The suite of commands."""

from inspect import signature
from typing import get_type_hints

from scrubjay.extensions.kinds.command import CommandFunction
from scrubjay.extensions.testing.expecting import expect

TYPES = (str, int, float, bool, list[str])


def check_command(command: CommandFunction) -> None:
    """The command line can offer it: a host first, plain types behind it, and words of help."""
    first, *others = signature(command).parameters.values()
    expect(first.name == "host", "its first parameter is host")
    hints = get_type_hints(command)
    wrong = [one.name for one in others if hints.get(one.name) not in TYPES]
    expect(not wrong, f"parameters are str, int, float, bool or a list of str: {', '.join(wrong)}")
    expect(bool((command.__doc__ or "").strip()), "its docstring is its help")
