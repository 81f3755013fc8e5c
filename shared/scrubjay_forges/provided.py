"""What forges provide to the core, each a function of a worktree; where nothing is kept, nothing is imported for it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scrubjay.knowledge.index.store import rebuild
from scrubjay.model.check import Check
from scrubjay.model.counted import counted
from scrubjay_forges.services import ForgeServices

if TYPE_CHECKING:
    from scrubjay.knowledge.index.sources import Source
    from scrubjay.storage.database import Database
    from scrubjay.wiring.workspace import Workspace


def sources(workspace: "Workspace") -> "tuple[Source, ...]":
    """What brings the index of discussions up to date."""
    return ForgeServices.of(workspace).discussions.sources()


def databases(workspace: "Workspace") -> "tuple[Database, ...]":
    """The database of discussions."""
    kept = ForgeServices.of(workspace).discussions
    return (kept.database,) if kept.exists() else ()


def closed(workspace: "Workspace", commits: frozenset[str]) -> frozenset[str]:
    """Of some commits those whose pull request was closed without being merged."""
    return ForgeServices.of(workspace).discussions.closed_with(commits)


def due(workspace: "Workspace") -> tuple[str, ...]:
    """The reading of forges, where a repository is due or a text waits for its judge."""
    kept = ForgeServices.of(workspace).discussions
    return ("forges",) if kept.are_due() or kept.are_unjudged() else ()


def summaries(workspace: "Workspace") -> Iterator[str]:
    """What was read of forges, by repository."""
    services = ForgeServices.of(workspace)
    if services.discussions.exists():
        yield from (f"Discussions of {one.summary}." for one in services.discussion_store.repositories())


def kept(workspace: "Workspace") -> Iterator[Check]:
    """What was read of forges, by repository; nothing where none was named. Then what isn't read to its end."""
    services = ForgeServices.of(workspace)
    if trouble := services.discussions.trouble():
        yield Check("discussions", False, trouble, "readable", "`scrubjay doctor --repair` keeps every readable row")
        return
    for one in services.discussion_store.repositories() if services.discussions.exists() else ():
        yield Check("discussions", True, one.summary, "", f"last reading: {one.note}" if one.note else "")


def unread(workspace: "Workspace") -> Iterator[Check]:
    """Repositories at forges that aren't read to their end, or whose forge asked to wait; nothing where all are."""
    services = ForgeServices.of(workspace)
    if not services.discussions.are_configured or services.discussions.trouble():
        return
    for target in services.forge_sync.targets():
        at = services.forge_sync.bookmark(target.name)
        if at.waits or at.round:
            why = at.waits or "the reading isn't at its end"
            forget = f"; `scrubjay forge forget {target.name}` ends the wait, with all that was read" * bool(at.waits)
            yield Check("forges", True, f"{target.name}: {why}", "", f"`scrubjay forge sync` goes on{forget}")


def repaired(workspace: "Workspace") -> Iterator[str]:
    """Make the full text of discussions anew; says what was done."""
    services = ForgeServices.of(workspace)
    if services.discussions.exists():
        rebuild(workspace.forge_database)
        texts = services.discussion_store.catch_up()
        yield f"full text of discussions, {counted(texts, 'text')} anew"
