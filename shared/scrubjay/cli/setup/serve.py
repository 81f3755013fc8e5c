"""`scrubjay serve`: replaces this process by one of the MCP servers, or by the server of an extension."""

import os
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from scrubjay.cli.lazy import adapt, application
from scrubjay.cli.programs import serve_or_stand_in
from scrubjay.errors import UsageError
from scrubjay.extensions.builtin import BUILT_IN
from scrubjay.extensions.manifest import Command
from scrubjay.model.later import Later
from scrubjay.settings.home import home_folder

if TYPE_CHECKING:
    from scrubjay.cli import offered
else:
    offered = Later("scrubjay.cli.offered")

PROVIDED: Final[Mapping[str, Command]] = {name: one for ours in BUILT_IN for name, one in ours.servers.items()}
"""The servers of extensions, as their manifests name them."""


class _Servers(TyperGroup):
    """The core's two servers and those of extensions, whose modules are imported for the one that runs."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names: the core's, then those of extensions."""
        return [*self.commands, *PROVIDED]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of a server. Raises UsageError where there is none of the name, or its extension is off."""
        if cmd_name in self.commands:
            return self.commands[cmd_name]
        if cmd_name not in PROVIDED:
            known = ", ".join(map(repr, self.list_commands(ctx)))
            raise UsageError(f"{cmd_name[:40]!r} is not one of {known}. See `{ctx.command_path} --help`.")
        offered.refuse_switched_off(cmd_name, home_folder(os.environ))
        module, _, attribute = PROVIDED[cmd_name].target.partition(":")
        command = typer.main.get_command(getattr(import_module(module), attribute))
        command.name = cmd_name
        adapt(command)
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write a line a server, from the manifests."""
        with formatter.section("Servers"):
            formatter.write_dl([(one.name, one.help) for one in self._lines()])

    def _lines(self) -> Iterator[TyperCommand]:
        for name, command in self.commands.items():
            yield TyperCommand(name, help=command.get_short_help_str(100))
        for name, one in PROVIDED.items():
            yield TyperCommand(name, help=one.help)


app = application(
    cls=_Servers,
    no_args_is_help=True,
    help="Run one of the servers. It replaces this process. Where one of the two MCP servers can't start, one without "
    "tools answers in its place, and its instructions say what to run.",
)


@app.command()
def session(ctx: typer.Context) -> NoReturn:
    """What am I doing now? An MCP server on stdin and stdout."""
    serve_or_stand_in(ctx, "session")


@app.command()
def knowledge(ctx: typer.Context) -> NoReturn:
    """What do we know? An MCP server on stdin and stdout."""
    serve_or_stand_in(ctx, "knowledge")
