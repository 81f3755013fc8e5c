"""reStructuredText outline by docutils' parser: headings and blocks.

Only the parser runs: nothing is included, no raw text passes, no configuration file is read.
"""

from typing import Any

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser
from docutils.parsers.rst.states import Inliner
from docutils.utils import new_document

from scrubjay.errors import LimitExceeded
from scrubjay.knowledge.chunking.pieces import StepBudget, check_size
from scrubjay.model.outline import Heading, Outline, TextBlock

MAX_CHARACTERS = 200_000
"""docutils takes 1.2 ms of CPU a KB (measured), and more for hostile text: 200 KB of link targets take 4 s.

A larger document is read as plain text.
"""

MAX_STEPS = 25_000
"""Lines that the parser may read, at each depth: 10 to 160 µs each."""

LONG_LINE = 20_000

MAX_INLINE = 500
"""Characters of a paragraph up to which its inline markup is parsed.

Only a title's markup matters here, and unclosed markup costs docutils quadratic time.
"""

_SETTINGS = {
    "file_insertion_enabled": False,
    "raw_enabled": False,
    "_disable_config": True,
    "report_level": 5,
    "halt_level": 6,
    "warning_stream": False,
    "line_length_limit": 2 * LONG_LINE,
    "syntax_highlight": "none",
}


def outline(text: str) -> Outline:
    """Outline a reStructuredText document. Long lines are hidden from the parser: they can't hold structure.

    Raises LimitExceeded for one that is too large, takes too long to parse, or makes the parser fail.
    """
    check_size(text, MAX_CHARACTERS, "reStructuredText")
    lines = ["x" if len(line) > LONG_LINE else line for line in text.split("\n")]
    try:
        document = _parse("\n".join(lines), StepBudget(MAX_STEPS))
    except LimitExceeded:
        raise
    except Exception as error:  # whatever hostile text does to the parser, the text itself is still indexed
        raise LimitExceeded("read as plain text: docutils can't parse its structure") from error
    headings: list[Heading] = []
    starts: set[int] = set()
    _collect_headings(document, 0, headings, starts)
    placed = _with_overlines(sorted(headings, key=lambda h: h.line), lines)
    return Outline(placed, _blocks(lines, sorted(starts | {heading.line for heading in placed})))


class _ShortInliner:
    """docutils' Inliner, limited to the markup of titles and short paragraphs; longer text stays one node."""

    def __init__(self) -> None:
        self._inliner = Inliner()

    def parse(self, text: str, lineno: int, memo: Any, parent: nodes.Element) -> Any:
        """The nodes of a text, and docutils' messages."""
        return self._inliner.parse(text, lineno, memo, parent) if len(text) <= MAX_INLINE else ([nodes.Text(text)], [])

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inliner, name)


def _parse(text: str, steps: StepBudget) -> nodes.document:
    settings: Any = get_default_settings(Parser)
    for name, value in _SETTINGS.items():
        setattr(settings, name, value)
    document: Any = new_document("document", settings)
    note = document.note_source

    def counted(source: str, offset: int) -> None:
        steps.take()
        note(source, offset)

    document.note_source = counted  # each state machine, however deep, tells it of each line
    inliner: Any = _ShortInliner()  # not a subclass: Inliner reads its own class's variables
    Parser(inliner=inliner).parse(text, document)
    parsed: nodes.document = document
    return parsed


def _collect_headings(node: Any, level: int, headings: list[Heading], starts: set[int]) -> None:
    """Add a node's headings to `headings`, and the first lines of its other blocks to `starts`."""
    for child in node.children:
        line = _first_line(child)
        if isinstance(child, nodes.section):
            title = child.children[0] if child.children else None
            if isinstance(title, nodes.title) and title.line:
                underlined = title.line - 1 if title.line > 1 else 1
                headings.append(Heading(underlined, level + 1, " ".join(title.astext().split())))
            _collect_headings(child, level + 1, headings, starts)
        elif not isinstance(child, nodes.title) and line:
            starts.add(line)


def _with_overlines(headings: list[Heading], lines: list[str]) -> tuple[Heading, ...]:
    """The headings, each moved up to its title's overline where it has one."""
    placed: list[Heading] = []
    for heading in headings:
        above, below = (lines[n].rstrip() if 0 <= n < len(lines) else "" for n in (heading.line - 2, heading.line))
        free = not placed or placed[-1].line + 1 < heading.line - 1
        start = heading.line - 1 if above and above == below and free else heading.line
        placed.append(Heading(start, heading.level, heading.title))
    return tuple(placed)


def _first_line(node: Any) -> int:
    """The first line of a docutils node: the least line recorded at it or within it; 0 without any."""
    lines = [n.line for n in node.findall() if isinstance(n, nodes.Element) and n.line]
    return min(lines) if lines else 0


def _blocks(lines: list[str], starts: list[int]) -> tuple[TextBlock, ...]:
    """The blocks of a text that begin at some lines, each moved up to the start of its paragraph."""
    top_of: list[int] = []
    for number, line in enumerate(lines, 1):
        top_of.append(top_of[-1] if number > 1 and lines[number - 2].strip() and line.strip() else number)
    tops = sorted({top_of[min(start, len(lines)) - 1] for start in starts})
    if not tops or tops[0] > 1:
        tops.insert(0, 1)
    ends = [top - 1 for top in tops[1:]] + [len(lines)]
    return tuple(TextBlock(top, end) for top, end in zip(tops, ends, strict=True))
