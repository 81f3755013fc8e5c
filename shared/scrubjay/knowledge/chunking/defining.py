"""Names that a query of definitions finds in a syntax tree, with the nodes that they name."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal

from scrubjay.knowledge.chunking.code import MAX_NAME, receiver_of
from scrubjay.knowledge.chunking.querying import cursor

Role = Literal["definition", "call", "reference"]

VARIABLE: Final = "definition.variable"
"""A definition outside of functions; inside of one it is a local name, which is no symbol."""

_CALLS: Final = frozenset({"reference.call", "reference.class", "reference.send"})
"""Captures of a shipped query of what runs the code of a name: a function that is called, a class that is made."""

_BARE: Final = frozenset({"definition.function", "definition.class"})

_AROUND: Final = frozenset({"around", "reference.implementation"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """A name with the node that it names: where it starts in bytes, and the type that a method is declared for."""

    written: bytes
    role: Role
    kind: str
    owner: str
    identifier: Any
    node: Any
    start: int

    @property
    def name(self) -> str:
        """The name as text."""
        return self.written.decode("utf-8", "replace")[:MAX_NAME]

    @property
    def line(self) -> int:
        """The line of the name, 1-based."""
        return int(self.identifier.start_point[0]) + 1

    @property
    def opens(self) -> bool:
        """Whether other definitions lie in it by name: a definition, or the type of an `impl`."""
        return self.role == "definition" or self.kind in _AROUND

    @property
    def bare(self) -> bool:
        """Whether code names it as it names a variable: a function or a class, but no method."""
        return self.kind in _BARE

    @property
    def rank(self) -> tuple[bool, int]:
        """How much it says of the same name: a definition is no reference to itself, a method no function."""
        return self.role == "definition", self.node.end_byte

    @property
    def order(self) -> tuple[int, int, int]:
        """By where its node begins, what holds more first."""
        return self.node.start_byte, -self.node.end_byte, self.start


def read_tags(query: Any, root: Any, data: bytes) -> list[Tag]:
    """What a query of definitions, or a shipped tags query, finds; a name may have several."""
    return [tag for _, captures in cursor(query).matches(root) if (tag := _tag(captures, data)) is not None]


def best_tags(tags: Iterable[Tag]) -> list[Tag]:
    """One tag for each name, that which says most of it."""
    best: dict[int, Tag] = {}
    for tag in tags:
        if tag.start not in best or tag.rank > best[tag.start].rank:
            best[tag.start] = tag
    return list(best.values())


def _tag(captures: dict[str, list[Any]], data: bytes) -> Tag | None:
    kind = next((capture for capture in captures if capture.startswith(("definition.", "reference.", "around"))), "")
    if not kind or not captures.get("name"):
        return None
    identifier, node = captures["name"][0], captures[kind][0]
    role: Role = "call" if kind in _CALLS else "definition" if kind.startswith("definition.") else "reference"
    owner = receiver_of(node, data).partition("[")[0] if role == "definition" else ""
    start = identifier.start_byte
    return Tag(
        written=data[start : identifier.end_byte], role=role, kind=kind, owner=owner, identifier=identifier, node=node,
        start=start,
    )  # fmt: skip
