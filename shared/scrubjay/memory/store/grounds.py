"""What do the memories that hold name as sources? The citations of their last validations that found them."""

import json
from collections.abc import Collection

from scrubjay.memory.store.anchors import Hung
from scrubjay.memory.store.rows import Q, anchor_of, citation_of
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.evidence import CitationResult
from scrubjay.storage.driver import Connection


def cited_places(connection: Connection) -> frozenset[tuple[str, str]]:
    """Every cited file with its blob then."""
    return frozenset((row["path"], row["blob"]) for row in connection.execute(Q.cited_paths))


def cited_commits(connection: Connection) -> frozenset[str]:
    """Every cited commit."""
    return frozenset(row["commit_sha"] for row in connection.execute(Q.cited_commits))


def cited_discussions(connection: Connection) -> tuple[tuple[str, str], ...]:
    """Every cited discussion of a forge (HOST/OWNER/NAME#12), with the words that were relied on."""
    return tuple((row["target"], row["words"]) for row in connection.execute(Q.cited_discussions))


def unsettled(connection: Connection) -> frozenset[str]:
    """Memories of which a source may be other than it was found, though none that they rely on changed."""
    return frozenset(row["id"] for row in connection.execute(Q.unsettled))


def grounds(
    connection: Connection,
    place: WriteContext,
    *,
    ids: Collection[str] = (),
    paths: Collection[str] = (),
    commits: Collection[str] = (),
    discussions: Collection[str] = (),
) -> dict[str, tuple[CitationResult, ...]]:
    """What memories name as sources, by id: those of some ids, and those that cite some files, commits, discussions."""
    params = {"ids": ids, "paths": paths, "commits": commits, "discussions": discussions}
    rows = connection.execute(
        Q.grounds,
        {**{name: json.dumps(sorted(keys)) for name, keys in params.items()}, "project": place.owner, "at": place.now},
    )
    citations: dict[str, tuple[CitationResult, ...]] = {}
    for row in rows:
        citations[row["id"]] = (*citations.get(row["id"], ()), citation_of(row))
    return citations


def hung_on(connection: Connection, place: WriteContext, commits: Collection[str]) -> dict[str, list[Hung]]:
    """What memories hang on some commits by: the files that these brought."""
    anchors: dict[str, list[Hung]] = {}
    for row in connection.execute(Q.anchors, {"project": place.owner}):
        if row["commit_sha"] in commits:
            anchor = anchor_of(row)
            anchors.setdefault(anchor.commit, []).append(Hung(anchor, tuple(sorted(json.loads(row["quotes"])))))
    return anchors


def generation(connection: Connection) -> int:
    """How often memories changed."""
    return int(connection.execute(Q.generation).fetchone()[0])
