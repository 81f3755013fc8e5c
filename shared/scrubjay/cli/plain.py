"""The command of somebody else's extension: Typer's application around a plain function, which knows nothing of it."""

from collections.abc import Iterable
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import Any, get_type_hints

import typer

from scrubjay.cli.commands import CommandEntry
from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.output import say
from scrubjay.errors import ScrubjayError
from scrubjay.extensions.bounded import bounded, bounded_error, bounded_lines
from scrubjay.extensions.kinds.functions import wrong_parameters
from scrubjay.extensions.loading import load
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.wiring.hosting import hosted


def plain_application(entry: CommandEntry, application: typer.Typer, home: Path) -> typer.Typer:
    """The application of a command whose target is a plain function. Raises ExtensionFailed where it is broken."""
    registry = ExtensionRegistry.of(home)
    return registry.asked(entry.extension, lambda: _with_function(entry, application, registry))


def _with_function(entry: CommandEntry, application: typer.Typer, registry: ExtensionRegistry) -> typer.Typer:
    """The application with a plain function as its command. Raises TypeError for one that it can't offer."""
    function = load(entry.target)
    if wrong := wrong_parameters(function):
        raise TypeError(f"{entry.target}: {wrong}")
    hints = get_type_hints(function)
    _host, *others = signature(function).parameters.values()

    @wraps(function)
    def run(ctx: typer.Context, **values: Any) -> None:
        for line in _lines(entry, function, registry, ctx, values):
            say(line)

    context = Parameter("ctx", Parameter.KEYWORD_ONLY, annotation=typer.Context)
    named = [one.replace(kind=Parameter.KEYWORD_ONLY, annotation=hints.get(one.name, str)) for one in others]
    shown = signature(function).replace(parameters=[context, *named], return_annotation=None)
    run.__signature__ = shown  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in (context, *named)}
    del run.__wrapped__
    application.command(name=entry.name, help=(function.__doc__ or entry.help).strip())(run)
    typer.main.get_command(application)  # whatever else of it Typer can't offer, it says here
    return application


def _lines(
    entry: CommandEntry, function: Any, registry: ExtensionRegistry, ctx: typer.Context, values: dict[str, Any]
) -> list[str]:
    """What a function answers, bounded and masked; what it prints itself stays where it is. Raises Exit for
    nothing, ExtensionFailed.
    """

    with open_workspace(invoked(ctx)) as (home, workspace):
        extension = next(one for one in registry.enabled if one.name == entry.extension)

        def answered() -> list[str]:
            answer: str | Iterable[str] = function(hosted(workspace, home.clock, registry, extension), **values)
            try:
                return bounded_lines(answer.splitlines() if isinstance(answer, str) else answer)
            except ScrubjayError as error:
                raise bounded_error(error) from None

        lines = registry.asked(entry.extension, answered, prints=True)
    if not lines:
        raise typer.Exit(1)
    return bounded("\n".join(lines)).split("\n")
