"""What did the machine and the person say in this session? Read from the client's own transcript; nothing is kept."""

from scrubjay.observed.observer import Observed, Observer

__all__ = ["Observed", "Observer"]
