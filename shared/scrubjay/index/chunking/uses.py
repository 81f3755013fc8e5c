"""Uses of names in source code: what is called, made, read, written, imported or used as a type, but no local names."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from scrubjay.index.chunking.code import MAX_NAME

Role = Literal["definition", "call", "reference"]

_FILE: Final = -1
"""The number of the scope that is a whole file."""

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


class Use(NamedTuple):
    """A use of a name: where it starts in bytes, and its line (1-based)."""

    start: int
    line: int
    name: str
    role: Role


@dataclass(frozen=True, slots=True)
class Spans:
    """Parts of a file that have local names: its functions, those within others left out."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]

    @classmethod
    def of(cls, nodes: Iterable[Any]) -> "Spans":
        """The outermost of some nodes."""
        starts: list[int] = []
        ends: list[int] = []
        for start, end in sorted((node.start_byte, -node.end_byte) for node in nodes):
            if not ends or start >= ends[-1]:
                starts.append(start)
                ends.append(-end)
        return cls(tuple(starts), tuple(ends))

    def at(self, place: int) -> int:
        """The number of the span that a byte lies in; -1 for none."""
        number = bisect_right(self.starts, place) - 1
        return number if number >= 0 and place < self.ends[number] else _FILE


def uses(
    captures: Mapping[str, list[Any]],
    data: bytes,
    functions: Spans,
    known: Mapping[int, bytes],
    bound: Iterable[Any],
    unnamed: Set[bytes],
) -> list[Use]:
    """The uses of names, by what a query captured; neither those of definitions nor of local names.

    `known`: where the names of definitions start, with the name of a function or a class. `bound`: nodes of names that
    are local besides the captured. `unnamed`: words that are no names.
    A name is local in the outermost function that binds it, or in the whole file.
    """
    lower = [node for node in captures.get("pattern", ()) if _LOWER.match(data, node.start_byte)]
    binding = (*captures.get("local", ()), *captures.get("bound", ()), *lower, *bound)
    elsewhere = {*known, *(node.start_byte for node in captures.get("import", ()))}
    local = _names((node for node in binding if node.start_byte not in elsewhere), data, functions)
    for start, name in known.items():
        local.get(name, set()).discard(functions.at(start))
    for node in captures.get("module", ()):
        local.setdefault(_module(data[node.start_byte : node.end_byte]), set()).add(_FILE)
    generic = _names(captures.get("generic", ()), data, functions)
    seen = {*known}
    found: list[Use] = []
    for kind, role in _ROLES.items():
        names = local if kind in _LOCAL else generic if kind == "type" else {}
        for node in captures.get(kind, ()):
            start = node.start_byte
            if start in seen:
                continue
            seen.add(start)
            end = node.end_byte
            name = data[start:end]
            if name in unnamed or name in names and (_FILE in names[name] or functions.at(start) in names[name]):
                continue
            called = kind == "token" and _CALLED.match(data, end)
            written = name.decode("utf-8", "replace")[:MAX_NAME]
            found.append(Use(start, node.start_point[0] + 1, written, "call" if called else role))
        if kind == "import":
            seen.update(node.start_byte for node in captures.get("skip", ()))
            seen.update(n.start_byte for n in captures.get("element", ()) if _LOWER.match(data, n.start_byte))
    return found


def _names(nodes: Iterable[Any], data: bytes, functions: Spans) -> dict[bytes, set[int]]:
    """Names with the numbers of the functions that bind them."""
    names: dict[bytes, set[int]] = {}
    for node in nodes:
        start = node.start_byte
        names.setdefault(data[start : node.end_byte], set()).add(functions.at(start))
    return names


def _module(written: bytes) -> bytes:
    """The name that an import of a path gives, unless it says another: its last part without a version."""
    parts = written.strip(b"\"'`").split(b"/")
    if len(parts) > 1 and re.fullmatch(rb"v\d+", parts[-1]):
        parts.pop()
    return parts[-1].split(b".v")[0]
