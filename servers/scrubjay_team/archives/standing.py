"""How the archives of a server stand, for whoever runs it: numbers alone."""

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass, from_row
from scrubjay_team.database.queries import load

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Connection

Q = load(__package__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveStanding:
    """How many conversations there are, their bytes in the store, the objects that wait to be deleted, since when."""

    archives: int
    bytes: int
    going: int
    since: datetime | None

    @classmethod
    def of(cls, connection: "Connection") -> "ArchiveStanding":
        """How they stand now, in the owner's transaction."""
        (row,) = connection.execute(Q.standing).fetchall()
        return from_row(cls, row)

    def lines(self) -> Iterator[str]:
        """For people; nothing where there are none."""
        if self.archives:
            yield f"archives: {counted(self.archives, 'session')}, {self.bytes / 1e6:,.1f} MB"
        if self.since is not None:
            yield (
                f"archives: {counted(self.going, 'object')} to be deleted, since {self.since:%Y-%m-%d %H:%M} UTC; the "
                "server's worker does it, once the store of team.archives answers"
            )
