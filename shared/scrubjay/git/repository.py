"""Discovery of the repository that holds a path: its worktree, its folders, and its kind."""

import os
from pathlib import Path

from scrubjay.errors import DubiousOwnership, GitFailed, NotARepository, RepositoryError
from scrubjay.git.process import MAX_POINTER, TIMEOUT_S, Git, GitEnvironment
from scrubjay.model.frozen import dataclass
from scrubjay.privacy.secrets.shown_names import shown

_QUESTIONS = (
    "--is-bare-repository",
    "--is-inside-work-tree",
    "--is-shallow-repository",
    "--show-object-format",
    "--path-format=absolute",
    "--git-dir",
    "--git-common-dir",
    "--show-toplevel",
)
"""The last query fails where there is no working tree; the answers before it are printed all the same."""


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository with a working tree. All paths are absolute and resolved.

    `common_dir` is shared by all worktrees of a clone; `git_dir` belongs to one worktree.
    """

    worktree: Path
    git_dir: Path
    common_dir: Path
    object_format: str
    shallow: bool

    @property
    def name(self) -> str:
        """The name of the worktree's folder, as it may be shown."""
        return shown(self.worktree.name)

    @property
    def place(self) -> str:
        """The worktree's folder, as it may be shown."""
        return shown(str(self.worktree))


def open_repository(path: Path, environment: GitEnvironment, patience_s: float = TIMEOUT_S) -> Repository:
    """Find the repository that holds a path; `patience_s` is the timeout of each git call.

    Raises NotARepository, DubiousOwnership, RepositoryError for a bare one, GitUnavailable.
    """
    folder = path if path.is_dir() else path.parent
    if not folder.is_dir():
        raise NotARepository(f"{path} does not exist. Pass a path inside a git repository.")
    git = Git(folder, environment, patience_s)
    code, out = git.answer("rev-parse", *_QUESTIONS)
    lines = os.fsdecode(out).split("\n")
    if len(lines) < len(_QUESTIONS) - 1:
        raise _why_not(folder)
    bare, inside, shallow, object_format, *folders = lines
    git_dir, common_dir, top = folders[:3] if len(lines) == len(_QUESTIONS) else _ask_one_by_one(git)
    if bare == "true":
        raise RepositoryError(f"{folder} is a bare repository. scrubjay needs a checkout: use a clone or a worktree.")
    if inside != "true":
        raise RepositoryError(f"{folder} is inside a .git folder. Change into the working tree.")
    if code or not top:
        raise _why_not(folder)
    worktree, git_folder = Path(top).resolve(), Path(git_dir).resolve()
    if not _leads_to(worktree / ".git", git_folder):
        raise RepositoryError(
            f"{git_folder} names {worktree} as its working tree (core.worktree), and no .git there leads back to it. "
            "scrubjay only reads a working tree that has its own .git."
        )
    common = Path(common_dir).resolve()
    return Repository(worktree, git_folder, common, object_format, shallow == "true")


def _ask_one_by_one(git: Git) -> list[str]:
    """Ask git for the three folders in a call each, as names with line ends make one answer ambiguous."""
    answers = (git.answer("rev-parse", "--path-format=absolute", question)[1] for question in _QUESTIONS[-3:])
    return [os.fsdecode(answer.removesuffix(b"\n")) for answer in answers]


def _leads_to(marker: Path, git_dir: Path) -> bool:
    """Whether a `.git` is this git folder, or a file that points to it."""
    if marker.is_dir():
        return marker.resolve() == git_dir
    try:
        with marker.open("rb") as stream:
            pointer = os.fsdecode(stream.read(MAX_POINTER))
    except OSError:
        return False
    return (marker.parent / pointer.removeprefix("gitdir:").lstrip().rstrip("\r\n")).resolve() == git_dir


def _why_not(folder: Path) -> RepositoryError:
    """The error for a folder in which git refuses to work: no repository, or one of another user."""
    for parent in (folder.resolve(), *folder.resolve().parents):
        marker = parent / ".git"
        if not marker.exists() and not (parent / "HEAD").is_file():
            continue
        if not marker.exists() and not (parent / "objects").is_dir():
            continue
        owner = (marker if marker.exists() else parent).stat().st_uid
        if hasattr(os, "geteuid") and owner != os.geteuid():
            return DubiousOwnership(
                f"{parent} belongs to another user (uid {owner}), so git refuses to read it. If you trust it: "
                f"git config --global --add safe.directory '{parent}'"
            )
        return GitFailed(f"git can't read the repository in {parent}. `git -C '{parent}' status` says why.")
    return NotARepository(f"{folder} is not inside a git repository. Change into one, or pass its path.")
