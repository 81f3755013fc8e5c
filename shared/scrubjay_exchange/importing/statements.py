"""Which statements does a Markdown text make? List items and paragraphs, without headings, tables and code. No I/O."""

import re
from collections.abc import Iterator

MAX_STATEMENT = 1_000
MIN_WORDS = 3
MIN_LETTERS = 6
"""Letters of a text that writes no spaces between its words, such as Japanese."""

_FRONT = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_FENCE = re.compile(r"^\s*(```|~~~)")
_ITEM = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s+(?:\[[ xX]\]\s+)?")
_SKIPPED = re.compile(r"^\s*(?:#{1,6}\s|\||<!--|@[\w./~-]+\s*$|[-=*_]{3,}\s*$)")


def cut_statements(text: str) -> Iterator[str]:
    """List items and paragraphs, one statement each, without headings, tables, code, imports and front matter."""
    block: list[str] = []
    fenced = False
    for line in [*_FRONT.sub("", text.replace("\r\n", "\n")).split("\n"), ""]:
        fence = bool(_FENCE.match(line))
        item = _ITEM.match(line)
        if fence or fenced or not line.strip() or item or _SKIPPED.match(line):
            yield from _whole(block)
            block = []
        fenced ^= fence
        if fence or fenced or not line.strip() or (_SKIPPED.match(line) and not item):
            continue
        block.append(line[item.end() :] if item else line)


def _whole(block: list[str]) -> Iterator[str]:
    text = " ".join(" ".join(block).split()).replace("**", "")
    letters = sum(character.isalpha() and character > "\u0dff" for character in text)
    if (len(text.split()) >= MIN_WORDS or letters >= MIN_LETTERS) and not text.endswith(":"):
        yield text[:MAX_STATEMENT]
