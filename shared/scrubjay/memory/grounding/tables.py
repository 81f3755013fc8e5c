"""Words and phrases that the checks look for, from the tables beside this file, and marks that open or end a block."""

import re
from functools import cache
from pathlib import Path

from scrubjay.model.pattern import pattern

HERE = Path(__file__).parent


@cache
def patterns(table: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The groups of a .tsv table in their order, each as one regular expression; `{NAME}` stands for a `=NAME` line."""
    macros: dict[str, str] = {}
    groups: dict[str, list[str]] = {}
    for name, text in _rows(f"{table}.tsv"):
        for macro, meaning in macros.items():
            text = text.replace(f"{{{macro}}}", meaning)
        if name.startswith("="):
            macros[name[1:]] = text
        else:
            groups.setdefault(name, []).append(f"(?:{text})")
    return tuple((name, re.compile("|".join(group), re.IGNORECASE)) for name, group in groups.items())


@cache
def word_list(name: str) -> frozenset[str]:
    """The words of a list in words.txt: those on the lines below `[name]`."""
    return frozenset(word for line in word_lines(name) for word in line)


@cache
def word_lines(name: str) -> tuple[tuple[str, ...], ...]:
    """The lines of a list in words.txt, each as its words."""
    text = (HERE / "words.txt").read_text(encoding="utf-8")
    match = re.search(rf"(?ms)^\[{re.escape(name)}\][^\n]*\n(.*?)(?=^\[|\Z)", text)
    if match is None:
        raise LookupError(name)
    return tuple(tuple(line.split()) for line in match[1].splitlines() if line.strip() and not line.startswith("#"))


@cache
def phrases(name: str) -> re.Pattern[str]:
    """A list of words.txt as one regular expression of whole words; "_" stands for a space."""
    words = sorted(word_list(name), key=len, reverse=True)
    spelled = "|".join(re.escape(word).replace("_", r"\s+") for word in words)
    return re.compile(rf"(?<![\w-])(?:{spelled})(?![\w-])", re.IGNORECASE)


@cache
def heading_words() -> dict[str, str]:
    """The kind of section that each lower-case heading word names, in all languages."""
    return {word.rstrip("*"): kind for word, kind in _heading_rows()}


@cache
def heading_modifiers() -> frozenset[str]:
    """Heading words that name no section if another noun follows, as in "Background jobs"."""
    return frozenset(word.rstrip("*") for word, _ in _heading_rows() if word.endswith("*"))


def _heading_rows() -> list[tuple[str, str]]:
    tables = sorted(HERE.glob("headings.*.tsv"))
    return [(word, kind) for table in tables for kind, words in _rows(table.name) for word in words.split()]


@cache
def units() -> dict[str, str]:
    """The standard form of each unit, by each of its forms; short forms keep their case."""
    return {form: line[0] for line in word_lines("units") for form in line}


def _rows(table: str) -> list[tuple[str, str]]:
    lines = (HERE / table).read_text(encoding="utf-8").splitlines()
    pairs = (line.partition("\t") for line in lines if not line.startswith("#"))
    return [(name, text) for name, _, text in pairs if text]


LONGEST = 5_000
"""Characters of a line that are looked at; longer ones are data."""

ATX = pattern(r"(#{1,6})\s+(.+?)\s*#*\s*$")
ADOC = pattern(r"(={1,6})\s+(\S.*?)\s*=*\s*$")
UNDERLINE = pattern(r"([=\-~^\"'#*+`:._])\1{2,}\s*$")
RULE = pattern(r"\s*(?:([-*_])\s*){3,}$|\s*'{3,}\s*$")
FENCE = pattern(r"(`{3,}|~{3,})")
DELIMITER = pattern(r"([-.+/_])\1{3,}\s*$|(\|)={3,}\s*$")
ITEM = pattern(r"([-*+•]{1,5}|\d{1,4}[.)]|[a-zA-Z][.)]|#\.|\.{1,4})(?:\s+|$)")
IMAGE = pattern(r"(?:\[?!\[[^\]]*\]\([^)]*\)(?:\]\([^)]*\))?\s*)+$")
BLOCK_MACRO = pattern(r"\[[^\]]+\]$|(?:image|video|audio)::\S+\[.*\]$")
"""What AsciiDoc writes above a block, or in its place."""
TASK = pattern(r"\[[ xX]\]\s+")
ROW = pattern(r"\||[+][-=+]+[+]\s*$|=+(?:\s+=+)+\s*$")
BAR = pattern(r":?-{2,}:?(?:\s*\|\s*:?-{2,}:?)+\s*\|?\s*$")
CALLOUT = pattern(r">\s*\[!(\w+)\][ ]*|(?:!!!|\?\?\?\+?|:::)\s*\{?(\w+)\}?(?:\s+\"[^\"]*\")?\s*$")
FENCED = pattern(r"(`{3,}|:{3,})\s*\{([\w-]+)\}(?:\s+(\S.*))?$")
"""What opens a directive of MyST."""

BOX = pattern(r"<(?:div|aside|section)\b[^>]*\bclass=[\"'](?:[^\"']*[\s_-])?(\w+)[\"'][^>]*>\s*$", re.IGNORECASE)
BOX_ENDS = ("</div", "</aside", "</section", "</details")
SUMMARY = pattern(r"(?:<details\b[^>]*>\s*)?<summary\b[^>]*>(.{1,200}?)</summary>\s*$", re.IGNORECASE)
"""What names the matter of a part that is shown when it is asked for."""

CLOSING = pattern(r"</[a-zA-Z]+>\s*$")
_TAG = pattern(r"<[^>]*>")
QUOTED, BOXED, SHUT = -1, -2, -3
"""What stands for the indent of a callout that is marked line by line, that a tag ends, or that a fence ends."""

DIRECTIVE = pattern(r"\.\.\s+([\w:-]+?)::\s*(.*)$")
PROSE = frozenset(
    """
    note tip warning caution important hint danger attention error admonition seealso info versionadded versionchanged
    deprecated versionremoved topic sidebar rubric epigraph highlights pull-quote todo example
    """.split()  # noqa: SIM905 - a list would take a line a word
)
"""Directives whose content is prose; that of others is data or code."""

DATED = ("version", "deprecated")
"""What the names of directives begin with that take a version."""

TABLES = {"list-table": pattern(r"\*\s+-\s+"), "csv-table": pattern(r"(?=\S)")}
"""What opens a row of a directive that is a table."""

CELL = pattern(r"(?:\*\s+)?-\s+")
OPTION = pattern(r":[\w-]+:(?:\s|\Z)")

FOOTNOTE = pattern(r"\[\^[^\]\s]{1,40}\]:\s+(?=\S)")
DEFINITION = pattern(r"\[[^\]]{1,200}\]:\s+\S|\.\.\s+_[^:]+:|:[\w-]+:\s*$")
TAGS = {"<!--": "-->", "<blockquote": "</blockquote"}
FRONT = pattern(r"\A---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_ROLE = pattern(r"(?<!\w)(?::[A-Za-z][\w:+.-]*:|\{[A-Za-z][\w:+.-]*\})`(?:~(?:\w+\.)*)?([^`<]+?)(?:\s*<[^`<>]+>)?`")
_TARGET = pattern(r"(?<![`\w])`([^`<]+?)(?:\s+<[^`<>]+>`__?|`__?)(?!\w)")


_LINK = pattern(r"!?\[([^\[\]]*)\](?:\([^()\s]*(?:\s+\"[^\"]*\")?\)|\[[^\[\]]*\])")


def is_wordless(bare: str, format: str) -> bool:
    """Whether a line holds no words of a text."""
    marks = (RULE, UNDERLINE, DEFINITION, IMAGE, CLOSING, *((BLOCK_MACRO,) if format == "asciidoc" else ()))
    return any(mark.match(bare) for mark in marks)


def without_tags(text: str) -> str:
    """A text without the tags of HTML."""
    return _TAG.sub("", text).strip()


def unlinked(text: str) -> str:
    """A text with the words of Markdown's links in their place."""
    return _LINK.sub(r"\1", text)


def unmarked(text: str) -> str:
    """A text with roles and links of reStructuredText and MyST replaced by what they show; roles in code marks."""
    return _TARGET.sub(r"\1", _ROLE.sub(r"`\1`", text))
