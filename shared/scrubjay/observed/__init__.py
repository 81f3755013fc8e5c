"""What did the machine and the person say in this session? Read from the client's own transcript; nothing is kept."""

from typing import TYPE_CHECKING

from scrubjay.exporting import exported

if TYPE_CHECKING:
    from scrubjay.observed.observer import Observed, Observer

__all__ = ["Observed", "Observer"]

__getattr__ = exported(
    __name__,
    {
        "Observed": "scrubjay.observed.observer",
        "Observer": "scrubjay.observed.observer",
    },
)
