"""Protocols of functions that extensions provide: commands, checks, pages, steps of the worker and of hooks."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Literal, NamedTuple, Protocol, get_type_hints

from scrubjay.extensions.host import Host
from scrubjay.model.check import Check
from scrubjay.model.of_extensions import HookNews, PageContent, StartingSession


class CommandFunction(Protocol):
    """A plain function: what stands in the manifest as the command's target.

    Its first parameter is `host`; those without a default are arguments, the others options. They are of str, int,
    float, bool or a list of str. Its docstring is the help.
    """

    def __call__(self, host: Any, *args: Any, **options: Any) -> "str | Iterable[str]":
        """The lines to print. None of them: exit code 1. A ScrubjayError is one line on stderr."""
        ...


PARAMETERS: Final = (str, int, float, bool, list[str])
"""What a command's parameters may be of."""


def wrong_parameters(command: Any) -> str:
    """What the command line can't offer of a command's parameters; empty where it can. Raises what reading them does.

    One without a type is of str.
    """
    from inspect import Parameter, signature

    parameters = list(signature(command).parameters.values())
    if not parameters:
        return "it takes no host"
    hints = get_type_hints(command)
    for one in parameters[1:]:
        if one.kind in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD, Parameter.POSITIONAL_ONLY):
            return f"its parameter {one} has no name on the command line"
        if hints.get(one.name, str) not in PARAMETERS:
            return f"its parameter {one} isn't of str, int, float, bool or a list of str"
    return ""


class Checking(Protocol):
    """A function that examines what its extension needs. Quick, and it changes nothing.

    One of ours may name what it reads of a home instead of `host`: `home`, the folder, and `user_database`.
    """

    def __call__(self, host: Host) -> Iterable[Check]:
        """Each check with what was found, and what to do. A ScrubjayError is a failed check by itself."""
        ...


class PageView(NamedTuple):
    """A page below the worktree's address, which only reads. `name` is the last part of its address.

    `fn(host, query)` gets the values of the address's end, each name once, and returns text that is drawn and escaped.
    """

    name: str
    title: str
    fn: Callable[[Host, Mapping[str, str]], PageContent]


class WorkerStep(NamedTuple):
    """A step of a kind of job. It runs, fails and is tried again by itself, under its name.

    `target` is `module:function`, imported once the step runs: `function(host, stopping)` returns nothing, and ends
    soon after `stopping()` is true; what it stored stays, and it goes on the next time.
    """

    name: str
    job: Literal["ingest", "embed", "forges"]
    target: str


class HookStep(Protocol):
    """A step of hooks, made anew for an event, of what it names: `home`, `project_id`, `session_database`, `clock`.

    A client waits for it: its module imports next to nothing, each method reads one row first and ends where that says
    that there is nothing to do, and all else is imported late. Methods raise ScrubjayError at most.
    """

    def seen(self, session: str) -> None:
        """A session did something: what is held for it stays its own."""
        ...

    def at_start(self, start: StartingSession) -> HookNews | None:
        """News to tell a starting session; None for nothing. An error of the step counts as nothing."""
        ...
