"""Questions about how things hang together: around an entity, from one to another, by a typed pattern."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final, TypeVar

from scrubjay.errors import NotFound, UsageError
from scrubjay.model.counted import counted
from scrubjay.model.frozen import replace
from scrubjay.search.recall.evidence import behind_note
from scrubjay.search.recall.recall import Recall
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from scrubjay_graph import store
from scrubjay_graph.asked import GraphQuestion
from scrubjay_graph.build.building import GraphBuilder
from scrubjay_graph.build.reading import Progress
from scrubjay_graph.finding import found_by, place_of
from scrubjay_graph.model import EdgeKind, GraphAnswer, Node, NodeKind
from scrubjay_graph.own import TO_MEMORIES, OwnGraph, memories_called, memories_next_to
from scrubjay_graph.pattern import read_pattern
from scrubjay_graph.phrases import asked_place
from scrubjay_graph.ways import unread_around, way

T = TypeVar("T")

HISTORY: Final = frozenset({EdgeKind.TOUCHES, EdgeKind.MERGED, EdgeKind.REVERTS, EdgeKind.WROTE, EdgeKind.OWNS})
"""Relations of commits and people. A way leads along them only where it begins or ends at one of these: else any two
files that one commit changed would hang together."""

STATED: Final = frozenset(EdgeKind) - HISTORY
PEOPLE_OFF: Final = "nobody is named here: `people: off`"


class Graph:
    """The graph of one worktree. `behind_note` says of how many documents nothing is known yet."""

    def __init__(
        self,
        knowledge_database: Database,
        recall: "Recall",
        graph_builder: GraphBuilder,
        own_graph: "OwnGraph",
    ) -> None:
        self._knowledge = knowledge_database
        self._searchable = recall.searchable
        self._builder = graph_builder
        self._own = own_graph

    def around(
        self,
        name: str,
        hops: int = 1,
        *,
        links: Collection[EdgeKind] = (),
        as_of: str = "",
        progress: Progress | None = None,
        explained: bool = True,
    ) -> GraphAnswer:
        """The entities within some steps (1 to 4) of an entity, in either direction. Raises NotFound, UsageError.

        `explained`: NotFound says what is called alike, and what isn't read.
        """
        if not 1 <= hops <= store.MAX_HOPS:
            raise UsageError(f"hops {hops} is out of bounds. Give 1 to {store.MAX_HOPS}.")
        wanted = frozenset(links) or frozenset(EdgeKind)

        def look(asked: GraphQuestion) -> GraphAnswer:
            nodes = asked.named(name, explained=explained)
            starts = [node.key for node in nodes]
            steps, cut = store.reach(asked.connection, asked.number, starts, wanted, hops)
            edges = store.relations_between(asked.connection, asked.number, steps, wanted)
            near = [edge for edge in edges if min(steps[edge.source], steps[edge.target]) < hops]
            found = [key for key, distance in steps.items() if distance]
            answer = asked.answer(f"around {name}, {counted(hops, 'step')}", steps, near, found, cut=cut)
            lines, read = unread_around(asked, nodes, wanted, found=bool(found))
            return replace(answer, unread=lines, read=read)

        try:
            memories = self._near(name, hops, wanted, progress) if not as_of and TO_MEMORIES & wanted else None
        except NotFound:  # perhaps the title of a memory
            memories = None
        return self._own.shown(self._ask(look, wanted, as_of, progress, memories))

    def _near(self, name: str, hops: int, links: frozenset[EdgeKind], progress: Progress | None) -> frozenset[str]:
        """The ids of memories that may be within some steps of an entity at HEAD, so that only these are read.

        Raises NotFound.
        """
        known = self._knowledge.read(lambda c: memories_called(c, name))

        def look(asked: GraphQuestion) -> set[str]:
            starts = [node.key for node in asked.meant(name)]
            if not starts:
                raise NotFound(name)
            steps, _ = store.reach(asked.connection, asked.number, starts, links, hops)
            return memories_next_to(asked.connection, [key for key, distance in steps.items() if distance < hops])

        while more := self._ask(look, links, "", progress, known) - known:
            known |= more
        return frozenset(known)

    def path(
        self,
        first: str,
        last: str,
        *,
        either_way: bool = False,
        links: Collection[EdgeKind] = (),
        as_of: str = "",
        progress: Progress | None = None,
    ) -> GraphAnswer:
        """The shortest way from one entity to another, or else back; at most four relations, each read forwards.

        `either_way` goes against relations as well. An answer without edges means that there is no such way.
        """

        def look(asked: GraphQuestion) -> GraphAnswer:
            starts, ends = asked.named(first), asked.named(last)
            wanted = frozenset(links) or _way_relations((*starts, *ends))
            looked = 0
            for begin, end in ((starts, ends), (ends, starts))[: 1 if either_way else 2]:
                found = way(asked, begin, end, wanted, both_ways=either_way)
                if found.edges:
                    on_way: dict[str, int] = {}
                    for edge in found.edges:
                        on_way.setdefault(edge.source, len(on_way))
                        on_way.setdefault(edge.target, len(on_way))
                    return asked.answer(f"from {first} to {last}", on_way, found.edges, list(on_way))
                looked += found.looked
            said = f"{counted(looked, 'entity')} within {store.MAX_HOPS} steps ({', '.join(sorted(wanted))})"
            lines, read = unread_around(asked, (*starts, *ends), wanted, found=False)
            answer = asked.answer(f"from {first} to {last}", {}, (), (), looked=said)
            return replace(answer, unread=lines, read=read)

        return self._own.shown(self._ask(look, frozenset(links) or frozenset(EdgeKind), as_of, progress))

    def find(self, question: str, *, as_of: str = "", progress: Progress | None = None) -> GraphAnswer:
        """The answer to a typed question, as "incidents of services that depend on payments"; see `read_pattern`."""
        name = asked_place(question.strip().rstrip("?. "))
        pattern = None if name else read_pattern(question)

        def look(asked: GraphQuestion) -> GraphAnswer:
            return found_by(asked, question, pattern) if pattern else place_of(asked, question, name)

        return self._own.shown(self._ask(look, frozenset(EdgeKind), as_of, progress))

    def asked_about(self, words: Collection[str], *, as_of: str = "") -> Node | None:
        """The entity that the first fitting word of some names; None where no word names one."""

        def look(asked: GraphQuestion) -> Node | None:
            return next((found[0] for word in words if (found := asked.meant(word))), None)

        return self._ask(look, frozenset(), as_of, None)

    def whole(self, *, as_of: str = "", progress: Progress | None = None) -> GraphAnswer:
        """The map of a repository: its services, decisions and incidents, and what is stated among them."""

        def look(asked: GraphQuestion) -> GraphAnswer:
            kinds = (NodeKind.SERVICE, NodeKind.DECISION, NodeKind.INCIDENT)
            nodes = store.of_kinds(asked.connection, asked.number, kinds, store.MAX_NODES + 1)
            keys = {node.key: 0 for node in nodes[: store.MAX_NODES]}
            edges = store.relations_between(asked.connection, asked.number, keys, STATED)
            return asked.answer("the map", keys, edges, list(keys), cut=len(nodes) > store.MAX_NODES)

        return self._own.shown(self._ask(look, (), as_of, progress))

    def counts(self, *, as_of: str = "", progress: Progress | None = None) -> Mapping[str, int]:
        """How many entities of each kind and relations of each the view has."""
        return self._ask(
            lambda asked: store.counts(asked.connection, asked.number), frozenset(EdgeKind), as_of, progress
        )

    def is_built(self, *, as_of: str = "") -> bool:
        """Whether the graph of a view is kept: otherwise the next question builds it."""
        return self._builder.is_built(*self._searchable.current(as_of))

    def prepare(self, progress: Progress | None = None) -> bool:
        """Build the graph of HEAD ahead of its first question; returns whether it is new."""
        return self._builder.prepare(progress)

    def refresh(self) -> int:
        """Build the graph of HEAD where somebody asked for one before; returns how many are new, 0 or 1."""
        newest = self._knowledge.read(store.newest_number)
        if not newest:
            return 0
        view, behind = self._searchable.current()
        return int(self._builder.build(view, behind) > newest)

    def _ask(
        self,
        look: Callable[[GraphQuestion], T],
        links: Collection[EdgeKind],
        as_of: str,
        progress: Progress | None,
        ids: Collection[str] | None = None,
    ) -> T:
        """Answer a question in one snapshot of the graph. With `ids`, no other memories are in it."""
        view, behind = self._searchable.current(as_of)
        number = self._builder.build(view, behind, progress)
        own = self._own.of(
            view, self._builder, links, lambda: self._knowledge.read(lambda c: store.paths_of(c, number)), ids
        )
        late = behind_note(behind, self._searchable.unwritable) if behind else ""
        off = "" if self._own.named else PEOPLE_OFF
        notes = tuple(filter(None, (late, off)))

        def work(connection: Connection) -> T:
            items = own.items(connection)
            store.show_own(connection, number, items, f"{number}:{own.key(items)}")
            return look(
                GraphQuestion(
                    connection=connection,
                    number=number,
                    view=view,
                    notes=notes,
                    builder=self._builder,
                    late=late,
                    off=off,
                )
            )

        return self._knowledge.read(work)


def _way_relations(ends: Iterable[Node]) -> frozenset[EdgeKind]:
    """The relations that a way between some entities may take."""
    historic = {NodeKind.COMMIT, NodeKind.REQUEST, NodeKind.PERSON}
    return frozenset(EdgeKind) if any(node.kind in historic for node in ends) else STATED
