"""How much may it cost to read a document? Steps of its parser, characters, lines and tokens, all counted.

Nothing is timed: the same text is cut at the same place on every machine, so that `verify --deep` can compare. The
limits keep each format's worst texts below 5 s of CPU and 400 MB (measured; see tests/shared/documents/worst.py).
"""

from dataclasses import dataclass

from scrubjay.errors import LimitExceeded
from scrubjay.model.counted import counted

MAX_CHARACTERS = 2_000_000
"""About half a second of CPU to mask and half a million tokens of English."""

MAX_LINES = 100_000
MAX_TOKENS = 500_000


@dataclass(slots=True)
class Steps:
    """Steps that a parser may take. A parser that knows how to end by itself asks `spent`."""

    most: int
    taken: int = 0

    def take(self, *_: object) -> None:
        """One more. Raises LimitExceeded when it is one too many."""
        if self.spent():
            raise self.exceeded()

    def spent(self, *_: object) -> bool:
        """One more; whether it is one too many."""
        self.taken += 1
        return self.exhausted

    @property
    def exhausted(self) -> bool:
        """Whether more were taken than there are."""
        return self.taken > self.most

    def exceeded(self) -> LimitExceeded:
        """What to say of a document whose parser was ended."""
        return LimitExceeded(f"read as plain text: its structure takes more than {counted(self.most, 'step')} to parse")


def check_size(text: str, most: int, kind: str) -> None:
    """Raises LimitExceeded for a text of a kind that is too long for its parser, before anything is parsed."""
    if len(text) > most:
        raise LimitExceeded(f"read as plain text: more than {counted(most, 'character')} of {kind}")


def bounded(text: str) -> str:
    """As much of a text as is read: whole lines, or the beginning of a first one that is too long."""
    end = len(text)
    if end > MAX_CHARACTERS:
        end = text.rfind("\n", 0, MAX_CHARACTERS)
        end = end if end > 0 else MAX_CHARACTERS
    at, lines = -1, 0
    if text.count("\n", 0, end) >= MAX_LINES:
        while lines < MAX_LINES:
            at, lines = text.find("\n", at + 1), lines + 1
        end = at
    return text[:end]
