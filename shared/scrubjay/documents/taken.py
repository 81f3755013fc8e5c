"""Which files of a tree does a view hold? Those that the selection's patterns take, as many as an index can carry.

Git can say half a million paths with ten objects, and each path costs rows of its own. So a view has a most of files,
and a most of paths that show the same content; both are counted in git's order, the same everywhere.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scrubjay.documents.left_out import shown
from scrubjay.documents.selection import Selection
from scrubjay.git.tree import LISTED, Listing, TreeEntry
from scrubjay.model.view import LeftOut, ViewFile

MOST_FILES = 200_000
"""Files of one view."""

MOST_COPIES = 1_000
"""Paths of one view that show the same blob."""

ALIKE = f"the same content is at {MOST_COPIES:,} other paths already, which are the ones that are shown"
_MORE = "has more {} than are looked at: {}"


@dataclass(slots=True)
class Taken:
    """The regular files of a tree that the selection takes, in git's order, each once; read as they are asked for.

    Links and submodules are not followed. `over` says afterwards whether there are more than `most`, and `alike`
    counts the paths that were passed over because `copies` others show the same blob, of which `first` is one.
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
        """The paths that were passed over, as one line."""
        more = f" and {self.alike - 1:,} more" if self.alike > 1 else ""
        return (LeftOut(f"{shown(self.first)}{more}", ALIKE),) if self.alike else ()

    @property
    def cut(self) -> tuple[str, ...]:
        """What must be said of the whole tree, where not all of it was looked at."""
        files = [_MORE.format("documents", f"{self.most:,}")] if self.over else []
        entries = [_MORE.format("entries", LISTED)] if isinstance(self.entries, Listing) and self.entries.cut else []
        return (*files, *entries)
