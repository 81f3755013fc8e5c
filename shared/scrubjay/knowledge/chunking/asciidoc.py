"""AsciiDoc outline: headings at `=`, blocks at blank lines."""

from scrubjay.model.outline import Heading, Outline, TextBlock
from scrubjay.model.pattern import pattern

_HEADING = pattern(r"(={1,6}) +(\S.*)")
_DELIMITER = pattern(r"(-{4,}|={4,}|\.{4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|\|={3,}|-{2}|`{3,}.*)\s*")


def outline(text: str) -> Outline:
    """Outline an AsciiDoc document; text between two equal delimiters is one block."""
    headings: list[Heading] = []
    blocks: list[TextBlock] = []
    start, fence = 0, ""
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if fence:
            if line.rstrip() == fence:
                fence = ""
            continue
        heading = _HEADING.fullmatch(line.rstrip()[:1000])
        if heading:
            if start:
                blocks.append(TextBlock(start, number - 1))
            headings.append(Heading(number, len(heading.group(1)), heading.group(2)))
            blocks.append(TextBlock(number, number))
            start = 0
        elif not line.strip():
            if start:
                blocks.append(TextBlock(start, number - 1))
            start = 0
        else:
            start = start or number
            if len(line) < 200 and _DELIMITER.fullmatch(line):
                fence = line.rstrip() if not line.startswith("`") else "```"
    if start:
        blocks.append(TextBlock(start, len(lines)))
    return Outline(tuple(headings), tuple(blocks))
