"""A cluster that a restore replaces: moved aside, never deleted, and put back where the restore isn't completed."""

import json
import shutil
from dataclasses import asdict
from pathlib import Path

from scrubjay.model.frozen import dataclass
from scrubjay.storage.filesystem import is_locked
from scrubjay.storage.own import read_own, write_own
from scrubjay_team.engine import postmaster as processes
from scrubjay_team.engine.holding import LOCK, hold, holder
from scrubjay_team.engine.passwords import FILE
from scrubjay_team.engine.places import find_place
from scrubjay_team.errors import EngineBusy, EngineFailed

MARK = "restoring"
"""A file that is there from a restore's first step to its last; it names where the old data are."""
LONGEST = 20_000
"""Bytes of it."""
MOST = 1_000
"""Old clusters beside each other at the most."""


@dataclass(frozen=True, slots=True)
class MovedAside:
    """The folder of a cluster, and the names that it and its passwords have meanwhile; empty for what wasn't there."""

    folder: str
    old: str
    passwords: str


def move_aside(data: Path) -> None:
    """Make room for a new cluster under the data folder's lock: the old one and its passwords get another name."""
    put_back(data)
    folder, passwords = find_place(data).folder, data / FILE
    _stop(folder)
    names = ((folder.with_name(f"{folder.name}.old-{n}"), data / f"{FILE}.old-{n}") for n in range(1, MOST))
    old, kept = next(pair for pair in names if not any(one.exists() for one in pair))
    moved = MovedAside(str(folder), str(old) if folder.exists() else "", kept.name if passwords.exists() else "")
    write_own(data / MARK, json.dumps(asdict(moved)))
    if moved.passwords:
        passwords.rename(kept)
    if moved.old:
        folder.rename(old)


def put_back(data: Path) -> None:
    """Undo a restore that isn't complete, under the data folder's lock: what it made goes, what was there comes back.

    It may be cut off at any step itself, and be run again.
    """
    moved = _moved(data)
    if moved is None:
        return
    folder, old = Path(moved.folder), Path(moved.old)
    if not moved.old or old.exists():  # else the old cluster never got its other name, or has its own again
        _stop(folder)
        shutil.rmtree(folder, ignore_errors=True)
        if moved.old:
            old.rename(folder)
    if not moved.passwords:
        (data / FILE).unlink(missing_ok=True)
    elif (data / moved.passwords).exists():
        (data / moved.passwords).replace(data / FILE)
    finish(data)


def undo_cut_off(data: Path) -> None:
    """Put back what was there before a restore that was cut off; raises EngineBusy while one runs."""
    if (data / MARK).exists():
        with hold(data):
            put_back(data)


def restored_over(data: Path) -> Path | None:
    """Where the data are that a restore replaces; None where there were none."""
    moved = _moved(data)
    return Path(moved.old) if moved is not None and moved.old else None


def finish(data: Path) -> None:
    """The restore is complete, or undone: the next start uses what is there."""
    (data / MARK).unlink()


def refuse_unfinished(data: Path) -> None:
    """Raises EngineFailed where a restore was cut off, so that nobody takes half of a team's memory for all of it."""
    if (data / MARK).exists():
        raise EngineFailed(
            f"A restore into {data} was cut off, so its data aren't complete; what was there before is kept. Run it "
            "again: `scrubjay team restore FILE` first puts that back, then restores the file."
        )


def refuse_restoring(data: Path) -> None:
    """The same for who doesn't hold the data folder; raises EngineBusy while the restore runs."""
    if (data / MARK).exists() and is_locked(data / LOCK):
        raise EngineBusy(f"{holder(data)} restores a backup into {data}. Wait until it ended, then try again.")
    refuse_unfinished(data)


def _moved(data: Path) -> MovedAside | None:
    """What the mark of a restore says; None where there is none. Raises EngineFailed for a damaged one."""
    text = read_own(data / MARK, "the mark of a restore", LONGEST)
    if text is None:
        return None
    try:
        return MovedAside(**json.loads(text))
    except (ValueError, TypeError):
        raise EngineFailed(
            f"{data / MARK} is damaged, so what a restore moved aside isn't known: look for names that end in .old-1 "
            "beside the data, give the newest their own names again, then remove that file."
        ) from None


def _stop(folder: Path) -> None:
    """Stop the PostgreSQL that a killed process left running over a cluster."""
    cluster = folder / "data"
    running = processes.find_running(cluster)
    if running is not None:
        processes.stop(running, cluster)
