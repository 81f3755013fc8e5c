"""Bounded streaming of a git process's output, within a deadline."""

import errno
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Generator
from types import TracebackType
from typing import BinaryIO, Self, cast

from scrubjay.errors import GitFailed, GitRefused
from scrubjay.log import Log
from scrubjay.model.disk import REFUSED, refusal_in
from scrubjay.model.frozen import dataclass, field

_log = Log(__name__)

_TOO_LARGE = getattr(signal, "SIGXFSZ", 0)
"""What ends a git that writes a file beyond the limit of the process; it has no time to say so."""

PIECE = 1 << 16
MAX_STDERR = 2000
"""Bytes of stderr that are kept; further ones are read, so that git doesn't block, and dropped."""


@dataclass(slots=True)
class ProcessOutput:
    """The output of one git process. As a context, it ends the process and its children on exit.

    `began` and `deadline` are moments of the monotonic clock. `stderr` is complete when all pieces were read.
    """

    process: "subprocess.Popen[bytes]"
    command: str
    began: float
    deadline: float
    input: bytes = b""
    stderr: bytearray = field(default_factory=bytearray)

    def pieces(self) -> Generator[bytes, None, None]:
        """The output in pieces, as git prints it; the input is written meanwhile. Raises GitFailed on a timeout."""
        out, err, into = (cast("BinaryIO", s) for s in (self.process.stdout, self.process.stderr, self.process.stdin))
        left = memoryview(self.input)
        with selectors.DefaultSelector() as ready:
            ready.register(out, selectors.EVENT_READ)
            ready.register(err, selectors.EVENT_READ)
            if left:
                os.set_blocking(into.fileno(), False)
                ready.register(into, selectors.EVENT_WRITE)
            elif into:
                into.close()
            while ready.get_map():
                for key, _ in self._wait_ready(ready):
                    if key.fileobj is into:
                        left = left[_written(key.fd, left) :]
                        if not left:
                            ready.unregister(into)
                            into.close()
                        continue
                    piece = os.read(key.fd, PIECE)
                    if not piece:
                        ready.unregister(key.fileobj)
                    elif key.fileobj is err:
                        self.stderr += piece[: MAX_STDERR - len(self.stderr)]
                    else:
                        yield piece

    def _wait_ready(self, ready: selectors.BaseSelector) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait until a pipe is ready; returns the ready ones. Raises GitFailed after the deadline."""
        while (left := self.deadline - time.monotonic()) > 0:
            if events := ready.select(left):
                return events
        raise self._timeout_error()

    def code(self) -> int:
        """git's exit code, once all output was printed. Raises GitFailed after the deadline."""
        try:
            return self.process.wait(max(0.0, self.deadline - time.monotonic()))
        except subprocess.TimeoutExpired as error:
            raise self._timeout_error() from error

    def _timeout_error(self) -> GitFailed:
        """The error that git took too long and was stopped."""
        return GitFailed(f"{self.command} took longer than it may and was stopped. Try again.")

    def error(self, code: int) -> GitFailed:
        """The error for an exit code, with what git printed on stderr; secrets in names are masked."""
        from scrubjay.model.hints import REFETCH
        from scrubjay.privacy.secrets.masking import masked_text  # lazy: a hook starts without

        message = self.stderr.decode("utf-8", "replace").strip()
        failed = f"{self.command} failed (exit {code}): "
        if number := _refusal(code, message):
            told = f"{message}. {REFUSED[number]}".removeprefix(". ")
            return GitRefused(masked_text(f"{failed}{told}"), number)
        hint = f". `{REFETCH}` brings what this clone lacks." if "promisor remote" in message else ""
        return GitFailed(masked_text(f"{failed}{message}{hint}"))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        stop(self.process)
        elapsed_ms = (time.monotonic() - self.began) * 1000
        _log.debug("%s: %.1f ms, exit %s", self.command, elapsed_ms, self.process.returncode)


def _refusal(code: int, message: str) -> int:
    """The error number with which the disk refused git's write, by git's words; 0 for another cause."""
    if code == -_TOO_LARGE:
        return errno.EFBIG
    return refusal_in(message)


def _written(descriptor: int, left: memoryview) -> int:
    """Write a piece of the input; returns how many bytes are done with: all of them if git reads no more."""
    try:
        return os.write(descriptor, left[:PIECE])
    except BlockingIOError:
        return 0
    except OSError:
        return len(left)


def stop(process: "subprocess.Popen[bytes]") -> None:
    """End a git process and all its children, and close its pipes."""
    if process.poll() is None:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError, AttributeError):
            process.kill()
        process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream:
            try:
                stream.close()
            except OSError:
                continue


@dataclass(frozen=True, slots=True)
class ObjectProcess:
    """A running `git cat-file`. `state` is the object store's state before its start; with None it isn't kept idle."""

    process: "subprocess.Popen[bytes]"
    state: object | None
