"""Which part of a document states something? All of it but the options it weighs and the examples it quotes."""

import re

from scrubjay.grounding.sentences import sentences

_WEIGHED = re.compile(
    r"\b(?:options?|alternatives?|pros\b|cons\b|pros\s+and\s+cons|rejected|considered|discarded|drawbacks?|open\s+questions?|"
    r"non[- ]goals?|out\s+of\s+scope|future\s+work|unresolved|status\s+quo)\b",
    re.IGNORECASE,
)
_MARKDOWN = re.compile(r"^(#{1,6})\s+(.+?)\s*#*\s*$")
_UNDERLINE = re.compile(r"^([=\-~^\"'#*+`:.])\1{2,}\s*$")
_FENCE = re.compile(r"^\s*(?:```|~~~)")


def statements(text: str) -> tuple[str, ...]:
    """The sentences of a Markdown or rst document that it states itself.

    Sections about options, alternatives, pros and cons are left out with their subsections, code blocks too: an option
    that was weighed and rejected reads like a decision when it stands alone.
    """
    return sentences("\n".join(_kept(text.split("\n"))))


def is_weighed(heading: str) -> bool:
    """Whether a heading, or one above it, is about options that a document weighs."""
    return bool(_WEIGHED.search(heading))


def _kept(lines: list[str]) -> list[str]:
    kept: list[str] = []
    order: list[str] = []
    hidden = 0
    fenced = False
    for number, line in enumerate(lines):
        if _FENCE.match(line):
            fenced = not fenced
            continue
        below = lines[number + 1] if number + 1 < len(lines) else ""
        level, title = _heading(line, below, order)
        if level and not fenced:
            hidden = 0 if hidden and level <= hidden else hidden
            if not hidden and _WEIGHED.search(title):
                hidden = level
        if not fenced and not hidden:
            kept.append(line)
    return kept


def _heading(line: str, below: str, order: list[str]) -> tuple[int, str]:
    """Level and title of a heading; 0 where the line is none. `order` collects rst's underlines as they come."""
    found = _MARKDOWN.match(line)
    if found:
        return len(found[1]), found[2]
    under = _UNDERLINE.match(below)
    if under and line.strip() and not _UNDERLINE.match(line) and len(below.rstrip()) >= len(line.rstrip()) * 0.5:
        if under[1] not in order:
            order.append(under[1])
        return order.index(under[1]) + 1, line.strip()
    return 0, ""
