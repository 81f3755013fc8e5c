"""Check: lines of `scrubjay doctor`."""

from collections.abc import Iterable
from typing import Protocol

from scrubjay.extensions.host import Host
from scrubjay.model.check import Check


class Checking(Protocol):
    """A function that examines what its extension needs. Quick, and it changes nothing."""

    def __call__(self, host: Host) -> Iterable[Check]:
        """Each check with what was found, and what to do. A ScrubjayError is a failed check by itself."""
        ...
