"""What doctor and status say of sync. Uses no network, and imports no cryptography."""

from collections.abc import Callable, Iterator
from pathlib import Path

from scrubjay.model.check import Check
from scrubjay.model.counted import counted
from scrubjay.storage.database import Database
from scrubjay_exchange.syncing import state


def sync(home: Path, user_database: Callable[[], Database]) -> Iterator[Check]:
    """When this home synced last, with how many machines, and what they changed at once; nothing where it never did."""
    if not (home / "user" / "knowledge.db").is_file():
        return
    database = user_database()
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
