"""Forgets the discussions of a repository for good: rows, full text, vectors and journal."""

from collections.abc import Callable

from scrubjay.errors import NotFound
from scrubjay.knowledge.index.generation import bump
from scrubjay.knowledge.index.store import purge
from scrubjay.memory.lifecycle.endings import forget_quoted
from scrubjay.model.frozen import dataclass, replace
from scrubjay.storage.driver import Connection
from scrubjay.wiring.workspace import Workspace
from scrubjay_forges.discussions.rows import Q, drop_rows
from scrubjay_forges.discussions.store import DiscussionStore
from scrubjay_forges.discussions.stored import ForgeRepository


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgottenForge:
    """A repository whose discussions were deleted. `clean`: no other process still holds the journal."""

    repository: ForgeRepository
    clean: bool
    last: bool


def kept_repository(store: DiscussionStore, name: str) -> ForgeRepository:
    """A repository of which something is kept. Raises NotFound, with the names of those that are kept."""
    kept = store.repositories()
    found = next((one for one in kept if one.name.lower() == name.lower()), None)
    if found is None:
        names = ", ".join(one.name for one in kept) or "none"
        raise NotFound(f"Nothing of {name[:200]} is kept here. Kept are: {names}. `scrubjay forge list` says more.")
    return found


def forget_repository(store: DiscussionStore, name: str) -> ForgottenForge:
    """Delete one repository's discussions; its settings stay, so a reading that is set up brings them again.

    Raises NotFound.
    """
    found = kept_repository(store, name)
    database, params = store.database, {"name": found.name}

    def drop(connection: Connection) -> int:
        row = connection.execute(Q.find_repository, params).fetchone()
        if row is not None:
            here = {"repository": row["id"]}
            drop_rows(connection, connection.execute(Q.parts_of_repository, here).fetchall())
            connection.execute(Q.drop_repository, here)
            bump(connection)
        return len(connection.execute(Q.names).fetchall())

    left = database.write(drop)
    clean = purge(database)
    if left:
        return ForgottenForge(repository=found, clean=database.compact() and clean, last=False)
    database.remove()
    return ForgottenForge(repository=found, clean=True, last=True)


def forget_forge(discussion_store: DiscussionStore, services: "Workspace") -> Callable[[str], ForgottenForge]:
    """A function that deletes a repository's discussions for good, also what memories and sessions quote of them.

    What they were told goes whole, since any text may repeat a discussion. The repository goes last, so that who
    was interrupted can forget it again. Raises NotFound.
    """

    def forget(name: str) -> ForgottenForge:
        memories, store = services.memories, discussion_store
        kept = kept_repository(store, name)
        for scope in memories.scopes():
            memories.writing(scope, lambda c, _: forget_quoted(c, kept.name))
        services.ledger.clear()
        done = forget_repository(store, kept.name)
        clean = [database.truncate_log() for database in services.databases]
        return replace(done, clean=done.clean and all(clean))

    return forget
