"""Lines of a passage as a terminal shows them: Markdown rendered, the question's words marked, no line too wide."""

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.console import Console
from rich.markdown import Heading, Markdown
from rich.style import Style
from rich.text import Text

from scrubjay.knowledge.documents.selection import format_of
from scrubjay.model.visible import visible

if TYPE_CHECKING:
    from rich.console import ConsoleOptions, RenderResult

    from scrubjay.search.recall.answer import RecallHit


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
        lines = _rendered(shown, console, width)
    else:
        lines = list(Text(shown).wrap(console, width, overflow="fold"))
    marked = re.compile(rf"\b(?:{'|'.join(re.escape(word) for word in sorted(words, key=len, reverse=True))})\w*", re.I)
    for line in lines:
        line.rstrip()
        if words:
            line.highlight_regex(marked, style=FOUND)
    full = [number for number, line in enumerate(lines) if line.plain]
    return lines[full[0] : full[-1] + 1] if full else []


def _rendered(text: str, console: Console, width: int) -> list[Text]:
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
