"""Which files does a tree hold? As git lists them, links and submodules included, nothing followed."""

from dataclasses import dataclass

from scrubjay.git.process import Git

KINDS = {"100644": "file", "100755": "file", "100664": "file", "120000": "symlink", "160000": "submodule"}


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """An entry of a tree: its path from the top, its object id, and its mode as git prints it.

    A byte of a path that isn't UTF-8 is shown as `\\xNN`, so that every path can be stored and printed.
    """

    path: str
    blob: str
    mode: str

    @property
    def kind(self) -> str:
        """file, symlink, submodule, or other."""
        return KINDS.get(self.mode, "other")

    @property
    def is_file(self) -> bool:
        """Whether this is a regular file."""
        return self.kind == "file"


def list_tree(git: Git, tree: str) -> tuple[TreeEntry, ...]:
    """All entries of a tree, at every depth, in git's order. `tree` is an object id."""
    listed = git.run("ls-tree", "-r", "-z", "--full-tree", "--end-of-options", tree, timeout=60)
    entries = []
    for line in listed.split(b"\0"):
        if line:
            head, _, path = line.partition(b"\t")
            mode, _, blob = head.decode("ascii").split(" ")
            entries.append(TreeEntry(printable(path), blob, mode))
    return tuple(entries)


def printable(path: bytes) -> str:
    """A path as text that can be stored anywhere."""
    return path.decode("utf-8", "backslashreplace")
