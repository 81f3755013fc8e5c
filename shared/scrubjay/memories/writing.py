"""What happens to the rows when a memory is written, approved or ended? Functions inside one write transaction."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import uuid4

from scrubjay.audit import AuditLogger, Event
from scrubjay.documents.chunking import TokenCounter
from scrubjay.errors import LimitExceeded, NotFound, UsageError, VersionConflict
from scrubjay.memories.anchors import Anchor
from scrubjay.memories.index import index_memory
from scrubjay.memories.request import RememberRequest
from scrubjay.memories.rows import Q, add_anchor, add_evidence, believe, digest, memory_of
from scrubjay.model.abbreviated import LEAST_DIGITS, too_short
from scrubjay.model.evidence import IngestionTier, ValidationResult
from scrubjay.model.memory import (
    AutoApproved,
    Blocked,
    Change,
    FlaggedForReview,
    Memory,
    MemoryStatus,
    Outcome,
)
from scrubjay.storage import Connection


@dataclass(frozen=True, slots=True)
class Limits:
    """How many memories may wait for review, how long, and whether one that is confirmed independently waits on."""

    per_user: int = 100
    total: int = 10_000
    expire_days: int = 30
    approve_confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where memories are written: whose they are, how they are indexed and recorded, how many may wait, and now."""

    owner: str
    counter: TokenCounter
    audit: AuditLogger
    limits: Limits
    now: str


def find(connection: Connection, place: Place, id: str) -> Memory:
    """The memory that is called so. Raises NotFound, UsageError where several are."""
    found = connection.execute(Q.find, {"id": id.lower(), "least": LEAST_DIGITS, "project": place.owner}).fetchall()
    if len(found) > 1:
        raise UsageError(f"More than one memory is called {id[:40]!r}. Give more digits of its id.")
    if not found:
        raise NotFound(
            f"No {'project' if place.owner else 'user'} memory is called {id[:40]!r}{too_short(id)}. "
            "`scrubjay search WORDS --kind memory` and search_knowledge with kinds=['memory'] show their ids."
        )
    return read(connection, found[0]["number"])


def read(connection: Connection, number: int) -> Memory:
    """The memory with a number, as it is believed now."""
    return memory_of(connection, connection.execute(Q.memory, {"number": number}).fetchone())


def number_of(connection: Connection, id: str) -> int:
    """The number of a memory that exists."""
    return int(connection.execute(Q.number_of, {"id": id}).fetchone()[0])


def write(
    connection: Connection, place: Place, asked: RememberRequest, result: ValidationResult, anchors: Iterable[Anchor]
) -> Outcome:
    """Store a claim as grounding decided, with its evidence and its audit record, once for each key."""
    keys = {"key": keyed(place.owner, asked.key), "forgotten": forgotten_key(place.owner, asked.key)}
    if asked.key and (row := connection.execute(Q.by_key, keys).fetchone()):
        return _again(read(connection, row["number"]), result)
    if result.tier is IngestionTier.BLOCK:
        _record(connection, place, asked, "", "blocked", result)
        return Blocked(result.reason, result.do, result.conflicting_memory_id, result)
    older = [_replaceable(connection, place, asked, one) for one in _replaced(asked)]
    numbers = [number_of(connection, one.id) for one in older]
    if same := connection.execute(
        Q.by_digest,
        {
            "digest": digest(asked.content), "scope": asked.scope, "project": place.owner, "kind": asked.kind,
            "at": place.now, "but": str(numbers),
        },
    ).fetchone():  # fmt: skip
        _record(connection, place, asked, same["id"], "blocked", result)
        return Blocked(
            "the same claim is already remembered", "Nothing to do; to change it use update_memory.", same["id"], result
        )
    active = result.tier is IngestionTier.AUTO_APPROVE or asked.approved
    if not active:
        _check_room(connection, place, asked.author)
    number, id = _insert(connection, place, asked, result)
    for anchor in anchors:
        add_anchor(connection, number, anchor)
    add_evidence(connection, number, result)
    begins = older[0].belief.valid_from if older and asked.how is Change.CORRECT else place.now
    connection.execute(
        Q.add_belief,
        {
            "memory": number, "status": MemoryStatus.ACTIVE if active else MemoryStatus.PENDING, "tier": result.tier,
            "reason": result.reason, "confidence": result.evidence.confidence, "score": result.evidence.score,
            "unconfirmed": result.unconfirmed, "valid_from": begins, "valid_until": end_of(asked.valid_until),
            "recorded_at": place.now, "retracted_at": "", "actor": asked.author,
        },
    )  # fmt: skip
    for one in numbers:
        connection.execute(Q.add_replacement, {"newer": number, "older": one, "how": asked.how})
    if active:
        end_older(connection, place, number, asked.author)
    index_memory(connection, place.counter, number, id, asked.content, place.now)
    connection.execute(Q.bump_generation)
    _record(connection, place, asked, id, "stored" if active else "pending", result)
    for old in older if asked.approved else ():
        place.audit.add(connection, place.now, Event.REVIEW, asked.author, old.id, asked.how, "approved", {"as": id})
    return AutoApproved(id, result) if active else FlaggedForReview(id, result)


def end_older(connection: Connection, place: Place, number: int, actor: str) -> None:
    """End what a memory takes the place of, each in the way it was meant."""
    for row in connection.execute(Q.older, {"number": number}).fetchall():
        old = read(connection, row["number"])
        if old.status not in (MemoryStatus.ACTIVE, MemoryStatus.PENDING):
            continue
        wrong = row["how"] == Change.CORRECT or old.status is MemoryStatus.PENDING
        ends = old.valid_until if old.valid_until and old.valid_until < place.now else place.now
        believe(
            connection, row["number"], place.now, actor,
            status=MemoryStatus.RETRACTED if wrong else MemoryStatus.SUPERSEDED,
            reason=f"{row['how']}: replaced by a newer memory",
            valid_until=old.valid_until if wrong else max(ends, old.belief.valid_from),
        )  # fmt: skip


def keyed(owner: str, key: str) -> str | None:
    """The key as it is stored, unique in one database."""
    return f"{owner}:{key}" if key else None


def forgotten_key(owner: str, key: str) -> str | None:
    """What is left of a key when its memory is forgotten: enough to know it again, nothing to read."""
    return f"forgotten:{digest(f'{owner}:{key}')}" if key else None


def end_of(day: str) -> str:
    """A memory holds through its last day; a moment is taken as it is."""
    return f"{day}T23:59:59Z" if len(day) == 10 else day


def _again(memory: Memory, result: ValidationResult) -> Outcome:
    if memory.status is MemoryStatus.FORGOTTEN:
        return Blocked(
            "a claim of this key was forgotten", "Nothing to do; use another key if it shall be kept again.", memory.id
        )
    if memory.status is MemoryStatus.PENDING:
        return FlaggedForReview(memory.id, result, again=True)
    return AutoApproved(memory.id, result, again=True)


def _replaced(asked: RememberRequest) -> tuple[str, ...]:
    return tuple(one for one in dict.fromkeys((asked.supersedes, *asked.others)) if one)


def _replaceable(connection: Connection, place: Place, asked: RememberRequest, id: str) -> Memory:
    old = find(connection, place, id)
    if asked.approved:
        return standing(old, MemoryStatus.PENDING)  # a reviewer decides on what waits, and another may have done so
    waiting = old.status is MemoryStatus.PENDING and asked.how in (Change.CORRECT, Change.MERGE)
    holds = old.status is MemoryStatus.ACTIVE and (not old.valid_until or old.valid_until > place.now)
    if not (holds or waiting):
        raise NotFound(
            f"No {asked.scope} memory that holds is called {id[:40]!r}: it is {old.status}, so nothing was stored. "
            "get_provenance shows what took its place."
        )
    if asked.how is Change.EXTEND and not asked.content.startswith(old.content):
        raise UsageError("An extension starts with the text that it extends. Use supersede for other words.")
    return old


def standing(memory: Memory, status: MemoryStatus) -> Memory:
    """The memory, which must still stand so inside this transaction. Raises VersionConflict."""
    if memory.status is not status:
        raise VersionConflict(
            f"Memory {memory.id[:12]} is {memory.status}, not {status}: somebody was faster, or it never was. "
            "Nothing was changed; get_provenance shows what happened."
        )
    return memory


def _check_room(connection: Connection, place: Place, author: str) -> None:
    counts = connection.execute(Q.pending_counts, {"author": author}).fetchone()
    if counts["own"] >= place.limits.per_user or counts["total"] >= place.limits.total:
        whose = f"{counts['own']} of yours" if counts["own"] >= place.limits.per_user else f"{counts['total']:,}"
        raise LimitExceeded(
            f"The review queue is full: {whose} wait, so nothing was stored. `scrubjay review` empties it; "
            "a claim with a citation that can be verified needs no review."
        )


def _insert(connection: Connection, place: Place, asked: RememberRequest, result: ValidationResult) -> tuple[int, str]:
    id = uuid4().hex
    claimed = "" if asked.source == result.evidence.source else asked.source
    (number,) = connection.execute(
        Q.add,
        {
            "id": id, "kind": asked.kind, "content": asked.content, "digest": digest(asked.content),
            "scope": asked.scope, "project": place.owner, "author": asked.author, "session": asked.session,
            "source": result.evidence.source, "claimed": claimed, "quote": asked.quote, "branch": asked.branch,
            "commit": asked.commit, "at": place.now, "key": keyed(place.owner, asked.key),
        },
    ).fetchone()  # fmt: skip
    return int(number), id


def _record(
    connection: Connection, place: Place, asked: RememberRequest, id: str, outcome: str, result: ValidationResult
) -> None:
    """The audit says which checks failed by name alone: what they found may quote the claim."""
    failed = ",".join(one.partition(":")[0] for one in result.checks_failed)[:200]
    place.audit.add(
        connection, place.now, Event.MEMORY_WRITE, asked.author, id, asked.how if asked.supersedes else "remember",
        outcome, {"kind": asked.kind, "scope": asked.scope, "tier": result.tier, "failed": failed,
                  "source": result.evidence.source, "session": asked.session},
    )  # fmt: skip
