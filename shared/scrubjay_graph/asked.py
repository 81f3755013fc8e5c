"""One question in one snapshot: entities by name, what is near them, the answer as a value."""

import json
import re
from collections.abc import Collection, Iterable, Mapping

from scrubjay.errors import NotFound
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.model.view import View
from scrubjay.storage.driver import Connection
from scrubjay_graph import store
from scrubjay_graph.build.building import GraphBuilder
from scrubjay_graph.build.defined import outside_key
from scrubjay_graph.model import Edge, GraphAnswer, Node, NodeKind, file_key
from scrubjay_graph.names import (
    chosen,
    is_stated_name,
    keys_for,
    nearest,
    not_called,
    other_forms,
    split_kind,
    whole_name,
)
from scrubjay_graph.naming import imported_as
from scrubjay_graph.unread import ReadFacts

ORDER = tuple(sorted(NodeKind, key=lambda kind: (kind in (NodeKind.SYMBOL, NodeKind.COMMIT), kind is NodeKind.COMMIT)))
"""Of what is equally near, symbols and commits come last: there are most of them."""

LONGEST = 100
"""Characters of a name that are compared with others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphQuestion:
    """A question to the graph of a view, on one connection."""

    connection: Connection
    number: int
    view: View
    notes: tuple[str, ...]
    builder: GraphBuilder
    late: str = ""
    """What isn't read yet, in words; empty where the graph is that of all documents."""

    off: str = ""
    """Why nobody is named; empty where people are."""

    def visible(self) -> int:
        """The number of the view in `temp.visible` of the connection."""
        return self.builder.visible(self.connection, self.view)

    def facts(self) -> ReadFacts:
        """Facts about which files of the view were read, and which not."""
        commits = store.number_of_kind(self.connection, self.number, NodeKind.COMMIT)
        return self.builder.facts(self.view, commits)

    def below(self, folder: str) -> set[str]:
        """The keys of the files below a folder; none where it is no folder."""
        found = self._candidates(f"{folder.strip('/')}/")
        return {node.key for node in found if node.key.startswith(f"file:{folder.strip('/')}/")}

    def folder(self, name: str) -> str:
        """The path of a folder with a name; empty where there is none, or where it is a file's name."""
        path = name.strip().strip("\"'`").removeprefix("./").rstrip("/")
        keys = {node.key for node in self._candidates(f"{path}/")} if path else set()
        return path if keys and f"file:{path}" not in keys and self.below(path) else ""

    def named(self, name: str, *, explained: bool = True) -> tuple[Node, ...]:
        """The entities that a name means. Raises NotFound with the nearest names, and with the files that aren't read.

        Without `explained` it says neither, which costs nothing.
        """
        found = self.meant(name)
        if found:
            return found
        if not explained:
            raise NotFound(not_called(name, self.view.short, self.late, (), ()))
        kinds, bare = split_kind(name)
        wanted = kinds or tuple(kind for kind in NodeKind if kind is not NodeKind.COMMIT)
        titles = store.titles_like(self.connection, self.number, wanted, len(bare[:LONGEST]))
        why = self.builder.why_absent(self.view, bare)
        raise NotFound(not_called(name, self.view.short, self.late, nearest(bare[:LONGEST], titles), why))

    def meant(self, name: str) -> tuple[Node, ...]:
        """The entities that a name means; none where nothing has the name."""
        kinds, bare = split_kind(name)
        found = chosen(bare, kinds, self._candidates(bare))
        if not found and kinds:
            found = chosen(name.strip(), (), self._candidates(name.strip()))
        for form in other_forms(bare) if not found else ():
            found = found or chosen(form, kinds, self._candidates(form))
        if all(node.kind is NodeKind.MODULE for node in found):  # what it holds may be called as the import is
            known = store.nodes_of(self.connection, self.number, (outside_key(whole_name(bare)),))
            found = (*found, *(node for node in known.values() if not kinds or node.kind in kinds))
        return found or (self._imported(bare) if is_stated_name(bare) else ())

    def _imported(self, name: str) -> tuple[Node, ...]:
        """The entities that the string of an import means, such as a package's path or a class behind its namespace."""
        files = [file_key(path) for path in self.builder.go_package(self.view, name)]
        keys = files or imported_as(self.connection, self.number, self.visible(), name)
        return tuple(store.nodes_of(self.connection, self.number, keys).values())

    def several(self, name: str) -> list[set[str]]:
        """The keys of the entities of a name; for `A and B` a set for each. Raises NotFound."""
        if found := self.meant(name):
            return [{node.key for node in found}]
        parts = re.split(r",\s*(?:and\s+)?|\s+and\s+", name.removeprefix("both "))
        return [{node.key for node in self.named(part)} for part in (parts if len(parts) > 1 else [name])]

    def answer(
        self, asked: str, steps: Mapping[str, int], edges: Iterable[Edge], found: Collection[str], *, cut: bool = False,
        looked: str = "", counts: Mapping[str, tuple[int, str]] = {}, extra: Iterable[Node] = (),
        front: Collection[str] = (),
    ) -> GraphAnswer:  # fmt: skip
        """The answer, its nodes ordered by distance, by count (most first), or as commits (newest first).

        `extra` are nodes that only this question has, `front` those that come before others of their kind.
        """
        nodes = store.nodes_of(self.connection, self.number, steps)
        nodes |= {node.key: node for node in extra if node.key in steps}
        newest_first = sorted(sorted(nodes.values(), key=lambda node: node.key), key=lambda node: node.at, reverse=True)
        told = sorted(newest_first, key=lambda node: counts.get(node.key, (0, "")), reverse=True)
        ordered = sorted(told, key=lambda node: (steps[node.key], ORDER.index(node.kind), node.key not in front))
        answering = frozenset(found)
        return GraphAnswer(
            view=self.view,
            asked=asked,
            nodes=tuple((node, steps[node.key]) for node in ordered),
            edges=tuple(dict.fromkeys(edge for edge in edges if edge.source in nodes and edge.target in nodes)),
            found=tuple(node.key for node in ordered if node.key in answering),
            looked=looked or counted(len(nodes), "entity"),
            notes=self.notes,
            cut=cut,
            grades={},
            counts=dict(counts),
        )

    def _candidates(self, name: str) -> list[Node]:
        """The entities that may have a name."""
        path = name.removeprefix("./").rstrip("/")
        params = {
            "view": self.number, "keys": json.dumps(keys_for(name)), "lower": name.lower(), "name": name,
            "ending": f"/{path}", "below": f"file:{path}/", "after": f"file:{path}0",
        }  # fmt: skip
        return store.entities_named(self.connection, params, name)
