"""Rows of a project in home.db; each change is also written to the description in the project's folder."""

from pathlib import Path

from scrubjay.identity.projects import description
from scrubjay.identity.projects.description import Clone, Departure, Description
from scrubjay.identity.projects.identity import Folder
from scrubjay.model.frozen import dataclass
from scrubjay.storage.driver import Connection, load
from scrubjay.storage.filesystem import private_folder

Q = load(__package__)


def bind_clone(connection: Connection, home: Path, id: str, folder: Folder, secret_sha256: str, now: str) -> None:
    """Bind a clone to a project by the hash of its secret."""
    row = _folder_columns(folder) | {"id": id, "secret": secret_sha256, "at": now}
    before = connection.execute(Q.clone_at, row).fetchone()
    connection.execute(Q.forget_departure, row)
    connection.execute(Q.bind_clone, row)
    if before is not None and before["project_id"] != id:
        describe(connection, home, before["project_id"])


def move_clone(connection: Connection, home: Path, id: str, folder: Folder, secret_sha256: str, now: str) -> None:
    """Record the new folder of the clone with this secret; a row that had this folder is replaced."""
    row = _folder_columns(folder) | {"id": id, "secret": secret_sha256, "at": now}
    before = connection.execute(Q.clone_at, row).fetchone()
    if before is not None and before["secret_sha256"] != secret_sha256:
        connection.execute(Q.forget_clone, row)
        describe(connection, home, before["project_id"])
    connection.execute(Q.move_clone, row)
    describe(connection, home, id)


@dataclass(frozen=True, slots=True)
class DepartedClone:
    """What `uninstall` left: the project, the clone's folder, and HEAD's commit."""

    id: str
    folder: Folder
    head: str


def departed_clone(connection: Connection, common_dir: str) -> DepartedClone | None:
    """What `uninstall` left at a path."""
    row = connection.execute(Q.departed_from, {"common_dir": common_dir}).fetchone()
    return row and DepartedClone(row["project_id"], Folder(common_dir, row["device"], row["inode"]), row["head"])


def add_roots(connection: Connection, id: str, roots: frozenset[str]) -> None:
    """Add root commits by which the project is recognised."""
    connection.executemany(Q.add_root, [{"id": id, "oid": oid} for oid in sorted(roots)])


def add_departure(connection: Connection, id: str, folder: Folder, head: str, now: str) -> None:
    """Record that `uninstall` leaves a clone."""
    connection.execute(Q.forget_clone, {"common_dir": folder.common_dir})
    connection.execute(Q.depart, _folder_columns(folder) | {"id": id, "head": head, "at": now})


def describe(connection: Connection, home: Path, id: str) -> None:
    """Write the description to the project's folder, before the transaction that changes its rows ends."""
    row = connection.execute(Q.find_project, {"id": id}).fetchone()
    if row is None:
        return
    folder = private_folder(home / "projects" / id)
    roots = tuple(row["oid"] for row in connection.execute(Q.roots, {"id": id}))
    clones = tuple(
        Clone(
            row["common_dir"], row["device"], row["inode"], row["secret_sha256"], row["last_seen"],
            tuple(w["worktree"] for w in connection.execute(Q.worktrees, {"common_dir": row["common_dir"]})),
        )
        for row in connection.execute(Q.clones, {"id": id}).fetchall()
    )  # fmt: skip
    left = tuple(
        Departure(row["common_dir"], row["device"], row["inode"], row["head"], row["left_at"])
        for row in connection.execute(Q.departures, {"id": id})
    )
    description.write(folder, Description(id, row["name"], row["created_at"], roots, clones, left))


def restore(connection: Connection, description: Description) -> None:
    """Write the rows of a project that its folder describes; existing rows are kept, except for secrets."""
    connection.execute(
        Q.restore_project, {"id": description.id, "name": description.name, "at": description.created_at}
    )
    add_roots(connection, description.id, frozenset(description.roots))
    for clone in description.clones:
        row = _folder_columns(Folder(clone.common_dir, clone.device, clone.inode)) | {"id": description.id}
        connection.execute(Q.restore_clone, row | {"secret": clone.secret_sha256, "at": clone.seen_at})
        for worktree in clone.worktrees:
            connection.execute(Q.restore_worktree, row | {"worktree": worktree})
    for left in description.departures:
        row = _folder_columns(Folder(left.common_dir, left.device, left.inode)) | {"id": description.id}
        connection.execute(Q.restore_departure, row | {"head": left.head, "at": left.left_at})


def _folder_columns(folder: Folder) -> dict[str, str | int]:
    return {"common_dir": folder.common_dir, "device": folder.device, "inode": folder.inode}
