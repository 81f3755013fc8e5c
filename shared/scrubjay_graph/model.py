"""Entities, relations and their evidence, as the graph tells them; pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scrubjay.errors import UsageError
from scrubjay.model.pattern import pattern
from scrubjay.model.view import View

PLACED = ("file", "decision", "incident")
"""Kinds of nodes that are files of the tree."""


class NodeKind(StrEnum):
    """The kind of an entity. A decision and an incident are files as well; a module is one that others wrote.

    A term is a word that names no entity, as something that texts mention; it is never stored.
    """

    FILE = "file"
    DECISION = "decision"
    INCIDENT = "incident"
    SERVICE = "service"
    SYMBOL = "symbol"
    MODULE = "module"
    REQUEST = "request"
    COMMIT = "commit"
    PERSON = "person"
    MEMORY = "memory"
    TERM = "term"


class EdgeKind(StrEnum):
    """The kind of a relation, read from its source to its target."""

    SUPERSEDES = "supersedes"
    AMENDS = "amends"
    CONCERNS = "concerns"
    DEPENDS = "depends on"
    IMPORTS = "imports"
    DEFINES = "defines"
    CALLS = "calls"
    EXTENDS = "extends"
    TESTS = "tests"
    LINKS = "links to"
    CITES = "cites"
    TOUCHES = "touches"
    MERGED = "was merged as"
    REVERTS = "reverts"
    WROTE = "wrote"
    OWNS = "owns"


@dataclass(frozen=True, slots=True, order=True)
class EdgeEvidence:
    """The place that states a relation: lines of a path at a commit; without a path, the commit itself."""

    path: str
    start: int
    end: int
    commit: str

    def __str__(self) -> str:
        if not self.path:
            return f"commit {self.commit[:10]}"
        lines = f":{self.start}" if self.start == self.end else f":{self.start}-{self.end}"
        return f"{self.path}{lines if self.start else ''} @ {self.commit[:10]}"


@dataclass(frozen=True, slots=True)
class Node:
    """An entity: its key, such as `service:payments` or `file:docs/a.md`, its kind, and how it is called.

    `at` is when a commit was made (ISO 8601, UTC); empty for anything else.
    """

    key: str
    kind: NodeKind
    title: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """A stated relation between the keys of two nodes."""

    source: str
    link: EdgeKind
    target: str
    evidence: EdgeEvidence


def file_key(path: str) -> str:
    """The key of a file, a decision or an incident."""
    return f"file:{path}"


def symbol_key(path: str, name: str) -> str:
    """The key of a symbol: a file's path and a whole name such as `Class.method`; a # in the path is doubled."""
    return f"symbol:{path.replace('#', '##')}#{name}"


def symbol_of(key: str) -> tuple[str, str]:
    """The path and the whole name of a symbol's key; both empty for any other key."""
    match = _SYMBOL.fullmatch(key)
    return (match[1].replace("##", "#"), match[2]) if match else ("", "")


_SYMBOL = pattern(r"symbol:((?:[^#]|##)*+)#(.*)", re.DOTALL)


def service_key(name: str) -> str:
    """The key of a service: its name in any case is one service."""
    return f"service:{name.strip().lower()}"


def person_key(name: str) -> str:
    """The key of a person, as git and CODEOWNERS name them."""
    return f"person:{name.strip()}"


def commit_key(sha: str) -> str:
    """The key of a commit."""
    return f"commit:{sha}"


def request_key(number: str) -> str:
    """The key of a pull or merge request by its number with its sign, "#12" or "!12"."""
    return f"request:{number}"


def link_named(name: str) -> EdgeKind:
    """The kind of relation with this name or first word, such as `depends`. Raises UsageError."""
    wanted = name.strip().lower().replace("_", " ").replace("-", " ")
    found = next((link for link in EdgeKind if wanted in (str(link), str(link).split(" ")[0])), None)
    if found is None:
        raise UsageError(f"relation {name[:40]!r} is unknown. Relations: {', '.join(EdgeKind)}.")
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphAnswer:
    """The answer to a question at a view. `nodes` are in order, each with its distance; `edges` are among them.

    `asked` says the question in a line, `looked` what was looked at, and `notes` what is missing; `cut`: there is more.
    `found` are the keys that answer a question; the others are on the way to them. `grades` are those of memories.
    `counts` says of found ones how many relations lead there, or commits, with the day of the newest. `by_name` are
    places that only a name tells, `unread` what may state more and isn't read, `read` how many files
    were; `why_none` says why nothing can be stated at all.
    """

    view: View
    asked: str
    nodes: tuple[tuple[Node, int], ...]
    edges: tuple[Edge, ...]
    found: tuple[str, ...]
    looked: str
    notes: tuple[str, ...] = ()
    cut: bool = False
    grades: Mapping[str, str]
    counts: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    by_name: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    read: int = 0
    why_none: str = ""
    is_way: bool = False

    @property
    def title_of(self) -> dict[str, Node]:
        """The nodes of the answer by their keys."""
        return {node.key: node for node, _ in self.nodes}
