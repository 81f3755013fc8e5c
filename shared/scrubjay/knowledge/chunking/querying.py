"""Queries of syntax trees, and the names that a query of definitions finds."""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

from tree_sitter import Query, QueryCursor, QueryError

from scrubjay.knowledge.chunking.code import MAX_NAME, receiver_of
from scrubjay.knowledge.chunking.languages import LANGUAGES, grammar
from scrubjay.model.frozen import dataclass

MAX_DEPTH: Final = 1_000
"""Levels of a tree that a query looks into. Real code has less than 200; what lies deeper was made to be deep."""

MAX_MATCHES: Final = 4_096
"""Matches that may be open at once; more of them are given up, the oldest first."""

_OWN: Final = {
    "c": ("c",),
    "go": ("go",),
    "java": ("java",),
    "javascript": ("script", "javascript"),
    "php": ("php",),
    "python": ("python",),
    "rust": ("rust",),
    "tsx": ("script", "typescript", "tsx"),
    "typescript": ("script", "typescript"),
}
"""Files in `queries` by language. The others are read by the tags query that their grammar ships, if it does."""

_UNNAMED: Final = {
    "c": frozenset(b"__func__ char const double float int long short signed struct union unsigned void".split()),
    "go": frozenset({b"_"}),
    "java": frozenset({b"var"}),
    "php": frozenset(
        b"self static parent isset empty __CLASS__ __DIR__ __FILE__ __FUNCTION__ __LINE__ __METHOD__ "
        b"__NAMESPACE__".split()
    ),
    "rust": frozenset({b"Self", b"_"}),
    "script": frozenset({b"arguments", b"bigint", b"require", b"undefined"}),
}
"""Words that a grammar takes for names, in some places or everywhere."""


@dataclass(frozen=True, slots=True)
class SymbolQueries:
    """A language's compiled queries for definitions and for uses of names; a shipped query finds both.

    `unnamed`: words of the language that its grammar takes for names. `calls`: whether what is called is among them.
    """

    definitions: Any
    uses: Any = None
    unnamed: frozenset[bytes] = frozenset()
    calls: bool = True


def cursor(query: Any) -> Any:
    """A cursor for a query, limited in matches and depth. It has no progress callback, which would crash Python."""
    made = QueryCursor(query, match_limit=MAX_MATCHES)
    made.set_max_start_depth(MAX_DEPTH)
    return made


@cache
def symbol_queries(language: str) -> SymbolQueries | None:
    """The queries of a language; None where there is none, or one that doesn't fit its grammar."""
    own = _OWN.get(language, ())
    try:
        if own:
            definitions, used = (Query(grammar(language), _query_text(own, part)) for part in ("definitions", "uses"))
            return SymbolQueries(definitions, used, _UNNAMED.get(own[0], frozenset()))
        shipped = _shipped_tags(LANGUAGES[language].module)
        calls = "@reference.call" in shipped
        return SymbolQueries(Query(grammar(language), shipped), calls=calls) if shipped else None
    except QueryError:
        return None


def _query_text(names: tuple[str, ...], part: str) -> str:
    """The text of the query files of one kind for some grammars, joined; empty where there is none."""
    folder = files("scrubjay.knowledge.chunking") / "queries"
    found = (folder / f"{name}.{part}.scm" for name in names)
    return "".join(file.read_text(encoding="utf-8") for file in found if file.is_file())


def _shipped_tags(module: str) -> str:
    """The tags query that a grammar's package brings; empty where it brings none."""
    file = files(module) / "queries" / "tags.scm"
    return file.read_text(encoding="utf-8") if file.is_file() else ""


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
        """Whether other definitions may lie in this one and have its name in their path."""
        return self.role == "definition" or self.kind in _AROUND

    @property
    def bare(self) -> bool:
        """Whether code uses this name without a qualifier, as a variable's: a function or class is, a method isn't."""
        return self.kind in _BARE

    @property
    def rank(self) -> tuple[bool, int]:
        """Sorts tags of one name at one place, the best last: definitions above references, then the longer node."""
        return self.role == "definition", self.node.end_byte

    @property
    def order(self) -> tuple[int, int, int]:
        """Sorts tags by where their nodes begin, the enclosing node first."""
        return self.node.start_byte, -self.node.end_byte, self.start


def read_tags(query: Any, root: Any, data: bytes) -> list[Tag]:
    """The tags that a query finds in a syntax tree; one name may have several."""
    return [tag for _, captures in cursor(query).matches(root) if (tag := _tag(captures, data)) is not None]


def best_tags(tags: Iterable[Tag]) -> list[Tag]:
    """The best tag at each position: that with the highest rank, of equal ones the first."""
    best: dict[int, Tag] = {}
    for tag in tags:
        if tag.start not in best or tag.rank > best[tag.start].rank:
            best[tag.start] = tag
    return list(best.values())


def _tag(captures: dict[str, list[Any]], data: bytes) -> Tag | None:
    """The tag in the captures of a match; None where they hold no name."""
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
