"""A cluster that a restore replaces: moved aside, never deleted; and a restore that was cut off."""

import json
from pathlib import Path

from scrubjay_team.engine import postmaster as processes
from scrubjay_team.engine.passwords import FILE
from scrubjay_team.engine.places import find_place
from scrubjay_team.errors import EngineFailed
from scrubjay_team.private import write_own

MARK = "restoring"
"""A file that is there from a restore's first step to its last; it names where the old data are."""
MOST = 1_000
"""Old clusters beside each other at the most."""


def move_aside(data: Path) -> None:
    """Make room for a new cluster under the data folder's lock: the old one and its passwords get another name.

    What a restore that was cut off had made is moved as well, but what `restored_over` names stays the first one.
    """
    place = find_place(data)
    running = processes.find_running(place.data)
    if running is not None:
        processes.stop(running, place.data)
    number = next(n for n in range(1, MOST) if not place.folder.with_name(f"{place.folder.name}.old-{n}").exists())
    there = place.exists
    target = place.folder.with_name(f"{place.folder.name}.old-{number}")
    if not (data / MARK).exists():
        write_own(data / MARK, json.dumps({"old": str(target) if there else ""}))
    if (data / FILE).exists():
        (data / FILE).rename(data / f"{FILE}.old-{number}")
    if place.folder.exists():
        place.folder.rename(target)


def restored_over(data: Path) -> Path | None:
    """Where the data are that a restore replaces; None where there were none."""
    old = json.loads((data / MARK).read_text(encoding="utf-8"))["old"]
    return Path(old) if old else None


def finish(data: Path) -> None:
    """The restore is complete: the next start uses what it made."""
    (data / MARK).unlink()


def refuse_unfinished(data: Path) -> None:
    """Raises EngineFailed where a restore was cut off, so that nobody takes half of a team's memory for all of it."""
    if (data / MARK).exists():
        raise EngineFailed(
            f"A restore into {data} was cut off, so its data aren't complete; what was there before lies beside "
            "them, in folders that end in .old-1 and so on. Run it again: `scrubjay team restore FILE`."
        )
