"""Routes of evidence: what a member's home tells of its sessions, what is kept of it, and what was accepted for git."""

from datetime import date
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from scrubjay_team.api.route import ApiAnswer, ApiBody, ApiCall, Nothing
from scrubjay_team.evidence import counts
from scrubjay_team.evidence.proposals import accepted

SessionNumber = Annotated[str, Field(pattern="^[0-9a-f]{32}$")]
MemoryId = Annotated[str, Field(pattern="^[0-9a-f]{32}$")]


class ToldSession(ApiBody):
    """A session as its home tells of it. `session` is a keyed hash, whose key stays there.

    `version` grows with each thing that the home learns of it: of two tellings the higher one counts, whichever comes
    first, and the same one again changes nothing. `memories` are ids of the team's memories that it had.
    """

    session: SessionNumber
    version: int = Field(ge=1, le=1_000_000)
    day: date
    client: str = Field("", pattern=r"^([a-z0-9][a-z0-9._-]{0,39})?$")
    ended: Literal["well", "ill", "unknown"]
    memories: tuple[MemoryId, ...] = Field((), max_length=100)


class EvidenceBody(ApiBody):
    """Sessions of the caller."""

    sessions: tuple[ToldSession, ...] = Field(min_length=1, max_length=100)


class EvidenceTaken(ApiAnswer):
    """How many of the sessions are of the time that is kept."""

    taken: int


class OwnEvidence(ApiAnswer):
    """What is kept of the caller's own sessions; `first` and `last` are days, empty without any."""

    sessions: int
    well: int
    ill: int
    unknown: int
    memories: int
    first: str
    last: str


class AcceptedObject(ApiAnswer):
    """A memory that a reviewer accepted for its repository; `path` and `commit` are empty until it is merged there."""

    id: str
    project: str
    accepted_at: str
    path: str
    commit: str


class AcceptedObjects(ApiAnswer):
    """What was accepted for the repositories that the caller is granted, the newest first."""

    accepted: tuple[AcceptedObject, ...]


def take(call: ApiCall, body: EvidenceBody) -> EvidenceTaken:
    """Keep what a home tells of its member's sessions."""
    told = [
        counts.SessionTold(
            session=bytes.fromhex(one.session), version=one.version, day=one.day, client=one.client, ended=one.ended,
            memories=tuple(map(UUID, one.memories)),
        )
        for one in body.sessions
    ]  # fmt: skip
    return EvidenceTaken(taken=counts.take(call.entered, told, call.now))


def own(call: ApiCall, body: Nothing) -> OwnEvidence:
    """What is kept of the caller's own sessions, as sums."""
    return _object(counts.own(call.entered))


def take_back(call: ApiCall, body: Nothing) -> OwnEvidence:
    """Delete all that is kept of the caller's sessions; tells what it was."""
    there = counts.own(call.entered)
    counts.take_back(call.entered)
    return _object(there)


def accepted_here(call: ApiCall, body: Nothing) -> AcceptedObjects:
    """What waits to be written to git by a member's machine, and what is there already."""
    names = AcceptedObject.model_fields
    found = accepted(call.entered)
    return AcceptedObjects(
        accepted=tuple(AcceptedObject(**{name: getattr(one, name) for name in names}) for one in found)
    )


def _object(there: counts.OwnCounts) -> OwnEvidence:
    return OwnEvidence(
        sessions=there.sessions, well=there.well, ill=there.ill, unknown=there.unknown, memories=there.memories,
        first=there.first.isoformat() if there.first else "", last=there.last.isoformat() if there.last else "",
    )  # fmt: skip
