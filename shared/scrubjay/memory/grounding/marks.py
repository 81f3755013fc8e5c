"""Which marks open a block, or end it, in Markdown, reStructuredText and AsciiDoc?"""

import re

LONGEST = 5_000
"""Characters of a line that are looked at; longer ones are data."""

ATX = re.compile(r"(#{1,6})\s+(.+?)\s*#*\s*$")
ADOC = re.compile(r"(={1,6})\s+(\S.*?)\s*=*\s*$")
UNDERLINE = re.compile(r"([=\-~^\"'#*+`:._])\1{2,}\s*$")
RULE = re.compile(r"\s*(?:([-*_])\s*){3,}$|\s*'{3,}\s*$")
FENCE = re.compile(r"(`{3,}|~{3,})")
DELIMITER = re.compile(r"([-.+/_])\1{3,}\s*$|(\|)={3,}\s*$")
ITEM = re.compile(r"([-*+•]{1,5}|\d{1,4}[.)]|[a-zA-Z][.)]|#\.|\.{1,4})(?:\s+|$)")
IMAGE = re.compile(r"(?:\[?!\[[^\]]*\]\([^)]*\)(?:\]\([^)]*\))?\s*)+$")
BLOCK_MACRO = re.compile(r"\[[^\]]+\]$|(?:image|video|audio)::\S+\[.*\]$")
"""What AsciiDoc writes above a block, or in its place."""
TASK = re.compile(r"\[[ xX]\]\s+")
ROW = re.compile(r"\||[+][-=+]+[+]\s*$|=+(?:\s+=+)+\s*$")
BAR = re.compile(r":?-{2,}:?(?:\s*\|\s*:?-{2,}:?)+\s*\|?\s*$")
CALLOUT = re.compile(r">\s*\[!(\w+)\][ ]*|(?:!!!|\?\?\?\+?|:::)\s*\{?(\w+)\}?(?:\s+\"[^\"]*\")?\s*$")
FENCED = re.compile(r"(`{3,}|:{3,})\s*\{([\w-]+)\}(?:\s+(\S.*))?$")
"""What opens a directive of MyST."""

BOX = re.compile(r"<(?:div|aside|section)\b[^>]*\bclass=[\"'](?:[^\"']*[\s_-])?(\w+)[\"'][^>]*>\s*$", re.IGNORECASE)
BOX_ENDS = ("</div", "</aside", "</section", "</details")
SUMMARY = re.compile(r"(?:<details\b[^>]*>\s*)?<summary\b[^>]*>(.{1,200}?)</summary>\s*$", re.IGNORECASE)
"""What names the matter of a part that is shown when it is asked for."""

CLOSING = re.compile(r"</[a-zA-Z]+>\s*$")
_TAG = re.compile(r"<[^>]*>")
QUOTED, BOXED, SHUT = -1, -2, -3
"""What stands for the indent of a callout that is marked line by line, that a tag ends, or that a fence ends."""

DIRECTIVE = re.compile(r"\.\.\s+([\w:-]+?)::\s*(.*)$")
PROSE = frozenset(
    """
    note tip warning caution important hint danger attention error admonition seealso info versionadded versionchanged
    deprecated versionremoved topic sidebar rubric epigraph highlights pull-quote todo example
    """.split()  # noqa: SIM905 - a list would take a line a word
)
"""Directives whose content is prose; that of others is data or code."""

DATED = ("version", "deprecated")
"""What the names of directives begin with that take a version."""

TABLES = {"list-table": re.compile(r"\*\s+-\s+"), "csv-table": re.compile(r"(?=\S)")}
"""What opens a row of a directive that is a table."""

CELL = re.compile(r"(?:\*\s+)?-\s+")
OPTION = re.compile(r":[\w-]+:(?:\s|\Z)")

FOOTNOTE = re.compile(r"\[\^[^\]\s]{1,40}\]:\s+(?=\S)")
DEFINITION = re.compile(r"\[[^\]]{1,200}\]:\s+\S|\.\.\s+_[^:]+:|:[\w-]+:\s*$")
TAGS = {"<!--": "-->", "<blockquote": "</blockquote"}
FRONT = re.compile(r"\A---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_ROLE = re.compile(r"(?<!\w)(?::[A-Za-z][\w:+.-]*:|\{[A-Za-z][\w:+.-]*\})`(?:~(?:\w+\.)*)?([^`<]+?)(?:\s*<[^`<>]+>)?`")
_TARGET = re.compile(r"(?<![`\w])`([^`<]+?)(?:\s+<[^`<>]+>`__?|`__?)(?!\w)")


_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()\s]*(?:\s+\"[^\"]*\")?\)|\[[^\[\]]*\])")


def is_wordless(bare: str, format: str) -> bool:
    """Whether a line holds no words of a text."""
    marks = (RULE, UNDERLINE, DEFINITION, IMAGE, CLOSING, *((BLOCK_MACRO,) if format == "asciidoc" else ()))
    return any(mark.match(bare) for mark in marks)


def untagged(text: str) -> str:
    """A text without the tags of HTML."""
    return _TAG.sub("", text).strip()


def unlinked(text: str) -> str:
    """A text with the words of Markdown's links in their place."""
    return _LINK.sub(r"\1", text)


def unmarked(text: str) -> str:
    """A text with what roles and links of reStructuredText and MyST show in their place; roles in code marks."""
    return _TARGET.sub(r"\1", _ROLE.sub(r"`\1`", text))
