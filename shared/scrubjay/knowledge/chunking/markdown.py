"""Markdown by markdown-it-py's block parser: its outline, and a passage read as plain text."""

import re
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, fence
from markdown_it.token import Token
from mdit_py_plugins.front_matter import front_matter_plugin

from scrubjay.errors import LimitExceeded
from scrubjay.knowledge.chunking.pieces import StepBudget
from scrubjay.model.outline import MAX_TITLE, Heading, Outline, TextBlock
from scrubjay.model.pattern import pattern

MAX_NESTING = 20
_MARKS = pattern(
    r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])|</?(?:a|b|br|code|em|i|img|kbd|p|span|strong|sub|sup)\b[^>]{0,200}>"
    r"|`+|(?<!\\)\*{1,3}(?=\S)|(?<=[^\s\\])\*{1,3}|(?<![\w\\])_{1,3}(?=\w)|(?<=\w)_{1,3}(?!\w)",
    re.IGNORECASE,
)
_ESCAPED = pattern(r"\\([!-/:-@\[-`{-~])")
_ATTRIBUTES = pattern(r"\{[^{}]{0,200}\}\s*$")
_LONG_LINE = 20_000

MAX_MARKS = 20
"""Brackets of a heading, each searched to its end: beyond, its links and tags stay as written."""

_TITLE = pattern(r"^title:\s*(.+)$", re.MULTILINE)


MAX_STEPS = 30_000
"""Lines that may be tested as a fence, which the parser does for each line at each depth: 4 to 30 µs each."""

MAX_TOKENS = 500_000
"""Tokens that the parser may produce: a table cell makes three, of 3 µs and 330 bytes each (measured)."""


class _Tokens(list[Token]):
    """A list of markdown-it's tokens that raises LimitExceeded when it gets too long."""

    def __init__(self) -> None:
        super().__init__()
        self._steps = StepBudget(MAX_TOKENS)

    def append(self, token: Token) -> None:
        """Raises LimitExceeded beyond the limit."""
        self._steps.take()
        super().append(token)


@cache
def _parser() -> MarkdownIt:
    """Blocks only. Without link definitions: finding the end of an unclosed one takes quadratic time."""
    parser = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable("table").use(front_matter_plugin)
    parser.block.ruler.at("fence", _counted, {"alt": ["paragraph", "reference", "blockquote", "list"]})
    return parser.disable("reference")


def _counted(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """markdown-it's fence rule, with a step counter."""
    state.env["steps"].take()
    return fence(state, start, end, silent)


def block_tokens(text: str) -> list[Token]:
    """The block tokens of a text by markdown-it. Raises LimitExceeded where parsing takes too long."""
    parser, tokens = _parser(), _Tokens()
    parser.block.parse(text, parser, {"steps": StepBudget(MAX_STEPS)}, tokens)
    return tokens


def outline(text: str) -> Outline:
    """Outline a Markdown document. Long lines are hidden from the parser: they can't hold structure.

    Raises LimitExceeded for a structure that takes too long to parse.
    """
    seen = "\n".join("x" if len(line) > _LONG_LINE else line for line in text.split("\n"))
    headings: list[Heading] = []
    blocks: list[TextBlock] = []
    title = ""
    tokens = block_tokens(seen)
    for index, token in enumerate(tokens):
        if token.level or token.map is None:
            continue
        start, end = token.map[0] + 1, max(token.map[1], token.map[0] + 1)
        if token.type == "heading_open":
            heading = Heading(start, int(token.tag[1]), plain_text(tokens[index + 1].content))
            headings.append(heading)
            blocks.append(TextBlock(start, end))
        elif token.nesting >= 0 and token.type != "inline":
            blocks.append(TextBlock(start, end))
        if token.type == "front_matter":
            match = _TITLE.search(token.content)
            title = match.group(1).strip().strip("\"'") if match else ""
    return Outline(tuple(headings), tuple(blocks), title)


def plain_text(text: str, most: int = MAX_TITLE) -> str:
    """The text of a heading or a paragraph without its markup; an identifier such as `max_size` keeps its underscores.

    Of a longer text the first `most` characters.
    """
    plain = text[:most]
    if plain.count("[") + plain.count("<") <= MAX_MARKS:
        plain = _ESCAPED.sub(r"\1", _MARKS.sub(r"\1", _ATTRIBUTES.sub("", plain)))
    return " ".join(plain.split())


MAX_INLINE = 20_000
"""Characters of one paragraph that lose their marks."""

_CODE = ("fence", "code_block")
_ENDED = pattern(r"[^\w)\]]$")


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
            said = _paragraph_line(token.content)
            if before.type == "heading_open":
                lines += [heading, *([said] if before.tag == "h1" else [])]
                heading = "" if before.tag == "h1" else said
            elif before.type in ("th_open", "td_open"):
                row.append(said)
            else:
                lines.append(f"{_heading_prefix(heading)}{item}{said}")
                heading, item = "", ""
    return without_gaps("\n".join([*lines, heading]))


def _paragraph_line(content: str) -> str:
    """A paragraph on one line; a table whose head is in another passage keeps its rows."""
    if not content.startswith("|"):
        return plain_text(content, MAX_INLINE)
    rows = ([cell.strip() for cell in plain_text(row, MAX_INLINE).strip("|").split("|")] for row in content.split("\n"))
    return "\n".join(" | ".join(filter(None, row)) for row in rows)


def without_gaps(text: str) -> str:
    """A text without its empty lines."""
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip())


def _heading_prefix(heading: str) -> str:
    """A heading with a colon or a space behind it, to stand before the text under it; empty without one."""
    if not heading:
        return ""
    return f"{heading} " if _ENDED.search(heading) else f"{heading}: "
