"""Search results on a terminal: a few lines each, the query's words stand out, and a source is a link."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from scrubjay.cli.output import in_colour
from scrubjay.recall.fitness import NOTES
from scrubjay.recall.projects_text import label, standing
from scrubjay.recall.render import DISCUSSED, first_line, heading_of, one_line, people_line
from scrubjay.recall.render import SOURCE as ITS_SOURCE
from scrubjay.text.telling import telling_words

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from scrubjay.recall import RecallAnswer, RecallHit
    from scrubjay.recall.projects import ProjectsAnswer

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
    exact = (f"exact: {', '.join(answer.exact)}",) if answer.exact else ()
    head = [first_line(answer.view, (NOTES[answer.fit], *exact, *answer.notes, *answer.degraded))]
    people = [people_line(answer)] if answer.people else []
    firm, apart = ([(answer, hit, "") for hit in part] for part in (answer.hits, answer.unconfirmed))
    said = [(answer, hit, "") for hit in answer.discussed]
    _show(head, people, firm, apart, console, full=full, said=said)


def show_projects(found: "ProjectsAnswer", console: "Console", *, full: bool = False) -> None:
    """Print an answer of several projects in the same way; above each hit stand its project and folder."""
    firm, apart = (
        [(placed.origin.answer, placed.hit, label(placed)) for placed in part]
        for part in (found.hits, found.unconfirmed)
    )
    _show(standing(found), [], firm, apart, console, full=full)


def _show(
    head: Sequence[str],
    people: Sequence[str],
    firm: Sequence["Shown"],
    apart: Sequence["Shown"],
    console: "Console",
    *,
    full: bool,
    said: Sequence["Shown"] = (),
) -> None:
    from rich.text import Text

    for line in head:
        console.print(Text(line, style=ASIDE))
    for line in people:
        console.print(Text(line))
    for hits, title in ((firm, ""), (apart, heading_of(hit for _, hit, _ in apart)), (said, DISCUSSED)):
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

    from scrubjay.cli.passage_lines import passage_lines

    words = telling_words(answer.request.wording)
    width = max(1, console.width - INDENT)
    head = source(answer, hit).wrap(console, console.width, overflow="fold")
    if len(head) > 1:
        head = source(answer, hit).wrap(console, width, overflow="fold")
    its_source = [Text(f"{ITS_SOURCE}{one_line(hit.words)}", style=ASIDE)] if hit.words else []
    room = max(LEAST_LINES, LINES - len(head) - len(its_source))
    for line in (*([Text(label, style=ASIDE)] if label else []), *head[:1]):
        console.print(line)
    for line in head[1:]:  # names of others go on in it, and no line begins with them
        console.print(Padding(line, (0, 0, 0, INDENT)))
    for line in passage_lines(hit, words, console, width, 0 if full else room):
        console.print(Padding(line, (0, 0, 0, INDENT)))
    for line in its_source:
        if not full:
            line.truncate(width, overflow="ellipsis")
        console.print(Padding(line, (0, 0, 0, INDENT)), overflow="fold")


def source(answer: "RecallAnswer", hit: "RecallHit") -> "Text":
    """The line above a passage: where it stands, as a link, what it is, and what one must know about it."""
    from rich.style import Style
    from rich.text import Text

    shown = hit.discussion or any(mark.startswith(hit.status) for mark in hit.marks)
    status = "" if shown else hit.status
    about = [hit.caption] if hit.id else [hit.caption, hit.date[:10], status]
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
