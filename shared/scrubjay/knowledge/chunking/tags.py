"""Symbols of source code, by queries of its syntax tree: what it defines, and what it names."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

from scrubjay.knowledge.chunking.code import MAX_CHARACTERS, MAX_NAME, MAX_PATH, parse
from scrubjay.knowledge.chunking.languages import installed_languages
from scrubjay.knowledge.chunking.querying import VARIABLE, Role, Tag, best_tags, cursor, read_tags, symbol_queries
from scrubjay.knowledge.chunking.uses import FILE, Use, function_spans, uses
from scrubjay.model.pattern import pattern

_SPACE: Final = rb"[ \t\r\n]{1,40}"
_KEYWORDS: Final = (
    rb"(?:(?:static|extern|inline|const|volatile|unsigned|signed|struct|union|enum)" + _SPACE + rb"){0,6}"
)
_MACRO: Final = rb"([A-Z_][A-Z0-9_]{2,80})(?:[ \t]{0,4}\([^()\n]{0,80}\))?(?=[ \t\r\n])"
_NO_TYPE: Final = rb"(?!(?:return|else|goto|case|sizeof|typedef|if|while|for|switch|do)\b)"
_DECLARED: Final = (
    rb"(?=" + _SPACE + _KEYWORDS + _NO_TYPE + rb"[A-Za-z_]\w{0,200}[ \t\r\n*]{1,40}"
    rb"[A-Za-z_]\w{0,200}[ \t\r\n]{0,9}[(\[;=,])"
)
_BEFORE: Final = pattern(
    rb"^[ \t]{0,40}(?:(?:static|extern|inline|const)[ \t]{1,9}){0,4}" + _MACRO + _DECLARED, re.MULTILINE
)
_WITHIN: Final = pattern(
    rb"\b(?:struct|union|enum)[ \t]{1,9}" + _MACRO + rb"(?=[ \t\r\n]{1,40}\w{1,200}[ \t\r\n]{0,9}\{)"
)


def blank_macros(data: bytes) -> tuple[bytes, tuple[tuple[int, bytes], ...]]:
    """A C text with its macros blanked out, of the same length; and the position and name of each macro."""
    found: list[tuple[int, bytes]] = []
    blanked = bytearray(data)
    for expression in (_BEFORE, _WITHIN):
        for match in expression.finditer(data):
            start, end = match.start(1), match.end()
            found.append((start, match[1]))
            blanked[start:end] = re.sub(rb"[^\r\n]", b" ", data[start:end])
    return bytes(blanked), tuple(sorted(found))


TAGS_VERSION: Final = "3"
"""Raise it when the same text would give other symbols: those of older versions are read again."""

MAX_SYMBOLS = 20_000
"""Symbols of one file that are kept: definitions first, then the others in line order."""


class Symbol(NamedTuple):
    """A name in a file and its line (1-based). `path` is that of the definition itself, or of the one around a use.

    `end_line` is the last line of a definition, and of anything else its own.
    """

    name: str
    role: Role
    path: str
    line: int
    end_line: int


@cache
def tagged_languages() -> frozenset[str]:
    """The installed languages with queries that fit their grammars."""
    return frozenset(name for name in installed_languages() if symbol_queries(name) is not None)


@cache
def calling_languages() -> frozenset[str]:
    """The installed languages of which calls are read, not definitions alone."""
    return frozenset(name for name in tagged_languages() if (held := symbol_queries(name)) and held.calls)


def symbols(text: str, language: str) -> tuple[Symbol, ...]:
    """The symbols of a file in line order; none of a language without queries.

    Raises LimitExceeded for a file that is too large, or takes too long to parse.
    """
    queries = symbol_queries(language)
    if queries is None:
        return ()
    written, macros = _readable(text, language)
    root, data = parse(written, language)
    tags = read_tags(queries.definitions, root, data)
    if queries.uses is None:
        return _with_paths(best_tags(tags))
    captures = cursor(queries.uses).captures(root)
    functions = function_spans(captures)
    foreign = {node.start_byte for kind in ("import", "foreign") for node in captures.get(kind, ())}
    named = [
        tag
        for tag in best_tags(tag for tag in tags if tag.kind != VARIABLE or functions.at(tag.start) == FILE)
        if tag.start not in foreign and tag.written not in queries.unnamed
    ]
    defined = {tag.start: tag for tag in named if tag.role == "definition"}
    bound = (tag for tag in tags if tag.kind == VARIABLE)
    return _with_paths(named, [*macros, *uses(captures, data, functions, defined, bound, queries.unnamed)])


def _readable(text: str, language: str) -> tuple[str, tuple[Use, ...]]:
    """A text that its grammar can read, of the same length; and the uses of names in what was blanked out."""
    if language != "c" or len(text) > MAX_CHARACTERS:
        return text, ()
    blanked, macros = blank_macros(text.encode("utf-8", "replace"))
    found: list[Use] = []
    line, seen = 1, 0
    for start, name in macros:
        line, seen = line + blanked.count(b"\n", seen, start), start
        found.append(Use(start, line, name.decode()[:MAX_NAME], "reference"))
    return blanked.decode("utf-8") if found else text, tuple(found)


def _with_paths(tags: Iterable[Tag], used: Iterable[Use] = ()) -> tuple[Symbol, ...]:
    """The symbols of some tags with their paths, which name the definitions around them."""
    opening = sorted((tag for tag in tags if tag.opens), key=lambda tag: tag.order, reverse=True)
    nesting = _Nesting()
    placed: list[tuple[int, Symbol]] = []
    for start, line, name, role in sorted(
        [*used, *(Use(tag.start, tag.line, tag.name, tag.role) for tag in tags if not tag.opens)]
    ):
        while opening and opening[-1].node.start_byte <= start:
            placed += nesting.open(opening.pop())
        placed.append((start, Symbol(name, role, nesting.at(start), line, line)))
    while opening:
        placed += nesting.open(opening.pop())
    if len(placed) > MAX_SYMBOLS:
        placed = sorted(placed, key=lambda place: (place[1].role != "definition", place[0]))[:MAX_SYMBOLS]
    return tuple(symbol for _, symbol in sorted(placed))


class _Nesting:
    """The definitions that enclose the current place in a file, outermost first."""

    def __init__(self) -> None:
        self._open: list[tuple[int, int, str]] = []

    def at(self, place: int) -> str:
        """The path of the definition around a byte."""
        while self._open and self._open[-1][1] <= place:
            self._open.pop()
        return self._open[-1][2] if self._open else ""

    def open(self, tag: Tag) -> Iterator[tuple[int, Symbol]]:
        """Open a definition, and give its symbol; a node that only names a type around others gives none."""
        begin, end = tag.node.start_byte, tag.node.end_byte
        outer = self.at(begin)
        if self._open and self._open[-1][:2] == (begin, end):  # names of one declaration stand beside each other
            self._open.pop()
            outer = self._open[-1][2] if self._open else ""
        path = ".".join(filter(None, (outer, tag.owner, tag.name)))[:MAX_PATH]
        self._open.append((begin, end, path))
        if tag.role == "definition":
            yield tag.start, Symbol(tag.name, tag.role, path, tag.line, tag.node.end_point[0] + 1)
        elif tag.kind != "around":
            yield tag.start, Symbol(tag.name, tag.role, outer, tag.line, tag.line)
