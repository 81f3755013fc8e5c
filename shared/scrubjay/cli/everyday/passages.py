"""Search results on a terminal: a few lines each, the query's words stand out, and a source is a link."""

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from rich.console import Console
from rich.markdown import Heading, Markdown
from rich.padding import Padding
from rich.style import Style
from rich.text import Text

from scrubjay.cli.output import in_colour
from scrubjay.knowledge.documents.selection import format_of
from scrubjay.model.visible import visible
from scrubjay.search.recall.projects import label, project_lines
from scrubjay.search.recall.render import (
    DISCUSSED,
    MEMORIES,
    first_line,
    fit_notes,
    ground_lines,
    one_line,
    people_line,
)
from scrubjay.text.telling import telling_words

if TYPE_CHECKING:
    from rich.console import ConsoleOptions, RenderResult

    from scrubjay.search.recall.answer import RecallAnswer, RecallHit
    from scrubjay.search.recall.projects import ProjectsAnswer


Shown: TypeAlias = "tuple[RecallAnswer, RecallHit, str]"
"""A hit in its answer, with the label that stands above it."""

SOURCE = "bold cyan"
ASIDE = "dim"
WARNING = "magenta"
INDENT = 2

WIDTH = 100
"""Columns at most: longer lines are hard to read."""

LINES = 6
"""Lines of a hit, its source's included."""

LEAST_LINES = 2
"""Lines of its passage, however long the source's."""

MORE = "--limit N shows other numbers of hits, --full whole passages"


def console() -> "Console":
    """The terminal, no wider than is easy to read."""
    made = Console(highlight=False, color_system="auto" if in_colour() else None)
    made.width = min(made.width, WIDTH)
    return made


def show(answer: "RecallAnswer", console: "Console", *, full: bool = False) -> None:
    """Print an answer that has hits, a block of LINES lines for each, or whole passages."""
    head = [first_line(answer.view, fit_notes(answer))]
    people = [people_line(answer)] if answer.people else []
    hits, memories, said = (
        [(answer, hit, "") for hit in part] for part in (answer.hits, answer.memories, answer.discussed)
    )
    _print_parts(head, people, (("", hits), (MEMORIES, memories), (DISCUSSED, said)), console, full=full)


def show_projects(found: "ProjectsAnswer", console: "Console", *, full: bool = False) -> None:
    """Print an answer of several projects in the same way; above each hit stand its project and folder."""
    hits, memories = (
        [(placed.origin.answer, placed.hit, label(placed)) for placed in part] for part in (found.hits, found.memories)
    )
    _print_parts(project_lines(found), [], (("", hits), (MEMORIES, memories)), console, full=full)


def _print_parts(
    head: Sequence[str],
    people: Sequence[str],
    parts: Sequence[tuple[str, Sequence["Shown"]]],
    console: "Console",
    *,
    full: bool,
) -> None:
    """Print lines on an answer, then each of its parts: the label and the hits."""
    for line in head:
        console.print(Text(line, style=ASIDE))
    for line in people:
        console.print(Text(line))
    for title, hits in parts:
        if hits and title:
            console.print()
            console.print(Text(title, style=WARNING))
        for shown in hits:
            console.print()
            _block(*shown, console, full=full)
    if not full:
        console.print()
        console.print(Text(MORE, style=ASIDE))


def _block(answer: "RecallAnswer", hit: "RecallHit", label: str, console: "Console", *, full: bool) -> None:
    """Print one hit: its source line, its grounds and its passage, with our markup and control characters escaped."""
    words = telling_words(answer.request.wording)
    width = max(1, console.width - INDENT)
    head = source(answer, hit).wrap(console, console.width, overflow="fold")
    if len(head) > 1:
        head = source(answer, hit).wrap(console, width, overflow="fold")
    grounds = [Text(line, style=ASIDE) for line in ground_lines(answer, hit)] if hit.id else []
    room = max(LEAST_LINES, LINES - len(head) - len(grounds))
    for line in (*([Text(label, style=ASIDE)] if label else []), *head[:1]):
        console.print(line)
    for line in head[1:]:  # names of others go on in it, and no line begins with them
        console.print(Padding(line, (0, 0, 0, INDENT)))
    for line in passage_lines(hit, words, console, width, 0 if full else room):
        console.print(Padding(line, (0, 0, 0, INDENT)))
    for line in grounds:
        if not full:
            line.truncate(width, overflow="ellipsis")
        console.print(Padding(line, (0, 0, 0, INDENT)), overflow="fold")


def source(answer: "RecallAnswer", hit: "RecallHit") -> "Text":
    """The line above a passage: its address as a link, its caption, date and status, and its marks."""
    shown = hit.discussion or any(mark.startswith(hit.status) for mark in hit.marks)
    status = "" if shown else hit.status
    about = [hit.caption] if hit.id else [hit.caption, hit.shown_day, status]
    line = Text(one_line(hit.address), style=Style.parse(SOURCE) + Style(link=link(answer, hit) or None))
    for part in about:
        if part:
            line.append(f" · {one_line(part)}", style=ASIDE)
    for mark in hit.marks:
        line.append(f" · {one_line(mark)}", style=WARNING)
    return line


def link(answer: "RecallAnswer", hit: "RecallHit") -> str:
    """The address of a passage in the working tree, with its line as kitty, VS Code and others read it.

    Empty for a memory, for what a server gave, for an answer about another time, and where the file isn't there.
    """
    file = answer.view.worktree / hit.path
    if not hit.path or hit.far or answer.request.as_of or not file.is_file():
        return ""
    return f"{file.absolute().as_uri()}#{hit.start_line}"


FOUND = "bold yellow"

GAP = 2
"""Columns kept free for the sign that something was left out."""


def passage_lines(hit: "RecallHit", words: Collection[str], console: Console, width: int, most: int) -> list[Text]:
    """The lines of a hit's passage: the stretch of at most so many that holds most of some words; all where it is 0."""
    lines = _lines(hit, words, console, max(1, width - GAP) if most else width)
    if not most:
        return lines
    lines = [line for line in lines if line.plain]
    start = best_stretch([line.plain for line in lines], words, most)
    shown = lines[start : start + most]
    if start:
        shown[0] = Text("… ").append_text(shown[0])
    if start + most < len(lines):
        shown[-1].append(" …")
    return shown


def best_stretch(lines: Sequence[str], words: Collection[str], most: int) -> int:
    """The start of the first stretch of at most so many lines in which most of some words occur."""
    held = [frozenset(word for word in words if word in line.lower()) for line in lines]
    counts = [len(frozenset().union(*held[start : start + most])) for start in range(max(1, len(lines) - most + 1))]
    return counts.index(max(counts))


def _lines(hit: "RecallHit", words: Collection[str], console: Console, width: int) -> list[Text]:
    """A passage's lines without empty ones at either end. Nothing in it is a link, or markup of ours."""
    shown = visible(hit.text).strip("\n")
    if hit.path and hit.kind != "code" and format_of(hit.path) == "markdown":
        lines = _rendered_markdown(shown, console, width)
    else:
        lines = list(Text(shown).wrap(console, width, overflow="fold"))
    marked = re.compile(rf"\b(?:{'|'.join(re.escape(word) for word in sorted(words, key=len, reverse=True))})\w*", re.I)
    for line in lines:
        line.rstrip()
        if words:
            line.highlight_regex(marked, style=FOUND)
    full = [number for number, line in enumerate(lines) if line.plain]
    return lines[full[0] : full[-1] + 1] if full else []


def _rendered_markdown(text: str, console: Console, width: int) -> list[Text]:
    options = console.options.update(width=width)
    lines = []
    for segments in console.render_lines(_Markdown(text, code_theme="ansi_dark"), options, pad=False):
        parts = ((part.text, (part.style or Style.null()).update_link(None)) for part in segments if not part.control)
        lines.append(Text.assemble(*parts))
    return lines


class _Heading(Heading):
    """A heading at the left, whatever its level."""

    def __rich_console__(self, console: Console, options: "ConsoleOptions") -> "RenderResult":
        self.text.justify = "left"
        yield self.text


class _Markdown(Markdown):
    elements: ClassVar = {**Markdown.elements, "heading_open": _Heading}
