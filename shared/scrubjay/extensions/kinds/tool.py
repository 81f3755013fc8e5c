"""Tool: one more tool of the knowledge server."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

NO_ARGUMENTS: Mapping[str, str] = {}


class Tool(NamedTuple):
    """A tool for agents. `name` is what they call: it begins with the extension's name and an underscore.

    `fn(host, …)` has keyword arguments of str, int, float, bool or tuples of str, plain defaults, and returns text.
    `arguments` says of each what it takes. `writes`, `repeatable` and `destroys` tell a client what it may let run.
    A ScrubjayError of it is told to the agent; any other names the extension.
    """

    name: str
    fn: Callable[..., str]
    title: str
    description: str
    writes: bool = False
    repeatable: bool = True
    destroys: bool = False
    arguments: Mapping[str, str] = NO_ARGUMENTS
