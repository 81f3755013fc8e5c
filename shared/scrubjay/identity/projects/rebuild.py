"""Rebuild of home.db's projects from the descriptions in their folders."""

from pathlib import Path

from scrubjay.errors import StorageCorrupt, StorageError
from scrubjay.identity.projects import rows
from scrubjay.identity.projects.description import Description, read
from scrubjay.model.frozen import dataclass
from scrubjay.storage.database import Database
from scrubjay.storage.driver import load

Q = load(__package__)


@dataclass(frozen=True, slots=True)
class Orphan:
    """A project's folder without a row in home.db, with its description; None where it has none."""

    folder: Path
    description: Description | None


def folders(home: Path) -> tuple[Path, ...]:
    """The project folders of a home."""
    return tuple(folder for folder in sorted((home / "projects").glob("*")) if folder.is_dir())


def orphans(home: Path) -> tuple[Orphan, ...]:
    """The folders without a row; all of them where there is no home.db. Writes nothing. Raises StorageError."""
    ids: set[str] = set()
    if (home / "home.db").is_file():
        with Database(home / "home.db", "home") as database:
            ids = database.read(lambda c: {row["id"] for row in c.execute(Q.projects)})
    return tuple(Orphan(folder, _description(folder)) for folder in folders(home) if folder.name not in ids)


def orphan_of(home: Path, common_dir: Path) -> Orphan | None:
    """The folder without a row whose description names a clone, present or departed."""
    folder = str(common_dir)
    for orphan in orphans(home):
        if description := orphan.description:
            named = {clone.common_dir for clone in description.clones} | {
                departure.common_dir for departure in description.departures
            }
            if folder in named:
                return orphan
    return None


def check_orphans(home: Path, common_dir: Path) -> None:
    """Raise StorageError where home.db lost a clone's project: a new project would hide its memory."""
    if own := orphan_of(home, common_dir):
        raise StorageError(
            f"{own.folder} is this repository's project, and {home / 'home.db'} doesn't know it. Nothing was changed; "
            "run `scrubjay doctor --repair`, which brings it back."
        )


def rebuild_home(home: Path, *, anew: bool = True) -> tuple[Orphan, ...]:
    """Restore the rows of every project that its folder describes; returns those without rows. Raises StorageError.

    `anew`: also restore what a damaged home.db lost of the projects it still has. Existing rows are kept.
    """
    found_orphans = orphans(home)
    described = tuple(Orphan(folder, _description(folder)) for folder in folders(home)) if anew else found_orphans
    with Database(home / "home.db", "home") as database:
        for orphan in described:
            if (description := orphan.description) is not None:
                database.write(lambda c, description=description: rows.restore(c, description))  # type: ignore[misc]
    return found_orphans


def _description(folder: Path) -> Description | None:
    try:
        return read(folder)
    except StorageCorrupt:
        return None
