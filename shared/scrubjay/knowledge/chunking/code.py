"""Source code outline by tree-sitter: functions and classes; a broken file gives what can be parsed."""

import re
from collections.abc import Iterator
from typing import Any

from tree_sitter import Parser

from scrubjay.knowledge.chunking.languages import LANGUAGES, grammar
from scrubjay.knowledge.chunking.pieces import StepBudget, check_size
from scrubjay.model.frozen import dataclass
from scrubjay.model.outline import Heading, Outline, TextBlock
from scrubjay.model.pattern import pattern

MAX_DEPTH = 12
"""Nesting levels of symbols that are told apart; deeper ones belong to the one above."""

MAX_CHARACTERS = 1_000_000
"""tree-sitter uses up to 240 bytes of memory a character for open brackets (measured), whatever its steps."""

MAX_STEPS = 20_000
"""Hundreds of parser operations: 40 to 120 µs each; a megabyte of headers in C++ takes 6,200 (measured)."""

MAX_NODES = 50_000
"""Nodes of the tree that are visited, up to 35 µs each; a megabyte of headers in C has 12,000 (measured)."""

PIECE = 4096
MAX_READS = 10_000
"""Pieces of the text that the parser may read.

A scanner may look ahead to the end again and again within one of the parser's operations, as for the end of a comment
that is never closed: 20 KB of them took 2 s.
"""

MAX_NAME = 200
MAX_PATH = 400

MAX_ABOUT = 200
"""Nodes at a file's beginning that are looked at for what it says of itself."""

_LICENCE = pattern(r"copyright|licen[cs]e|spdx", re.IGNORECASE)

_COMMENTS = frozenset({"comment", "line_comment", "block_comment"})
_CONTAINER = pattern(r"class|struct|module|mod_|namespace|impl|trait|interface|object|protocol|record|enum")
"""Node types whose own symbols are headings below theirs."""

_AROUND = frozenset({"decorated_definition", "export_statement", "template_declaration", "type_declaration"})
"""Nodes that wrap a symbol and belong to it: decorators, `export`, `template<…>`."""

_WRAPS = _AROUND | {"lexical_declaration", "variable_declaration"}

_DEFERRED = frozenset({"arrow_function", "function_expression", "function", "class"})
"""Values that make a variable a symbol: `const retry = () => …`."""


def outline(text: str, language: str) -> Outline:
    """Each symbol as a heading at its first line, comments and decorators above it included; statements as blocks.

    A heading's title is the symbol's whole path, `Class.method`; its level is its depth. Where the statements of a
    class or a file continue after a symbol, a heading marks it: the class again, or at level 0 none.

    Raises LimitExceeded for a file that is too large, or takes too long to parse.
    """
    root, data = parse(text, language)
    headings: list[Heading] = []
    blocks: list[TextBlock] = []
    around: list[_Open] = []
    tops: dict[int, int] = {}
    nodes = StepBudget(MAX_NODES)
    for place, level in _walk(root, LANGUAGES[language].symbols):
        nodes.take()
        node = place.node
        line = int(node.start_point[0]) + 1
        while around and (around[-1].level >= level > 0 or around[-1].end < line):
            around.pop()
        if level:
            path = f"{around[-1].path}.{_name(node, data)}" if around else _name(node, data)
            around.append(_Open(level, path[:MAX_PATH], int(node.end_point[0]) + 1))
        else:
            blocks.append(TextBlock(line, int(node.end_point[0]) + 1))
        path, depth = (around[-1].path, around[-1].level) if around else ("", 0)
        first = _first_line(place, tops)
        current = headings[-1] if headings else Heading(0, 0, "")
        if current.line < first and (level or path != current.title):
            headings.append(Heading(first, depth, path))
    return Outline(tuple(headings), tuple(blocks), _file_description(root, data), separate=True)


def parse(text: str, language: str) -> tuple[Any, bytes]:
    """The root of a text's syntax tree, and the bytes that its nodes point into.

    Raises LimitExceeded for a file that is too large, or takes too long to parse.
    """
    check_size(text, MAX_CHARACTERS, "code")
    data = text.encode("utf-8", "replace")
    steps, reads = StepBudget(MAX_STEPS), StepBudget(MAX_READS)

    def read(offset: int, _: object) -> bytes:
        return b"" if reads.spent() else data[offset : offset + PIECE]

    try:
        tree = Parser(grammar(language)).parse(read, progress_callback=lambda *_: steps.spent() or reads.exhausted)
    except ValueError as error:  # raised by tree-sitter when its callback stops it
        raise (reads if reads.exhausted else steps).exceeded() from error
    if reads.exhausted:
        raise reads.exceeded()
    return tree.root_node, data


@dataclass(frozen=True, slots=True)
class _Open:
    """A symbol whose end hasn't been reached: its depth, path and last line."""

    level: int
    path: str
    end: int


@dataclass(frozen=True, slots=True)
class _NodePosition:
    """A node's position: its index among its parent's children, and the position of a parent that only wraps it.

    tree-sitter finds a node's parent and neighbours by scanning from the root or the first child, each time.
    """

    beside: list[Any]
    number: int
    around: "_NodePosition | None" = None

    @property
    def node(self) -> Any:
        return self.beside[self.number]


def _positions(nodes: list[Any], around: _NodePosition | None = None) -> list[_NodePosition]:
    """The positions of some nodes that are all the children of one parent."""
    return [_NodePosition(nodes, number, around) for number in range(len(nodes))]


def _walk(root: Any, symbols: frozenset[str]) -> Iterator[tuple[_NodePosition, int]]:
    """Symbols with their level from 1, and statements between and within them with level 0; in line order."""
    waiting = [(place, 1) for place in reversed(_positions(root.named_children))]
    while waiting:
        place, level = waiting.pop()
        node = place.node
        if _is_symbol(node, symbols) and level <= MAX_DEPTH:
            yield place, level
            inside = _positions(_body_statements(node))
            if _CONTAINER.search(node.type):
                waiting += [(child, level + 1) for child in reversed(inside)]
            else:  # a function within a function belongs to it
                yield from ((child, 0) for child in inside)
        elif _holds_symbol(node, symbols):
            inside = _positions(node.named_children, place if node.type in _WRAPS else None)
            waiting += [(child, level) for child in reversed(inside)]
        elif node.type not in _COMMENTS:
            yield place, 0


def _is_symbol(node: Any, symbols: frozenset[str]) -> bool:
    if node.type not in symbols:
        return False
    if node.type == "variable_declarator":
        value = node.child_by_field_name("value")
        return value is not None and value.type in _DEFERRED
    return True


def _holds_symbol(node: Any, symbols: frozenset[str]) -> bool:
    """Whether a symbol stands in a node or one level below, as in a decorated definition or a namespace's body."""
    return any(
        _is_symbol(child, symbols) or any(_is_symbol(inner, symbols) for inner in child.named_children[:50])
        for child in node.named_children[:200]
    )


def _body_statements(node: Any) -> list[Any]:
    """The statements of a symbol's body."""
    body = node.child_by_field_name("body")
    if body is None and node.type == "variable_declarator":
        value = node.child_by_field_name("value")
        body = value.child_by_field_name("body") if value is not None else None
    if body is None:  # Kotlin's grammar names no fields
        body = next((child for child in node.named_children if child.type.endswith("_body")), None)
    return list(body.named_children) if body is not None else []


def _first_line(place: _NodePosition, tops: dict[int, int]) -> int:
    """The first line of a symbol (1-based), counting decorators and a comment directly above.

    `tops` caches the result of earlier nodes, so that a run of attributes isn't scanned for each.
    """
    while place.around is not None:
        place = place.around
    beside = place.beside
    line = int(place.node.start_point[0])
    for number in range(place.number - 1, -1, -1):
        above = beside[number]
        if not (above.type in _COMMENTS or above.type == "attribute_item"):
            break
        if above.end_point[0] < line - 1 or above.start_point[0] == line:
            break
        if number and beside[number - 1].end_point[0] == above.start_point[0]:
            break  # a trailing comment belongs to the node before it
        line = tops.get(above.id, int(above.start_point[0]))
        if above.id in tops:
            break
    tops[place.node.id] = line
    return line + 1


def _name(node: Any, data: bytes) -> str:
    identifier = node.child_by_field_name("name")
    if node.type == "impl_item":
        identifier = node.child_by_field_name("type")
    declarator = node.child_by_field_name("declarator")
    for _ in range(MAX_DEPTH):
        if identifier is not None or declarator is None:
            break
        inner = declarator.child_by_field_name("declarator")
        identifier, declarator = (declarator, None) if inner is None else (None, inner)
    if identifier is None:
        identifier = next((c for c in node.named_children if c.type.endswith("identifier")), None)
    if identifier is None and node.type.endswith("_specifier"):  # typedef enum { … } name
        beside = node.next_named_sibling
        identifier = beside if beside is not None and beside.type.endswith("identifier") else None
    text = (
        data[identifier.start_byte : identifier.end_byte].decode("utf-8", "replace")
        if identifier is not None
        else node.type
    )
    if owner := receiver_of(node, data):
        text = f"{owner}.{text}"
    text = re.sub(r"<.*", "", " ".join(text.split())).replace("::", ".")
    return text[:MAX_NAME] or str(node.type)


def receiver_of(node: Any, data: bytes) -> str:
    """The type that a method is declared for outside of it, as in Go: `func (s *Server) Run`; else empty."""
    receiver = node.child_by_field_name("receiver")
    if receiver is None:
        return ""
    written = data[receiver.start_byte : receiver.end_byte].decode("utf-8", "replace").strip("() ")
    return written.split()[-1].lstrip("*") if written else ""


def _file_description(root: Any, data: bytes) -> str:
    """A code file's description: its docstring, else the comment above its first statement or at its top.

    One line; empty where there is none, or only a licence.
    """
    children = root.named_children[:MAX_ABOUT]
    count = next((n for n, child in enumerate(children) if child.type not in _COMMENTS), len(children))
    comments, first = children[:count], children[count] if count < len(children) else None
    if first is not None and first.type == "expression_statement" and _holds_string(first):
        return _line([first], data)
    runs: list[list[Any]] = []
    for node in comments:
        joins = runs and runs[-1][-1].end_point[0] + 1 >= node.start_point[0]
        runs = [*runs[:-1], [*runs[-1], node]] if joins else [*runs, [node]]
    above = bool(runs and first is not None and runs[-1][-1].end_point[0] + 1 >= first.start_point[0])
    candidates = (*(runs[-1:] if above else ()), *runs[:1])
    return next((line for run in candidates if (line := _line(run, data))), "")


def _holds_string(statement: Any) -> bool:
    return bool(statement.named_children) and statement.named_children[0].type == "string"


def _line(nodes: list[Any], data: bytes) -> str:
    """The first line of a docstring or comment; empty for a licence."""
    text = data[nodes[0].start_byte : nodes[-1].end_byte].decode("utf-8", "replace")
    if text.startswith("#!"):
        text = text.partition("\n")[2]
    if nodes[0].type in _COMMENTS and _LICENCE.search(text):
        return ""
    line = next((part for part in text.strip("\"'/*#!-; \n\t").split("\n") if part.strip(" *#/!-;")), "")
    return line.strip(" *#/\"'")[:MAX_NAME]
