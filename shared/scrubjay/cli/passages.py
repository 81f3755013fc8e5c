"""Search results on a terminal: the query's words stand out, and a source is a link."""

import re
from collections.abc import Collection
from typing import TYPE_CHECKING

from scrubjay.model.visible import visible
from scrubjay.recall.excerpt import excerpt
from scrubjay.recall.fitness import NOTES
from scrubjay.recall.render import CONCISE, first_line, heading_of, one_line, people_line
from scrubjay.recall.render import SOURCE as ITS_SOURCE
from scrubjay.text.telling import telling_words

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from scrubjay.recall import RecallAnswer, RecallHit

FOUND = "bold yellow"
SOURCE = "bold cyan"
ASIDE = "dim"
WARNING = "magenta"
INDENT = 2


def show(answer: "RecallAnswer", console: "Console") -> None:
    """Print an answer that has hits. Text of documents is neither markup nor control characters here."""
    from rich.padding import Padding
    from rich.text import Text

    words = telling_words(answer.request.wording)
    exact = (f"exact: {', '.join(answer.exact)}",) if answer.exact else ()
    head = first_line(answer.view, (NOTES[answer.fit], *exact, *answer.notes, *answer.degraded))
    console.print(Text(head, style=ASIDE), soft_wrap=False)
    if answer.people:
        console.print(Text(people_line(answer)), soft_wrap=False)
    for hits, title in ((answer.hits, ""), (answer.unconfirmed, heading_of(answer))):
        if hits and title:
            console.print()
            console.print(Text(title, style=WARNING))
        for hit in hits:
            console.print()
            console.print(source(answer, hit), overflow="fold")
            text = excerpt(hit.text, words, CONCISE)
            console.print(Padding(highlighted(text, words), (0, 0, 0, INDENT)), overflow="fold")
            if hit.words:
                console.print(Padding(Text(f"{ITS_SOURCE}{one_line(hit.words)}", style=ASIDE), (0, 0, 0, INDENT)))


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


def highlighted(text: str, words: Collection[str]) -> "Text":
    """A passage in which words that begin as those of the question stand out."""
    from rich.text import Text

    rendered = Text(visible(text))
    if words:
        stems = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
        rendered.highlight_regex(re.compile(rf"\b(?:{stems})\w*", re.IGNORECASE), style=FOUND)
    return rendered
