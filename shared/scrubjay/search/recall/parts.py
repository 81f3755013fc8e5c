"""Which lines of a document are meant? A section by its heading, a range, or all of them; and its outline. Pure."""

import re
from collections import Counter
from collections.abc import Sequence
from urllib.parse import unquote

from scrubjay.errors import NotFound, UsageError
from scrubjay.knowledge.chunking.chunk import outline_of
from scrubjay.knowledge.documents.values import DocumentText
from scrubjay.model.counted import counted
from scrubjay.model.outline import Heading

Lines = tuple[int, int]
"""The first and the last line, counted from 1."""

_RANGE = re.compile(r"(\d{1,7})(?:\s*(-)\s*(\d{1,7})?)?")


_OFFSET = re.compile(r"@\s*(\d[\d,]{0,11})")


def lines_of(document: DocumentText, section: str, lines: str) -> Lines:
    """The lines of a section, of a range, or of the whole document; a range counts where both are given.

    Raises UsageError for a range that is none, NotFound for a missing section and for lines behind the end.
    """
    if lines:
        return _range(lines, document.lines)
    return _section(document, section) if section else (1, document.lines)


def offset_of(lines: str, text: str) -> int | None:
    """The number of characters that "@12000" skips; None for numbers of lines. Raises NotFound behind the end."""
    match = _OFFSET.fullmatch(lines.strip())
    if match is None:
        return None
    offset = int(match[1].replace(",", ""))
    if offset >= max(1, len(text)):
        raise NotFound(f"The document has {counted(len(text), 'character')}; @{offset} is behind its end.")
    return offset


def headings_within(document: DocumentText, lines: Lines) -> list[Heading]:
    """The headings of a document that stand in some lines, in their order."""
    headings = outline_of(document.text, document.format).headings
    return [heading for heading in headings if heading.title and lines[0] <= heading.line <= lines[1]]


def outline_lines(headings: Sequence[Heading], depth: int) -> list[str]:
    """A line for each heading down to a level: the number of its line, and its title, indented below its parent."""
    top = min((heading.level for heading in headings), default=1)
    return [
        f"{heading.line}\t{'  ' * (heading.level - top)}{heading.title}"
        for heading in headings
        if heading.level <= depth
    ]


def _range(lines: str, last: int) -> Lines:
    match = _RANGE.fullmatch(lines.strip())
    start = int(match[1]) if match else 0
    end = int(match[3] or (max(start, last) if match[2] else start)) if match else 0
    if not 1 <= start <= end:
        raise UsageError(
            f'lines {lines[:40]!r} is no range. Write it as "10-40", "10-" or "10", '
            'or "@12000" for what follows after 12000 characters.'
        )
    if start > last:
        raise NotFound(f"The document has {counted(last, 'line')}; line {start} is behind its end.")
    return start, min(end, last)


def _section(document: DocumentText, section: str) -> Lines:
    """The lines from a heading to the next one of its level or above."""
    outline = outline_of(document.text, document.format)
    headings = [heading for heading in outline.headings if heading.title]
    wanted = " ".join(section.lower().split()).lstrip("# ")
    exact = [i for i, h in enumerate(headings) if h.title.lower() == wanted]
    exact = exact or [i for i, name in enumerate(_anchors(headings)) if name and name == _anchor(unquote(section))]
    close = exact or [i for i, h in enumerate(headings) if wanted and wanted in h.title.lower()]
    if not close:
        titles = "; ".join(h.title for h in headings[:20]) or "none"
        raise NotFound(f"No section {section[:60]!r} in {document.path}. Its headings: {titles}.")
    first = headings[close[0]]
    if outline.separate:  # a symbol goes on while its path does
        own = (first.title, f"{first.title}.")
        later = (h for h in outline.headings if h.line > first.line)
        following = (h.line for h in later if h.title != own[0] and not h.title.startswith(own[1]))
    else:
        following = (h.line for h in headings[close[0] + 1 :] if h.level <= first.level)
    return first.line, next(following, document.lines + 1) - 1


def _anchors(headings: Sequence[Heading]) -> list[str]:
    """The anchors of headings: one that stands again has a number behind it."""
    seen: Counter[str] = Counter()
    names = []
    for name in (_anchor(heading.title) for heading in headings):
        names.append(f"{name}-{seen[name]}" if name and seen[name] else name)
        seen[name] += 1
    return names


def _anchor(title: str) -> str:
    """A heading as links to it are written, whatever generator made them: words in lower case, joined by hyphens."""
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", title.lower())).strip("-")
