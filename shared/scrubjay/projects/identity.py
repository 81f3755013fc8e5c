"""Whose memory may this repository see? A pure decision over the file that binds it and what the home knows.

Everything public can be copied: a committed id, a root commit, a remote's address, a `.git` file that points somewhere.
So only a secret opens a project: the one in the clone's git common directory, whose hash the home keeps, and only where
the folder is the one that got it.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Folder:
    """A git common directory: its path, and which directory that is on its disk."""

    common_dir: str
    device: int
    inode: int


@dataclass(frozen=True, slots=True)
class Absent:
    """This home has no file in the clone."""


@dataclass(frozen=True, slots=True)
class Unusable:
    """There is a file, and it can't be believed: unreadable, a link, somebody else's."""

    path: str
    why: str


@dataclass(frozen=True, slots=True)
class Held:
    """The file names a project and holds a secret with this hash."""

    project: str
    secret_sha256: str


Binding = Absent | Unusable | Held


@dataclass(frozen=True, slots=True)
class Facts:
    """What was seen of a clone, and what the home knows of it.

    `own`: the common directory is this worktree's, as git's own back link or the home says. `clone`: where the home
    last saw the clone with this secret. `project_known`: the home has the project that the file names. `still_there`:
    the place of before still holds this secret. `continues`: the history shares a root commit with the project's, or
    can't tell, being unborn or shallow. `before`: what a binding from before there were secrets opens.
    """

    here: Folder
    binding: Binding
    own: bool = True
    clone: Folder | None = None
    project_known: bool = False
    still_there: bool = False
    continues: bool = False
    before: str = ""


@dataclass(frozen=True, slots=True)
class Opens:
    """The clone belongs to this project. `moved`: it lies elsewhere than before."""

    project: str
    moved: bool = False


@dataclass(frozen=True, slots=True)
class OpensUntilBound:
    """A binding from before there were secrets: it counts until `init` or `ingest` writes one."""

    project: str


@dataclass(frozen=True, slots=True)
class Unbound:
    """The clone belongs to no project of this home."""


@dataclass(frozen=True, slots=True)
class Borrowed:
    """The worktree reaches a common directory that isn't its own; nothing there counts here."""

    common_dir: str


@dataclass(frozen=True, slots=True)
class Copy:
    """The secret was copied: its clone is still there, or what was found elsewhere has another history."""

    project: str
    of: str
    still_there: bool


@dataclass(frozen=True, slots=True)
class Unknown:
    """The secret fits nothing here: the project was forgotten, or the home is an older one."""

    project: str
    project_known: bool


Identity = Opens | OpensUntilBound | Unbound | Borrowed | Copy | Unknown | Unusable


def identify(facts: Facts) -> Identity:
    """Decide which project a clone opens, if any."""
    match facts.binding:
        case Unusable():
            return facts.binding
        case _ if not facts.own:
            return Borrowed(facts.here.common_dir)
        case Absent():
            return OpensUntilBound(facts.before) if facts.before else Unbound()
        case Held(project, _) if facts.clone is None:
            return Unknown(project, facts.project_known)
        case Held(project, _) if facts.clone is not None and same_folder(facts.here, facts.clone):
            return Opens(project, moved=facts.here != facts.clone)
        case Held(project, _) if facts.continues and not facts.still_there:
            return Opens(project, moved=True)
        case Held(project, _):
            return Copy(project, facts.clone.common_dir if facts.clone else "", facts.still_there)


def same_folder(here: Folder, known: Folder) -> bool:
    """Whether it is the directory that was known.

    A renamed folder keeps device and inode; a device's number changes when its disk is mounted again, the path doesn't.
    """
    if here.inode != known.inode:
        return False
    return here.device == known.device or here.common_dir == known.common_dir


@dataclass(frozen=True, slots=True)
class Earlier:
    """A binding from before there were secrets, in the clone's git configuration, beside what the home knows.

    `known_here`: this very folder is a clone without a secret. `another_gone`: one such clone of the project is not
    there any more. `shares_root`: a root commit of the project is in this history; `tells`: both have root commits.
    """

    project: str
    known_here: bool
    another_gone: bool
    shares_root: bool
    tells: bool


def opened_before(said: Earlier) -> str:
    """The project that such a binding opens: the folder of before with its history, or one that moved. Else empty."""
    if said.known_here:
        return said.project if said.shares_root or not said.tells else ""
    return said.project if said.another_gone and said.shares_root else ""
