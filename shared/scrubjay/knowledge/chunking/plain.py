"""Plain text outline: blocks at blank lines, headings where a line is underlined, perhaps with the same line above."""

from scrubjay.model.outline import Heading, Outline, TextBlock
from scrubjay.model.pattern import pattern

_UNDERLINE = pattern(r"([=\-~^\"'#*+.`:_])\1{2,}\s*")
_LONGEST_TITLE = 120


def outline(text: str) -> Outline:
    """Outline plain text; underline characters rank in order of first appearance."""
    lines = text.split("\n")
    headings: list[Heading] = []
    blocks: list[TextBlock] = []
    ranks: list[str] = []
    start = 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            if start:
                blocks.append(TextBlock(start, number - 1))
            start = 0
            continue
        over = start == number - 2 and start > 0 and lines[start - 1].rstrip() == line.rstrip()
        if start and (start == number - 1 or over) and _is_title(lines[number - 2], line):
            mark = line[0] * (2 if over else 1)
            if mark not in ranks:
                ranks.append(mark)
            headings.append(Heading(start, ranks.index(mark) + 1, lines[number - 2].strip()))
        start = start or number
    if start:
        blocks.append(TextBlock(start, len(lines)))
    return Outline(tuple(headings), tuple(blocks))


def _is_title(above: str, line: str) -> bool:
    title = above.strip()
    short = 0 < len(title) <= _LONGEST_TITLE and not _UNDERLINE.fullmatch(title)
    return short and len(line) <= 300 and _UNDERLINE.fullmatch(line) is not None and len(line.strip()) >= len(title) - 1
