"""The root command: global options, the running of one command line, its exit code and its one line of error."""

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay import __version__
from scrubjay.cli.failures import explain
from scrubjay.cli.lazy import (
    REPO_HELP,
    VERBOSE_HELP,
    LazyGroup,
    application,
    log_to_stderr,
    take_repo,
    take_verbose,
)
from scrubjay.cli.output import complain, silence
from scrubjay.log import Log, level_of

if TYPE_CHECKING:
    from scrubjay.identity.person.facts import ProcessFacts

app = application(no_args_is_help=True)

_log = Log(__name__)


def _version(value: bool) -> None:
    if value:
        typer.echo(f"scrubjay {__version__}")
        raise typer.Exit


@app.callback(cls=LazyGroup)
def root(
    ctx: typer.Context,
    repo: Annotated[
        Path | None,
        typer.Option("--repo", metavar="PATH", help=REPO_HELP),
    ] = None,
    verbose: Annotated[bool, typer.Option("--verbose", help=VERBOSE_HELP, callback=take_verbose)] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Memory for coding agents: every answer carries evidence that is checked against git.

    Environment: SCRUBJAY_HOME is the folder for all data. SCRUBJAY_LOG=debug, info or warning writes a diagnostic log:
    commands to stderr; servers, the worker and hooks to logs/scrubjay.log in the home. Secrets are masked.

    Exit codes: 0 success; 1 differences, problems or no result; 2 usage error; 3 no repository or not set up;
    4 storage unavailable; 130 interrupted.
    """
    take_repo(ctx, None, repo)


def execute(arguments: Sequence[str], wake: Callable[[], None] | None, facts: "ProcessFacts | None") -> int:
    """Run one command line; returns its exit code. Errors of ours become one line on stderr. Ctrl-C goes through."""
    try:
        if level := level_of(os.environ):
            log_to_stderr(level)
        command = typer.main.get_command(app)
        with (
            command.make_context("scrubjay", list(arguments), obj=(wake, facts)) as context,
            _log.timed("command line %s", list(arguments)),
        ):
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
        _log.failure("%s ended the command", type(error).__name__)
        message, code = explain(error, arguments)
        complain(message)
        return code
    return 0
