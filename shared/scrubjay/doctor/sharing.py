"""What leaves this home: the last sync. Uses no network."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scrubjay.model.check import Check
from scrubjay.model.counted import counted

if TYPE_CHECKING:
    from scrubjay.app import App


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
