"""Facts of a whole view that each search of it asks: successors of decisions, versions of pages, share of vectors."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from scrubjay.knowledge.documents.left_out import NOTHING_LEFT_OUT, LeftOut
from scrubjay.knowledge.documents.versions import PageVersion
from scrubjay.model.frozen import dataclass, field, replace
from scrubjay.model.view import OmittedFile, UnselectedFiles
from scrubjay_team.database.queries import load

if TYPE_CHECKING:
    from uuid import UUID

    from scrubjay.knowledge.retrieval.versions import Versions
    from scrubjay_team.database.connecting import Connection

Q = load(__package__)

KEPT: Final = 64
"""Views whose facts are kept in memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewFacts:
    """The facts of a view, by its paths. `corpora` are the passages with a vector, and all, by kind.

    `moved` says where files are now that records name otherwise, `masked` how many lines of a file are masked.
    """

    superseded_by: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    versions: Versions = field(default_factory=dict)
    corpora: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    moved: Mapping[str, str] = field(default_factory=dict)
    masked: Mapping[str, int] = field(default_factory=dict)
    left_out: LeftOut = NOTHING_LEFT_OUT

    def told(self, name: Callable[[str], str]) -> ViewFacts:
        """What a search asks of the facts, with each path as it names it."""
        return ViewFacts(
            superseded_by={name(path): tuple(map(name, newer)) for path, newer in self.superseded_by.items()},
            versions={
                name(path): tuple(replace(one, path=name(one.path)) for one in page)
                for path, page in self.versions.items()
            },
            corpora=self.corpora,
        )

    def beside(self, other: ViewFacts) -> ViewFacts:
        """What a search asks of these facts and of those of another project's view, whose paths are others."""
        counts = {kind: self.corpora.get(kind, (0, 0)) for kind in {**self.corpora, **other.corpora}}
        return ViewFacts(
            superseded_by={**self.superseded_by, **other.superseded_by},
            versions={**self.versions, **other.versions},
            corpora={kind: (a + other.corpora.get(kind, (0, 0))[0], b + other.corpora.get(kind, (0, 0))[1])
             for kind, (a, b) in counts.items()},
        )  # fmt: skip


def read_facts(text: str) -> ViewFacts:
    """The facts as they were written with a view."""
    told: Mapping[str, Any] = json.loads(text)
    unselected = told["unselected"]
    return ViewFacts(
        superseded_by={path: tuple(newer) for path, newer in told["superseded_by"].items()},
        versions={
            path: tuple(PageVersion(place, folder, tuple(number), early) for place, folder, number, early in page)
            for path, page in told["versions"].items()
        },
        corpora={kind: (embedded, passages) for kind, (embedded, passages) in told["corpora"].items()},
        moved=told["moved"],
        masked=dict(told["masked"]),
        left_out=LeftOut(
            tuple(OmittedFile(*one) for one in told["left_out"]),
            UnselectedFiles(
                submodules=tuple(unselected["submodules"]),
                **{name: tuple(map(tuple, unselected[name])) for name in ("refused", "types", "excluded")},
            ),
        ),
    )


class KnownFacts:
    """Facts that were read, by view and version; safe to use from several threads."""

    def __init__(self) -> None:
        self._facts: OrderedDict[tuple[object, ...], ViewFacts] = OrderedDict()
        self._lock = Lock()

    def of(self, key: tuple[object, ...], read: Callable[[], str]) -> ViewFacts:
        """The facts under a key, read and parsed where they aren't known."""
        with self._lock:
            if key in self._facts:
                self._facts.move_to_end(key)
                return self._facts[key]
        facts = read_facts(read())
        with self._lock:
            self._facts[key] = facts
            while len(self._facts) > KEPT:
                self._facts.popitem(last=False)
        return facts


def facts_of(connection: Connection, project: UUID, view: int = 0) -> ViewFacts | None:
    """The facts of a project's view, as who asks may read them; None where there is no such view."""
    row = connection.execute(Q.facts, {"project": project, "view": view}).fetchone()
    return read_facts(str(row["facts"])) if row else None
