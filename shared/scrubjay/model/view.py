"""A worktree's view: git's own tree at a commit, restricted to the indexed files."""

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
class OmittedFile:
    """A selected file that is not read, and why. A secret in its path is masked."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The documents of a tree, in path order, and the files left out because of their path alone.

    `key` is equal for views with the same documents. `commit` and `tree` are empty in a repository without commits.
    `as_of` is what the caller requested, empty for HEAD. `committed_at` is ISO 8601, UTC. `cut` names the limits that
    the tree exceeds, `replaced` says where git shows other objects than those that are stored.
    """

    key: str
    worktree: Path
    branch: str
    commit: str
    tree: str
    committed_at: str
    as_of: str
    files: tuple[ViewFile, ...]
    omitted: tuple[OmittedFile, ...] = ()
    cut: tuple[str, ...] = ()
    replaced: str = ""

    @property
    def label(self) -> str:
        """The branch for display: a detached HEAD without its commit, which is shown beside it."""
        return "detached" if self.branch.startswith("detached:") else self.branch

    @property
    def short(self) -> str:
        """The first ten digits of the commit, or "no commits"."""
        return self.commit[:10] or "no commits"
