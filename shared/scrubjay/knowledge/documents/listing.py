"""Listing of a view's files, with symbolic links resolved inside the tree.

Git can hold half a million paths in ten objects, and each path costs rows of its own. So the files of a view are
limited, and so are the paths that show the same content; both are counted in git's order, the same everywhere.
"""

import posixpath
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from scrubjay.errors import GitFailed
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.git.tree import LIMIT_TEXT, TreeEntry, TreeListing, list_tree
from scrubjay.knowledge.chunking.languages import PREFIX
from scrubjay.knowledge.documents.left_out import type_of
from scrubjay.knowledge.documents.selection import Selection
from scrubjay.model.frozen import dataclass, field, replace
from scrubjay.model.view import OmittedFile, UnselectedFiles, View, ViewFile
from scrubjay.privacy.secrets.shown_names import shown

MAX_LINKS = 8
"""Links that are followed for one path."""

MAX_LINK_BYTES = 4096
"""Bytes of a link that are read."""


def resolve_link(entries: Mapping[str, TreeEntry], path: str, read: Callable[[str], bytes]) -> str:
    """The path of the regular file that a path resolves to; "" where it is broken, leaves the tree, or is circular.

    `read` gives the content of a link by its blob id.
    """
    for _ in range(MAX_LINKS + 1):
        entry = entries.get(path)
        if entry is not None and entry.is_file:
            return path
        link = _link_on(entries, path)
        if link is None:
            return ""
        target = read(entries[link].blob).decode("utf-8", "replace")
        if not target or target.startswith("/") or "\0" in target:
            return ""
        path = posixpath.normpath(posixpath.join(posixpath.dirname(link), target) + path[len(link) :])
        if path.startswith("../") or path in ("..", "."):
            return ""
    return ""


def resolve_document(git: Git, view: View, path: str) -> str:
    """The document of a view that a path resolves to; "" where there is none."""
    paths = {file.path for file in view.files}
    if path in paths or not view.tree:
        return path if path in paths else ""
    entries = {entry.path: entry for entry in list_tree(git, view.tree)}
    if _link_on(entries, path) is None:
        return ""
    try:
        with ObjectReader(git) as reader:
            target = resolve_link(entries, path, lambda blob: reader.read(blob, MAX_LINK_BYTES))
    except GitFailed:
        return ""
    return target if target in paths else ""


def _link_on(entries: Mapping[str, TreeEntry], path: str) -> str | None:
    """The first part of a path that is a link: the path itself, or a folder above it."""
    parts = path.split("/")
    prefixes = ("/".join(parts[: n + 1]) for n in range(len(parts)))
    return next((prefix for prefix in prefixes if prefix in entries and entries[prefix].kind == "symlink"), None)


MAX_FILES = 200_000
"""Files of one view."""

MAX_COPIES = 1_000
"""Paths of one view that show the same blob."""

MAX_AUTO = 20_000
"""Code files of a view from which on `ingestion.code: auto` reads none: a person decides then which are worth it."""

MOST_NAMED = 1_000
"""Submodules, extensions and patterns that are named; a tree may hold half a million of each."""

COPIES_REASON = f"the same content is at {MAX_COPIES:,} other paths already, which are the ones that are shown"
_MORE = "has more {} than are looked at: {}"
_TOO_MUCH = "has {} code files, and ingestion.code: auto reads fewer than {}: name languages or patterns instead"


@dataclass(slots=True)
class TreeFiles:
    """The regular files of a tree that the selection includes, in git's order, without duplicates; a lazy iterable.

    Links and submodules are not followed; `unselected` says afterwards what no pattern selects, `truncated` whether
    there are more than `max_files`, and `skipped_copies` counts the paths that were skipped because `max_copies` others
    show the same blob, of which `first`
    is one. `too_much_code` counts the code files where `ingestion.code: auto` covers too many, so that it covers none.
    """

    entries: Iterable[TreeEntry]
    selection: Selection
    max_files: int = MAX_FILES
    max_copies: int = MAX_COPIES
    max_code: int = MAX_AUTO
    truncated: bool = False
    skipped_copies: int = 0
    first: str = ""
    too_much_code: int = 0
    submodules: list[TreeEntry] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    excluded: Counter[str] = field(default_factory=Counter)

    def __iter__(self) -> Iterator[ViewFile]:
        fixed = self.selection.fixed
        if fixed is None:
            yield from self._files()
            return
        files = list(self._files())
        code = sum(file.format.startswith(PREFIX) for file in files)
        if code < self.max_code:
            yield from files
            return
        self.too_much_code = code
        for file in files:
            if fixed.selects(file.path):
                yield replace(file, format=fixed.format(file.path))
            else:
                self.ends[_type_ending(file.path)] += 1

    def _files(self) -> Iterator[ViewFile]:
        """The selected files of the tree up to the limits; counts on the way what is left out."""
        count, decide = 0, self.selection.decide
        seen: Counter[str] = Counter()
        for entry in self.entries:
            if not entry.is_file:
                self._note_submodule(entry)
                continue
            path = entry.path
            selected, _, excluded_by = decide(path)
            if not selected:
                if excluded_by:
                    self.excluded[excluded_by] += 1
                else:
                    self.ends[_type_ending(path)] += 1
                continue
            seen[entry.blob] += 1
            if seen[entry.blob] > self.max_copies:
                self.first = self.first or entry.path
                self.skipped_copies += 1
                continue
            count += 1
            if count > self.max_files:
                self.truncated = True
                return
            yield ViewFile(entry.path, entry.blob, self.selection.format(entry.path))

    @property
    def skipped(self) -> tuple[OmittedFile, ...]:
        """The copies skipped beyond the limit, as one entry; empty where none was skipped."""
        more = f" and {self.skipped_copies - 1:,} more" if self.skipped_copies > 1 else ""
        copies = OmittedFile(f"{shown(self.first)}{more}", COPIES_REASON, "copies", self.skipped_copies)
        return (copies,) if self.skipped_copies else ()

    @property
    def unselected(self) -> UnselectedFiles:
        """The submodules, and how many files no pattern selects, by type."""
        return UnselectedFiles(
            submodules=tuple(shown(entry.path) for entry in self.submodules),
            types=tuple(self._types().most_common(MOST_NAMED)),
            excluded=tuple(self.excluded.most_common(MOST_NAMED)),
        )

    def _note_submodule(self, entry: TreeEntry) -> None:
        """Remember an entry that is a submodule; any other is ignored."""
        if entry.kind == "submodule" and len(self.submodules) < MOST_NAMED:
            self.submodules.append(entry)

    def _types(self) -> Counter[str]:
        """How many files of each type no pattern selects."""
        types: Counter[str] = Counter()
        for end, count in self.ends.items():
            types[type_of(end)] += count
        return types

    @property
    def cut(self) -> tuple[str, ...]:
        """Notes on the limits that the listing of the tree met; empty where all of it was listed."""
        files = [_MORE.format("documents", f"{self.max_files:,}")] if self.truncated else []
        entries = (
            [_MORE.format("entries", LIMIT_TEXT)] if isinstance(self.entries, TreeListing) and self.entries.cut else []
        )
        code = [_TOO_MUCH.format(f"{self.too_much_code:,}", f"{self.max_code:,}")] if self.too_much_code else []
        return (*files, *entries, *code)


def _type_ending(path: str) -> str:
    """The end of a path that tells its type, from before its last dot; empty without a dot."""
    dot = path.rfind(".")
    return path[max(0, dot - 1) :] if dot >= 0 else ""
