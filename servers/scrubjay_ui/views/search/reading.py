"""A document as a commit has it, in numbered lines, some of them marked."""

import re
from typing import TYPE_CHECKING

from scrubjay.model.frozen import dataclass

if TYPE_CHECKING:
    from scrubjay.app import Workspace

LINES_PER_PAGE = 1_000
CHARACTERS_PER_PAGE = 150_000
LONGEST_LINE = 5_000
"""Characters of a line that are shown; a longer one says how many are left."""

_RANGE = re.compile(r"(\d{1,7})(?:-(\d{1,7}))?")


@dataclass(frozen=True, slots=True)
class NumberedLine:
    """A line of a document; `marked` where the address points to it."""

    number: int
    text: str
    marked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadDocument:
    """A page of a document: where it is from, its lines, and the first lines of the pages before and after."""

    path: str
    revision: str
    commit: str
    day: str
    total: int
    lines: tuple[NumberedLine, ...]
    before: int
    after: int


def read_document(workspace: "Workspace", path: str, revision: str, wanted: str, start: int) -> ReadDocument:
    """A page of a document at a revision, HEAD where none is named. Raises NotFound, UnsafePath, UnknownRevision."""
    view = workspace.documents.view(revision)
    document = workspace.documents.text(view, path)
    first, last = _range(wanted)
    start = start or max(1, first - 20 if first > LINES_PER_PAGE // 2 else 1)
    texts = document.text.split("\n")
    lines: list[NumberedLine] = []
    room = CHARACTERS_PER_PAGE
    for number, text in enumerate(texts[start - 1 : start - 1 + LINES_PER_PAGE], start):
        shown = text if len(text) <= LONGEST_LINE else f"{text[:LONGEST_LINE]} … ({len(text) - LONGEST_LINE} more)"
        room -= len(shown)
        if room < 0 and lines:
            break
        lines.append(NumberedLine(number, shown, marked=first <= number <= last))
    end = lines[-1].number if lines else start
    return ReadDocument(
        path=document.path, revision=revision, commit=view.commit, day=view.committed_at[:10], total=len(texts),
        lines=tuple(lines), before=max(1, start - LINES_PER_PAGE) if start > 1 else 0,
        after=end + 1 if end < len(texts) else 0,
    )  # fmt: skip


def _range(wanted: str) -> tuple[int, int]:
    """The first and last of some lines, as "3-9" names them; none for anything else."""
    match = _RANGE.fullmatch(wanted)
    if match is None:
        return 0, 0
    return int(match[1]), int(match[2] or match[1])
