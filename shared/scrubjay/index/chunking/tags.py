"""Symbols of source code, by queries of its syntax tree: what it defines, and what it names."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from scrubjay.index.chunking.code import MAX_NAME, MAX_PATH, parse, receiver_of
from scrubjay.index.chunking.querying import cursor, symbol_queries
from scrubjay.index.chunking.uses import Role, Spans, Use, uses

TAGS_VERSION: Final = "3"
"""Raise it when the same text would give other symbols: those of older versions are read again."""

MAX_SYMBOLS = 20_000
"""Symbols of one file that are kept: definitions first, then the others in line order."""

_CALLS: Final = frozenset({"reference.call", "reference.class", "reference.send"})
"""Captures of a shipped query of what runs the code of a name: a function that is called, a class that is made."""

_FUNCTIONS: Final = frozenset({"definition.function", "definition.method", "definition.macro"})
"""Definitions whose inside has local names."""

_CALLABLE: Final = frozenset({"definition.function", "definition.class"})
"""Definitions that code beside them names as it names a variable."""

_VARIABLE: Final = "definition.variable"
"""A definition outside of functions; inside of one it is a local name, which is no symbol."""

_OPEN: Final = frozenset({"around", "reference.implementation"})
"""Captures that definitions lie in, though they are none: the type of an `impl`."""


class Symbol(NamedTuple):
    """A name at a line (1-based). `path` is the whole path of a definition, or the definition around a use.

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
    from scrubjay.index.chunking.languages import installed_languages

    return frozenset(name for name in installed_languages() if symbol_queries(name) is not None)


def symbols(text: str, language: str) -> tuple[Symbol, ...]:
    """The symbols of a file in line order; none of a language without queries.

    Raises LimitExceeded for a file that is too large, or takes too long to parse.
    """
    queries = symbol_queries(language)
    if queries is None:
        return ()
    root, data = parse(text, language)
    tags = [tag for _, found in cursor(queries.definitions).matches(root) if (tag := _tag(found, data)) is not None]
    if queries.uses is None:
        return _placed(_best(tags))
    captures = cursor(queries.uses).captures(root)
    inside = (*captures.get("function", ()), *(tag.node for tag in tags if tag.kind in _FUNCTIONS))
    functions = Spans.of(inside)
    imported = {node.start_byte for node in captures.get("import", ())}
    named = [
        tag
        for tag in _best(tag for tag in tags if tag.kind != _VARIABLE or functions.at(tag.start) < 0)
        if tag.start not in imported and tag.written not in queries.unnamed
    ]
    bound = (tag.identifier for tag in tags if tag.kind == _VARIABLE)
    known = {tag.start: tag.written if tag.kind in _CALLABLE else b"" for tag in named if tag.role == "definition"}
    return _placed(named, uses(captures, data, functions, known, bound, queries.unnamed))


@dataclass(slots=True)
class _Tag:
    """A name that a query of definitions found, the node it names, and the type that a method is declared for."""

    written: bytes
    role: Role
    start: int
    line: int
    kind: str
    owner: str
    identifier: Any
    node: Any

    @property
    def name(self) -> str:
        """The name as text."""
        return self.written.decode("utf-8", "replace")[:MAX_NAME]

    @property
    def opens(self) -> bool:
        """Whether other names may lie in it."""
        return self.role == "definition" or self.kind in _OPEN

    @property
    def order(self) -> tuple[int, int, int]:
        """By where its node begins, what holds more first."""
        return self.node.start_byte, -self.node.end_byte, self.start

    @property
    def use(self) -> Use:
        """The same as a mere use of the name."""
        return Use(self.start, self.line, self.name, self.role)

    @property
    def rank(self) -> tuple[bool, int]:
        """How much it says of the same name: a definition is no reference to itself, a method no function."""
        return self.role == "definition", self.node.end_byte


def _tag(captures: dict[str, list[Any]], data: bytes) -> _Tag | None:
    kind = next((capture for capture in captures if capture.startswith(("definition.", "reference.", "around"))), "")
    if not kind or not captures.get("name"):
        return None
    identifier, node = captures["name"][0], captures[kind][0]
    written = data[identifier.start_byte : identifier.end_byte]
    role: Role = "call" if kind in _CALLS else "definition" if kind.startswith("definition.") else "reference"
    owner = receiver_of(node, data).partition("[")[0] if role == "definition" else ""
    line = identifier.start_point[0] + 1
    return _Tag(written, role, identifier.start_byte, line, kind, owner, identifier, node)


def _best(tags: Iterable[_Tag]) -> list[_Tag]:
    """One tag for each name, that which says most of it."""
    best: dict[int, _Tag] = {}
    for tag in tags:
        if tag.start not in best or tag.rank > best[tag.start].rank:
            best[tag.start] = tag
    return list(best.values())


def _placed(tags: Iterable[_Tag], used: Iterable[Use] = ()) -> tuple[Symbol, ...]:
    """The symbols with their paths: each lies in the definitions that are still open at its start."""
    opening = sorted((tag for tag in tags if tag.opens), key=lambda tag: tag.order, reverse=True)
    nesting = _Nesting()
    placed: list[tuple[int, Symbol]] = []
    for start, line, name, role in sorted([*used, *(tag.use for tag in tags if not tag.opens)]):
        while opening and opening[-1].node.start_byte <= start:
            placed += nesting.open(opening.pop())
        placed.append((start, Symbol(name, role, nesting.at(start), line, line)))
    while opening:
        placed += nesting.open(opening.pop())
    if len(placed) > MAX_SYMBOLS:
        placed = sorted(placed, key=lambda place: (place[1].role != "definition", place[0]))[:MAX_SYMBOLS]
    return tuple(symbol for _, symbol in sorted(placed))


class _Nesting:
    """The definitions that are open, outermost first: where each begins and ends, and its path."""

    def __init__(self) -> None:
        self._open: list[tuple[int, int, str]] = []

    def at(self, place: int) -> str:
        """The path of the definition around a byte."""
        while self._open and self._open[-1][1] <= place:
            self._open.pop()
        return self._open[-1][2] if self._open else ""

    def open(self, tag: _Tag) -> Iterator[tuple[int, Symbol]]:
        """Open a definition, and give its symbol; what only names a type around others has none of its own here."""
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
