"""Which command is meant, and how does it end? One line for an error, and an exit code that means it."""

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay import __version__
from scrubjay.cli.failures import explain
from scrubjay.cli.lazy import LazyGroup, application, take_repo
from scrubjay.cli.output import complain, silence

if TYPE_CHECKING:
    from scrubjay.person.facts import Facts

app = application(no_args_is_help=True)


def _version(value: bool) -> None:
    if value:
        typer.echo(f"scrubjay {__version__}")
        raise typer.Exit


@app.callback(cls=LazyGroup)
def root(
    ctx: typer.Context,
    repo: Annotated[
        Path | None,
        typer.Option("--repo", metavar="PATH", help="A path inside the repository; the current folder when not given."),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Memory for coding agents: every answer carries evidence that is checked against git.

    Exit codes: 0 fine; 1 different, unhealthy or nothing found; 2 usage; 3 not a repository or not set up;
    4 storage unavailable; 130 interrupted.
    """
    take_repo(ctx, None, repo)


def execute(arguments: Sequence[str], wake: Callable[[], None] | None, facts: "Facts | None") -> int:
    """Run one command line; returns its exit code. Errors of ours become one line on stderr. Ctrl-C goes through."""
    try:
        command = typer.main.get_command(app)
        with command.make_context("scrubjay", list(arguments), obj=(wake, facts)) as context:
            command.invoke(context)
        sys.stdout.flush()
    except typer.Exit as end:
        return end.exit_code
    except typer.Abort:
        raise KeyboardInterrupt from None  # Ctrl-C or the terminal's end, at a question
    except BrokenPipeError:
        silence(sys.stdout)
        return 0
    except Exception as error:
        if os.environ.get("SCRUBJAY_DEBUG") == "1":
            import traceback

            complain(traceback.format_exc())
        message, code = explain(error)
        complain(message)
        return code
    return 0
