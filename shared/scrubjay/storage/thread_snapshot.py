"""The snapshots that a thread holds while several of its reads have to agree."""

import threading
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from scrubjay.storage.driver import Connection

if TYPE_CHECKING:
    from scrubjay.storage.database import Database


class ThreadSnapshot(threading.local):
    """One thread's snapshot of one database: `connection` is None until the first read and after `end`."""

    def __init__(self) -> None:
        self.depth = 0
        """How many blocks of this thread want one snapshot."""
        self.busy = False
        """Whether a read runs on it now."""
        self.connection: Connection | None = None
        self.ending = ExitStack()

    def end(self) -> None:
        """End it, unless a read runs on it. Raises StorageError."""
        if self.connection is not None and not self.busy:
            self.connection = None
            self.ending.close()


@contextmanager
def snapshots(databases: "Iterable[Database]") -> Iterator[None]:
    """Let this thread read one snapshot of each database within the block."""
    with ExitStack() as stack:
        for database in databases:
            stack.enter_context(database.snapshot())
        yield
