"""Builds the graph of a view: what its blobs name, linked in its tree, with its commits; kept until the view moves."""

import hashlib
import shlex
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from scrubjay.errors import GitFailed
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.git.tree import list_tree
from scrubjay.git.uncommitted import is_uncommitted
from scrubjay.knowledge.chunking.languages import installed_languages
from scrubjay.knowledge.chunking.querying import symbol_queries
from scrubjay.knowledge.chunking.tags import TAGS_VERSION, tagged_languages
from scrubjay.knowledge.documents import store as documents
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.knowledge.documents.left_out import lacks
from scrubjay.knowledge.documents.selection import Glob, omission_reason
from scrubjay.knowledge.documents.text import decode
from scrubjay.knowledge.index.kinds import Policy
from scrubjay.knowledge.owners import PLACES
from scrubjay.model.frozen import replace
from scrubjay.model.view import View
from scrubjay.privacy.personal.policy import without_addresses
from scrubjay.privacy.secrets.masking import mask
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.search.recall.belonging import InGit
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from scrubjay_graph.build.calling import CodeLinks
from scrubjay_graph.build.code import READ
from scrubjay_graph.build.defined import test_edges
from scrubjay_graph.build.history import commits_below, commits_of, history_edges, missing_commits, remotes
from scrubjay_graph.build.linking import (
    Definition,
    Naming,
    TreeGround,
    document_edges,
    file_nodes,
    incident_edges,
    numbered,
    record_edges,
)
from scrubjay_graph.build.manifests import MAX_BYTES, Manifests, declared, declares_services, is_manifest, manifests
from scrubjay_graph.build.manifests import MOST as MOST_MANIFESTS
from scrubjay_graph.build.modules import Modules
from scrubjay_graph.build.reading import READER, Progress, read_mentions
from scrubjay_graph.mentions import Mention
from scrubjay_graph.model import Edge, EdgeKind, Node, NodeKind, file_key, service_key
from scrubjay_graph.store import Q, add_view, number_of
from scrubjay_graph.unread import ReadFacts, without_definitions

LINKER: Final = "9"
"""Raise it when the same names would be linked otherwise."""


class GraphBuilder:
    """Builds and keeps the graphs of one worktree's views. `exclude` are patterns of files that no answer may name."""

    def __init__(
        self, git: Git, knowledge_database: Database, documents: Documents, policy: Policy, settings: Settings
    ) -> None:
        self._git = git
        self._knowledge = knowledge_database
        self._documents = documents
        self._policy = policy
        self._exclude = tuple(Glob.of(pattern) for pattern in settings.ingestion.exclude)
        self._excluded_of: tuple[str, tuple[str, ...]] = ("", ())
        self._in_git = InGit(git, documents.objects, documents.left_out)

    def build(self, view: View, behind: int = 0, progress: Progress | None = None) -> int:
        """The number of a view's graph, which is built where it isn't yet. `behind`: documents that aren't indexed."""
        key = self._key(view, behind)
        if number := self._knowledge.read(lambda c: number_of(c, key)):
            return number
        read_mentions(self._git, self._knowledge, view, self._policy, progress)
        nodes, edges = _parted(self._nodes_and_edges(view))
        return self._knowledge.write(lambda c: add_view(c, key, view.commit, nodes, edges))

    def prepare(self, progress: Progress | None = None) -> bool:
        """Build the graph of HEAD ahead of its first question; returns whether it is new. Documents come first."""
        view = self._documents.view()
        if self._documents.behind(view) or self.is_built(view):
            return False
        return bool(self.build(view, progress=progress))

    def is_built(self, view: View, behind: int = 0) -> bool:
        """Whether a view's graph is kept, so that a question about it costs no more than reading."""
        key = self._key(view, behind)
        return bool(self._knowledge.read(lambda c: number_of(c, key)))

    def paths(self, view: View) -> frozenset[str]:
        """The files of a view's tree that may be named: none that are excluded or called as secrets are."""
        if not view.tree:
            return frozenset()
        listed = (entry.path for entry in list_tree(self._git, view.tree) if entry.is_file)
        return frozenset(path for path in listed if not self._excluded(path) and not omission_reason(path))

    def texts(self, view: View, paths: Iterable[str]) -> dict[str, str]:
        """The masked texts of some files of a view; one that can't be read is empty."""
        wanted = set(paths)
        blobs = (
            {entry.path: entry.blob for entry in list_tree(self._git, view.tree) if entry.path in wanted}
            if wanted
            else {}
        )
        with ObjectReader(self._git) as reader:
            return {path: self._text(reader, blob) for path, blob in blobs.items()}

    def visible(self, connection: Connection, view: View) -> int:
        """The number of a view in `temp.visible` of a connection."""
        return documents.visible(connection, view, self._policy)

    def commits_below(self, view: View, path: str) -> frozenset[str]:
        """The commits of a view that changed what is or was at a path, by key."""
        return commits_below(self._git, view.commit, path) if view.commit else frozenset()

    def was_at(self, view: View, name: str) -> str:
        """The path that a name had in the history of a view, if it may be named; empty where nothing had it."""
        path = name.strip().strip("\"'`").removeprefix("./").rstrip("/")
        if not path or self._excluded(path) or omission_reason(path):
            return ""
        return path if self.commits_below(view, path) else ""

    def why_absent(self, view: View, name: str) -> tuple[str, ...]:
        """Reasons why a name may be missing from the graph: what git has of it, and code without definitions."""
        there = self._in_git.says(name, view)
        if not there and not view.as_of and is_uncommitted(self._git, name):
            there = f"{shown(name)} isn't committed; the graph is that of commits"
        if there and not there.endswith("isn't searched"):
            path = there.partition(" is in git")[0]
            return (there.replace("`scrubjay explain`", f"`scrubjay explain {shlex.quote(path)}`"),)
        code = [lack for lack in lacks(self._documents.left_out(view), lambda _: True) if lack.name == "code"]
        lines = without_definitions(self.facts(view, 0, history=False))
        told = [there, *(f"code isn't read: {one.found}: {one.do}" for one in code)]
        return tuple(filter(None, [*told, *(f"not read: {line}" for line in lines)]))

    def go_package(self, view: View, name: str) -> tuple[str, ...]:
        """The files of a Go package, by its import path."""
        paths = self.paths(view) if "/" in name else frozenset[str]()
        found = [path for path in paths if path.rpartition("/")[2] == "go.mod"]
        named = manifests(self.texts(view, sorted(found, key=len)[:MOST_MANIFESTS])) if found else Manifests()
        return Modules(paths, named).resolve("", "go", name) if named.go else ()

    def facts(self, view: View, commits: int, *, history: bool = True) -> ReadFacts:
        """Facts about which files of a view were read, and which not, with the number of its commits."""
        left_out = self._documents.records(view).left_out
        refused = {file.path for file in left_out.files}
        paths = {file.path for file in view.files}
        return ReadFacts(
            formats={file.path: file.format for file in view.files if file.path not in refused},
            omitted=left_out.files,
            types=left_out.unselected.types,
            excluded=self._excluded_paths(view) if left_out.unselected.excluded else (),
            submodules=(*left_out.unselected.submodules, *(module.path for module in view.submodules)),
            readers={**READ, "definitions": _Tagged()},
            owners=next((place for place in PLACES if place in paths or self._holds(view, place)), ""),
            more_commits=missing_commits(self._git, commits) if history else "",
        )

    def _excluded_paths(self, view: View) -> tuple[str, ...]:
        """The files of a view's tree that are excluded, read once for each tree."""
        if self._excluded_of[0] != view.tree:
            listed = (entry.path for entry in list_tree(self._git, view.tree) if entry.is_file)
            self._excluded_of = (view.tree, tuple(sorted(filter(self._excluded, listed))))
        return self._excluded_of[1]

    def _holds(self, view: View, path: str) -> bool:
        """Whether a view's tree has a path."""
        return bool(view.tree) and any(entry.path == path for entry in list_tree(self._git, view.tree))

    def owners_file(self, view: View, paths: frozenset[str]) -> tuple[str, str]:
        """The path and the text of CODEOWNERS; empty where there is none."""
        path = next((place for place in PLACES if place in paths), "")
        return (path, self.texts(view, (path,)).get(path, "")) if path else ("", "")

    def declared_owners(self, view: View, paths: frozenset[str]) -> list[tuple[str, str, str, int]]:
        """The owners of services that catalogs declare: service, owner, path, line."""
        found = self._declared_services(view, paths)
        return [(m.name, m.target, path, m.line) for path, many in found.items() for m in many if m.role == "owner"]

    def _key(self, view: View, behind: int) -> str:
        """The key of a view's graph, made of all that the graph depends on."""
        policy = self._policy
        late = "behind" if behind else ""
        parts = (view.key, view.commit, READER, LINKER, TAGS_VERSION, policy.key, policy.parser, late)
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]

    def _excluded(self, path: str) -> bool:
        """Whether a pattern of the settings excludes a path."""
        parts = path.lower().split("/")
        return any(glob.matches(parts) for glob in self._exclude)

    def _text(self, reader: ObjectReader, blob: str) -> str:
        """The masked text of a file's content; empty where git can't read it."""
        try:
            return mask(decode(reader.read(blob, MAX_BYTES)).text, self._policy.allowed).text
        except GitFailed:
            return ""

    def _declared_services(self, view: View, paths: frozenset[str]) -> Mapping[str, tuple[Mention, ...]]:
        """The services that files of a view declare, by path."""
        texts = self.texts(view, (path for path in paths if declares_services(path)))
        return {path: declared(path, text) for path, text in sorted(texts.items())}

    def _nodes_and_edges(self, view: View) -> Iterator[Node | Edge]:
        """Every node and edge of a view, nodes of files first."""
        paths, records = self.paths(view), self._documents.records(view)
        commits = commits_of(self._git, view.commit)
        titles, namings, definitions = self._knowledge.read(lambda c: self._stored_mentions(c, view))
        decisions = {entry.path: entry for entry in records.decisions if entry.path in paths}
        ground = TreeGround(
            commit=view.commit,
            paths=paths,
            decisions=decisions,
            incidents={p: i.services for p, i in records.incidents.items() if p in paths and p not in decisions},
            titles=titles,
            numbered=numbered(decisions.values()),
            remotes=remotes(self._git),
        )
        history = list(history_edges(commits, paths, ground.records, lambda text: mask(without_addresses(text)).text))
        requests = frozenset(item.key for item in history if isinstance(item, Node) and item.kind is NodeKind.REQUEST)
        yield from file_nodes(ground)
        yield from history
        yield from document_edges(replace(ground, requests=requests), namings)
        related = {p for e in decisions.values() for p in (*e.standing.replaces, *e.standing.amended_by)}
        related |= {p for p, e in decisions.items() if e.standing.replaces or e.standing.amended_by}
        texts = self.texts(view, related | set(ground.incidents))
        yield from record_edges(ground, texts)
        yield from incident_edges(ground, texts)
        yield from _declared_edges(ground, self._declared_services(view, paths))
        named = manifests(self.texts(view, sorted(filter(is_manifest, paths), key=len)[:MOST_MANIFESTS]))
        yield from CodeLinks(ground, named, definitions, namings).edges()
        yield from test_edges(ground)

    def _stored_mentions(
        self, connection: Connection, view: View
    ) -> tuple[dict[str, str], list[Naming], list[Definition]]:
        """What was read of a view's documents: titles by path, mentions, and definitions."""
        params = {"view": documents.visible(connection, view, self._policy)}
        titles = {row["path"]: row["title"] for row in connection.execute(Q.titles, params)}
        namings = [
            Naming(r["path"], r["format"], Mention(r["line"], r["role"], r["target"], r["name"], r["alias"]))
            for r in connection.execute(Q.mentions, params)
        ]
        rows = connection.execute(Q.definitions, params)
        return titles, namings, [Definition(r["path"], r["name"], r["line"], r["end_line"]) for r in rows]


class _Tagged(Collection[str]):
    """The languages whose definitions are read; a rare one is loaded when it is first asked for."""

    def __contains__(self, language: object) -> bool:
        if language in READ["imports"]:
            return True
        return language in installed_languages() and symbol_queries(str(language)) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(tagged_languages())

    def __len__(self) -> int:
        return len(tagged_languages())


def _declared_edges(ground: TreeGround, found: Mapping[str, tuple[Mention, ...]]) -> Iterator[Node | Edge]:
    """The services that files declare, with what each depends on and who owns it."""
    for path, mentions in found.items():
        for mention in mentions:
            place = ground.place(path, mention.line)
            if mention.role == "service":
                yield Node(service_key(mention.target), NodeKind.SERVICE, mention.target)
                yield Edge(file_key(path), EdgeKind.CONCERNS, service_key(mention.target), place)
            elif mention.role == "depends":
                yield Node(service_key(mention.target), NodeKind.SERVICE, mention.target)
                yield Edge(service_key(mention.name), EdgeKind.DEPENDS, service_key(mention.target), place)


def _parted(items: Iterable[Node | Edge]) -> tuple[list[Node], list[Edge]]:
    """Some nodes, each once, and the edges whose both ends are among them."""
    nodes: dict[str, Node] = {}
    edges: list[Edge] = []
    for item in items:
        if isinstance(item, Node):
            nodes.setdefault(item.key, item)
        else:
            edges.append(item)
    return list(nodes.values()), [e for e in edges if e.source in nodes and e.target in nodes]
