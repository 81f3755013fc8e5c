"""Logging handler that writes each record as one line without secrets. Imports `logging`, so it is loaded late."""

import logging
import time
from collections.abc import Callable

from scrubjay.model.visible import visible

MAX_LINE = 4000
"""Characters of a line; a traceback keeps its beginning."""


class LineHandler(logging.Handler):
    """Hands lines such as `2026-03-01T09:00:00.120Z 4711 DEBUG scrubjay.git.process git status: 3.1 ms` to `write`."""

    def __init__(self, write: Callable[[str], None], mask: Callable[[str], str] | None = None) -> None:
        super().__init__()
        self._write = write
        self._mask = mask
        formatter = logging.Formatter("%(asctime)s.%(msecs)03dZ %(process)d %(levelname)s %(name)s %(message)s")
        formatter.datefmt = "%Y-%m-%dT%H:%M:%S"
        formatter.converter = time.gmtime
        self.setFormatter(formatter)

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record. A log that can't be written disturbs nothing: then there is no line."""
        text = self.format(record)
        masked = self._mask(text) if self._mask else text
        line = visible(" ".join(masked.split("\n")))[:MAX_LINE]
        try:
            self._write(line)
        except OSError:
            return
