"""Facts of a whole view that each search of it asks: successors of decisions, versions of pages, share of vectors."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
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

ViewKey = tuple["UUID", str]
"""A project and the version of its facts; of one view of it there are never two alike."""

KEPT: Final = 4096
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


NO_FACTS: Final = ViewFacts()


def together(each: Iterable[ViewFacts]) -> ViewFacts:
    """What a search asks of the views of several projects, whose paths differ."""
    superseded_by: dict[str, tuple[str, ...]] = {}
    versions: dict[str, tuple[PageVersion, ...]] = {}
    corpora: dict[str, tuple[int, int]] = {}
    for facts in each:
        superseded_by |= facts.superseded_by
        versions |= facts.versions
        for kind, (embedded, passages) in facts.corpora.items():
            before = corpora.get(kind, (0, 0))
            corpora[kind] = (before[0] + embedded, before[1] + passages)
    return ViewFacts(superseded_by=superseded_by, versions=versions, corpora=corpora)


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
        self._facts: OrderedDict[ViewKey, ViewFacts] = OrderedDict()
        self._lock = Lock()

    def of(
        self, keys: Sequence[ViewKey], read: Callable[[Sequence[ViewKey]], Mapping[ViewKey, str]]
    ) -> list[ViewFacts]:
        """The facts under some keys; those that aren't known are read at once. No facts of a view that is gone."""
        with self._lock:
            known = {key: self._facts[key] for key in keys if key in self._facts}
        if missing := [key for key in keys if key not in known]:
            known |= {key: read_facts(text) for key, text in read(missing).items()}
        with self._lock:
            for key, facts in known.items():
                self._facts[key] = facts
                self._facts.move_to_end(key)
            while len(self._facts) > KEPT:
                self._facts.popitem(last=False)
        return [known.get(key, NO_FACTS) for key in keys]


def facts_of(connection: Connection, project: UUID, view: int = 0) -> ViewFacts | None:
    """The facts of a project's view, as who asks may read them; None where there is no such view."""
    row = connection.execute(Q.facts, {"project": project, "view": view}).fetchone()
    return read_facts(str(row["facts"])) if row else None
