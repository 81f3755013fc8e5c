"""The commands that a session ran, and how they ended. Values only."""

from dataclasses import dataclass
from typing import Final

OK: Final = "0"
"""The exit status of a command that succeeded."""

MIN_SESSIONS: Final = 3
"""Sessions in which a sequence succeeded before it is a procedure; a word that fewer have is an argument."""


@dataclass(frozen=True, slots=True)
class CommandRun:
    """A simple command in its words, masked; `status` is its exit status, or a word where that isn't known."""

    words: tuple[str, ...]
    status: str
    folder: str = ""

    @property
    def succeeded(self) -> bool:
        """Whether it ended well."""
        return self.status == OK

    @property
    def failed(self) -> bool:
        """Whether it ended with another exit status; one that isn't recorded is neither."""
        return self.status.isdigit() and self.status != OK


@dataclass(frozen=True, slots=True)
class SessionRuns:
    """What a session ran, in order. `at` is the day, ISO 8601; `branch` where it worked, where that is known."""

    session: str
    at: str
    runs: tuple[CommandRun, ...]
    branch: str = ""
