"""Symbols of source code, by the tags query of its grammar: what it defines, and what it names."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

from scrubjay.index.chunking.code import MAX_NAME, MAX_PATH, parse, receiver_of
from scrubjay.index.chunking.languages import LANGUAGES, grammar

Role = Literal["definition", "call", "reference"]

TAGS_VERSION: Final = "2"
"""Raise it when the same text would give other symbols: those of older versions are read again."""

MAX_SYMBOLS = 20_000
"""Symbols of one file that are kept, in line order."""

_EXTENDS: Final = {"typescript": "javascript", "tsx": "javascript"}
"""Languages whose tags query holds only what they add to another's, as the grammar's own tree-sitter.json says."""

_ADDED: Final = {
    "javascript": ("script", "javascript"),
    "typescript": ("script", "typescript"),
    "tsx": ("script", "typescript"),
}
"""Files in `queries` with what the shipped query of a language leaves out."""

_CALLS: Final = frozenset({"reference.call", "reference.class", "reference.send"})
"""Captures of what runs the code of a name: a function that is called, a class that is made."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name at a line (1-based). `path` is the whole path of a definition, or the definition around a call.

    `end_line` is the last line of a definition, and of anything else its own.
    """

    name: str
    role: Role
    path: str
    line: int
    end_line: int


@cache
def tagged_languages() -> frozenset[str]:
    """The installed languages whose grammar ships a tags query that fits it."""
    from scrubjay.index.chunking.languages import installed_languages

    return frozenset(name for name in installed_languages() if _query(name) is not None)


def symbols(text: str, language: str) -> tuple[Symbol, ...]:
    """The symbols of a file in line order; none of a language without a tags query.

    Raises LimitExceeded for a file that is too large, or takes too long to parse.
    """
    from tree_sitter import QueryCursor

    query = _query(language)
    if query is None:
        return ()
    root, data = parse(text, language)
    tags: dict[int, _Tag] = {}
    for _, captures in QueryCursor(query).matches(root):
        tag = _tag(captures, data)
        if tag is not None and (tag.start not in tags or tag.outranks(tags[tag.start])):
            tags[tag.start] = tag
    return _placed(sorted(tags.values(), key=lambda tag: tag.start))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tag:
    """A match of a tags query: where the name starts in bytes, and the node that it names."""

    name: str
    role: Role
    kind: str
    owner: str
    start: int
    node: Any
    line: int

    def outranks(self, other: "_Tag") -> bool:
        """Whether this says more of the same name: a definition is no reference to itself, a method no function."""
        return (self.role == "definition", self.node.end_byte) > (other.role == "definition", other.node.end_byte)


def _tag(captures: dict[str, list[Any]], data: bytes) -> _Tag | None:
    kind = next((capture for capture in captures if capture.startswith(("definition.", "reference."))), "")
    if not kind or not captures.get("name"):
        return None
    identifier, node = captures["name"][0], captures[kind][0]
    name = data[identifier.start_byte : identifier.end_byte].decode("utf-8", "replace")
    role: Role = "call" if kind in _CALLS else "reference" if kind.startswith("reference.") else "definition"
    owner = receiver_of(node, data) if role == "definition" else ""
    return _Tag(
        name=name[:MAX_NAME],
        role=role,
        kind=kind,
        owner=owner,
        start=identifier.start_byte,
        node=node,
        line=int(identifier.start_point[0]) + 1,
    )


def _placed(tags: list[_Tag]) -> tuple[Symbol, ...]:
    """The symbols with their paths: each lies in the definitions that are still open at its start."""
    around: list[tuple[int, str]] = []
    placed: list[Symbol] = []
    for tag in tags[:MAX_SYMBOLS]:
        while around and around[-1][0] <= tag.start:
            around.pop()
        outer = around[-1][1] if around else ""
        if tag.role != "definition" and tag.kind != "reference.implementation":
            placed.append(Symbol(tag.name, tag.role, outer, tag.line, tag.line))
            continue
        path = ".".join(filter(None, (outer, tag.owner, tag.name)))[:MAX_PATH]
        around.append((tag.node.end_byte, path))
        end = int(tag.node.end_point[0]) + 1 if tag.role == "definition" else tag.line
        placed.append(Symbol(tag.name, tag.role, path if tag.role == "definition" else outer, tag.line, end))
    return tuple(placed)


@cache
def _query(language: str) -> Any:
    """The compiled tags query of a language; None where its wheel ships none, or one that doesn't fit."""
    from tree_sitter import Query, QueryError

    written = "".join(_shipped(LANGUAGES[name].module) for name in (_EXTENDS.get(language, ""), language) if name)
    folder = files("scrubjay.index.chunking") / "queries"
    added = "".join((folder / f"{name}.scm").read_text(encoding="utf-8") for name in _ADDED.get(language, ()))
    try:
        return Query(grammar(language), written + added) if written else None
    except QueryError:
        return None


def _shipped(module: str) -> str:
    file = files(module) / "queries" / "tags.scm"
    return file.read_text(encoding="utf-8") if file.is_file() else ""
