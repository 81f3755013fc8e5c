"""The protocol by which an extension reaches scrubjay: nothing else of it is promised."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from scrubjay.model.clock import Clock
from scrubjay.model.of_extensions import FoundPassage


class Host(Protocol):
    """A worktree of a project, for one extension. Any method may raise ScrubjayError, whose text says what to do."""

    @property
    def clock(self) -> Clock:
        """The time as all of scrubjay has it; it returns UTC."""
        ...

    @property
    def settings(self) -> Any:
        """The extension's own section, as its model has it; None where it has none. Raises ConfigError."""
        ...

    @property
    def folder(self) -> Path:
        """The top of the worktree. Its content is somebody else's: check what you read."""
        ...

    @property
    def file(self) -> Path:
        """The extension's own file for this project, which it may create and which `forget` deletes: NAME.db."""
        ...

    def search(self, query: str, *, kinds: Sequence[str] = (), limit: int = 8) -> tuple[FoundPassage, ...]:
        """What is visible at HEAD, best first, at most `limit` (1 to 100), secrets masked.

        Raises UsageError for an unknown kind.
        """
        ...

    def read(self, path: str) -> str:
        """The text of a document at HEAD with line numbers, secrets masked, at most 10,000 tokens. Raises NotFound."""
        ...

    def remember(self, content: str, *, sources: Sequence[str] = (), key: str = "") -> str:
        """Keep a claim as a program's: never told, quoted only where a source says it. Returns its id; "" if blocked.

        `sources` are at most three, such as `path:lines`. The same `key` again stores nothing new.
        """
        ...

    def log(self, line: str) -> None:
        """Write a line into the diagnostic log, secrets masked."""
        ...

    def service(self, key: str) -> Any:
        """A service of an enabled extension, by its key. Raises NotFound."""
        ...
