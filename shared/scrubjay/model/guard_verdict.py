"""What a guard says of an answer: how much of it may be shown."""

from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class GuardVerdict:
    """Whether nothing is shown, or at most so many entries (None: all), and the signals that led to it, in words."""

    refused: bool = False
    most: int | None = None
    signals: str = ""
