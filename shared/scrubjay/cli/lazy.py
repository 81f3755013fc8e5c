"""The command groups: the top one imports the module of a command only when the command runs."""

import os
from collections.abc import Callable, Collection, Iterable
from difflib import get_close_matches
from functools import cached_property, wraps
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from scrubjay.cli.commands import COMMANDS, CORE, PANELS, REPO_KEY, CommandEntry
from scrubjay.cli.output import complain, in_colour
from scrubjay.errors import ConfigError, UsageError
from scrubjay.extensions.chosen import FILE, chosen
from scrubjay.log import switch_on
from scrubjay.settings.home import home_folder


def take_repo(ctx: Any, _parameter: Any, value: Path | None) -> Path | None:
    """Remember `--repo`, wherever on the line it stands."""
    if value is not None:
        ctx.meta[REPO_KEY] = value
    return value


REPO_HELP = "Path inside the repository. Default: the current folder."
VERBOSE_HELP = "Print a diagnostic log to stderr (as SCRUBJAY_LOG=debug does)."

VERBOSE_KEY = "scrubjay.verbose"
"""Where the click context keeps that `--verbose` was given."""


def take_verbose(ctx: Any, _parameter: Any, value: bool) -> bool:
    """Switch diagnostic logging on at the word `--verbose`, wherever on the line it stands."""
    if value:
        ctx.meta[VERBOSE_KEY] = True
        log_to_stderr("debug")
    return value


def log_to_stderr(level: str) -> None:
    """Print diagnostic log lines to stderr, with secrets masked."""
    switch_on(level, complain, masked)


def masked(text: str) -> str:
    """A text without secrets."""
    from scrubjay.privacy.secrets.masking import masked_text  # few commands say anything that may hold one

    return masked_text(text)


class Group(TyperGroup):
    """A command with commands of its own."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command by its name. Raises UsageError, with the nearest name, when there is none."""
        return super().get_command(ctx, cmd_name) or _refuse_unknown(ctx, cmd_name, self.commands)


def _refuse_unknown(ctx: Any, name: str, names: Iterable[str]) -> NoReturn:
    matches = get_close_matches(name, list(names), n=1)
    hint = f", did you mean {matches[0]}?" if matches else "."
    raise UsageError(f"There is no command {name[:40]!r}{hint} See `{ctx.command_path} --help`.")


def application(*, cls: type[TyperGroup] = Group, **options: Any) -> typer.Typer:
    """A Typer application in our manner: plain help, no completion, errors left to `main`."""
    return typer.Typer(cls=cls, rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False, **options)


class LazyGroup(TyperGroup):
    """The top group: names and help lines come from the table, a module is imported for the command that runs."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names, in the table's order."""
        return [command.name for command in self.table]

    @cached_property
    def table(self) -> tuple[CommandEntry, ...]:
        """The core's commands and those of the extensions that are on."""
        return tuple(self._offered_commands.offered(self._switched_home)) if self._switched_home else COMMANDS

    @cached_property
    def _offered_commands(self) -> ModuleType:
        """The module with the commands of extensions, imported only now."""
        from scrubjay.cli import offered  # only where the user's file says anything of extensions

        return offered

    @cached_property
    def _switched_home(self) -> Path | None:
        """The home, if its user's file says anything of extensions; else None: the help then looks at none."""
        try:
            home = home_folder(os.environ)
        except ConfigError:
            return None
        return home if chosen(home / FILE) else None

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import the module of a command. Raises UsageError, with the nearest name, when there is no such command.

        One of the core's is found without a look at the extensions.
        """
        entry = next((command for command in CORE if command.name == cmd_name), None)
        entry = entry or next((command for command in self.table if command.name == cmd_name), None)
        if entry is None:
            if self._switched_home:
                self._offered_commands.refuse_switched_off(cmd_name, self._switched_home)
            _refuse_unknown(ctx, cmd_name, self.list_commands(ctx))
        command = typer.main.get_command(_application_of(entry, self._switched_home))
        command.name = entry.name
        adapt(command)
        return command

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help without importing a command: in panels on a terminal, as plain sections elsewhere."""
        ordered = sorted(self.table, key=lambda command: PANELS.index(command.panel))
        lines = [TyperCommand(command.name, help=command.help, rich_help_panel=command.panel) for command in ordered]
        mode: Literal["rich"] | None = "rich" if in_colour() else None
        outline = _Outline(
            name=self.name, commands=lines, params=self.params, help=self.help, rich_markup_mode=mode
        )  # fmt: skip
        outline.table = self.table
        outline.format_help(ctx, formatter)


def _application_of(entry: CommandEntry, home: Path | None) -> typer.Typer:
    """The application of a command: ours have one, a plain function of somebody else gets one."""
    if entry.others and home:
        from scrubjay.cli.plain import plain_application

        return plain_application(entry, application(), home)
    ours: typer.Typer = getattr(import_module(entry.module), entry.attribute)
    return ours


class _Outline(TyperGroup):
    """The commands as the top help shows them: their first lines in panels, without their modules."""

    table: tuple[CommandEntry, ...] = ()

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write a section for each panel that has a command."""
        for panel in PANELS:
            if lines := [(command.name, command.help) for command in self.table if command.panel == panel]:
                with formatter.section(panel):
                    formatter.write_dl(lines)


def adapt(command: Any) -> None:
    """Make a command, and those in it, take `--repo` and `--verbose` anywhere and refuse what isn't UTF-8 text."""
    if isinstance(command, TyperGroup):
        for inner in command.commands.values():
            adapt(inner)
    if command.callback is not None:
        paths = {param.name for param in command.params if param.type.name in _PATHS}
        command.callback = _with_text_alone(command.callback, paths)
    if isinstance(command, TyperGroup | TyperCommand):
        command.params += (
            TyperOption(
                param_decls=["--repo"], type=Path, metavar="PATH", help=REPO_HELP, expose_value=False,
                callback=take_repo,
            ),
            TyperOption(
                param_decls=["--verbose"], is_flag=True, default=False, help=VERBOSE_HELP, expose_value=False,
                callback=take_verbose,
            ),
        )  # fmt: skip


_PATHS = ("path", "file", "directory", "filename")


def _bytes_shown(text: str) -> str:
    """What was typed, with the bytes that are no UTF-8 written out."""
    try:
        return os.fsencode(text).decode("utf-8", "backslashreplace")[:60]
    except UnicodeEncodeError:  # half of a pair that no terminal sent
        return ascii(text)[1:61]


def _with_text_alone(callback: Callable[..., Any], paths: Collection[str]) -> Callable[..., Any]:
    """Wrap a command so that an argument that isn't UTF-8 text is refused; `paths` names arguments exempt from this.

    Names of files are paths, not texts, and may hold any byte.
    """

    @wraps(callback)
    def checked(*args: Any, **kwargs: Any) -> Any:
        for name, value in kwargs.items():
            for text in value if isinstance(value, list | tuple) else (value,):
                if name not in paths and isinstance(text, str) and not is_text(text):
                    problem = f"{name.rstrip('_').upper()} isn't UTF-8 text: {_bytes_shown(text)}."
                    raise UsageError(f"{problem} Write it as UTF-8.")
        return callback(*args, **kwargs)

    return checked


def is_text(value: str) -> bool:
    """Whether a value is all text: bytes that aren't UTF-8 reach Python as halves of surrogate pairs."""
    return value.isascii() or not any("\ud800" <= character <= "\udfff" for character in value)
