"""Changes of an existing memory: review, retraction, expiry; each adds a belief and a record."""

from scrubjay.errors import VersionConflict
from scrubjay.identity.audit import AuditEvent
from scrubjay.memory.store.limits import allow, refuse
from scrubjay.memory.store.request import cleaned
from scrubjay.memory.store.rows import Q, add_evidence, believe
from scrubjay.memory.store.writing import (
    HOLDING,
    WAITING,
    WriteContext,
    check_unchanged,
    end_older,
    find,
    number_of,
    read,
    waits,
)
from scrubjay.model.evidence import CLIENT, Act, EvidenceObject, Origin, ValidationResult, Verdict
from scrubjay.model.frozen import dataclass
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.storage.driver import Connection
from scrubjay.text.words import words

LONGEST_REASON = 1_000

RUN = 3
"""Words in a row that make a reason repeat a memory."""


@dataclass(frozen=True, slots=True)
class _Ending:
    """A way to end a memory: its name in the audit, the event, and the memory's status from then on."""

    action: str
    event: AuditEvent
    status: MemoryStatus


_REJECT = _Ending("reject", AuditEvent.REVIEW, MemoryStatus.RETRACTED)
_RETRACT = _Ending("retract", AuditEvent.MEMORY_WRITE, MemoryStatus.RETRACTED)
_INVALIDATE = _Ending("invalidate", AuditEvent.MEMORY_WRITE, MemoryStatus.EXPIRED)


def approve(
    connection: Connection,
    place: WriteContext,
    id: str,
    actor: str,
    reason: str,
    act: Act = Act.APPROVED,
    client: str = "",
) -> Memory:
    """Note that a person stands behind a memory: a held or archived one counts from now on, and ends what it replaces.

    `client` names the program in which they did. Raises NotFound, VersionConflict.
    """
    memory = check_unchanged(find(connection, place, id), *WAITING, *HOLDING)
    number = number_of(connection, memory.id)
    if memory.status is MemoryStatus.ACTIVE and connection.execute(Q.is_told, {"number": number}).fetchone()[0]:
        raise VersionConflict(f"Memory {memory.id[:12]} is told already: somebody was faster. Nothing was changed.")
    note = kept_reason(reason)
    metadata: dict[str, object] = {CLIENT: client} if client else {}
    evidence = EvidenceObject(
        claim=memory.content, capture_time=place.now, source=Origin.PERSON, source_id=actor, act=act, metadata=metadata
    )
    add_evidence(connection, number, _personal_validation(evidence, note))
    believe(connection, number, place.now, actor, status=MemoryStatus.ACTIVE, reason=note or memory.belief.reason)
    allow(connection, memory.content)
    end_older(connection, place, number, actor)
    _record(connection, place, AuditEvent.REVIEW, actor, memory, action="approve", outcome="active", reason=reason)
    return read(connection, number)


def reject(connection: Connection, place: WriteContext, id: str, actor: str, reason: str) -> Memory:
    """Refuse for good a memory that waits for a person: no agent can say it again.

    Raises NotFound, VersionConflict.
    """
    waiting = waits(connection, place, id)
    refuse(connection, waiting.content, "rejected", actor, place.now)
    return _end_belief(connection, place, waiting, _REJECT, actor, reason)


def retract(
    connection: Connection, place: WriteContext, id: str, actor: str, reason: str, *, by_person: bool = False
) -> Memory:
    """Withdraw a memory that was wrong: it is believed no more, for no time. Raises NotFound, VersionConflict.

    What a person takes back no agent can say again.
    """
    holding = _current_memory(connection, place, id)
    if by_person:
        refuse(connection, holding.content, "retracted", actor, place.now)
    return _end_belief(connection, place, holding, _RETRACT, actor, reason)


def invalidate(connection: Connection, place: WriteContext, id: str, actor: str, reason: str) -> Memory:
    """End a memory that held until now. Raises NotFound, VersionConflict."""
    holding = _current_memory(connection, place, id)
    until = max(place.now, holding.belief.valid_from)
    return _end_belief(connection, place, holding, _INVALIDATE, actor, reason, valid_until=until)


def _end_belief(
    connection: Connection,
    place: WriteContext,
    memory: Memory,
    ending: _Ending,
    actor: str,
    reason: str,
    **changes: object,
) -> Memory:
    """End a memory from now on, and record it in the audit. `changes` are further changes of the belief."""
    number = number_of(connection, memory.id)
    note = kept_reason(reason)
    believe(connection, number, place.now, actor, status=ending.status, reason=note, **changes)
    _record(connection, place, ending.event, actor, memory, action=ending.action, outcome=ending.status, reason=reason)
    return read(connection, number)


def _personal_validation(evidence: EvidenceObject, reason: str) -> ValidationResult:
    """The validation that a person's word gives, whatever the checks say."""
    return ValidationResult(
        verdict=Verdict.STORED,
        grade=Grade.TOLD,
        reason=reason or str(evidence.act),
        checks_passed=(),
        checks_failed=(),
        evidence=evidence,
    )


def _current_memory(connection: Connection, place: WriteContext, id: str) -> Memory:
    return check_unchanged(find(connection, place, id), *HOLDING)


def kept_reason(reason: str) -> str:
    """A reason in the form in which it is kept: cleaned, and cut to a length."""
    return cleaned(reason[:LONGEST_REASON])


def _record(
    connection: Connection,
    place: WriteContext,
    event: AuditEvent,
    actor: str,
    memory: Memory,
    *,
    action: str,
    outcome: str,
    reason: str = "",
) -> None:
    """Add an audit record, without a reason that repeats the memory's words, because the audit outlives them."""
    metadata = (
        {"reason": "kept with the memory" if _repeats_words(reason, memory.content) else reason} if reason else None
    )
    place.audit.add(connection, place.now, event, actor, memory.id, action, outcome, metadata)


def _repeats_words(reason: str, content: str) -> bool:
    reason_words = f" {' '.join(words(reason.casefold()))} "
    content_words = words(content.casefold())
    runs = [content_words[n : n + RUN] for n in range(max(1, len(content_words) - RUN + 1))]
    return any(f" {' '.join(run)} " in reason_words for run in runs if run)
