"""A module's logger that imports nothing: without `logging` in the process, or without a handler, it does nothing."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager


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
