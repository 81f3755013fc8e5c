"""What does a document say? The whole of it, a section, or some lines, with its address."""

import difflib
import posixpath
import re
from collections.abc import Sequence

from scrubjay.documents.values import DocumentText
from scrubjay.errors import NotFound, UsageError
from scrubjay.index.chunking.chunk import outline_of
from scrubjay.model.counted import counted
from scrubjay.model.view import View
from scrubjay.recall.evidence import UNCOMMITTED
from scrubjay.recall.render import MAX_NAME, first_line, one_line

MAX_CHARACTERS = 40_000
"""Claude Code puts results above 50,000 characters into a file, which a model then has to read."""

COMPARED = 2_000
"""Paths that are compared letter by letter: about 50 ms."""

_TICKS = re.compile(r"`{3,}")
_RANGE = re.compile(r"(\d{1,7})(?:\s*-\s*(\d{1,7}))?")


def document_text(view: View, document: DocumentText, section: str, lines: str, *, dirty: bool = False) -> str:
    """Render a document or a part. Raises UsageError for a range that isn't one, NotFound for a missing section."""
    start, end = 1, document.lines
    if section:
        start, end = _section(document, section)
    if lines:
        start, end = _range(lines, document.lines)
    body = "\n".join(document.text.split("\n")[start - 1 : end])
    cut = ""
    if len(body) > MAX_CHARACTERS:
        body = body[:MAX_CHARACTERS]
        end = start + body.count("\n")
        cut = f'\n(cut at line {end} of {document.lines}; lines="{end}-{document.lines}" shows the rest)'
    notes = [f"{document.path}:{start}-{end} of {counted(document.lines, 'line')}"]
    notes += [f"{one_line(document.link)[:MAX_NAME]} is a link to it"] * bool(document.link) + [UNCOMMITTED] * dirty
    fence = _fence(body)
    return f"{first_line(view, notes)}\n\n{fence}\n{body}\n{fence}{cut}"


def absent(view: View, wanted: str) -> NotFound:
    """The error for a path that the view doesn't show, with those that come near."""
    near = nearest_paths(wanted, [file.path for file in view.files])
    there = f"Nearest: {', '.join(near)}. " if near else ""
    return NotFound(
        f"No document {one_line(wanted)[:MAX_NAME]} at {view.short}. {there}"
        "`scrubjay explain PATH` says why a file is left out; search_knowledge finds documents by words."
    )


def nearest_paths(wanted: str, paths: Sequence[str], most: int = 3) -> list[str]:
    """Paths that were probably meant: the same file name elsewhere, then the same beginning of a name, then alike."""
    name, folder = posixpath.basename(wanted).lower(), posixpath.dirname(wanted).lower()
    stem = name.partition(".")[0]
    same = [path for path in paths if posixpath.basename(path).lower() == name]
    begun = [path for path in paths if stem and posixpath.basename(path).lower().startswith(stem)]
    beside = [path for path in paths if posixpath.dirname(path).lower() == folder]
    some = (beside or list(paths))[:COMPARED]
    alike = difflib.get_close_matches(wanted[:MAX_NAME], some, n=most, cutoff=0.6)
    return list(dict.fromkeys([*same, *begun, *alike]))[:most]


def _fence(text: str) -> str:
    """A line that no line of the text can be, so that the document can't end its own frame."""
    longest = max((len(run) for run in _TICKS.findall(text)), default=0)
    return "`" * max(3, longest + 1)


def _range(lines: str, last: int) -> tuple[int, int]:
    found = _RANGE.fullmatch(lines.strip())
    start = int(found.group(1)) if found else 0
    end = int(found.group(2) or found.group(1)) if found else 0
    if not 1 <= start <= end:
        raise UsageError(f'lines {lines[:40]!r} is no range. Write it as "10-40", or "10" for one line.')
    if start > last:
        raise NotFound(f"The document has {counted(last, 'line')}; line {start} is behind its end.")
    return start, min(end, last)


def _section(document: DocumentText, wanted: str) -> tuple[int, int]:
    """The lines from a heading to the next one of its level or above."""
    outline = outline_of(document.text, document.format)
    headings = [heading for heading in outline.headings if heading.title]
    asked = " ".join(wanted.lower().split()).lstrip("# ")
    exact = [i for i, h in enumerate(headings) if h.title.lower() == asked]
    close = exact or [i for i, h in enumerate(headings) if asked and asked in h.title.lower()]
    if not close:
        shown = "; ".join(h.title for h in headings[:20]) or "none"
        raise NotFound(f"No section {wanted[:60]!r} in {document.path}. Its headings: {shown}.")
    first = headings[close[0]]
    if outline.separate:  # a symbol goes on while its path does
        own = (first.title, f"{first.title}.")
        later = (h for h in outline.headings if h.line > first.line)
        following = (h.line for h in later if h.title != own[0] and not h.title.startswith(own[1]))
    else:
        following = (h.line for h in headings[close[0] + 1 :] if h.level <= first.level)
    return first.line, next(following, document.lines + 1) - 1
