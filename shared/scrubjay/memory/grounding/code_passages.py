"""Which passages does code hold? Comments as they stand together, code in fives of lines, under its symbol's name."""

import re
from collections.abc import Iterator

from scrubjay.memory.grounding.blocks import Form
from scrubjay.memory.grounding.marks import LONGEST
from scrubjay.memory.grounding.passage import Passage

WINDOW = 5
"""Lines of code in a passage; a passage begins every second line, so that neighbours share one."""

STEP = 2

_COMMENT = re.compile(r"\A\s*(?:#(?!\!|include|define|if|endif|else|\[)|//+!?|/\*+|\*(?!\w)|--\s|;;)\s?")
_DOCSTRING = re.compile(r"\s*[rRbBuU]?(\"\"\"|''')")
_SYMBOL = re.compile(
    r"(\s*)(?:(?:export|default|public|private|protected|static|async|pub(?:\([^)]*\))?|abstract|final)\s+)*"
    r"(?:class|def|func|fn|function|struct|interface|trait|impl|module|enum|type|object)\s+(?:\([^)]*\)\s*)?([A-Za-z_]\w*)"
)
_TABLE = re.compile(r"\[{1,2}([\w.\"'-]+)\]{1,2}\s*(?:#.*)?\Z")
"""A table of TOML, or a section of an INI file."""


def code_passages(text: str) -> Iterator[Passage]:
    """The passages of a source file in any language, in order."""
    around: list[tuple[int, str]] = []
    pending: list[str] = []
    start, form, quote = 1, Form.CODE, ""
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw[:LONGEST]
        name = tuple(name for _, name in around)
        kind, quote = _kind(line, quote)
        if pending and (kind is not form or not line.strip() or (kind is Form.CODE and _SYMBOL.match(line))):
            yield from _cut(pending, start, form, name)
            pending = []
        if kind is Form.CODE and (table := _TABLE.match(line)):
            around = [(0, table[1])]
        if kind is Form.CODE and (symbol := _SYMBOL.match(line)):
            indent = len(symbol[1].expandtabs(4))
            around = [enclosing for enclosing in around if enclosing[0] < indent] + [(indent, symbol[2])]
        if line.strip():
            start, form = (start, form) if pending else (number, kind)
            pending.append(line)
    if pending:
        yield from _cut(pending, start, form, tuple(name for _, name in around))


def _kind(line: str, quote: str) -> tuple[Form, str]:
    """Whether a line is a comment, and the quotation marks of a docstring that is still open behind it."""
    if quote:
        return Form.COMMENT, "" if quote in line else quote
    if mark := _DOCSTRING.match(line):
        return Form.COMMENT, "" if line.count(mark[1]) > 1 else mark[1]
    return (Form.COMMENT if _COMMENT.match(line) else Form.CODE), ""


def _cut(pending: list[str], start: int, form: Form, names: tuple[str, ...]) -> Iterator[Passage]:
    heading = (".".join(names),) if names else ()
    if form is Form.COMMENT:
        words = " ".join(
            _COMMENT.sub("", _DOCSTRING.sub("", line, count=1), count=1).strip(" */\"'") for line in pending
        )
        yield Passage(form=form, lines=(start, start + len(pending) - 1), text=" ".join(words.split()), heading=heading)
        return
    for first in range(0, max(1, len(pending) - WINDOW + STEP), STEP):
        lines = pending[first : first + WINDOW]
        yield Passage(
            form=form, lines=(start + first, start + first + len(lines) - 1), text="\n".join(lines), heading=heading
        )
