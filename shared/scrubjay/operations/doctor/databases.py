"""Checks of the database files, by SQLite itself; a damaged file is named, never deleted."""

from collections.abc import Iterable
from pathlib import Path

from scrubjay.errors import StorageBusy, StorageError
from scrubjay.model.check import Check
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from scrubjay.storage.migrate import SchemaName
from scrubjay.storage.queries import load

Q = load(__package__)

MEND = "`scrubjay doctor --repair` moves it aside, keeps every readable row and rebuilds the rest"


PATIENCE_MS = 2000
"""A worker's transactions are over in less."""


def files(home: Path, project: Path | None) -> tuple[tuple[Path, SchemaName], ...]:
    """The databases that matter here: the home's, the user's, the project's; those that exist."""
    candidates: list[tuple[Path, SchemaName]] = [
        (home / "home.db", "home"),
        (home / "user" / "knowledge.db", "knowledge"),
    ]
    if project:
        candidates += [
            (project / "knowledge.db", "knowledge"), (project / "session.db", "session"),
            (project / "forge.db", "knowledge"),
        ]  # fmt: skip
    return tuple((path, schema) for path, schema in candidates if path.is_file())


def name_of(path: Path) -> str:
    """How a check calls a file: by its folder, a project's cut to twelve digits, and its name."""
    return f"database {path.parent.name[:12]}/{path.name}"


def integrity(path: Path, schema: SchemaName) -> Check:
    """SQLite's own check of a file, its full-text tables included. Raises StorageError when it can't be opened."""
    name = name_of(path)
    with Database(path, schema) as database:
        complaints = database.read(_quick_check)
        journal = database.journal_mode
    if complaints:
        return Check(name, False, "; ".join(complaints), "ok", damaged(complaints))
    return Check(name, True, f"ok, {path.stat().st_size / 1e6:.1f} MB, {journal}", "ok")


def held(home: Path, project: Path) -> Check:
    """Which files another process has locked for writing. Other obstacles have checks of their own."""
    names = []
    for path, schema in files(home, project):
        try:
            with Database(path, schema, busy_ms=PATIENCE_MS) as database:
                database.write(lambda connection: None)
        except StorageBusy:
            names.append(name_of(path))
        except StorageError:
            continue
    if not names:
        return Check("held databases", True, "none", "none")
    do = "close that program, for example a database browser; reading works meanwhile"
    return Check("held databases", False, f"another process has locked for writing: {', '.join(names)}", "none", do)


def damaged(complaints: Iterable[str]) -> str:
    """What to do about a damaged file: an index of derived text is rebuilt, anything else set aside."""
    return "`scrubjay doctor --repair` rebuilds it" if all("fts" in line for line in complaints) else MEND


def _quick_check(connection: Connection) -> list[str]:
    rows = [str(row[0]) for row in connection.execute(Q.quick_check).fetchall()]
    return [] if rows == ["ok"] else rows[:5]
