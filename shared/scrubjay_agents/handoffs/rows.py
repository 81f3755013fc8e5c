"""Row mapping of handoffs and leases; context and result are JSON text."""

import json
from collections.abc import Sequence

from scrubjay.model.frozen import field_names, from_row
from scrubjay.storage.driver import Row
from scrubjay_agents.handoffs.handoff import (
    CurrentState,
    Handoff,
    HandoffContext,
    HandoffResult,
    HandoffState,
    Lease,
    ResultNote,
    Uncommitted,
    Without,
)


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
        "sender_label": handoff.sender_label, "sender_session": handoff.sender_session,
        "created_at": handoff.created_at, "expires_at": handoff.expires_at, "renews": handoff.renews,
    }  # fmt: skip


def lease_row(id: str, lease: Lease) -> dict[str, object]:
    """The row of a lease of a handoff."""
    return {
        "id": id, "lease": lease.number, "agent": lease.agent, "label": lease.label, "session": lease.session,
        "process": lease.process, "taken_at": lease.taken_at, "renewed_at": lease.renewed_at,
    }  # fmt: skip


def context_from(stored: str) -> HandoffContext:
    """The context that a stored text holds."""
    values = json.loads(stored)
    lists = {name: tuple(values[name]) for name in ("relevant_memories", "relevant_files")}
    return HandoffContext(
        **values
        | lists
        | {
            "current_state": CurrentState(**{name: tuple(items) for name, items in values["current_state"].items()}),
            "uncommitted": tuple(_uncommitted(one) for one in values["uncommitted"]),
        }
    )


def _uncommitted(values: dict[str, str]) -> Uncommitted:
    """An uncommitted path from its stored fields."""
    without = Without(values.get("without", ""))
    return Uncommitted(values["path"], values["blob"], without, values.get("renamed_to", ""))


def lease_from(row: Row) -> Lease:
    """The lease that a row of `handoff_lease` holds."""
    return from_row(Lease, row, number=row["lease"], result=result_from(row["result"]) if row["result"] else None)


def result_from(stored: str) -> HandoffResult:
    """The result that a stored text holds."""
    values = json.loads(stored)
    return HandoffResult(**values | {"files_modified": tuple(values["files_modified"])})


def note_from(row: Row) -> ResultNote:
    """The note that a row of `handoff_note` holds, with who took the handoff."""
    return ResultNote(lease=row["lease"], label=row["label"], at=row["at"], result=result_from(row["result"]))


def handoff_from(row: Row, lease: Lease | None, notes: Sequence[ResultNote]) -> Handoff:
    """The handoff that a row of `handoff` holds, with its last lease and its notes."""
    return from_row(
        Handoff,
        row,
        state=HandoffState(row["state"]),
        context=context_from(row["context"]),
        number=row["lease"],
        lease=lease,
        notes=tuple(notes),
    )
