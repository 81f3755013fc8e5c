"""Identity decision: which project a clone opens, from the file that binds it and the home's records. Pure.

Everything public can be copied: a committed id, a root commit, a remote's address, a `.git` file that points somewhere.
So only a secret opens a project: the one in the clone's git common directory, whose hash the home keeps, and only in
the folder that it was written to.
"""

from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Folder:
    """A git common directory: its path, device and inode."""

    common_dir: str
    device: int
    inode: int


@dataclass(frozen=True, slots=True)
class Absent:
    """The clone has no file of this home."""


@dataclass(frozen=True, slots=True)
class Unusable:
    """There is a file, but it can't be trusted: unreadable, a link, another account's."""

    path: str
    why: str


@dataclass(frozen=True, slots=True)
class BoundFile:
    """The file names a project and holds a secret with this hash."""

    project: str
    secret_sha256: str


Binding = Absent | Unusable | BoundFile


@dataclass(frozen=True, slots=True, kw_only=True)
class CloneFacts:
    """The state of a clone and the home's records of it.

    `owns_common_dir`: the common directory is this worktree's, by git's own back link or the home's record. `clone`:
    where the home last saw the clone with this secret. `project_known`: the home has the project that the file names.
    `original_exists`: the previous folder still has this secret. `continues`: the history shares a root commit with the
    project's, or can't tell, being unborn or shallow.
    """

    folder: Folder
    binding: Binding
    owns_common_dir: bool = True
    clone: Folder | None = None
    project_known: bool = False
    original_exists: bool = False
    continues: bool = False


@dataclass(frozen=True, slots=True)
class Opens:
    """The clone belongs to this project. `moved`: its folder has changed."""

    project: str
    moved: bool = False


@dataclass(frozen=True, slots=True)
class Unbound:
    """The clone belongs to no project of this home."""


@dataclass(frozen=True, slots=True)
class Borrowed:
    """The worktree points at a common directory that isn't its own, so its binding is ignored here."""

    common_dir: str


@dataclass(frozen=True, slots=True)
class Copy:
    """The secret was copied: the original clone still exists, or this one has an unrelated history."""

    project: str
    original: str
    original_exists: bool


@dataclass(frozen=True, slots=True)
class Unknown:
    """The secret matches no record: the project was forgotten, or the home is an older one."""

    project: str
    project_known: bool


Identity = Opens | Unbound | Borrowed | Copy | Unknown | Unusable


def identify(facts: CloneFacts) -> Identity:
    """Decide which project a clone opens, if any."""
    match facts.binding:
        case Unusable():
            return facts.binding
        case _ if not facts.owns_common_dir:
            return Borrowed(facts.folder.common_dir)
        case Absent():
            return Unbound()
        case BoundFile(project, _) if facts.clone is None:
            return Unknown(project, facts.project_known)
        case BoundFile(project, _) if facts.clone is not None and same_folder(facts.folder, facts.clone):
            return Opens(project, moved=facts.folder != facts.clone)
        case BoundFile(project, _) if facts.continues and not facts.original_exists:
            return Opens(project, moved=True)
        case BoundFile(project, _):
            return Copy(project, facts.clone.common_dir if facts.clone else "", facts.original_exists)


def same_folder(folder: Folder, recorded: Folder) -> bool:
    """Whether a folder is the same directory as the one on record.

    A renamed folder keeps device and inode; a device's number changes when its disk is remounted, the path doesn't.
    """
    if folder.inode != recorded.inode:
        return False
    return folder.device == recorded.device or folder.common_dir == recorded.common_dir
