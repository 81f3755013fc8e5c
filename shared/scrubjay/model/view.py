"""A worktree's view: git's own tree at a commit, restricted to the indexed files."""

from pathlib import Path
from typing import Literal

from scrubjay.model.frozen import dataclass

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


Why = Literal["absent", "lfs", "size", "binary", "encoding", "secret", "name", "copies", "grammar", "damaged", "type",
              "excluded", "submodule", "folder", "link", "limit", "uncommitted", "nowhere", "waiting"]  # fmt: skip
"""Why something isn't read. Of a selected file: not in this clone, a Git LFS pointer, too large, binary, in an unknown
encoding, with a secret in its text or in its path, a copy beyond the limit, code without a grammar, damaged. The others
are said of paths."""


@dataclass(frozen=True, slots=True)
class OmittedFile:
    """A selected file that is not read, the reason in words, and its class. A secret in its path is masked.

    `count` is how many files the line stands for.
    """

    path: str
    reason: str
    why: Why | Literal[""] = ""
    count: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class UnselectedFiles:
    """What of a tree no pattern selects: submodules by path, files by extension and by the pattern that excludes them.

    The numbers of files are in descending order. A secret in a path is masked. `refused` says of each submodule why it
    isn't read, where submodules are.
    """

    submodules: tuple[str, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    types: tuple[tuple[str, int], ...] = ()
    excluded: tuple[tuple[str, int], ...] = ()


NOTHING_UNSELECTED = UnselectedFiles()


@dataclass(frozen=True, slots=True, kw_only=True)
class Submodule:
    """A submodule that is read: its path, the commit that the tree records of it, and its files, by whole paths.

    `objects` is the folder of its objects. Its files are other people's words.
    """

    path: str
    commit: str
    objects: Path
    files: tuple[ViewFile, ...] = ()
    omitted: tuple[OmittedFile, ...] = ()

    @property
    def citation(self) -> str:
        """The note on where the files are from: the commit and path of the submodule."""
        return f"@ {self.commit[:10]} of submodule {self.path}"


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The documents of a tree, in path order, the files left out because of their path alone, and what isn't selected.

    `key` is equal for views with the same documents. `commit` and `tree` are empty in a repository without commits.
    `as_of` is what the caller requested, empty for HEAD. `committed_at` is ISO 8601, UTC. `cut` names the limits that
    the tree exceeds, `replaced` says where git shows other objects than those that are stored. `files` are its own:
    those of `submodules`, where these are read, stand apart. `called` begins an answer in place of folder and branch.
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
    unselected: UnselectedFiles = NOTHING_UNSELECTED
    cut: tuple[str, ...] = ()
    replaced: str = ""
    submodules: tuple[Submodule, ...] = ()
    called: str = ""

    @property
    def borrowed(self) -> tuple[ViewFile, ...]:
        """The files of all submodules that are read."""
        return tuple(file for module in self.submodules for file in module.files)

    def submodule_of(self, path: str) -> Submodule | None:
        """The submodule that a path lies in, of those that are read."""
        return next((one for one in self.submodules if path.startswith(f"{one.path}/")), None)

    @property
    def served(self) -> bool:
        """Whether a server of several repositories shows it, whose clients have none of the commands of a home."""
        return bool(self.called)

    @property
    def label(self) -> str:
        """The branch for display: a detached HEAD without its commit, which is shown beside it."""
        return "detached" if self.branch.startswith("detached:") else self.branch

    @property
    def short(self) -> str:
        """The first ten digits of the commit, or "no commits"."""
        return self.commit[:10] or "no commits"
