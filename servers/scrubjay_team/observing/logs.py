"""Lines of log in JSON, one object a line, by the filter through which every line goes, with the request's id."""

import json
import logging
import sys
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Final

from scrubjay_team.serving.life import SecretlessLog

REQUEST: Final[ContextVar[str]] = ContextVar("scrubjay_request", default="")
"""The id of the request that is being answered."""

ACCESS: Final = "scrubjay.access"
"""The logger of answered requests."""

START: Final = "scrubjay.start"
"""The logger of what is amiss as the server starts."""

_FIELDS: Final = ("route", "method", "status", "ms")


class JsonLog(SecretlessLog):
    """Log formatter: one object a line, with the text that the usual one would print as `message`."""

    def __init__(self) -> None:
        super().__init__("%(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """One record as a line."""
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(), "logger": record.name, "message": super().format(record),
        }  # fmt: skip
        if request := REQUEST.get():
            told["request"] = request
        told |= {name: vars(record)[name] for name in _FIELDS if name in vars(record)}
        return json.dumps(told, ensure_ascii=False)


def log_in_json(say: Callable[..., None]) -> Callable[..., None]:
    """Let every handler of the process write JSON, and tell each request that was answered.

    Returns what says a line as `say` does, but for those to stderr, which are warnings of the log.
    """
    for handler in logging.getLogger().handlers:
        handler.setFormatter(JsonLog())
    logging.getLogger(ACCESS).setLevel(logging.INFO)

    def said(text: str, *stream: object) -> None:
        if sys.stderr in stream:
            logging.getLogger(START).warning("%s", text.removeprefix("warning: "))
        else:
            say(text, *stream)

    return said
