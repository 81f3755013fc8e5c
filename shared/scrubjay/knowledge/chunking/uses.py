"""Uses of names in source code: what is called, made, read, written, imported or used as a type, but no local names."""

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from scrubjay.knowledge.chunking.code import MAX_NAME
from scrubjay.knowledge.chunking.defining import Role, Tag
from scrubjay.knowledge.chunking.spans import FILE, Spans

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

_CALLED: Final = re.compile(rb"!?[(\[{]")
"""What follows a name among the tokens of a macro where it is called: a bracket, or a macro's mark before any."""

_LOWER: Final = re.compile(rb"[a-z_]")

Captures = Mapping[str, list[Any]]
"""Nodes by what a query captured them as."""


class Use(NamedTuple):
    """A use of a name: where it starts in bytes, and its line (1-based)."""

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
    """The uses of names, by what a query captured; neither those of definitions nor of local names.

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
    """Names with the numbers of the parts of a file where they mean something of that part, and where not again."""

    spans: Spans
    bound: dict[bytes, dict[int, bool]]

    def holds(self, name: bytes, place: int) -> bool:
        """Whether a name means something of a part at a byte."""
        numbers = self.bound[name]
        number = self.spans.innermost(place, numbers.keys())
        return number is not None and numbers[number]

    def also(self, nodes: Iterable[Any], data: bytes) -> "_Names":
        """With these names, each in the innermost part that it lies in."""
        for node in nodes:
            start = node.start_byte
            self.bound.setdefault(data[start : node.end_byte], {})[self.spans.at(start)] = True
        return self


def _locals(
    captures: Captures, data: bytes, functions: Spans, defined: Mapping[int, Tag], bound: Iterable[Tag]
) -> _Names:
    free = (node for node in local_nodes(captures, data, bound) if node.start_byte not in defined)
    names = _Names(functions, {}).also(free, data)
    for node in captures.get("module", ()):
        names.bound.setdefault(_module(data[node.start_byte : node.end_byte]), {})[FILE] = True
    for tag in defined.values():
        if tag.bare and tag.written in names.bound:
            names.bound[tag.written][functions.around(tag.node)] = False
    return names


def local_nodes(captures: Captures, data: bytes, bound: Iterable[Tag], *, types: bool = False) -> list[Any]:
    """The nodes of names that are local where they stand, but for what an import gives; with `types` also of types."""
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
    """The name that an import of a path gives, unless it says another: its last part without a version."""
    parts = written.strip(b"\"'`").split(b"/")
    if len(parts) > 1 and re.fullmatch(rb"v\d+", parts[-1]):
        parts.pop()
    return parts[-1].split(b".v")[0]
