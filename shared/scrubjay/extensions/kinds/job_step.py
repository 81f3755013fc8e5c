"""Job step: what the worker does after a commit."""

from collections.abc import Callable
from typing import NamedTuple

from scrubjay.extensions.host import Host


class WorkerStep(NamedTuple):
    """A step at the end of the worker's job. It runs, and fails, by itself, and is asked to stop by `stopping`.

    `fn(host, stopping)` returns nothing; what it stored when it stops stays, and it goes on the next time.
    """

    name: str
    fn: Callable[[Host, Callable[[], bool]], None]
