"""Labels: lines that give the heading after them a name to link to, and so belong to its section."""

import re
from collections.abc import Sequence
from dataclasses import replace

from scrubjay.model.outline import Heading, Outline

_LABEL = re.compile(
    r"\.\. _[^:]+:"  # reStructuredText
    r"|\([\w:./-]+\)="  # MyST
    r"|\[\[[\w:.-]+\]\]|\[#[\w:.-]+\]"  # AsciiDoc
    r"|<a\s+(?:id|name)\s*=[^<>]*>(?:\s*</a>)?"  # HTML in Markdown
)
_LONGEST = 200


def with_labels(outline: Outline, lines: Sequence[str]) -> Outline:
    """The same with each heading at the first of the labels right above it, blank lines between them or not."""
    headings = tuple(replace(heading, line=_first_line(heading, lines)) for heading in outline.headings)
    return outline if headings == outline.headings else replace(outline, headings=headings)


def _first_line(heading: Heading, lines: Sequence[str]) -> int:
    first = heading.line
    for number in range(heading.line - 1, 0, -1):
        line = lines[number - 1].rstrip()
        if len(line) <= _LONGEST and _LABEL.fullmatch(line):
            first = number
        elif line:
            break
    return first
