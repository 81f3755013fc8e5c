"""What a bare name means at a place of its file: a local name, what the file itself defines, or neither."""

from collections.abc import Iterable
from typing import Any, Final, Literal

from scrubjay.knowledge.chunking.defining import VARIABLE, best_tags, read_tags
from scrubjay.knowledge.chunking.querying import cursor, symbol_queries
from scrubjay.knowledge.chunking.spans import FILE, Spans
from scrubjay.knowledge.chunking.uses import function_spans, local_nodes

Binding = Literal["local", "own", "import", ""]

_WRAPS: Final = frozenset({"decorated_definition", "export_statement", "type_declaration"})


class BoundNames:
    """The names that the functions of a file bind, and what the file defines at its top.

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
        """What a name is at a byte. What a file defines at its top counts where it defines it behind an import."""
        numbers = self._bound.get(name, {})
        number = self._functions.innermost(place, numbers.keys())
        if number is not None:
            return numbers[number]
        later = name in self._imports and self._at_top.get(name, FILE) > self._imports[name]
        return "own" if later else ""

    def _bind(self, name: bytes, number: int, binding: Binding) -> None:
        if number != FILE:
            self._bound.setdefault(name, {})[number] = binding


def _is_top(node: Any, root: Any) -> bool:
    """Whether a definition stands at the top of a file, so that nothing decides whether it holds."""
    above = node.parent
    while above is not None and above.type in _WRAPS:
        above = above.parent
    return above is not None and above.id == root.id
