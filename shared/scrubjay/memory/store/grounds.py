"""Sources that current memories name, and the whole chain of sources behind one."""

import json
from collections.abc import Collection

from scrubjay.memory.store.anchors import Hung
from scrubjay.memory.store.limits import quarantine_of
from scrubjay.memory.store.rows import Q, anchor_of, belief_of, citation_of, validations
from scrubjay.memory.store.writing import WriteContext, find, number_of, read
from scrubjay.model.evidence import CitationResult
from scrubjay.model.frozen import replace
from scrubjay.model.hints import LEAST_DIGITS
from scrubjay.model.memory import Provenance, Review
from scrubjay.storage.driver import Connection


def cited_places(connection: Connection) -> frozenset[tuple[str, str]]:
    """Every cited file, with the blob that it had when it was cited."""
    return frozenset((row["path"], row["blob"]) for row in connection.execute(Q.cited_paths))


def cited_commits(connection: Connection) -> frozenset[str]:
    """Every cited commit."""
    return frozenset(row["commit_sha"] for row in connection.execute(Q.cited_commits))


def cited_discussions(connection: Connection) -> tuple[tuple[str, str], ...]:
    """Every cited discussion of a forge (HOST/OWNER/NAME#12), with the words that were relied on."""
    return tuple((row["target"], row["words"]) for row in connection.execute(Q.cited_discussions))


def unsettled(connection: Connection) -> frozenset[str]:
    """Ids of memories with a source that may be in another state than found: the user's, never found, or not merged."""
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
    """Citations by memory id: of the given ids, or of all memories that cite given paths, commits or discussions."""
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
    """The anchors of memories at some commits, by commit, each with the sentences that were quoted."""
    anchors: dict[str, list[Hung]] = {}
    for row in connection.execute(Q.anchors, {"project": place.owner}):
        if row["commit_sha"] in commits:
            anchor = anchor_of(row)
            anchors.setdefault(anchor.commit, []).append(Hung(anchor, tuple(sorted(json.loads(row["quotes"])))))
    return anchors


def generation(connection: Connection) -> int:
    """The number of changes to memories so far, to notice a new one."""
    return int(connection.once(generation, lambda: connection.execute(Q.generation).fetchone()[0]))


STEPS = 200


def provenance(connection: Connection, place: WriteContext, id: str) -> Provenance:
    """The provenance of one memory; of a quarantined one without its words. Raises NotFound."""
    if withheld := _withheld(connection, place, id):
        return withheld
    memory = find(connection, place, id)
    number = {"number": number_of(connection, memory.id)}
    newer = connection.execute(Q.newer, number).fetchall()
    results = validations(connection, number["number"], memory.content)
    return Provenance(
        memory=memory,
        beliefs=tuple(belief_of(row) for row in connection.execute(Q.beliefs_of, number)),
        validations=tuple(replace(result, grade=None) if memory.is_question else result for result in results),
        steps=_audited_steps(connection, place, memory.id),
        older=tuple(
            (row["id"], row["how"]) for row in connection.execute(Q.older, {"numbers": f"[{number['number']}]"})
        ),
        newer=tuple((row["id"], row["how"]) for row in newer),
        newer_status=tuple(read(connection, row["number"]).status for row in newer),
    )


def _withheld(connection: Connection, place: WriteContext, id: str) -> Provenance | None:
    """The provenance of a quarantined memory without its words: who, when and what became of it; else None."""
    rows = connection.execute(
        Q.find_written, {"id": id.lower(), "least": LEAST_DIGITS, "project": place.owner}
    ).fetchall()
    memory = read(connection, rows[0]["number"]) if len(rows) == 1 else None
    quarantine = memory and quarantine_of(connection, memory.author, memory.session, memory.agent)
    if not memory or not quarantine:
        return None
    return Provenance(
        memory=replace(
            memory, content="", quote="", applies="", tags=(), belief=replace(memory.belief, reason=""), contradicts=()
        ),
        beliefs=tuple(
            replace(belief_of(row), reason="")
            for row in connection.execute(Q.beliefs_of, {"number": rows[0]["number"]})
        ),
        validations=(),
        steps=_audited_steps(connection, place, memory.id),
        older=(),
        newer=(),
        quarantined=f"quarantined with {quarantine['who']} by {quarantine['actor']} at {quarantine['at']}",
    )


def _audited_steps(connection: Connection, place: WriteContext, id: str) -> tuple[Review, ...]:
    records = place.audit.newest(connection, STEPS, id)
    return tuple(
        Review(record.at, record.event, record.actor, record.action, record.outcome, record.metadata)
        for record in reversed(records)
    )
