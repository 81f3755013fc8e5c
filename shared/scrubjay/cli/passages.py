"""Search results on a terminal: a few lines each, the query's words stand out, and a source is a link."""

from typing import TYPE_CHECKING

from scrubjay.recall.fitness import NOTES
from scrubjay.recall.render import SOURCE as ITS_SOURCE
from scrubjay.recall.render import first_line, heading_of, one_line, people_line
from scrubjay.text.telling import telling_words

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from scrubjay.recall import RecallAnswer, RecallHit

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


def show(answer: "RecallAnswer", console: "Console", *, full: bool = False) -> None:
    """Print an answer that has hits, a block of LINES lines for each, or whole passages.

    Text of documents is neither our markup nor control characters here.
    """
    from rich.padding import Padding
    from rich.text import Text

    from scrubjay.cli.passage_lines import passage_lines

    words = telling_words(answer.request.wording)
    exact = (f"exact: {', '.join(answer.exact)}",) if answer.exact else ()
    width = max(1, console.width - INDENT)
    first = first_line(answer.view, (NOTES[answer.fit], *exact, *answer.notes, *answer.degraded))
    console.print(Text(first, style=ASIDE))
    if answer.people:
        console.print(Text(people_line(answer)))
    for hits, title in ((answer.hits, ""), (answer.unconfirmed, heading_of(answer))):
        if hits and title:
            console.print()
            console.print(Text(title, style=WARNING))
        for hit in hits:
            console.print()
            head = source(answer, hit).wrap(console, console.width, overflow="fold")
            its_source = [Text(f"{ITS_SOURCE}{one_line(hit.words)}", style=ASIDE)] if hit.words else []
            room = max(LEAST_LINES, LINES - len(head) - len(its_source))
            for line in head:
                console.print(line)
            for line in passage_lines(hit, words, console, width, 0 if full else room):
                console.print(Padding(line, (0, 0, 0, INDENT)))
            for line in its_source:
                if not full:
                    line.truncate(width, overflow="ellipsis")
                console.print(Padding(line, (0, 0, 0, INDENT)), overflow="fold")
    if not full:
        console.print()
        console.print(Text(MORE, style=ASIDE))


def source(answer: "RecallAnswer", hit: "RecallHit") -> "Text":
    """The line above a passage: where it stands, as a link, what it is, and what one must know about it."""
    from rich.style import Style
    from rich.text import Text

    status = hit.status if not any(mark.startswith(hit.status) for mark in hit.marks) else ""
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
