"""Row mapping of handoffs and leases; context and result are JSON text."""

import json
from collections.abc import Sequence

from scrubjay.handoffs.handoff import CurrentState, Handoff, HandoffContext, HandoffResult, Lease, Uncommitted
from scrubjay.handoffs.states import HandoffState
from scrubjay.model.frozen import field_names
from scrubjay.storage.driver import Row


def to_json(value: HandoffContext | HandoffResult) -> str:
    """Compact JSON of a context or a result."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_fields)


def _fields(value: HandoffContext | HandoffResult | CurrentState | Uncommitted) -> dict[str, object]:
    """The fields of a value by name; unlike `asdict` it copies nothing."""
    return {name: getattr(value, name) for name in field_names(type(value))}


def row_of(handoff: Handoff) -> dict[str, object]:
    """The row of a new handoff."""
    return {
        "id": handoff.id, "target": handoff.target, "context": to_json(handoff.context), "sender": handoff.sender,
        "sender_label": handoff.sender_label, "sender_session": handoff.sender_session, "now": handoff.created_at,
        "expires_at": handoff.expires_at, "renews": handoff.renews,
    }  # fmt: skip


def context_from(stored: str) -> HandoffContext:
    """The context of a row."""
    values = json.loads(stored)
    lists = {name: tuple(values[name]) for name in ("relevant_memories", "relevant_files")}
    return HandoffContext(
        **values
        | lists
        | {
            "current_state": CurrentState(**{name: tuple(items) for name, items in values["current_state"].items()}),
            "uncommitted": tuple(Uncommitted(**one) for one in values["uncommitted"]),
        }
    )


def lease_from(row: Row) -> Lease:
    """A row of `handoff_lease`."""
    result = None
    if row["result"]:
        values = json.loads(row["result"])
        result = HandoffResult(**values | {"files_modified": tuple(values["files_modified"])})
    return Lease(
        number=row["lease"],
        agent=row["agent"],
        label=row["label"],
        session=row["session"],
        taken_at=row["taken_at"],
        renewed_at=row["renewed_at"],
        result=result,
    )


def lease_row(lease: Lease) -> dict[str, object]:
    """The row of a new lease, but for its handoff."""
    return {
        "lease": lease.number, "agent": lease.agent, "label": lease.label, "session": lease.session,
        "now": lease.taken_at,
    }  # fmt: skip


def handoff_from(row: Row, leases: Sequence[Lease]) -> Handoff:
    """A row of `handoff` with its leases."""
    current = next((lease for lease in leases if lease.number == row["lease"]), None)
    return Handoff(
        id=row["id"],
        state=HandoffState(row["state"]),
        target=row["target"],
        context=context_from(row["context"]),
        sender=row["sender"],
        sender_label=row["sender_label"],
        sender_session=row["sender_session"],
        created_at=row["created_at"],
        expires_at=row["expires_at"],
        changed_at=row["changed_at"],
        number=row["lease"],
        lease=current,
        notes=tuple(lease for lease in leases if lease.result is not None and not _finished(row, lease)),
        reason=row["reason"],
        renews=row["renews"],
    )


def _finished(row: Row, lease: Lease) -> bool:
    """Whether a lease's result is what completed the handoff."""
    return bool(row["state"] == HandoffState.COMPLETED and row["lease"] == lease.number)
