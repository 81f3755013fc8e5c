"""Parts of a briefing's text: the lines that are new against another, those of one section."""

from collections.abc import Sequence

from scrubjay.model.counted import counted

DECISIONS = "Decisions, "
"""How the title of the newest decisions begins."""


def section(text: str, title: str) -> tuple[str, ...]:
    """The entries of the section whose title begins so, without the title."""
    entries: list[str] = []
    inside = False
    for line in text.split("\n"):
        if not line.startswith("- "):
            inside = line.startswith(title) and line.endswith(":")
        elif inside:
            entries.append(line)
    return tuple(entries)


def new_lines(before: str, now: str) -> tuple[str, ...]:
    """The lines of `now` that `before` doesn't have, in order; a title stays where one of its entries is new."""
    previous = set(before.split("\n"))
    lines: list[str] = []
    title = ""
    for line in now.split("\n"):
        if line.endswith(":") and not line.startswith("- "):
            title = line
            continue
        if not line.startswith("- "):
            title = ""
        if line in previous or not line:
            continue
        if title:
            lines.append(title)
            title = ""
        lines.append(line)
    return tuple(lines)


def truncate_lines(lines: Sequence[str], most: int, call: str) -> tuple[str, ...]:
    """At most `most` lines; a last one names the call that shows what was omitted."""
    if len(lines) <= most:
        return tuple(lines)
    return (*lines[:most], f"({counted(len(lines) - most, 'more line')}; {call} shows them)")
