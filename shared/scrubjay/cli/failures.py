"""Errors as the command line tells them: one line for stderr, and the exit code."""

import errno
from collections.abc import Sequence
from shlex import quote

import typer

from scrubjay.errors import REFUSED, ScrubjayError

STORAGE = 4
_FORBIDDEN = (errno.EACCES, errno.EPERM)


def explain(error: Exception, arguments: Sequence[str] = ()) -> tuple[str, int]:
    """The line for stderr and the exit code of an error; a secret that somebody typed isn't repeated.

    `arguments` are what was typed.
    """
    from scrubjay.privacy.secrets.masking import masked_text

    line, code = _explained(error, arguments)
    return masked_text(line), code


def _explained(error: Exception, arguments: Sequence[str]) -> tuple[str, int]:
    match error:
        case ScrubjayError():
            return f"error: {error}", error.exit_code
        case typer.TyperException():
            return _usage(error, arguments), error.exit_code
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


def _usage(error: typer.TyperException, arguments: Sequence[str]) -> str:
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
