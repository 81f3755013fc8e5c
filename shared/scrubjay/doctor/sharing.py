"""What leaves this home: the last sync, and what is proposed to the repository. Uses no network."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scrubjay.doctor.check import Check
from scrubjay.model.counted import counted

if TYPE_CHECKING:
    from scrubjay.app import App, Workspace


def sync(home: "App") -> Iterator[Check]:
    """When this home synced last, with how many machines, and what they changed at once; nothing where it never did."""
    from scrubjay.syncing import state

    if not (home.settings.home / "user" / "knowledge.db").is_file():
        return
    database = home.user_database()
    place = database.read(state.place)
    if place is None:
        return
    others = [one for one in database.read(state.machines).values() if one.name != place.machine and not one.gone]
    conflicts = len(database.read(state.conflicts))
    last = database.read(state.last_sync)
    parts = [
        f"last {last[:16].replace('T', ' ')}" if last else "not yet ended once",
        counted(len(others), "other machine"),
    ]
    parts += [counted(conflicts, "conflict")] if conflicts else []
    yield Check("sync", True, ", ".join(parts), "", "`scrubjay sync status` shows the conflicts" if conflicts else "")


def published(workspace: "Workspace") -> Iterator[Check]:
    """How many memories wait on a branch to be merged, or lost theirs; nothing where none was published here."""
    from scrubjay.model.memory import MemoryStatus
    from scrubjay.published.values import PublicationState
    from scrubjay.publishing import store

    ids = {row.memory for row in store.publications(workspace.knowledge_database)}
    if not ids:
        return
    standings = workspace.published.standings(ids, workspace.documents.view())
    states = [standing.state for standing in standings.values()]
    waiting, gone = states.count(PublicationState.OPEN), states.count(PublicationState.GONE)
    proposed = [id for id, one in standings.items() if one.state is PublicationState.OPEN]
    held = workspace.memories.of_ids(proposed)
    old = sum(id not in held or held[id].status is not MemoryStatus.ACTIVE for id in proposed)
    if waiting or gone:
        text = f"{waiting:,} proposed and not merged" + (f", {old:,} of them changed here since" if old else "")
        text += f", {gone:,} not merged and given up" if gone else ""
        yield Check("published", True, text, "", "`scrubjay publish --list` shows them")
