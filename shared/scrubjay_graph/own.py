"""The people and memories of a view's graph: read for each question, shown by their own rules."""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from scrubjay.errors import GitFailed
from scrubjay.knowledge.owners import owned_paths, owner_rules
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.model.view import View
from scrubjay.privacy.personal.policy import displayed_name
from scrubjay.search.history.authors import Authors, People
from scrubjay.settings.schema import Settings
from scrubjay.storage.driver import Connection
from scrubjay_graph.build.building import GraphBuilder
from scrubjay_graph.model import (
    Edge,
    EdgeEvidence,
    EdgeKind,
    GraphAnswer,
    Node,
    NodeKind,
    commit_key,
    file_key,
    person_key,
    request_key,
    service_key,
    symbol_key,
    symbol_of,
)
from scrubjay_graph.store import Q

LENGTH: Final = 120
"""Characters of a memory that are its title."""


def memory_key(id: str) -> str:
    """The key of a memory."""
    return f"memory:{id}"


def shown_memories(reader: MemoryReader, view: View, ids: Collection[str] | None = None) -> tuple[Memory, ...]:
    """The project's memories that hold and that the view shows; without the user's own, which aren't the project's.

    With `ids` only these of HEAD's view.
    """
    if ids is not None and not ids:
        return ()
    if not view.as_of:
        listed = reader.narrowed(status=MemoryStatus.ACTIVE, scope="project", ids=ids or ())
    else:
        then = reader.believed(view.committed_at, view.committed_at)
        listed = tuple(reader.of_ids([memory.id for memory in then], view.commit).values())
    return tuple(one for one in listed if one.scope == "project" and one.content and not one.is_question)


def memories_called(connection: Connection, name: str) -> set[str]:
    """The ids of the memories that a name may mean: each word in it may be the beginning of an id."""
    words = re.findall(r"[0-9a-f]{7,64}", name.lower())
    return {row["id"] for word in words for row in connection.execute(Q.called, {"id": word})}


def memories_next_to(connection: Connection, keys: Collection[str]) -> set[str]:
    """The ids of the memories that may be one step from some entities, given by their keys."""
    paths: set[str] = set()
    others: set[str] = set()
    memories: set[str] = set()
    for key in keys:
        kind, _, rest = key.partition(":")
        if kind in ("file", "symbol"):
            paths.update(filter(None, (symbol_of(key)[0] if kind == "symbol" else rest,)))
        elif kind in ("commit", "request"):
            others.add(rest)
        elif kind == "memory":
            memories.add(rest)
    params = {"paths": paths, "others": others, "memories": memories}
    rows = connection.execute(Q.citing, {name: json.dumps(sorted(values)) for name, values in params.items()})
    return {row["id"] for row in rows}


def citations_of(connection: Connection, memories: Sequence[Memory]) -> list[Mapping[str, Any]]:
    """The citations of some memories that were found, each with the memory's id."""
    ids = json.dumps(sorted(memory.id for memory in memories))
    return list(connection.execute(Q.cited, {"ids": ids}).fetchall())


def memory_edges(
    memories: Sequence[Memory], citations: Sequence[Mapping[str, Any]], view: View
) -> Iterator[Node | Edge]:
    """The nodes of memories, and the edges to what they cite, as far as the view has it."""
    shown = {memory.id for memory in memories}
    for memory in memories:
        title = " ".join(memory.content.split())
        more = f" ({memory.elsewhere})" if memory.elsewhere else ""
        yield Node(memory_key(memory.id), NodeKind.MEMORY, f"{memory.kind}: {title[:LENGTH]}{more}")
        for older in memory.supersedes:
            if older in shown:
                place = EdgeEvidence(f"memory {memory.id[:12]}", 0, 0, memory.commit)
                yield Edge(memory_key(memory.id), EdgeKind.SUPERSEDES, memory_key(older), place)
    for row in citations:
        key = memory_key(row["id"])
        place = EdgeEvidence(row["path"], row["start_line"], row["end_line"], row["commit_sha"] or view.commit)
        if row["kind"] == "commit" and len(row["target"]) >= 40:
            yield Edge(key, EdgeKind.CITES, commit_key(row["target"]), EdgeEvidence("", 0, 0, row["target"]))
        elif row["kind"] == "issue":
            yield Edge(
                key,
                EdgeKind.CITES,
                request_key(_request(row["text"], row["target"])),
                EdgeEvidence(f"memory {row['id'][:12]}", 0, 0, view.commit),
            )
        elif row["path"]:
            yield Edge(key, EdgeKind.CITES, file_key(row["path"]), place)
            if row["kind"] == "symbol":
                yield Edge(key, EdgeKind.CITES, symbol_key(row["path"], row["target"]), place)


def _request(written: str, target: str) -> str:
    """The number of a cited request, `#12` for `GH-12` too; for another repository's, what it was resolved to."""
    number = written.replace("GH-", "#", 1)
    return number if number.startswith(("#", "!")) else target


def author_edges(authors: Mapping[str, Iterable[str]]) -> Iterator[Node | Edge]:
    """The edges from authors to their commits, by the author's name without an address."""
    for name, shas in authors.items():
        shown = displayed_name(name)
        yield Node(person_key(shown), NodeKind.PERSON, shown)
        for sha in shas:
            yield Edge(person_key(shown), EdgeKind.WROTE, commit_key(sha), EdgeEvidence("", 0, 0, sha))


def owner_edges(paths: Iterable[str], file: str, text: str, commit: str) -> Iterator[Node | Edge]:
    """The edges from owners to the files of a view, each at the line of CODEOWNERS that decides."""
    for path, rule in owned_paths(sorted(paths), owner_rules(text)):
        for owner in rule.owners:
            name = _owner(owner)
            yield Node(person_key(name), NodeKind.PERSON, name)
            yield Edge(
                person_key(name), EdgeKind.OWNS, file_key(path), EdgeEvidence(file, rule.line, rule.line, commit)
            )


def service_owner_edges(
    owners: Iterable[tuple[str, str, str, int]], commit: str, shown: Callable[[str], str] = displayed_name
) -> Iterator[Node | Edge]:
    """The edges from owners to services, each at the place in a catalog that says so."""
    for service, owner, path, line in owners:
        name = shown(owner)
        yield Node(person_key(name), NodeKind.PERSON, name)
        yield Edge(person_key(name), EdgeKind.OWNS, service_key(service), EdgeEvidence(path, line, line, commit))


def _owner(written: str) -> str:
    """A handle or a team as it is written; an address without what follows the @."""
    return written if written.startswith("@") else displayed_name(written)


TO_MEMORIES: Final = frozenset({EdgeKind.CITES, EdgeKind.SUPERSEDES})
"""Relations that memories have."""


@dataclass(frozen=True, slots=True)
class OwnPart:
    """The part of a graph that belongs to one question: people with their relations, and the memories shown."""

    people: tuple[Node | Edge, ...]
    memories: tuple[Memory, ...]
    view: View

    def items(self, connection: Connection) -> tuple[Node | Edge, ...]:
        """The nodes and edges; what memories cite is read now, in the question's snapshot."""
        cited: list[Mapping[str, Any]] = citations_of(connection, self.memories) if self.memories else []
        return (*self.people, *memory_edges(self.memories, cited, self.view))

    def key(self, items: Sequence[Node | Edge]) -> str:
        """A cache key for these items, valid while the list of people is kept."""
        return f"{self.view.commit}:{id(self.people)}:{len(self.people)}:{hash(tuple(items[len(self.people) :]))}"


class OwnGraph:
    """Adds people and memories to the graphs of one worktree. `said`: whether what only an agent says is shown."""

    def __init__(
        self, authors: Authors, people: People, memories: MemoryReader, grades: Grades, user_settings: Settings
    ) -> None:
        self._authors = authors
        self._people = people
        self._memories = memories
        self._grades = grades
        self._said = user_settings.memory.said == "show"
        self._read: tuple[str, tuple[Node | Edge, ...]] = ("", ())

    @property
    def named(self) -> bool:
        """Whether people are named in answers."""
        return self._people.named

    def of(
        self,
        view: View,
        builder: GraphBuilder,
        links: Collection[EdgeKind],
        paths: Callable[[], Iterable[str]],
        ids: Collection[str] | None = None,
    ) -> OwnPart:
        """The people and memories that relations of these kinds may lead to; `paths` gives the view's files.

        With `ids` no other memories.
        """
        wanted = self._people.named and bool({EdgeKind.WROTE, EdgeKind.OWNS} & set(links))
        memories = shown_memories(self._memories, view, ids) if TO_MEMORIES & set(links) else ()
        return OwnPart(self._persons(view, builder, frozenset(paths())) if wanted else (), memories, view)

    def shown(self, answer: GraphAnswer) -> GraphAnswer:
        """An answer as a reader may see it: commits without names where nobody is named, memories with grades."""
        ids = {node.key: node.key.partition(":")[2] for node, _ in answer.nodes if node.kind is NodeKind.MEMORY}
        found = self._grades.grades_only(tuple(ids.values()), answer.view)
        grades = {key: found.get(id, Grade.SAID) for key, id in ids.items()}
        hidden = set() if self._said else {key for key, grade in grades.items() if grade is Grade.SAID}
        nodes = tuple(
            (self._titled(node, answer.view), steps) for node, steps in answer.nodes if node.key not in hidden
        )
        edges = tuple(edge for edge in answer.edges if not hidden & {edge.source, edge.target})
        kept = tuple(key for key in answer.found if key not in hidden)
        told = {key: str(grade) for key, grade in grades.items() if key not in hidden}
        return replace(answer, nodes=nodes, edges=edges, found=kept, grades=told)

    def _titled(self, node: Node, view: View) -> Node:
        """A commit or request with a title that names nobody, where people aren't named."""
        if node.kind not in (NodeKind.COMMIT, NodeKind.REQUEST):
            return node
        return replace(node, title=self._people.text(node.title, view.commit))

    def _persons(self, view: View, builder: GraphBuilder, paths: frozenset[str]) -> tuple[Node | Edge, ...]:
        """The nodes and edges of the people of a view."""
        if self._read[0] != view.commit:
            file, text = builder.owners_file(view, paths)
            try:
                authors = self._authors.of(view.commit)
            except GitFailed:
                authors = {}
            found = [*author_edges(authors), *owner_edges(paths, file, text, view.commit)]
            found += service_owner_edges(builder.declared_owners(view, paths), view.commit)
            self._read = (view.commit, tuple(found))
        return self._read[1]
