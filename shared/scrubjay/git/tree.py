"""Which files does a tree hold? As git lists them, links and submodules included, nothing followed."""

import re
from dataclasses import dataclass

from scrubjay.git.process import Git

KINDS = {"100644": "file", "100755": "file", "100664": "file", "120000": "symlink", "160000": "submodule"}

_UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """An entry of a tree: its path from the top, its object id, and its mode as git prints it.

    The path is `printable`.
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
    """A path as text that can be stored and shown anywhere.

    A byte that isn't UTF-8 reads `\\xNN`, and so does a character that could break a line, drive a terminal or
    turn the reading order around. A path of which that is true can't be asked for by name.
    """
    text = path.decode("utf-8", "backslashreplace")
    return text if text.isascii() and text.isprintable() else _UNSHOWN.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    number = ord(found.group())
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}"
