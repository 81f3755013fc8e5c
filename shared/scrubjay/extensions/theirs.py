"""Isolation of other people's code while it is imported or called: its prints go to stderr, its exits become errors.

Our commands print for scripts, which read stdout to its end: a line of somebody else's in it would be no JSON.
"""

import os
import sys
import threading
from types import TracebackType
from typing import TextIO

from scrubjay.privacy.secrets.masking import masked_text

_LOCK = threading.Lock()


class Theirs:
    """A context for calling other people's code: its prints go to stderr. The last of several threads restores stdout.

    Ctrl-C is the person's and goes through; anything else that isn't an Exception, such as SystemExit, becomes one.
    What `prints` for whoever called it keeps stdout.
    """

    inside = 0
    """How many calls there are now in this process."""

    _printed: TextIO
    _kept = -1

    def __init__(self, prints: bool = False) -> None:
        self._quiet = not prints

    def __enter__(self) -> None:
        with _LOCK:
            if self._quiet and Theirs.inside == 0:
                self._turn()
            Theirs.inside += self._quiet

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with _LOCK:
            Theirs.inside -= self._quiet
            if self._quiet and Theirs.inside == 0:
                self._turn_back()
        if error is not None and not isinstance(error, Exception | KeyboardInterrupt):
            raise RuntimeError(f"it ended with {error_line(error)}") from error

    @staticmethod
    def _turn() -> None:
        """Let stdout lead to stderr: the stream, and the descriptor that processes of theirs inherit."""
        Theirs._printed, sys.stdout = sys.stdout, sys.stderr
        _flush(Theirs._printed)
        try:
            Theirs._kept = os.dup(1)
            os.dup2(2, 1)
        except OSError:  # closed by whoever started us: there is nothing that could be written to
            pass

    @staticmethod
    def _turn_back() -> None:
        """Let stdout lead again to where it led before."""
        _flush(sys.stdout)
        sys.stdout = Theirs._printed
        if Theirs._kept >= 0:
            os.dup2(Theirs._kept, 1)
            os.close(Theirs._kept)
            Theirs._kept = -1


def _flush(stream: TextIO | None) -> None:
    try:
        if stream is not None:
            stream.flush()
    except (OSError, ValueError):
        return


def error_line(error: BaseException) -> str:
    """An error in one line: its type, and the start of its masked message, if that can be read."""
    try:
        text = masked_text(" ".join(str(error)[:1_000].split()))[:200]
    except Exception:
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
