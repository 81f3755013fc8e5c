"""One document as an answer: the whole of it or a part, with line numbers, within a budget."""

import difflib
import posixpath
import re
from collections import Counter
from collections.abc import Sequence
from urllib.parse import unquote

from scrubjay.errors import NotFound, UsageError
from scrubjay.inference.tokens import count_tokens
from scrubjay.knowledge.chunking.chunk import outline_of
from scrubjay.knowledge.documents.values import DocumentText
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.model.outline import Heading
from scrubjay.model.pattern import pattern
from scrubjay.model.view import View
from scrubjay.model.visible import visible
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.search.recall.evidence import UNCOMMITTED
from scrubjay.search.recall.render import MAX_NAME, first_line, one_line, shorten

Lines = tuple[int, int]
"""The first and the last line, counted from 1."""

_RANGE = pattern(r"(\d{1,7})(?:\s*(-)\s*(\d{1,7})?)?")


_OFFSET = pattern(r"@\s*(\d[\d,]{0,11})")


def lines_of(document: DocumentText, section: str, lines: str) -> Lines:
    """The lines of a section, of a range, or of the whole document; a range counts where both are given.

    Raises UsageError for a range that is none, NotFound for a missing section and for lines behind the end.
    """
    if lines:
        return _checked_range(lines, document.lines)
    return _section_lines(document, section) if section else (1, document.lines)


def offset_of(lines: str, text: str) -> int | None:
    """The number of characters to skip for "@12000"; None for line numbers. Raises NotFound beyond the end."""
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


def _checked_range(lines: str, last: int) -> Lines:
    """The first and last line of a range such as "10-40". Raises UsageError, NotFound beyond the end."""
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


def _section_lines(document: DocumentText, section: str) -> Lines:
    """The lines from a heading to the next heading of its level or above. Raises NotFound without that heading."""
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
    """The anchors of headings, as links name them; a repeated one gets a number."""
    seen: Counter[str] = Counter()
    names = []
    for name in (_anchor(heading.title) for heading in headings):
        names.append(f"{name}-{seen[name]}" if name and seen[name] else name)
        seen[name] += 1
    return names


def _anchor(title: str) -> str:
    """A heading as links name it: its words in lower case, joined by hyphens."""
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", title.lower())).strip("-")


MAX_CHARACTERS = 40_000
"""Claude Code puts results above 50,000 characters into a file, which a model then has to read."""

COMPARED = 2_000
"""Paths that are compared letter by letter: about 50 ms."""

FRAME = 50
"""Tokens of the two fences and of the line that says what is left, without the sections that it names."""

_TICKS = pattern(r"`{3,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentRequest:
    """A document by its path or a record's name, and which part of it; `budget` is in tokens of the answer."""

    path: str
    section: str = ""
    lines: str = ""
    as_of: str = ""
    outline: bool = False
    budget: int = 5_000


def document_text(
    view: View, document: DocumentText, request: DocumentRequest, *, dirty: bool = False, beside: Sequence[str] = ()
) -> str:
    """A document as text for an answer: whole, a part, or an outline. `beside` are further lines, if they fit.

    Raises UsageError for a range that isn't one, NotFound for a missing section or a place behind the end.
    """
    text = visible(document.text)
    skipped = offset_of(request.lines, text)
    if skipped is None:
        start, end = lines_of(document, request.section, request.lines)
    else:
        start, end = text.count("\n", 0, skipped) + 1, document.lines
    notes = [f"{document.path}:{start}-{end} of {counted(document.lines, 'line')}"]
    notes += [document.origin] * bool(document.origin)
    notes += [f"after {skipped:,} of {counted(len(text), 'character')}"] if skipped else []
    notes += [f"{one_line(document.link)[:MAX_NAME]} is a link to it"] * bool(document.link) + [UNCOMMITTED] * dirty
    if request.outline:
        head = first_line(view, ["outline", *notes])
        return f"{head}\n\n{_outline(document, (start, end), request.budget - count_tokens(head))}"
    head = first_line(view, notes)
    below = "".join(f"\n{line}" for line in beside)
    below = f"\n{below}" if below and count_tokens(below) <= request.budget // 4 else ""
    room = request.budget - count_tokens(head) - count_tokens(below) - FRAME
    rows = text.split("\n")
    begins = max(skipped or 0, sum(len(row) + 1 for row in rows[: start - 1]))
    rows = text[begins:].split("\n")[: end - start + 1]
    rest = request.budget // 8
    shown, kept = _fitting([f"{number}\t{row}" for number, row in enumerate(rows, start)], room, rest)
    body, last = "\n".join(shown), start + len(shown) - 1
    said = [] if last >= end else [_rest_text(document, (last + 1, end), rest)]
    if kept:
        reached = begins + kept - len(f"{start}\t")
        whole = counted(len(text), "character")
        said.insert(0, f'the rest of line {start} is left, after {reached:,} of {whole}; lines="@{reached}" reads on')
    elif skipped is not None and said:
        said = [f'lines="@{begins + sum(len(row) + 1 for row in rows[: len(shown)])}" reads on']
    left = f"\n({'; '.join(said)})" if said else ""
    fence = _fence(body)
    return f"{head}\n\n{fence}\n{body}\n{fence}{left}{below}"


def path_not_found(view: View, wanted: str) -> NotFound:
    """The error for a path that the view doesn't have, which names similar paths."""
    near = nearest_paths(wanted, [file.path for file in view.files])
    there = f"Nearest: {', '.join(near)}. " if near else ""
    return NotFound(
        f"No document {shown(one_line(wanted))[:MAX_NAME]} at {view.short}. {there}"
        "`scrubjay explain PATH` says why a file is left out; search_knowledge finds documents by words."
    )


def nearest_paths(wanted: str, paths: Sequence[str], most: int = 3) -> list[str]:
    """The paths most like a wrong one: with the same file name, then a name that begins so, then similar ones."""
    name, folder = posixpath.basename(wanted).lower(), posixpath.dirname(wanted).lower()
    stem = name.partition(".")[0]
    same = [path for path in paths if posixpath.basename(path).lower() == name]
    begun = [path for path in paths if stem and posixpath.basename(path).lower().startswith(stem)]
    beside = [path for path in paths if posixpath.dirname(path).lower() == folder]
    some = (beside or list(paths))[:COMPARED]
    alike = difflib.get_close_matches(wanted[:MAX_NAME], some, n=most, cutoff=0.6)
    return list(dict.fromkeys([*same, *begun, *alike]))[:most]


def _fitting(lines: Sequence[str], room: int, rest: int) -> tuple[list[str], int]:
    """The first lines that fit `room`, and 0; if none fits, a part of the first one, and its number of characters.

    `rest` is kept free where not all fit.
    """
    ends: list[tuple[int, int]] = []
    tokens = characters = 0
    for line in lines:
        tokens += count_tokens(f"{line}\n")
        characters += len(line) + 1
        if tokens > room or characters > MAX_CHARACTERS:
            break
        ends.append((tokens, characters))
    if len(ends) == len(lines):
        return list(lines), 0
    count = sum(tokens <= room - rest for tokens, _ in ends)
    if count:
        return list(lines[:count]), 0
    most = lines[0][:MAX_CHARACTERS]
    cut = shorten(most, max(1, room - rest))
    return [f"{cut} (cut within the line)"], len(cut) - (len(" …") if cut != most else 0)


def _rest_text(document: DocumentText, lines: Lines, room: int) -> str:
    """What a cut document still has, and the call that reads on."""
    headings = headings_within(document, lines)
    sections = "; ".join(f"{heading.line} {one_line(heading.title)}" for heading in headings)
    named = shorten(f"; its sections: {sections}", room) if sections else ""
    return f'lines {lines[0]}-{lines[1]} are left; lines="{lines[0]}-{lines[1]}" reads on{named}'


def _outline(document: DocumentText, lines: Lines, room: int) -> str:
    """The headings in some lines with their line numbers; without the deepest levels if not all fit."""
    headings = headings_within(document, lines)
    if not headings:
        return "It has no headings there."
    for depth in sorted({heading.level for heading in headings}, reverse=True):
        shown = [visible(line) for line in outline_lines(headings, depth)]
        hidden = len(headings) - len(shown)
        more = f"\n({counted(hidden, 'heading')} below; section= with outline shows them)" if hidden else ""
        told = "\n".join(shown) + more
        if count_tokens(told) <= room:
            return told
    fitting, _ = _fitting(shown, room, FRAME)
    following = shown[len(fitting)].partition("\t")[0]
    return "\n".join([*fitting, f'(lines="{following}-{lines[1]}" with outline goes on)'])


def _fence(text: str) -> str:
    """A code fence longer than any in the text, so that the text can't end it."""
    longest = max((len(run) for run in _TICKS.findall(text)), default=0)
    return "`" * max(3, longest + 1)
