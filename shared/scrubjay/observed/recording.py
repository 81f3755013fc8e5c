"""How does each client record a session? One parser a client, all with the same functions."""

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from scrubjay.observed.session import SessionEvent


class Recording(Protocol):
    """A client's parser: the folder of its files below its own, and what their lines and records say.

    `ANSWERS` and `CALLS` stand in a line with a tool's answer or call; where there are none each line is parsed.
    """

    SUBFOLDER: str
    ANSWERS: tuple[bytes, ...]
    CALLS: tuple[bytes, ...]

    def is_named(self, stem: str, session: str, /) -> bool:
        """Whether a file's name is that of a session."""

    def linked(self, line: bytes, /) -> tuple[bytes, bytes]:
        """The record that a line is, and the one before it in the conversation; empty where it doesn't say."""

    def folder_of(self, record: Mapping[str, Any], /) -> str:
        """Where the session works from a record on; empty where it doesn't say."""

    def events(self, record: Mapping[str, Any], folder: str, /) -> Iterator[SessionEvent]:
        """The events of a record."""
