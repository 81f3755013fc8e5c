"""The errors of a store, beside those of the core. None of them holds a key."""

from scrubjay.errors import ScrubjayError


class StoreAway(ScrubjayError):
    """A store doesn't answer. `scrubjay stores list` looks again."""

    exit_code = 4


class StoreRefused(ScrubjayError):
    """A store refused a call. The message has its own words."""

    def __init__(self, message: str, retry_s: float = 0.0) -> None:
        super().__init__(message)
        self.retry_s = retry_s
        """Seconds that it asks to be left alone; 0 for none."""


class StoreUnreadable(ScrubjayError):
    """What a store answered can't be read. Is it the service that the settings say?"""


class ReplayStopped(ScrubjayError):
    """A replay stopped before its end. Run it again: what is there already is known."""
