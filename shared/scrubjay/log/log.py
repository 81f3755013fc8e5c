"""A module's logger, which does nothing until `logging` is loaded, the switch for that, and the file it writes."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from scrubjay.errors import ConfigError

MAX_BYTES = 1_000_000
KEPT = 3
"""The file and two older ones, a megabyte each."""


def home_file(home: Path) -> Path:
    """The path of the diagnostic log that servers, the worker and hooks write."""
    return home / "logs" / "scrubjay.log"


def append(file: Path, line: str) -> None:
    """Add a line in one write; a folder that isn't there is made. Follows no link. Raises OSError."""
    file.parent.mkdir(mode=0o700, exist_ok=True)
    rotate(file)
    descriptor = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8", errors="replace") as stream:
        stream.write(f"{line}\n")


def rotate(file: Path) -> None:
    """Move a full file to `.1`, and the older ones one number up."""
    try:
        if file.lstat().st_size < MAX_BYTES:
            return
    except FileNotFoundError:
        return
    for older, newer in zip(rotated(file)[:0:-1], rotated(file)[-2::-1], strict=True):
        if newer.exists():
            newer.replace(older)


def rotated(file: Path) -> list[Path]:
    """The path of a log file and those of its rotated ones, newest first."""
    return [file, *(file.with_name(f"{file.name}.{number}") for number in range(1, KEPT))]


VARIABLE = "SCRUBJAY_LOG"
LEVELS = ("debug", "info", "warning")

PACKAGES = ("scrubjay", "scrubjay_serving", "scrubjay_session", "scrubjay_knowledge")
"""Whose loggers are switched on; the root logger and those of libraries stay as they are."""

Write = Callable[[str], None]
Mask = Callable[[str], str]


def level_of(environment: Mapping[str, str]) -> str:
    """The level that SCRUBJAY_LOG names; empty when logging is off. Raises ConfigError for any other word."""
    word = environment.get(VARIABLE, "").strip().lower()
    if word and word not in LEVELS:
        raise ConfigError(f"{VARIABLE} is {word[:40]!r}. Set it to one of: {', '.join(LEVELS)}.")
    return word


def switch_on(level: str, write: Write, mask: Mask | None = None) -> None:
    """Hand every record of this level or above to `write`, as one line, with secrets masked by `mask`.

    A second call replaces the first. Imports `logging`.
    """
    import logging

    from scrubjay.log.handler import LineHandler

    for package in PACKAGES:
        logger = logging.getLogger(package)
        for handler in [attached for attached in logger.handlers if isinstance(attached, LineHandler)]:
            logger.removeHandler(handler)
        logger.addHandler(LineHandler(write, mask))
        logger.setLevel(level.upper())


def home_log(home: Path, environment: Mapping[str, str], mask: Callable[[], Mask] | None = None) -> None:
    """Switch logging on for a process that nobody watches: its lines go to `logs/scrubjay.log` in the home.

    `mask` loads what masks secrets. Does nothing while SCRUBJAY_LOG is unset or wrong, or without a home.
    """
    try:
        level = level_of(environment)
    except ConfigError:
        return
    if level and home.is_absolute() and home.is_dir():
        switch_on(level, lambda line: append(home_file(home), line), mask() if mask else None)


class Log:
    """Writes to the standard logger of one module.

    `logging` takes milliseconds to import, which git's hooks and clients' would pay for on every event. So it is used
    only where something else has loaded it, and only below a handler: `logging`'s last resort never prints.

    Modules that hooks load log names, counts and times, but no text of users: hooks can't load what masks secrets.
    """

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def debug(self, message: str, *values: object) -> None:
        """Log what helps to find out why something is slow or not found."""
        self._write("DEBUG", message, values)

    def info(self, message: str, *values: object) -> None:
        """Log that some work was done."""
        self._write("INFO", message, values)

    def warning(self, message: str, *values: object) -> None:
        """Log that something failed which the program went on without."""
        self._write("WARNING", message, values)

    def failure(self, message: str, *values: object) -> None:
        """Log at debug, with its traceback, the exception that is being handled."""
        self._write("DEBUG", message, values, exc_info=True)

    @contextmanager
    def timed(self, message: str, *values: object, least_ms: float = 0.0) -> Iterator[list[str]]:
        """Log at debug what the block took in milliseconds, if at least `least_ms`; what it appends is logged, too."""
        details: list[str] = []
        began = time.perf_counter()
        try:
            yield details
        except BaseException as error:
            details.append(f"raised {type(error).__name__}")
            raise
        finally:
            elapsed_ms = (time.perf_counter() - began) * 1000
            if elapsed_ms >= least_ms:
                self.debug(f"{message}: %.1f ms%s", *values, elapsed_ms, "".join(f", {detail}" for detail in details))

    def _write(self, level: str, message: str, values: tuple[object, ...], *, exc_info: bool = False) -> None:
        logging = sys.modules.get("logging")
        if logging is None:
            return
        logger = logging.getLogger(self._name)
        number = getattr(logging, level)
        if logger.isEnabledFor(number) and logger.hasHandlers():
            logger.log(number, message, *values, exc_info=exc_info)
