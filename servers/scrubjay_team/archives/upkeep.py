"""The worker's part in archives: what is too old is hidden, and objects go until the store has none of them left."""

from typing import Final

from scrubjay.model.clock import Clock
from scrubjay_team.archives.archives import Q, deleted
from scrubjay_team.archives.objects import ArchiveObjects
from scrubjay_team.archives.values import SETTLED
from scrubjay_team.database.connecting import DatabasePool

BATCH: Final = 200
MOST_BATCHES: Final = 20
"""What one run deletes, at most; the next one goes on."""


class ArchiveUpkeep:
    """Expires archives and deletes objects, once a minute; any number of workers may."""

    def __init__(self, database: DatabasePool, objects: ArchiveObjects, clock: Clock) -> None:
        """`database` is the worker's."""
        self._database, self._objects, self._clock = database, objects, clock

    def run(self) -> int:
        """Do what is due; returns how many objects were deleted. A store that is away is asked at the next run."""
        with self._database.plain() as connection:
            connection.execute(Q.expire, {"now": self._clock()})
        done = 0
        for _ in range(MOST_BATCHES):
            with self._database.plain() as connection:
                rows = connection.execute(Q.due, {"settled": self._clock() - SETTLED, "most": BATCH}).fetchall()
            gone = deleted(self._objects, rows)
            if gone:
                with self._database.plain() as connection:
                    connection.execute(Q.gone, {"parts": gone})
            done += len(gone)
            if len(gone) < BATCH:
                break
        return done
