"""Row changes when a memory is written, approved or ended: functions inside one write transaction."""

import json
from collections.abc import Callable, Iterable
from uuid import uuid4

from scrubjay.errors import NotFound, UsageError, VersionConflict
from scrubjay.identity.audit import AuditEvent, AuditWriter
from scrubjay.knowledge.chunking import TokenCounter
from scrubjay.memory.store.bounds import confined_elsewhere, unseen_here
from scrubjay.memory.store.claim import Anchor, unchanged
from scrubjay.memory.store.index import index_memory, note_repeat
from scrubjay.memory.store.limits import Limits, distrusted, make_room
from scrubjay.memory.store.request import RememberRequest, still_held
from scrubjay.memory.store.rows import (
    Q,
    add_anchor,
    add_evidence,
    believe,
    digest,
    end_of,
    forgotten_key,
    keyed,
    memories_of,
)
from scrubjay.model.evidence import ValidationResult, Verdict
from scrubjay.model.frozen import dataclass
from scrubjay.model.grade import Grade
from scrubjay.model.hints import LEAST_DIGITS, too_short_hint
from scrubjay.model.memory import Blocked, Change, Held, Known, Memory, MemoryStatus, Outcome, Stored
from scrubjay.storage.driver import Connection, Row

HOLDING = (MemoryStatus.ACTIVE, MemoryStatus.FADED)
"""What counts, or did until its time was over."""

WAITING = (MemoryStatus.HELD, MemoryStatus.ARCHIVED)
"""What a person may still decide on."""

REPLACED = ": replaced by a newer memory"
"""How the reason ends that a memory which was replaced is believed no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteContext:
    """Where memories are written: whose they are, how they are indexed and recorded, how many may wait, and now.

    `shown_text` gives everything that a session was told. `project` is the one that is worked in, whose memories these
    are or not.
    """

    owner: str
    counter: TokenCounter
    audit: AuditWriter
    limits: Limits
    now: str
    shown_text: Callable[[str], str] = lambda _: ""
    project: str = ""


def find(connection: Connection, place: WriteContext, id: str, *, confined: bool = False) -> Memory:
    """The memory with an id, or its beginning. Raises NotFound, UsageError where several have it.

    What other projects alone may see is only found if it may be `confined`.
    """
    elsewhere = frozenset[str]() if place.owner or confined else confined_elsewhere(connection, place.project)
    rows = connection.execute(Q.find, {"id": id.lower(), "least": LEAST_DIGITS, "project": place.owner}).fetchall()
    visible = [row for row in rows if row["id"] not in elsewhere]
    if len(visible) > 1:
        raise UsageError(f"More than one memory is called {id[:40]!r}. Give more digits of its id.")
    if not visible:
        raise NotFound(
            f"No {'project' if place.owner else 'user'} memory is called {id[:40]!r}{too_short_hint(id)}. "
            "`scrubjay search WORDS --kind memory` and search_knowledge with kinds=['memory'] show their ids."
        )
    return read(connection, visible[0]["number"])


def read(connection: Connection, number: int) -> Memory:
    """The memory with a number, as it is believed now."""
    return memories_of(connection, connection.execute(Q.memory, {"number": number}).fetchall())[0]


def number_of(connection: Connection, id: str) -> int:
    """The number of a memory that exists."""
    return int(connection.execute(Q.number_of, {"id": id}).fetchone()[0])


def write(
    connection: Connection,
    place: WriteContext,
    request: RememberRequest,
    result: ValidationResult,
    anchors: Iterable[Anchor],
) -> Outcome:
    """Store a claim as grounding decided, with its evidence and its audit record, once for each key."""
    keys = {"key": keyed(place.owner, request.key), "forgotten": forgotten_key(place.owner, request.key)}
    row = connection.execute(Q.by_key, keys).fetchone() if request.key else None
    met = _met_by_claim(connection, place, request)
    if refusal := distrusted(connection, met["quarantined"] or "", row, result):
        record(connection, place, request, "", "blocked", result)
        return refusal
    if row is not None:
        return _repeated_key(read(connection, row["number"]), result)
    for old, expected in zip(request.replaces, request.expected, strict=False):
        unchanged(find(connection, place, old), expected)
    if result.verdict is Verdict.BLOCKED:
        record(connection, place, request, "", "blocked", result)
        return Blocked(result.reason, result.add, result)
    if result.verdict is Verdict.KNOWN:
        return agree(connection, place, request, result, result.conflicting_memory_id)
    older = [_memory_to_replace(connection, place, request, id) for id in request.replaces]
    numbers = [number_of(connection, memory.id) for memory in older]
    if met["same"]:
        return agree(connection, place, request, result, met["same"])
    is_held = result.verdict is Verdict.HELD
    make_room(connection, place.owner, place.now, request.author, place.limits, met["last"], is_held=is_held)
    number, id = _insert(connection, place, request)
    for anchor in anchors:
        add_anchor(connection, number, anchor)
    add_evidence(connection, number, result, request.session or request.agent)
    _note_contradictions(connection, number, id, result)
    begins = older[0].belief.valid_from if older and request.how is Change.CORRECT else place.now
    connection.execute(
        Q.add_belief,
        {
            "memory": number, "status": MemoryStatus.HELD if is_held else MemoryStatus.ACTIVE, "reason": result.reason,
            "valid_from": begins, "valid_until": end_of(request.valid_until), "recorded_at": place.now,
            "retracted_at": "", "actor": request.author,
        },
    )  # fmt: skip
    for replaced in numbers:
        connection.execute(Q.add_replacement, {"newer": number, "older": replaced, "how": request.how})
    if numbers and not is_held:
        end_older(connection, place, number, request.author)
    for memory in older if request.reviewed else ():
        place.audit.add(connection, place.now, AuditEvent.REVIEW, request.author, memory.id, request.how, "replaced")
    index_memory(connection, place.counter, number, id, request.content, place.now)
    connection.execute(Q.bump_generation)
    record(connection, place, request, id, str(result.verdict), result)
    return Held(id, result) if is_held else Stored(id, result)


def _met_by_claim(connection: Connection, place: WriteContext, request: RememberRequest) -> Row:
    """What a claim meets: a quarantine of its author, a memory that says the same, and the newest number."""
    row: Row = connection.execute(
        Q.met,
        {
            "author": request.author, "session": request.session, "agent": request.agent,
            "digest": digest(request.content), "scope": request.scope, "project": place.owner, "kind": request.kind,
            "applies": request.applies, "at": place.now, "but": json.dumps(request.replaces),
        },
    ).fetchone()  # fmt: skip
    return row


def _note_contradictions(connection: Connection, number: int, id: str, result: ValidationResult) -> None:
    """Note what a new memory contradicts, and what is contradicted by it."""
    for other in result.contradicts:
        connection.execute(Q.add_contradiction, {"memory": number, "other": other})
    for lesser in result.contradicted:
        connection.execute(Q.add_contradiction, {"memory": number_of(connection, lesser), "other": id})


def agree(
    connection: Connection, place: WriteContext, request: RememberRequest, result: ValidationResult, id: str
) -> Outcome:
    """Add the grounds of a claim to the memory that says it already. What a person says counts at once.

    A grade passes only where both are equal as whole sentences; to what a person told nobody else adds a ground.
    """
    memory = find(connection, place, id, confined=True)
    number = number_of(connection, memory.id)
    result = result if result.same or id != result.conflicting_memory_id else result.ungraded
    if not request.authority and connection.execute(Q.is_told, {"number": number}).fetchone()[0]:
        result = result.groundless
    add_evidence(connection, number, result, request.session or request.agent)
    vouched = request.authority or result.grade not in (Grade.SAID, None)
    if memory.status is MemoryStatus.FADED and vouched:
        believe(connection, number, place.now, request.author, status=MemoryStatus.ACTIVE, reason=result.reason)
    if memory.status is MemoryStatus.HELD and request.authority:
        believe(connection, number, place.now, request.author, status=MemoryStatus.ACTIVE, reason=result.reason)
        end_older(connection, place, number, request.author)
    note_repeat(connection, number, memory, request, owner=place.owner, now=place.now, shown_text=place.shown_text)
    mark_for_derivation(connection, number)
    connection.execute(Q.bump_generation)
    record(connection, place, request, memory.id, "known", result)
    return Known(memory.id, still_held(read(connection, number), result))


def mark_for_derivation(connection: Connection, number: int) -> None:
    """Have everything that is derived from a memory's evidence derived again."""
    row = connection.execute(Q.belief_now, {"number": number}).fetchone()
    believe(connection, number, row["recorded_at"], row["actor"])


def end_older(connection: Connection, place: WriteContext, number: int, actor: str) -> None:
    """End the memories that a memory takes the place of, each in the way it was meant."""
    for row in connection.execute(Q.older, {"numbers": json.dumps([number])}).fetchall():
        old = read(connection, row["number"])
        if old.status not in (*HOLDING, *WAITING):
            continue
        wrong = row["how"] == Change.CORRECT or old.status in WAITING
        ends = old.valid_until if old.valid_until and old.valid_until < place.now else place.now
        believe(
            connection=connection,
            number=row["number"],
            since=place.now,
            actor=actor,
            status=MemoryStatus.RETRACTED if wrong else MemoryStatus.SUPERSEDED,
            reason=f"{row['how']}{REPLACED}",
            valid_until=old.valid_until if wrong else max(ends, old.belief.valid_from),
        )


def _repeated_key(memory: Memory, result: ValidationResult) -> Outcome:
    """The outcome for a claim whose key a memory has already."""
    if memory.status is MemoryStatus.FORGOTTEN:
        return Blocked("a claim of this key was forgotten", "Nothing to do; use another key if it shall be kept again.")
    return Known(memory.id, result, by_key=True)


def replaceable(old: Memory, how: Change, now: str) -> bool:
    """Whether something may take a memory's place: it holds at a moment, or waits and is to be corrected or merged."""
    waiting = old.status in WAITING and how in (Change.CORRECT, Change.MERGE)
    return waiting or (old.status in HOLDING and (not old.valid_until or old.valid_until > now))


def _memory_to_replace(connection: Connection, place: WriteContext, request: RememberRequest, id: str) -> Memory:
    old = find(connection, place, id)
    if id == request.supersedes and request.reviewed:
        return waits(connection, place, id)
    if not replaceable(old, request.how, place.now):
        raise NotFound(
            f"No {request.scope} memory that holds is called {id[:40]!r}: it is {old.status}, so nothing was stored. "
            "`scrubjay provenance` or get_provenance shows what took its place."
        )
    if request.how is Change.EXTEND and not request.content.startswith(old.content):
        raise UsageError("An extension starts with the text that it extends. Use supersede for other words.")
    return old


def waits(connection: Connection, place: WriteContext, id: str) -> Memory:
    """A memory that waits for a person: it is held, or was reported here and no person saw it.

    Raises NotFound, VersionConflict.
    """
    memory = find(connection, place, id)
    unseen = not place.owner and memory.id in unseen_here(connection, place.project)
    return check_unchanged(memory, *WAITING, *([MemoryStatus.ACTIVE] if unseen else []))


def check_unchanged(memory: Memory, *expected: MemoryStatus) -> Memory:
    """The memory, if it is in one of the expected states inside this transaction. Raises VersionConflict."""
    if memory.status not in expected:
        raise VersionConflict(
            f"Memory {memory.id[:12]} is {memory.status}, not {' or '.join(expected)}: somebody was faster, "
            "or it never was. Nothing was changed; `scrubjay provenance` or get_provenance shows what happened."
        )
    return memory


def _insert(connection: Connection, place: WriteContext, request: RememberRequest) -> tuple[int, str]:
    taken = not request.id or connection.execute(Q.find_id, {"id": request.id}).fetchone()
    id = uuid4().hex if taken else request.id
    (number,) = connection.execute(
        Q.add,
        {
            "id": id, "kind": request.kind, "content": request.content, "digest": digest(request.content),
            "scope": request.scope, "project": place.owner, "author": request.author, "origin": request.origin,
            "session": request.session, "quote": request.quote, "applies": request.applies,
            "tags": json.dumps(request.tags, ensure_ascii=False), "branch": request.branch, "commit": request.commit,
            "at": place.now, "key": keyed(place.owner, request.key), "agent": request.agent,
        },
    ).fetchone()  # fmt: skip
    return int(number), id


def record(
    connection: Connection,
    place: WriteContext,
    request: RememberRequest,
    id: str,
    outcome: str,
    result: ValidationResult,
) -> None:
    """Record a claim in the audit, failed checks by name alone: what they found may quote the claim."""
    failed = ",".join(check.partition(":")[0] for check in result.checks_failed)[:200]
    place.audit.add(
        connection, place.now, AuditEvent.MEMORY_WRITE, request.author, id,
        request.how if request.supersedes else "remember", outcome,
        {"kind": request.kind, "scope": request.scope, "grade": str(result.grade or ""), "failed": failed,
         "origin": request.origin, "session": request.session, "agent": request.agent},
    )  # fmt: skip
