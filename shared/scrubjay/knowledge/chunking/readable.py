"""What does a Markdown passage say, read as text? Its paragraphs, items and code, without the marks around them."""

import re

from scrubjay.errors import LimitExceeded
from scrubjay.knowledge.chunking.markdown import block_tokens, plain_text

MAX_INLINE = 20_000
"""Characters of one paragraph that lose their marks."""

_CODE = ("fence", "code_block")
_ENDED = re.compile(r"[^\w)\]]$")


def readable(text: str) -> str:
    """A Markdown passage as lines of text, without marks and empty lines.

    A heading stands before what it heads, a title on a line of its own.
    What takes too long to parse keeps its marks.
    """
    try:
        tokens = block_tokens(text)
    except LimitExceeded:
        return without_gaps(text)
    lines: list[str] = []
    heading, item, row = "", "", list[str]()
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.type == "list_item_open":
            item = "• "
        elif token.type == "tr_close":
            lines.append(" | ".join(row))
            row = []
        elif token.type in _CODE:
            lines += [heading, *token.content.splitlines()]
            heading = ""
        elif token.type == "inline" and before is not None:
            said = _said(token.content)
            if before.type == "heading_open":
                lines += [heading, *([said] if before.tag == "h1" else [])]
                heading = "" if before.tag == "h1" else said
            elif before.type in ("th_open", "td_open"):
                row.append(said)
            else:
                lines.append(f"{_before(heading)}{item}{said}")
                heading, item = "", ""
    return without_gaps("\n".join([*lines, heading]))


def _said(content: str) -> str:
    """A paragraph on one line; a table whose head is in another passage keeps its rows."""
    if not content.startswith("|"):
        return plain_text(content, MAX_INLINE)
    rows = ([cell.strip() for cell in plain_text(row, MAX_INLINE).strip("|").split("|")] for row in content.split("\n"))
    return "\n".join(" | ".join(filter(None, row)) for row in rows)


def without_gaps(text: str) -> str:
    """A text without its empty lines."""
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip())


def _before(heading: str) -> str:
    """A heading as it stands before the words under it."""
    if not heading:
        return ""
    return f"{heading} " if _ENDED.search(heading) else f"{heading}: "
