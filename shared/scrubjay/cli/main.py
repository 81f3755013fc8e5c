"""The start and end of the command line; Ctrl-C ends it with one line, from its first import on."""

import gc
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrubjay.identity.person.facts import ProcessFacts

INTERRUPTED = 130

FEW_CYCLES = 200_000
"""Objects between two searches for cycles: a command makes few, and to search while modules load is 6 % of a start."""


def main(
    arguments: Sequence[str], *, wake: Callable[[], None] | None = None, facts: "ProcessFacts | None" = None
) -> int:
    """Run one command line; returns its exit code.

    `wake` replaces the start of the background worker, `facts` what is seen of who runs it.
    """
    try:
        from scrubjay.cli.root import execute  # most of the start: it is interrupted like the work

        return execute(arguments, wake, facts)
    except KeyboardInterrupt:
        with suppress(OSError, ValueError):  # written plainly: what else writes may be half imported
            sys.stderr.write("interrupted: what was stored stays; run it again to go on\n")
            sys.stderr.flush()
        return INTERRUPTED


def occupy_standard_streams() -> None:
    """Open the standard streams that the caller has closed: else the next file takes their numbers."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.dup2(os.open(os.devnull, os.O_RDWR), number)
    for number, name in ((1, "stdout"), (2, "stderr")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, "w", encoding="utf-8", closefd=False))  # noqa: SIM115


def run() -> None:
    """The entry point of the `scrubjay` script."""
    gc.set_threshold(FEW_CYCLES)
    occupy_standard_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    code = main(sys.argv[1:])
    gc.freeze()  # what is left ends with the process: no search for cycles among it
    if code == INTERRUPTED:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a second Ctrl-C ends what is left to close, without a word
    sys.exit(code)


if __name__ == "__main__":
    run()
