"""One step of a question: from some entities along a relation, through what files define, people and commits."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from scrubjay.knowledge.chunking.languages import language_of
from scrubjay.model.frozen import dataclass, field, replace
from scrubjay.storage.driver import Connection
from scrubjay_graph import store
from scrubjay_graph.build.defined import is_test
from scrubjay_graph.model import Edge, EdgeEvidence, EdgeKind, NodeKind, file_key, symbol_of
from scrubjay_graph.pattern import PatternStep

PLACED = frozenset({NodeKind.FILE, NodeKind.DECISION, NodeKind.INCIDENT})
_OF_SYMBOLS = frozenset({EdgeKind.CALLS, EdgeKind.EXTENDS})
_OF_FILES = frozenset({EdgeKind.TOUCHES, EdgeKind.WROTE, EdgeKind.OWNS, EdgeKind.TESTS})


@dataclass(frozen=True, slots=True)
class Reached:
    """The result of a step: the entities, the relations on the way, and counts of commits where there are any."""

    keys: set[str]
    edges: list[Edge]
    counts: dict[str, tuple[int, str]] = field(default_factory=dict)
    starts: frozenset[str] = frozenset()


def follow_step(
    connection: Connection, number: int, now: Collection[str], step: PatternStep, named: Sequence[Edge] = ()
) -> Reached:
    """The entities that a step of a question leads to. `named` are more relations from what the step begins with."""
    starts = _spread(connection, number, now, step)
    if _by_person(starts, step):
        return _through_commits(connection, number, starts, step)
    kinds = _asked_kinds(step)
    links = step.links or tuple(EdgeKind)
    reached: set[str] = set()
    edges: list[Edge] = []
    at: Collection[str] = starts
    for hop in range(store.MAX_HOPS if step.deep else 1):
        new: list[Edge] = [] if hop else list(named)
        if step.ahead or not step.links:
            new += store.step(connection, number, at, links, kinds, ahead=False)
        if not step.ahead or not step.links:
            new += store.step(connection, number, at, links, kinds, ahead=True)
        ends = {key for edge in new for key in (edge.source, edge.target)} - set(at) - reached - starts
        edges += new
        if not ends:
            break
        reached |= ends
        at = ends
    found = Reached(_of_kinds(connection, number, reached, kinds), edges, {}, frozenset(starts))
    return _parted(_defining_files(found, step), step)


def _spread(connection: Connection, number: int, now: Collection[str], step: PatternStep) -> set[str]:
    """Files with the symbols that they define, or symbols with their file, as the step's relation asks."""
    starts, links = set(now), set(step.links)
    files = {key for key in now if key.startswith("file:")}
    symbols = {key for key in now if key.startswith("symbol:")}
    if links & _OF_SYMBOLS and files:
        starts |= store.defined_in(connection, number, files)
    if symbols and (links & _OF_FILES or (EdgeKind.IMPORTS in links and not step.ahead)):
        own = {file_key(path_of(key)) for key in symbols}
        starts = (starts - symbols) | own if not links & _OF_SYMBOLS else starts | own
    return starts


def path_of(key: str) -> str:
    """The path of a file's or a symbol's key; empty for any other."""
    return key.removeprefix("file:") if key.startswith("file:") else symbol_of(key)[0]


def _asked_kinds(step: PatternStep) -> tuple[NodeKind, ...]:
    """The kinds of the other ends: of relations of symbols also symbols, where their files are asked for."""
    files = NodeKind.FILE in step.kinds and NodeKind.SYMBOL not in step.kinds
    return (*step.kinds, NodeKind.SYMBOL) if files and set(step.links) & _OF_SYMBOLS and not step.deep else step.kinds


def _defining_files(found: Reached, step: PatternStep) -> Reached:
    """The result with the files that define its symbols, where files are asked for."""
    if NodeKind.SYMBOL in step.kinds or NodeKind.FILE not in step.kinds:
        return found
    edges: list[Edge] = []
    keys: set[str] = set()
    own = {path_of(key) for key in found.starts}
    for edge in found.edges:
        far = edge.source if step.ahead else edge.target
        if far not in found.keys or (path_of(far) in own and far.startswith("symbol:")):
            continue
        key = file_key(path_of(far)) if far.startswith("symbol:") else far
        keys.add(key)
        edges.append(replace(edge, source=key) if step.ahead else replace(edge, target=key))
    if not any(key.startswith("symbol:") for key in found.keys):
        return found
    return replace(found, keys=keys, edges=edges)


def _parted(found: Reached, step: PatternStep) -> Reached:
    """The result with texts or tests alone, where these are asked for; without what a file itself holds."""
    keys = {key for key in found.keys if is_part(key, step.only)}
    if set(step.links) & _OF_SYMBOLS:
        files = {path_of(key) for key in found.starts if key.startswith("file:")}
        keys = {key for key in keys if path_of(key) not in files}
    return replace(found, keys=keys)


def is_part(key: str, only: str) -> bool:
    """Whether an entity is in the part of the files that a noun asks for."""
    path = path_of(key)
    if only == "test":
        return bool(path) and is_test(path)
    return only != "document" or not path or not language_of(path)


def _by_person(now: Collection[str], step: PatternStep) -> bool:
    """Whether a step asks who changed files, or which files somebody changed."""
    if step.links not in ((EdgeKind.TOUCHES,), (EdgeKind.WROTE,)):
        return False
    if step.ahead:
        return set(step.kinds) == {NodeKind.PERSON} and any(key.startswith("file:") for key in now)
    return set(step.kinds) <= PLACED and any(key.startswith("person:") for key in now)


def _through_commits(connection: Connection, number: int, now: Collection[str], step: PatternStep) -> Reached:
    """The people who changed some files, or the files that some people changed, by their commits."""
    if step.ahead:
        return _changers(connection, number, now)
    inner = store.step(connection, number, now, (EdgeKind.WROTE,), (NodeKind.COMMIT,), ahead=True)
    commits = {edge.target for edge in inner}
    outer = store.step(connection, number, commits, (EdgeKind.TOUCHES,), step.kinds, ahead=True)
    counts: dict[str, tuple[int, str]] = {}
    for edge in outer:
        counts[edge.target] = (counts.get(edge.target, (0, ""))[0] + 1, "")
    return Reached({edge.target for edge in outer}, [*outer, *inner], counts)


def changes_below(
    connection: Connection, number: int, now: Collection[str], commits: Collection[str], step: PatternStep,
    place: str,
) -> Reached:  # fmt: skip
    """The people who changed what is or was at a path, or the commits that did, as git's history of it says."""
    now = {file_key(path) for key in now if (path := path_of(key))}
    known = set(store.nodes_of(connection, number, commits))
    edges = store.step(connection, number, now, (EdgeKind.TOUCHES,), (NodeKind.COMMIT,), ahead=False)
    first = {edge.source: edge for edge in reversed(edges) if edge.source in known}
    here = file_key(place)
    if here in now:  # of one file each of its commits says so itself, whatever the tree has now
        first = {key: Edge(key, EdgeKind.TOUCHES, here, _commit_evidence(key)) for key in known} | first
    if NodeKind.PERSON in step.kinds:
        return _changers(connection, number, now, known, first)
    return Reached(known, list(first.values()), {}, frozenset(now))


def _commit_evidence(commit: str) -> EdgeEvidence:
    """Evidence that is the commit itself."""
    return EdgeEvidence("", 0, 0, commit.partition(":")[2])


def _changers(
    connection: Connection,
    number: int,
    now: Collection[str],
    commits: Collection[str] = (),
    touching: Mapping[str, Edge] | None = None,
) -> Reached:
    """The people who changed some files, with the number of their commits, and the newest as evidence.

    `touching`: what states it, by commit, where that is known.
    """
    told = store.changers(connection, number, now, commits)
    newest = {commit for _, _, _, commit in told}
    wrote = store.step(connection, number, newest, (EdgeKind.WROTE,), (NodeKind.PERSON,), ahead=False)
    people = {(person, commit) for person, _, _, commit in told}
    edges = [edge for edge in wrote if (edge.source, edge.target) in people]
    ends = set(now)
    touched = {commit: edge for commit, edge in (touching or {}).items() if commit in newest}
    for edge in store.step(connection, number, newest, (EdgeKind.TOUCHES,), tuple(PLACED), ahead=True):
        if edge.target in ends:
            touched.setdefault(edge.source, edge)
    counts = {person: (many, day) for person, many, day, _ in told}
    return Reached({person for person, *_ in told}, [*touched.values(), *edges], counts, frozenset(now))


def _of_kinds(connection: Connection, number: int, keys: Collection[str], kinds: Collection[NodeKind]) -> set[str]:
    """The keys of entities of some kinds, of some keys."""
    found = store.nodes_of(connection, number, keys)
    return {key for key, node in found.items() if node.kind in kinds}


def relation_counts(edges: Iterable[Edge], found: Collection[str]) -> dict[str, tuple[int, str]]:
    """How many relations lead to each of what was found, where any has several."""
    counts: dict[str, int] = dict.fromkeys(found, 0)
    for edge in set(edges):
        for key in (edge.source, edge.target):
            if key in counts:
                counts[key] += 1
    return {key: (many, "") for key, many in counts.items()} if any(many > 1 for many in counts.values()) else {}
