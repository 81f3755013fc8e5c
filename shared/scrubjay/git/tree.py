"""Entries of a tree as git lists them, and lines of its files that hold a word."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Final

from scrubjay.git.paths import escaped
from scrubjay.git.process import Git
from scrubjay.model.frozen import dataclass

KIND_OF_MODE = {"100644": "file", "100755": "file", "100664": "file", "120000": "symlink", "160000": "submodule"}

FOLDER = "040000"

MOST_ENTRIES = 500_000
"""Entries of a tree that are listed. Ten trees of ten entries each can produce ten thousand million paths."""

MOST_BYTES = 96 * 1024 * 1024
"""Bytes of all listed entries, so that long paths can't exhaust memory either; 500,000 usual ones fit."""

LIMIT_TEXT = f"{MOST_ENTRIES:,}, or {MOST_BYTES // 1024 // 1024} MB of names"


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """An entry of a tree: its path from the top, its object id, and its mode as git prints it.

    The path is `escaped`: whoever shows one that is left out masks it.
    """

    path: str
    blob: str
    mode: str

    @property
    def kind(self) -> str:
        """file, symlink, submodule, or other."""
        return KIND_OF_MODE.get(self.mode, "other")

    @property
    def is_file(self) -> bool:
        """Whether this is a regular file."""
        return self.kind == "file"


@dataclass(slots=True)
class TreeListing:
    """The entries of a tree at every depth, in git's order, read from git as they are iterated; only once.

    `cut` tells afterwards whether there were more than the limits: `most` entries, or `MOST_BYTES` together.
    """

    git: Git
    tree: str
    most: int = MOST_ENTRIES
    cut: bool = False

    def __iter__(self) -> Iterator[TreeEntry]:
        count = size = 0
        listed = self.git.fields("ls-tree", "-r", "-z", "--full-tree", "--end-of-options", self.tree, timeout=60)
        with closing(listed):
            for line in listed:
                count += 1
                size += len(line)
                if count > self.most or size > MOST_BYTES:
                    self.cut = True
                    return
                yield _entry(line)


def list_tree(git: Git, tree: str) -> tuple[TreeEntry, ...]:
    """The entries of a tree at every depth, in git's order, up to the limit of a `TreeListing`."""
    return tuple(TreeListing(git, tree))


def entry_at(git: Git, tree: str, path: str) -> TreeEntry | None:
    """The entry at a path of a tree, links and submodules included; None where there is nothing, or a folder."""
    if "\\" in path:  # perhaps an escaped path rather than the name itself
        return next((entry for entry in TreeListing(git, tree) if entry.path == path), None)
    literal = f":(literal){path}"
    listed = git.fields("ls-tree", "-z", "--full-tree", "--end-of-options", tree, "--", literal, ok=range(256))
    match = next((entry for line in listed if (entry := _entry(line)).path == path), None)
    return match if match is not None and match.mode in KIND_OF_MODE else None


def is_folder(git: Git, tree: str, path: str) -> bool:
    """Whether a tree has a folder at a path."""
    listed = git.fields(
        "ls-tree", "-d", "-z", "--full-tree", "--end-of-options", tree, "--", f":(literal){path}", ok=range(256)
    )
    return any((entry := _entry(line)).path == path and entry.mode == FOLDER for line in listed)


def _entry(line: bytes) -> TreeEntry:
    """Parse an entry of `ls-tree -z`: mode, kind and id before a tab, then the path, which may contain any byte."""
    head, _, path = line.partition(b"\t")
    mode, _, blob = head.decode("ascii").split(" ")
    return TreeEntry(escaped(path), blob, mode)


PATIENCE_S: Final = 5


@dataclass(frozen=True, slots=True)
class WordLine:
    """A line that holds a word: its file, line number and bytes."""

    path: str
    number: int
    text: bytes


def lines_with(git: Git, commit: str, word: str, *, but: Sequence[str], most: int) -> list[WordLine]:
    """The first lines of a commit's text files that hold a word; files with some endings (`but`) are left out.

    None where git finds none, or takes more than PATIENCE_S.
    """
    endings = (f":(top,exclude,icase)*{ending}" for ending in but)
    code, output = git.answer(
        "grep", "-z", "-n", "-I", "-w", "-F", "--full-name", f"--max-count={most}", "-e", word, commit, "--", ":(top)",
        *endings, timeout=PATIENCE_S,
    )  # fmt: skip
    lines: list[WordLine] = []
    for line in output.split(b"\n")[:most] if not code else ():
        place, _, rest = line.partition(b"\0")
        number, _, text = rest.partition(b"\0")
        if number.isdigit():
            lines.append(WordLine(place.partition(b":")[2].decode("utf-8", "replace"), int(number), text))
    return lines
