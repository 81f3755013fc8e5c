"""Uses of names in source code: what is called, made, read, written or imported, and what a bare name means."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any, Final, Literal, NamedTuple

from scrubjay.knowledge.chunking.code import MAX_NAME
from scrubjay.knowledge.chunking.querying import VARIABLE, Role, Tag, best_tags, cursor, read_tags, symbol_queries
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern

FILE: Final = -1
"""The number of the whole file, which all parts lie in."""


class Spans:
    """Numbered nodes of a syntax tree, to look up which of them encloses a byte."""

    def __init__(self, nodes: Iterable[Any]) -> None:
        """All these nodes; of those with one place, one."""
        places = sorted({(node.start_byte, -node.end_byte) for node in nodes})
        self._starts = [start for start, _ in places]
        self._ends = [-end for _, end in places]
        self._numbers = {(start, -end): number for number, (start, end) in enumerate(places)}
        self._around: list[int] = []
        for number, start in enumerate(self._starts):
            around = number - 1
            while around >= 0 and self._ends[around] <= start:
                around = self._around[around]
            self._around.append(around)

    def at(self, place: int) -> int:
        """The number of the innermost node around a byte; FILE where there is none."""
        number = bisect_right(self._starts, place) - 1
        while number >= 0 and self._ends[number] <= place:
            number = self._around[number]
        return number

    def around(self, node: Any) -> int:
        """The number of the innermost node that encloses a given node; FILE where none does."""
        number = self._numbers.get((node.start_byte, node.end_byte))
        return self.at(node.start_byte) if number is None else self._around[number]

    def innermost(self, place: int, wanted: Set[int]) -> int | None:
        """The number of the innermost node around a byte, among the `wanted` numbers."""
        number = self.at(place)
        while number not in wanted:
            if number == FILE:
                return None
            number = self._around[number]
        return number


_ROLES: Final[Mapping[str, Role]] = {
    "import": "reference",
    "send": "call",
    "make": "call",
    "call": "call",
    "field": "reference",
    "type": "reference",
    "token": "reference",
    "value": "reference",
}
"""Captures of a query of uses by what they tell, the one that tells most first."""

_LOCAL: Final = frozenset({"call", "token", "value"})
"""Captures that may be of a local variable or a parameter."""

_CALLED: Final = pattern(rb"!?[(\[{]")
"""What follows a name among the tokens of a macro where it is called: a bracket, or a macro's mark before any."""

_LOWER: Final = pattern(rb"[a-z_]")

Captures = Mapping[str, list[Any]]
"""Nodes by what a query captured them as."""


class Use(NamedTuple):
    """A use of a name: its first byte, its line (1-based), and its role."""

    start: int
    line: int
    name: str
    role: Role


def function_spans(captures: Captures) -> Spans:
    """The functions of a file; where none is around, also what only functions have: parameters, a block."""
    functions = captures.get("function", ())
    enclosed = captures.get("enclosed")
    if not enclosed:
        return Spans(functions)
    inner = Spans(functions)
    return Spans([*functions, *(node for node in enclosed if inner.at(node.start_byte) == FILE)])


def uses(
    captures: Captures,
    data: bytes,
    functions: Spans,
    defined: Mapping[int, Tag],
    bound: Iterable[Tag],
    unnamed: Set[bytes],
) -> Iterator[Use]:
    """The uses of names that a query captured, without names at their definitions and local names.

    `defined`: by where the names of definitions start. `bound`: names that are local besides the captured ones.
    `unnamed`: words that are no names. A name is local in the function that binds it, and in those within.
    """
    local = _locals(captures, data, functions, defined, bound)
    types = _Names(Spans(tag.node for tag in defined.values()), {}) if captures.get("generic") else local
    generic = types.also(captures.get("generic", ()), data)
    seen = {*defined}
    for kind, role in _ROLES.items():
        names = local if kind in _LOCAL else generic if kind == "type" else None
        for node in captures.get(kind, ()):
            start = node.start_byte
            if start in seen:
                continue
            seen.add(start)
            end = node.end_byte
            name = data[start:end]
            if name in unnamed or (names is not None and name in names.bound and names.holds(name, start)):
                continue
            called = kind == "token" and _CALLED.match(data, end)
            written = name.decode("utf-8", "replace")[:MAX_NAME]
            yield Use(start, node.start_point[0] + 1, written, "call" if called else role)
        if kind == "import":
            seen.update(node.start_byte for node in captures.get("skip", ()))
            seen.update(n.start_byte for n in captures.get("element", ()) if _LOWER.match(data, n.start_byte))


@dataclass(frozen=True, slots=True)
class _Names:
    """Names, each with the parts of a file where it has a meaning of its own, such as a local variable's."""

    spans: Spans
    bound: dict[bytes, dict[int, bool]]

    def holds(self, name: bytes, place: int) -> bool:
        """Whether a name has a meaning of its own at a byte."""
        numbers = self.bound[name]
        number = self.spans.innermost(place, numbers.keys())
        return number is not None and numbers[number]

    def also(self, nodes: Iterable[Any], data: bytes) -> "_Names":
        """These names with those of some nodes added, each for the innermost part around its node."""
        for node in nodes:
            start = node.start_byte
            self.bound.setdefault(data[start : node.end_byte], {})[self.spans.at(start)] = True
        return self


def _locals(
    captures: Captures, data: bytes, functions: Spans, defined: Mapping[int, Tag], bound: Iterable[Tag]
) -> _Names:
    """The local names of a file, each with the functions in which it is local."""
    free = (node for node in local_nodes(captures, data, bound) if node.start_byte not in defined)
    names = _Names(functions, {}).also(free, data)
    for node in captures.get("module", ()):
        names.bound.setdefault(_module(data[node.start_byte : node.end_byte]), {})[FILE] = True
    for tag in defined.values():
        if tag.bare and tag.written in names.bound:
            names.bound[tag.written][functions.around(tag.node)] = False
    return names


def local_nodes(captures: Captures, data: bytes, bound: Iterable[Tag], *, types: bool = False) -> list[Any]:
    """The nodes that name something local; names that an import gives aren't among them. `types`: local types too."""
    imported = {node.start_byte for node in captures.get("import", ())}
    if types:  # a call is of what a part of another's `require` gives
        imported.update(node.start_byte for node in captures.get("foreign", ()))
    nodes = [
        *captures.get("local", ()),
        *captures.get("bound", ()),
        *(node for node in captures.get("pattern", ()) if _LOWER.match(data, node.start_byte)),
        *(tag.identifier for tag in bound),
        *(captures.get("generic", ()) if types else ()),
    ]
    return [node for node in nodes if node.start_byte not in imported]


def _module(written: bytes) -> bytes:
    """The name that an import binds when none is given: the last part of its path, without a version."""
    parts = written.strip(b"\"'`").split(b"/")
    if len(parts) > 1 and re.fullmatch(rb"v\d+", parts[-1]):
        parts.pop()
    return parts[-1].split(b".v")[0]


Binding = Literal["local", "own", "import", ""]

_WRAPS: Final = frozenset({"decorated_definition", "export_statement", "type_declaration"})


class BoundNames:
    """The names that a file's functions bind, and those that the file defines at its top.

    `imported` are nodes of import statements with the names that each gives; they bind where they stand.
    """

    def __init__(self, root: Any, data: bytes, language: str, imported: Iterable[tuple[Any, Iterable[str]]]) -> None:
        self._functions = Spans(())
        self._bound: dict[bytes, dict[int, Binding]] = {}
        self._at_top: dict[bytes, int] = {}
        self._imports: dict[bytes, int] = {}
        queries = symbol_queries(language)
        if queries is None or queries.uses is None:
            return
        tags = read_tags(queries.definitions, root, data)
        captures = cursor(queries.uses).captures(root)
        self._functions = function_spans(captures)
        given = list(imported)
        statements = Spans(node for node, _ in given)
        variables = [tag for tag in tags if tag.kind == VARIABLE]
        named = [tag for tag in best_tags(tags) if tag.role == "definition" and tag.kind != VARIABLE]
        defined = {tag.start for tag in named if tag.bare}
        for node in local_nodes(captures, data, variables, types=True):
            if node.start_byte not in defined and statements.at(node.start_byte) == FILE:
                self._bind(data[node.start_byte : node.end_byte], self._functions.at(node.start_byte), "local")
        for tag in named:
            if tag.bare and statements.at(tag.start) == FILE:
                number = self._functions.around(tag.node)
                self._bind(tag.written, number, "own")
                if number == FILE and _is_top(tag.node, root):
                    self._at_top[tag.written] = tag.start
        for node, names in given:
            for name in names:
                number = self._functions.at(node.start_byte)
                self._bind(name.encode(), number, "import")
                if number == FILE:
                    self._imports[name.encode()] = node.start_byte

    def of(self, name: bytes, place: int) -> Binding:
        """What binds a name at a byte offset; a definition below an import of that name counts as the file's own."""
        numbers = self._bound.get(name, {})
        number = self._functions.innermost(place, numbers.keys())
        if number is not None:
            return numbers[number]
        later = name in self._imports and self._at_top.get(name, FILE) > self._imports[name]
        return "own" if later else ""

    def _bind(self, name: bytes, number: int, binding: Binding) -> None:
        """Record the binding of a name in the function of that number; outside of functions nothing."""
        if number != FILE:
            self._bound.setdefault(name, {})[number] = binding


def _is_top(node: Any, root: Any) -> bool:
    """Whether a definition stands at a file's top level, not inside of a condition."""
    above = node.parent
    while above is not None and above.type in _WRAPS:
        above = above.parent
    return above is not None and above.id == root.id
