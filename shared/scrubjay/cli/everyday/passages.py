"""Search results on a terminal: a few lines each, the query's words stand out, and a source is a link."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from scrubjay.cli.output import in_colour
from scrubjay.search.recall.projects import label, standing
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
    from rich.console import Console
    from rich.text import Text

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
    from rich.console import Console

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
    _show(head, people, (("", hits), (MEMORIES, memories), (DISCUSSED, said)), console, full=full)


def show_projects(found: "ProjectsAnswer", console: "Console", *, full: bool = False) -> None:
    """Print an answer of several projects in the same way; above each hit stand its project and folder."""
    hits, memories = (
        [(placed.origin.answer, placed.hit, label(placed)) for placed in part] for part in (found.hits, found.memories)
    )
    _show(standing(found), [], (("", hits), (MEMORIES, memories)), console, full=full)


def _show(
    head: Sequence[str],
    people: Sequence[str],
    parts: Sequence[tuple[str, Sequence["Shown"]]],
    console: "Console",
    *,
    full: bool,
) -> None:
    from rich.text import Text

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
    """One hit: whose it is, where it stands, its passage. Its text is neither our markup nor control characters."""
    from rich.padding import Padding
    from rich.text import Text

    from scrubjay.cli.everyday.passage_lines import passage_lines

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
    """The line above a passage: where it stands, as a link, what it is, and what one must know about it."""
    from rich.style import Style
    from rich.text import Text

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

    Empty for a memory, for an answer about another time, and where the file isn't there.
    """
    file = answer.view.worktree / hit.path
    if not hit.path or answer.request.as_of or not file.is_file():
        return ""
    return f"{file.absolute().as_uri()}#{hit.start_line}"
