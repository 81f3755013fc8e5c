"""The command of somebody else's extension: Typer's application around a plain function, which knows nothing of it."""

from collections.abc import Iterable
from functools import wraps
from importlib import import_module
from inspect import Parameter, signature
from typing import Any, get_type_hints

import typer

from scrubjay.cli.commands import CommandEntry
from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.output import say
from scrubjay.errors import ScrubjayError, UsageError
from scrubjay.extensions.bounded import bounded, retold, taken
from scrubjay.extensions.registry import BROKEN, ExtensionRegistry, said
from scrubjay.wiring.hosting import hosted


def plain_application(entry: CommandEntry, application: typer.Typer) -> typer.Typer:
    """The application of a command whose target is a plain function. Raises UsageError where it is broken."""
    try:
        function = getattr(import_module(entry.module), entry.attribute)
        hints = get_type_hints(function)
        _host, *others = signature(function).parameters.values()
    except BROKEN as error:
        raise _broken(entry, error) from error

    @wraps(function)
    def run(ctx: typer.Context, **values: Any) -> None:
        for line in _lines(entry, function, ctx, values):
            say(line)

    context = Parameter("ctx", Parameter.KEYWORD_ONLY, annotation=typer.Context)
    named = [one.replace(kind=Parameter.KEYWORD_ONLY, annotation=hints.get(one.name, str)) for one in others]
    shown = signature(function).replace(parameters=[context, *named], return_annotation=None)
    run.__signature__ = shown  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in (context, *named)}
    del run.__wrapped__
    application.command(name=entry.name, help=(function.__doc__ or entry.help).strip())(run)
    return application


def _lines(entry: CommandEntry, function: Any, ctx: typer.Context, values: dict[str, Any]) -> list[str]:
    """What a function answers, bounded and masked. Raises Exit for nothing, UsageError where it fails."""

    with open_workspace(invoked(ctx)) as (home, workspace):
        registry = ExtensionRegistry.of(home.settings.home)
        extension = next(one for one in registry.enabled if one.name == entry.extension)
        try:
            answer: str | Iterable[str] = function(hosted(workspace, home.clock, registry, extension), **values)
            lines = taken(answer.splitlines() if isinstance(answer, str) else answer)
        except typer.Exit:
            raise
        except ScrubjayError as error:
            raise retold(error) from None
        except BROKEN as error:
            registry.failed(extension.name, error)
            raise _broken(entry, error) from error
    if not lines:
        raise typer.Exit(1)
    return bounded("\n".join(lines)).split("\n")


def _broken(entry: CommandEntry, error: BaseException) -> UsageError:
    return UsageError(f"degraded: {entry.extension}: {said(error)}. See `scrubjay extensions show {entry.extension}`.")
