"""The switch of diagnostic logging: at which level, and where the lines go."""

from collections.abc import Callable, Mapping
from pathlib import Path

from scrubjay.errors import ConfigError

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
        from scrubjay.log.file import append, home_file

        switch_on(level, lambda line: append(home_file(home), line), mask() if mask else None)
