"""What does one worktree see? A view: git's own tree at a commit, narrowed to the documents we index."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Format = Literal[
    "markdown", "rst", "asciidoc", "text", "kep",
    "code:bash", "code:c", "code:cpp", "code:csharp", "code:go", "code:java", "code:javascript", "code:kotlin",
    "code:php", "code:python", "code:ruby", "code:rust", "code:scala", "code:swift", "code:tsx", "code:typescript",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class ViewFile:
    """A selected file, a document or code: its path from the repository's top, its blob id and its format."""

    path: str
    blob: str
    format: Format


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file that the selection takes and that is not read, and why. A secret in its path is masked here."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class View:
    """The documents of a tree, in path order, and what was left out of them for its path alone.

    `key` is equal for views that show the same documents. `commit` and `tree` are empty in a repository without
    commits. `as_of` is what the caller asked for, empty for HEAD. `committed_at` is ISO 8601, UTC. `cut` says of
    the tree what it has more of than was looked at.
    """

    key: str
    worktree: Path
    branch: str
    commit: str
    tree: str
    committed_at: str
    as_of: str
    files: tuple[ViewFile, ...]
    left_out: tuple[LeftOut, ...] = ()
    cut: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The branch for people: a detached HEAD needs no commit in its name, the commit stands beside it."""
        return "detached" if self.branch.startswith("detached:") else self.branch

    @property
    def short(self) -> str:
        """The first ten digits of the commit, or "no commits"."""
        return self.commit[:10] or "no commits"
