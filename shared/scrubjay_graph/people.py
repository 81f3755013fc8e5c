"""People as git and CODEOWNERS name them, and what they wrote and own; read when asked for, never stored."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from scrubjay.privacy.personal.names import displayed_name
from scrubjay_graph.model import (
    Edge,
    EdgeEvidence,
    EdgeKind,
    Node,
    NodeKind,
    commit_key,
    file_key,
    person_key,
    service_key,
)
from scrubjay_graph.owners import owned, owner_rules


def author_edges(authors: Mapping[str, Iterable[str]]) -> Iterator[Node | Edge]:
    """Who wrote which commit, by the author's name without an address; a forge's bot as it is named."""
    for name, shas in authors.items():
        shown = displayed_name(name)
        yield Node(person_key(shown), NodeKind.PERSON, shown)
        for sha in shas:
            yield Edge(person_key(shown), EdgeKind.WROTE, commit_key(sha), EdgeEvidence("", 0, 0, sha))


def owner_edges(paths: Iterable[str], file: str, text: str, commit: str) -> Iterator[Node | Edge]:
    """Who owns which file of a view, each at the line of CODEOWNERS that decides."""
    for path, rule in owned(sorted(paths), owner_rules(text)):
        for owner in rule.owners:
            name = _owner(owner)
            yield Node(person_key(name), NodeKind.PERSON, name)
            yield Edge(
                person_key(name), EdgeKind.OWNS, file_key(path), EdgeEvidence(file, rule.line, rule.line, commit)
            )


def service_owner_edges(
    owners: Iterable[tuple[str, str, str, int]], commit: str, shown: Callable[[str], str] = displayed_name
) -> Iterator[Node | Edge]:
    """Who owns which service, by the catalog: service, owner, and the place that says so."""
    for service, owner, path, line in owners:
        name = shown(owner)
        yield Node(person_key(name), NodeKind.PERSON, name)
        yield Edge(person_key(name), EdgeKind.OWNS, service_key(service), EdgeEvidence(path, line, line, commit))


def _owner(written: str) -> str:
    """A handle or a team as it is written; of an address the part before the @."""
    return written if written.startswith("@") else displayed_name(written)
