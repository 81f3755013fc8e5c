"""The databases of a project, and what is counted of it."""

from scrubjay.identity.insight.counting import EventCounts
from scrubjay.model.frozen import dataclass
from scrubjay.storage.database import Database


@dataclass(frozen=True, slots=True)
class Stores:
    """The databases of a project, and what is counted of it. `forge` has a file only where a forge was named."""

    knowledge: Database
    session: Database
    forge: Database
    counts: EventCounts

    @property
    def used(self) -> tuple[Database, ...]:
        """Those that are there: that of forges only where one was named."""
        further = (self.forge,) if self.forge.path.is_file() else ()
        return (self.knowledge, self.session, *further)

    def is_current(self) -> bool:
        """Whether the files at their paths are still those that were opened."""
        return all(database.is_current() for database in (self.knowledge, self.session, self.forge))

    def close(self) -> None:
        """Write what was counted, then close them; running transactions end first."""
        self.counts.flush()
        self.knowledge.close()
        self.session.close()
        self.forge.close()
