"""Listing of a view's files: those of the tree that the selection includes, up to what an index can carry.

Git can hold half a million paths in ten objects, and each path costs rows of its own. So the files of a view are
limited, and so are the paths that show the same content; both are counted in git's order, the same everywhere.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scrubjay.documents.omitted import shown
from scrubjay.documents.selection import Selection
from scrubjay.git.tree import LISTED, TreeEntry, TreeListing
from scrubjay.model.view import LeftOut, ViewFile

MOST_FILES = 200_000
"""Files of one view."""

MOST_COPIES = 1_000
"""Paths of one view that show the same blob."""

ALIKE = f"the same content is at {MOST_COPIES:,} other paths already, which are the ones that are shown"
_MORE = "has more {} than are looked at: {}"


@dataclass(slots=True)
class Taken:
    """The regular files of a tree that the selection includes, in git's order, without duplicates; a lazy iterable.

    Links and submodules are not followed. `over` says afterwards whether there are more than `most`, and `alike` counts
    the paths that were skipped because `copies` others show the same blob, of which `first` is one.
    """

    entries: Iterable[TreeEntry]
    selection: Selection
    most: int = MOST_FILES
    copies: int = MOST_COPIES
    over: bool = False
    alike: int = 0
    first: str = ""

    def __iter__(self) -> Iterator[ViewFile]:
        count = 0
        seen: Counter[str] = Counter()
        for entry in self.entries:
            if not entry.is_file or not self.selection.selects(entry.path):
                continue
            seen[entry.blob] += 1
            if seen[entry.blob] > self.copies:
                self.first = self.first or entry.path
                self.alike += 1
                continue
            count += 1
            if count > self.most:
                self.over = True
                return
            yield ViewFile(entry.path, entry.blob, self.selection.format(entry.path))

    @property
    def passed_over(self) -> tuple[LeftOut, ...]:
        """The skipped paths, as one line."""
        more = f" and {self.alike - 1:,} more" if self.alike > 1 else ""
        return (LeftOut(f"{shown(self.first)}{more}", ALIKE),) if self.alike else ()

    @property
    def cut(self) -> tuple[str, ...]:
        """The caveat about the whole tree, where not all of it was listed."""
        files = [_MORE.format("documents", f"{self.most:,}")] if self.over else []
        entries = (
            [_MORE.format("entries", LISTED)] if isinstance(self.entries, TreeListing) and self.entries.cut else []
        )
        return (*files, *entries)
