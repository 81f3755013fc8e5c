"""The repositories that a member is granted, with how far their mirrors are; and a transaction that sees some alone."""

from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from scrubjay.model.frozen import dataclass, from_row, replace
from scrubjay_team.database.queries import load

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Entered

Q = load(__package__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRepository:
    """A repository and its mirror: `current`, where a search finds what was fetched last; `failures` in a row."""

    id: UUID
    name: str
    open: bool
    mirrored: bool
    current: bool | None
    branch: str | None
    commit: str | None
    fetched_at: datetime | None
    indexed_at: datetime | None
    failures: int | None
    progress: str | None
    size: int | None

    @property
    def trouble(self) -> str:
        """What is wrong with it, in words; empty where nothing is."""
        if self.failures:
            last = f" since {self.fetched_at:%Y-%m-%d %H:%M} UTC" if self.fetched_at else ""
            return f"it couldn't be fetched{last}; an owner sees why by `scrubjay team repository list`"
        return ""

    @property
    def state(self) -> str:
        """How far it is, in words."""
        if not self.mirrored:
            return "not mirrored"
        if self.trouble:
            return "can't be fetched"
        if self.current:
            return "up to date"
        return self.progress or ("being indexed" if self.fetched_at else "waits to be fetched")


def repositories(entered: "Entered") -> tuple[ShownRepository, ...]:
    """The repositories of the member whose transaction it is, by name."""
    return tuple(from_row(ShownRepository, row) for row in entered.connection.execute(Q.repositories).fetchall())


def narrowed(entered: "Entered", projects: Collection[UUID]) -> "Entered":
    """The same transaction, which from now on sees of what its member is granted these repositories alone."""
    kept = tuple(one for one in entered.caller.projects if one in projects)
    entered.connection.execute(Q.narrow, {"projects": list(kept)})
    return replace(entered, caller=replace(entered.caller, projects=kept))
