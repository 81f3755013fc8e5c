"""How does a command get loaded only when it is called? A group that knows its commands by name."""

import os
from collections.abc import Callable, Collection, Iterable
from difflib import get_close_matches
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from scrubjay.cli.commands import COMMANDS
from scrubjay.errors import UsageError

REPO_KEY = "scrubjay.repo"
"""Where the click context keeps the value of `--repo`."""


def take_repo(ctx: Any, _parameter: Any, value: Path | None) -> Path | None:
    """Remember `--repo`, wherever on the line it stands."""
    if value is not None:
        ctx.meta[REPO_KEY] = value
    return value


class Group(TyperGroup):
    """A command with commands of its own."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command by its name. Raises UsageError, with the nearest name, when there is none."""
        return super().get_command(ctx, cmd_name) or _unknown(ctx, cmd_name, self.commands)


def _unknown(ctx: Any, name: str, known: Iterable[str]) -> NoReturn:
    near = get_close_matches(name, list(known), n=1)
    hint = f", did you mean {near[0]}?" if near else "."
    raise UsageError(f"There is no command {name[:40]!r}{hint} See `{ctx.command_path} --help`.")


def application(*, cls: type[TyperGroup] = Group, **options: Any) -> typer.Typer:
    """A Typer application in our manner: plain help, no completion, errors left to `main`."""
    return typer.Typer(cls=cls, rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False, **options)


class LazyGroup(TyperGroup):
    """The top group: lists names and help lines from the table, and imports a module for the command it runs."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names, in the table's order."""
        return [command.name for command in COMMANDS]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import the module of a command. Raises UsageError, with the nearest name, when there is no such command."""
        known = {command.name: command for command in COMMANDS}
        entry = known.get(cmd_name)
        if entry is None:
            _unknown(ctx, cmd_name, known)
        command = typer.main.get_command(import_module(entry.module).app)
        command.name = entry.name
        _adapt(command)
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the help lines without importing anything."""
        with formatter.section("Commands"):
            formatter.write_dl([(command.name, command.help) for command in COMMANDS])


def _adapt(command: Any) -> None:
    """Make a command, and those in it, take `--repo` anywhere and refuse text that is none."""
    if isinstance(command, TyperGroup):
        for inner in command.commands.values():
            _adapt(inner)
    if command.callback is not None:
        paths = {param.name for param in command.params if param.type.name in _PATHS}
        command.callback = _with_text_alone(command.callback, paths)
    if isinstance(command, TyperGroup | TyperCommand):
        command.params.append(
            TyperOption(
                param_decls=["--repo"],
                type=Path,
                metavar="PATH",
                help="A path inside the repository; the current folder when not given.",
                expose_value=False,
                callback=take_repo,
            )
        )


_PATHS = ("path", "file", "directory", "filename")


def _bytes_shown(text: str) -> str:
    """What was typed, with the bytes that are no UTF-8 written out."""
    try:
        return os.fsencode(text).decode("utf-8", "backslashreplace")[:60]
    except UnicodeEncodeError:  # half of a pair that no terminal sent
        return ascii(text)[1:61]


def _with_text_alone(callback: Callable[..., Any], paths: Collection[str]) -> Callable[..., Any]:
    """The same function, which gets no text with bytes that aren't UTF-8: nothing could be found or kept by it.

    Names of files are paths, not texts, and may hold any byte.
    """

    @wraps(callback)
    def checked(*args: Any, **given: Any) -> Any:
        for name, value in given.items():
            for text in value if isinstance(value, list | tuple) else (value,):
                if name not in paths and isinstance(text, str) and not is_text(text):
                    said = f"{name.rstrip('_').upper()} isn't UTF-8 text: {_bytes_shown(text)}."
                    raise UsageError(f"{said} Write it as UTF-8.")
        return callback(*args, **given)

    return checked


def is_text(value: str) -> bool:
    """Whether all of it is text: bytes that aren't UTF-8 reach Python as halves of surrogate pairs."""
    return value.isascii() or not any("\ud800" <= character <= "\udfff" for character in value)
