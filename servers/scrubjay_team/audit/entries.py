"""Entries of a team's audit as values, and the link that stands for each in the chain. Pure."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from scrubjay.identity.audit.log import AuditRecord
from scrubjay.model.frozen import dataclass

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamAct:
    """One act: when, by which member (None: by nobody of the team), by what, and to which thing.

    `how` is token, session, command, worker or endpoint; `details` has ids, numbers and words of fixed lists alone.
    """

    id: int
    team: UUID
    at: datetime
    member: UUID | None
    how: str
    act: str
    kind: str
    object: UUID
    details: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownAct:
    """An act with its number in the chain (0: it waits for that) and the names that its members have now."""

    entry: TeamAct
    number: int
    member_name: str
    object_name: str


def act_of(row: Row) -> TeamAct:
    """The act that a row holds."""
    return TeamAct(
        id=row["id"], team=row["team"], at=row["at"], member=row["member"], how=row["how"], act=row["act"],
        kind=row["kind"], object=row["object"], details=row["details"],
    )  # fmt: skip


def shown_of(row: Row) -> ShownAct:
    """The act that a row holds, as it is shown."""
    return ShownAct(
        entry=act_of(row), number=row["number"] or 0, member_name=row["member_name"] or "",
        object_name=row["object_name"] or "",
    )  # fmt: skip


def link_hash(act: TeamAct, number: int, previous: str) -> str:
    """The hash of an act as a link of this number behind a hash: in the form of a home's own audit, in 64 digits."""
    record = AuditRecord(
        sequence=number,
        at=act.at.astimezone(UTC).isoformat(timespec="microseconds"),
        event=act.act,
        actor=str(act.member or ""),
        resource=f"{act.kind}:{act.object}",
        action=act.how,
        outcome="done",
        metadata={"team": str(act.team), "entry": act.id, "details": dict(act.details)},
        previous=previous,
    )
    return record.digest()
