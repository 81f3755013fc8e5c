"""The root command: global options, the running of one command line, its exit code and its one line of error."""

import errno
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay import __version__
from scrubjay.cli.lazy import (
    REPO_HELP,
    VERBOSE_HELP,
    LazyGroup,
    application,
    log_to_stderr,
    masked,
    take_repo,
    take_verbose,
)
from scrubjay.cli.output import complain, silence
from scrubjay.errors import ScrubjayError
from scrubjay.log import Log, level_of
from scrubjay.model.disk import REFUSED

if TYPE_CHECKING:
    from scrubjay.identity.person.facts import ProcessFacts


STORAGE = 4
_FORBIDDEN = (errno.EACCES, errno.EPERM)


def explain(error: Exception, arguments: Sequence[str] = ()) -> tuple[str, int]:
    """The line for stderr and the exit code of an error; a secret that somebody typed isn't repeated.

    `arguments` are what was typed.
    """
    line, code = _error_text(error, arguments)
    return masked(line), code


def _error_text(error: Exception, arguments: Sequence[str]) -> tuple[str, int]:
    match error:
        case ScrubjayError():
            return f"error: {error}", error.exit_code
        case typer.TyperException():
            return _usage_text(error, arguments), error.exit_code
        case OSError(errno=int(number)) if number in REFUSED:
            return f"error: {error.filename or 'the disk'}: {REFUSED[number]}", STORAGE
        case OSError(errno=number) if number in _FORBIDDEN:
            place = error.filename or "the disk"
            return f"error: {place}: {error.strerror}. Nothing was lost; `scrubjay doctor` says more.", STORAGE
        case _:
            return (
                f"error: unexpected error ({type(error).__name__}: {error}). Nothing that was stored is lost. "
                "To report it, send the output of `scrubjay doctor` and of the same command with --verbose.",
                1,
            )


def _usage_text(error: typer.TyperException, arguments: Sequence[str]) -> str:
    context = getattr(error, "ctx", None)
    message = error.format_message()
    if context is None:
        return f"error: {message}"
    if type(error).__name__ == "NoArgsIsHelpError":
        return message
    line = f"error: {message.rstrip('.')}. See `{context.command_path} --help`"
    flag = getattr(error, "option_name", "")
    if type(error).__name__ == "NoSuchOption" and context.command.name == "search":
        word = next((typed for typed in arguments if typed.startswith(flag)), flag)
        return f"{line}, or search for the word itself: `{context.command_path} -- {quote(word)}`."
    return f"{line}."


app = application(no_args_is_help=True)

_log = Log(__name__)


def _print_version(value: bool) -> None:
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
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
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
