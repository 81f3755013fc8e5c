"""Parsing limits of a document: parser steps, characters, lines and tokens, all counted.

Nothing is timed: the same text is cut at the same place on every machine, so that `verify --deep` can compare. The
limits keep each format's worst texts below 5 s of CPU and 400 MB (tests/shared/knowledge/documents/worst.py).
"""

from dataclasses import dataclass

from scrubjay.errors import LimitExceeded
from scrubjay.model.counted import counted

MAX_CHARACTERS = 2_000_000
"""About half a second of CPU to mask and half a million tokens of English."""

MAX_LINES = 100_000
MAX_TOKENS = 500_000


@dataclass(slots=True)
class StepBudget:
    """Step counter of a parser. A parser that can stop by itself calls `spent`."""

    limit: int
    used: int = 0

    def take(self, *_: object) -> None:
        """Count a step. Raises LimitExceeded beyond the limit."""
        if self.spent():
            raise self.exceeded()

    def spent(self, *_: object) -> bool:
        """Count a step; True beyond the limit."""
        self.used += 1
        return self.exhausted

    @property
    def exhausted(self) -> bool:
        """Whether the limit was exceeded."""
        return self.used > self.limit

    def exceeded(self) -> LimitExceeded:
        """The error of a document whose parser was stopped."""
        return LimitExceeded(
            f"read as plain text: its structure takes more than {counted(self.limit, 'step')} to parse"
        )


def check_size(text: str, most: int, kind: str) -> None:
    """Raises LimitExceeded, before parsing, for a text that is too long for its parser."""
    if len(text) > most:
        raise LimitExceeded(f"read as plain text: more than {counted(most, 'character')} of {kind}")


def truncate(text: str) -> str:
    """The part of a text that is read: whole lines, or the beginning of an overlong first one."""
    end = len(text)
    if end > MAX_CHARACTERS:
        end = text.rfind("\n", 0, MAX_CHARACTERS)
        end = end if end > 0 else MAX_CHARACTERS
    position, lines = -1, 0
    if text.count("\n", 0, end) >= MAX_LINES:
        while lines < MAX_LINES:
            position, lines = text.find("\n", position + 1), lines + 1
        end = position
    return text[:end]
