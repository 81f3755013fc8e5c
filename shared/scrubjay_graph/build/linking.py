"""Links between the files of one view: the names in each, resolved in the view's own tree; pure."""

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final
from urllib.parse import unquote

from scrubjay.model.decision import DecisionEntry
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.pattern import pattern
from scrubjay_graph.build.links import BLOB, DOC, LABEL, LINK, REF
from scrubjay_graph.mentions import Mention
from scrubjay_graph.model import Edge, EdgeEvidence, EdgeKind, Node, NodeKind, file_key, request_key, service_key

LINKING: Final = frozenset({LINK, DOC, REF, BLOB})
"""Roles of mentions that are links."""

_DOC_ENDS: Final = ("", ".md", ".mdx", ".rst", ".adoc", ".txt", "/index.md", "/index.mdx", "/README.md", "/index.rst")


@dataclass(frozen=True, slots=True)
class Naming:
    """A mention with the file that holds it."""

    path: str
    format: str
    mention: Mention


@dataclass(frozen=True, slots=True)
class Definition:
    """A name that a file defines, with its lines."""

    path: str
    name: str
    line: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeGround:
    """What edges are made from: a view's paths, which of them are records, and the requests that commits merged."""

    commit: str
    paths: frozenset[str]
    decisions: Mapping[str, DecisionEntry]
    incidents: Mapping[str, Sequence[str]]
    """Incident reports by path, with the services that each names."""

    titles: Mapping[str, str]
    requests: frozenset[str] = frozenset()
    remotes: frozenset[str] = frozenset()
    """The repository as its remotes call it, such as `owner/name`: what an address must name to be one of its own."""

    numbered: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Paths of decisions by name, such as ADR-3."""

    def place(self, path: str, line: int, end: int = 0) -> EdgeEvidence:
        """Lines of a file as evidence, at the view's commit."""
        return EdgeEvidence(path, line, end or line, self.commit)

    def records(self, name: str) -> tuple[str, ...]:
        """The keys of the decisions that a name such as ADR-3 or 0003-queue.md means; none where several could be."""
        found = self.numbered.get(name, ())
        if not found and "." in name:
            found = [path for path in self.decisions if posixpath.basename(path).lower() == name.lower()]
        return (file_key(found[0]),) if len(found) == 1 else ()


def numbered(decisions: Iterable[DecisionEntry]) -> dict[str, list[str]]:
    """Paths of decisions by series and number, such as ADR-3."""
    found: dict[str, list[str]] = defaultdict(list)
    for entry in decisions:
        if entry.decision.number.isdigit():
            found[f"{entry.decision.series}-{int(entry.decision.number)}"].append(entry.path)
    return found


def file_nodes(ground: TreeGround) -> Iterator[Node]:
    """A node for every file of the view: a decision, an incident, or a plain file."""
    for path in sorted(ground.paths):
        entry = ground.decisions.get(path)
        if entry is not None:
            decision = entry.decision
            title = f"{decision.name} {decision.title}" if decision.number else decision.title
            yield Node(file_key(path), NodeKind.DECISION, title[:200])
        elif path in ground.incidents:
            yield Node(file_key(path), NodeKind.INCIDENT, (ground.titles.get(path) or path)[:200])
        else:
            yield Node(file_key(path), NodeKind.FILE, path)


def document_edges(ground: TreeGround, namings: Iterable[Naming]) -> Iterator[Node | Edge]:
    """The edges of documents: what each links to, cites or is about, and the services that it declares."""
    linking: set[tuple[str, str]] = set()
    listed = list(namings)
    labels = _labels(listed)
    for naming in sorted(listed, key=lambda one: one.mention.role not in LINKING):
        mention, here = naming.mention, file_key(naming.path)
        place = ground.place(naming.path, mention.line)
        if mention.role in LINKING:
            target = _linked_by(naming, ground, labels)
            if target and target != naming.path:
                linking.add((here, file_key(target)))
                yield Edge(here, EdgeKind.LINKS, file_key(target), place)
        elif mention.role == "place" and mention.target in ground.paths and mention.target != naming.path:
            yield Edge(here, EdgeKind.CITES, file_key(mention.target), place)
        elif mention.role in ("record", "named"):
            yield from (
                Edge(here, EdgeKind.CITES, key, place)
                for key in ground.records(mention.target)
                if key != here and (here, key) not in linking
            )
        elif (
            mention.role == "request"
            and (not mention.name or mention.name in ground.remotes)
            and request_key(mention.target) in ground.requests
        ):
            yield Edge(here, EdgeKind.CITES, request_key(mention.target), place)
    yield from _services(ground, listed)


def _labels(namings: Iterable[Naming]) -> dict[str, list[str]]:
    """The pages that define each label."""
    found: dict[str, list[str]] = defaultdict(list)
    for naming in namings:
        if naming.mention.role == LABEL and naming.path not in found[naming.mention.target]:
            found[naming.mention.target].append(naming.path)
    return found


def _linked_by(naming: Naming, ground: TreeGround, labels: Mapping[str, Sequence[str]]) -> str:
    """The file that a link leads to: by its path, its label, or its address in this repository; else empty."""
    mention = naming.mention
    if mention.role == BLOB:
        return mention.target if mention.name in ground.remotes and mention.target in ground.paths else ""
    if mention.role != REF:
        return linked_file(naming.path, mention.target, ground.paths, document=mention.role == DOC)
    pages = labels.get(mention.target, ())
    if len(pages) > 1:
        shared = {page: len(posixpath.commonpath([f"/{page}", f"/{naming.path}"])) for page in pages}
        pages = [page for page in pages if shared[page] == max(shared.values())]
    if not pages and ":" in mention.target:  # as autosectionlabel writes it: the page, then its section
        return linked_file(naming.path, f"/{mention.target.partition(':')[0]}", ground.paths, document=True)
    return pages[0] if len(pages) == 1 else ""


def linked_file(path: str, target: str, paths: frozenset[str], *, document: bool = False) -> str:
    """The file that a link leads to, seen from the folder of its page or from the top; else empty."""
    target = unquote(target)
    base = target.lstrip("/") if target.startswith("/") else posixpath.join(posixpath.dirname(path), target)
    whole = posixpath.normpath(base)
    ends = _DOC_ENDS if document or "." not in posixpath.basename(whole) else ("",)
    found = next((whole + end for end in ends if whole + end in paths), "")
    return found or (_on_site(whole, path, paths) if target.startswith("/") else "")


def _on_site(whole: str, path: str, paths: frozenset[str]) -> str:
    """The page of an address from a site's top: below the nearest folder around the linking page that has it."""
    folder = posixpath.dirname(path)
    ends = _DOC_ENDS if "." not in posixpath.basename(whole) else ("",)
    while folder:
        for end in ends:
            if f"{folder}/{whole}{end}" in paths:
                return f"{folder}/{whole}{end}"
        folder = posixpath.dirname(folder)
    return ""


def _services(ground: TreeGround, namings: Iterable[Naming]) -> Iterator[Node | Edge]:
    """The nodes of services that documents declare, and the edges to what they depend on."""
    listed = list(namings)
    own: dict[str, list[str]] = defaultdict(list)
    for naming in listed:
        if naming.mention.role == "service":
            own[naming.path].append(naming.mention.target)
            yield Node(service_key(naming.mention.target), NodeKind.SERVICE, naming.mention.target)
            place = ground.place(naming.path, naming.mention.line)
            yield Edge(file_key(naming.path), EdgeKind.CONCERNS, service_key(naming.mention.target), place)
    for naming in listed:
        if naming.mention.role != "depends":
            continue
        names = own.get(naming.path, [])
        if len(names) != 1:
            continue  # who depends isn't stated
        yield Node(service_key(naming.mention.target), NodeKind.SERVICE, naming.mention.target)
        place = ground.place(naming.path, naming.mention.line)
        yield Edge(service_key(names[0]), EdgeKind.DEPENDS, service_key(naming.mention.target), place)


def incident_edges(ground: TreeGround, texts: Mapping[str, str]) -> Iterator[Node | Edge]:
    """The services that incident reports name at their top, each at the line that names it."""
    for path, services in sorted(ground.incidents.items()):
        for service in services:
            line = _line_of_service(texts.get(path, ""), service)
            if line:
                yield Node(service_key(service), NodeKind.SERVICE, service)
                yield Edge(file_key(path), EdgeKind.CONCERNS, service_key(service), ground.place(path, line))


_KEYED = pattern(r"service|component|system", re.IGNORECASE)


def _line_of_service(text: str, service: str) -> int:
    """The number of the line that mentions a service, best after a word such as "service:"; 0 for none."""
    naming = [(n, line) for n, line in enumerate(text.split("\n")[:60], 1) if service.lower() in line.lower()]
    keyed = [n for n, line in naming if _KEYED.search(line.lower().replace(service.lower(), "", 1))]
    return next(iter([*keyed, *(n for n, _ in naming)]), 0)


def record_edges(ground: TreeGround, texts: Mapping[str, str]) -> Iterator[Edge]:
    """The edges from a decision to one that it supersedes or amends, at the line that says so."""
    for path, entry in sorted(ground.decisions.items()):
        for older in entry.standing.replaces:
            yield from _stated_edge(ground, texts, path, older, EdgeKind.SUPERSEDES)
        for newer in entry.standing.amended_by:
            yield from _stated_edge(ground, texts, newer, path, EdgeKind.AMENDS)


_SAYS = pattern(r"supersed|superced|replac|obsolet|deprecat|amend|updat|extend|revis", re.IGNORECASE)


def _stated_edge(
    ground: TreeGround, texts: Mapping[str, str], newer: str, older: str, link: EdgeKind
) -> Iterator[Edge]:
    """The edge between two decisions, at the line of either that names the other; none without such a line."""
    for path, other in ((newer, older), (older, newer)):
        entry = ground.decisions.get(other)
        number = entry.decision.number if entry else ""
        names = [posixpath.basename(other), posixpath.basename(other).rpartition(".")[0]]
        text = texts.get(path, "")
        line = line_of(text, names, 400, says=True) or (_line_of_number(text, number) if number else 0)
        if line:
            yield Edge(file_key(newer), link, file_key(other if path == newer else path), ground.place(path, line))
            return


def line_of(text: str, names: Sequence[str], most: int, *, says: bool = False) -> int:
    """The number of the first line with one of some names, with `says` only near a word of replacing; 0 for none."""
    lines = text.split("\n")[:most]
    for number, line in enumerate(lines, 1):
        if any(name and name.lower() in line.lower() for name in names) and (
            not says or _speaks_of_replacing(lines, number)
        ):
            return number
    return 0


def _line_of_number(text: str, number: str) -> int:
    """The number of the first line that names a record's number near a word of replacing; 0 for none."""
    pattern = re.compile(rf"(?<!\d)0*{re.escape(number)}(?!\d)")
    lines = text.split("\n")[:400]
    return next((n for n, line in enumerate(lines, 1) if pattern.search(line) and _speaks_of_replacing(lines, n)), 0)


def _speaks_of_replacing(lines: Sequence[str], number: int) -> bool:
    """Whether a line, or the heading or key that stands up to three lines above it, speaks of replacing."""
    return any(_SAYS.search(line) for line in lines[max(0, number - 4) : number])
