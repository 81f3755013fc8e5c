"""Queries of syntax trees: what is asked of a grammar for symbols, and the one way to run it."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from tree_sitter import Query, QueryCursor, QueryError

from scrubjay.knowledge.chunking.languages import LANGUAGES, grammar

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
    """The compiled queries of a language: of definitions, and of what uses names; a shipped one holds both.

    `unnamed`: words of the language that its grammar takes for names. `calls`: whether what is called is among them.
    """

    definitions: Any
    uses: Any = None
    unnamed: frozenset[bytes] = frozenset()
    calls: bool = True


def cursor(query: Any) -> Any:
    """A cursor that runs a query, bounded. Its progress callback is never used: it brings the interpreter down."""

    made = QueryCursor(query, match_limit=MAX_MATCHES)
    made.set_max_start_depth(MAX_DEPTH)
    return made


@cache
def symbol_queries(language: str) -> SymbolQueries | None:
    """The queries of a language; None where there is none, or one that doesn't fit its grammar."""

    own = _OWN.get(language, ())
    try:
        if own:
            definitions, used = (Query(grammar(language), _own(own, part)) for part in ("definitions", "uses"))
            return SymbolQueries(definitions, used, _UNNAMED.get(own[0], frozenset()))
        shipped = _shipped(LANGUAGES[language].module)
        calls = "@reference.call" in shipped
        return SymbolQueries(Query(grammar(language), shipped), calls=calls) if shipped else None
    except QueryError:
        return None


def _own(names: tuple[str, ...], part: str) -> str:
    folder = files("scrubjay.knowledge.chunking") / "queries"
    found = (folder / f"{name}.{part}.scm" for name in names)
    return "".join(file.read_text(encoding="utf-8") for file in found if file.is_file())


def _shipped(module: str) -> str:
    file = files(module) / "queries" / "tags.scm"
    return file.read_text(encoding="utf-8") if file.is_file() else ""
