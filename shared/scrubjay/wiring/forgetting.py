"""The forgetting of what sessions of every project were told: memories that follow the user are told in all."""

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrubjay.model.clock import Clock


def forget_told(home: Path, clock: "Clock", forgotten: Collection[tuple[str, str]], *, but: Path | None = None) -> None:
    """Take forgotten memories, each as (id, content), out of what projects' sessions were told; `but` one project's.

    Raises StorageError for a database that can't be written, after the others.
    """
    from scrubjay.briefing.told import BriefingLedger
    from scrubjay.errors import StorageError
    from scrubjay.storage import Database

    failed: StorageError | None = None
    for file in sorted((home / "projects").glob("*/session.db")):
        if file.parent == but:
            continue
        try:
            with Database(file, "session") as database:
                BriefingLedger(database, clock).clear(forgotten)
        except StorageError as error:
            failed = error
    if failed:
        raise failed
