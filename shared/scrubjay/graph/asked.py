"""One question in one snapshot: entities by name, what is near them, the answer as a value."""

import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from scrubjay.errors import NotFound
from scrubjay.graph import store
from scrubjay.graph.answers import GraphAnswer
from scrubjay.graph.model import Edge, EdgeKind, Node, NodeKind
from scrubjay.graph.names import chosen, keys_for, split_kind
from scrubjay.graph.pattern import PatternStep
from scrubjay.model.counted import counted
from scrubjay.model.view import View
from scrubjay.storage import Connection

PLACED = frozenset({NodeKind.FILE, NodeKind.DECISION, NodeKind.INCIDENT})
ORDER = tuple(sorted(NodeKind, key=lambda kind: (kind in (NodeKind.SYMBOL, NodeKind.COMMIT), kind is NodeKind.COMMIT)))
"""Of what is equally near, symbols and commits come last: there are most of them."""

SUGGESTED = 3


@dataclass(frozen=True, slots=True)
class GraphQuestion:
    """The graph of a view on a connection."""

    connection: Connection
    number: int
    view: View
    notes: tuple[str, ...]

    def named(self, name: str) -> tuple[Node, ...]:
        """The entities that a name means. Raises NotFound with the nearest names."""
        kinds, bare = split_kind(name)
        found = chosen(bare, kinds, self._candidates(bare))
        if not found and kinds:
            found = chosen(name.strip(), (), self._candidates(name.strip()))
        if found:
            return found
        every = store.of_kinds(self.connection, self.number, kinds or tuple(NodeKind), store.MAX_ROWS)
        titles = {node.title.lower(): node.key for node in every}
        near = get_close_matches(bare.lower()[:100], titles, n=SUGGESTED, cutoff=0.6)
        like = f" The nearest: {', '.join(titles[title] for title in near)}." if near else ""
        raise NotFound(
            f"Nothing is called {name[:80]!r} at {self.view.short}.{like} Name a path, a record such as ADR-3, a "
            "service, a symbol, a commit, #12, a person, or the id of a memory; KIND:NAME where several are called so."
        )

    def several(self, name: str) -> list[set[str]]:
        """The entities of a name; of `A and B` those of each, all of which are meant at once. Raises NotFound."""
        try:
            return [{node.key for node in self.named(name)}]
        except NotFound:
            parts = re.split(r",\s*(?:and\s+)?|\s+and\s+", name.removeprefix("both "))
            if len(parts) < 2:
                raise
            return [{node.key for node in self.named(part)} for part in parts]

    def answer(
        self, asked: str, steps: Mapping[str, int], edges: Iterable[Edge], found: Collection[str], *, cut: bool = False,
        looked: str = "",
    ) -> GraphAnswer:  # fmt: skip
        """The answer with its nodes in the order of their distance, of commits the newest first."""
        nodes = store.nodes_of(self.connection, self.number, steps)
        newest_first = sorted(sorted(nodes.values(), key=lambda node: node.key), key=lambda node: node.at, reverse=True)
        ordered = sorted(newest_first, key=lambda node: (steps[node.key], ORDER.index(node.kind)))
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
        )

    def follow(self, now: Collection[str], step: PatternStep) -> tuple[set[str], list[Edge]]:
        """The entities that a step of a question leads to, with the relations on the way."""
        if self._by_person(now, step):
            return self._through_commits(now, step)
        links, kinds = step.links or tuple(EdgeKind), step.kinds
        reached: set[str] = set()
        edges: list[Edge] = []
        for _ in range(store.MAX_HOPS if step.deep else 1):
            new: list[Edge] = []
            if step.ahead or not step.links:
                new += store.step(self.connection, self.number, now, links, kinds, ahead=False)
            if not step.ahead or not step.links:
                new += store.step(self.connection, self.number, now, links, kinds, ahead=True)
            ends = {key for edge in new for key in (edge.source, edge.target)} - set(now) - reached
            edges += new
            if not ends:
                break
            reached |= ends
            now = ends
        return self._of_kinds(reached, kinds), edges

    def _by_person(self, now: Collection[str], step: PatternStep) -> bool:
        """Whether somebody changed files: that is stated by the commits that they wrote."""
        if step.links not in ((EdgeKind.TOUCHES,), (EdgeKind.WROTE,)):
            return False
        if step.ahead:
            return set(step.kinds) == {NodeKind.PERSON} and any(key.startswith("file:") for key in now)
        return set(step.kinds) <= PLACED and any(key.startswith("person:") for key in now)

    def _through_commits(self, now: Collection[str], step: PatternStep) -> tuple[set[str], list[Edge]]:
        first, then = (EdgeKind.TOUCHES, EdgeKind.WROTE) if step.ahead else (EdgeKind.WROTE, EdgeKind.TOUCHES)
        inner = store.step(self.connection, self.number, now, (first,), (NodeKind.COMMIT,), ahead=not step.ahead)
        commits = {edge.source if step.ahead else edge.target for edge in inner}
        outer = store.step(self.connection, self.number, commits, (then,), step.kinds, ahead=not step.ahead)
        return {edge.source if step.ahead else edge.target for edge in outer}, [*outer, *inner]

    def _of_kinds(self, keys: Collection[str], kinds: Collection[NodeKind]) -> set[str]:
        found = store.nodes_of(self.connection, self.number, keys)
        return {key for key, node in found.items() if node.kind in kinds}

    def _candidates(self, name: str) -> list[Node]:
        path = name.removeprefix("./").rstrip("/")
        params = {
            "view": self.number, "keys": json.dumps(keys_for(name)), "lower": name.lower(), "name": name,
            "ending": f"/{path}", "below": f"file:{path}/", "after": f"file:{path}0",
        }  # fmt: skip
        return store.named(self.connection, params, name)
