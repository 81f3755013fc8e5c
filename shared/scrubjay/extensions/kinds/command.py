"""Command: one more command of the command line."""

from collections.abc import Iterable
from typing import Any, Protocol


class CommandFunction(Protocol):
    """A plain function: what stands in the manifest as the command's target.

    Its first parameter is `host`; those without a default are arguments, the others options. They are of str, int,
    float, bool or a list of str. Its docstring is the help.
    """

    def __call__(self, host: Any, *args: Any, **options: Any) -> "str | Iterable[str]":
        """The lines to print. None of them: exit code 1. A ScrubjayError is one line on stderr."""
        ...
