"""Routes of what becomes of somebody who leaves, and of who did what in the team."""

from typing import TYPE_CHECKING, Annotated, Any, Final

from pydantic import Field

from scrubjay.errors import UsageError
from scrubjay.model.clock import iso
from scrubjay_team.api.route import ApiAnswer, ApiBody, ApiCall
from scrubjay_team.audit.reading import MOST, TeamAudit
from scrubjay_team.people.leaving import Leaving
from scrubjay_team.people.office import by_id

if TYPE_CHECKING:
    from scrubjay_team.audit.entries import ShownAct

_LAST: Final = 2**62


class HandOverBody(ApiBody):
    """Who gets it: a present member's name, or team for every writer."""

    to: Annotated[str, Field(max_length=1_000)]


class HandOverAnswer(ApiAnswer):
    """How much was handed over, and how much stayed, because the receiver isn't granted its repository."""

    handoffs: int
    memories: int
    stayed: int


class EraseBody(ApiBody):
    """The member's name once more, since it can't be undone."""

    name: Annotated[str, Field(max_length=1_000)]


class EraseAnswer(ApiAnswer):
    """The name that stands instead, and in how many memories of the team the old one occurs."""

    name: str
    memories_naming: int


class AuditBody(ApiBody):
    """Which acts: at most `limit`, older than the one of the number `before`; 0: the newest."""

    before: Annotated[int, Field(ge=0, le=_LAST)] = 0
    limit: Annotated[int, Field(ge=1, le=MOST)] = 50


class ActShown(ApiAnswer):
    """One act: its number, when (ISO 8601), by whom (empty: nobody of the team) and by what, what was done, to what.

    `how` is session, token, command, worker or endpoint; `details` has ids, numbers and words of fixed lists alone.
    `link` is its number in the chain, 0 until the worker has linked it.
    """

    number: int
    link: int
    at: str
    member: str
    how: str
    act: str
    kind: str
    object: str
    details: dict[str, Any]


class AuditAnswer(ApiAnswer):
    """Some acts, the newest first; `before` leads to older ones, 0 where there are none."""

    acts: tuple[ActShown, ...]
    before: int


def hand_over(call: ApiCall, body: HandOverBody) -> HandOverAnswer:
    """Give a member's open handoffs, and the memories that they chose, to another one or to the team."""
    leaving = Leaving.by(call.entered, call.services.clock)
    given = leaving.hand_over(by_id(leaving.everybody(), call.path["id"], "member").called, body.to)
    return HandOverAnswer(handoffs=given.handoffs, memories=given.memories, stayed=given.stayed)


def erase(call: ApiCall, body: EraseBody) -> EraseAnswer:
    """Take the name of a member who left away."""
    leaving = Leaving.by(call.entered, call.services.clock)
    member = by_id(leaving.everybody(), call.path["id"], "member")
    if body.name.strip() != member.name:
        raise UsageError(
            "name isn't this member's, so nothing was erased: it is asked for twice, since it can't be undone."
        )
    gone = leaving.erase(member.called)
    return EraseAnswer(name=gone.new, memories_naming=gone.naming)


def audit(call: ApiCall, body: AuditBody) -> AuditAnswer:
    """Who did what in the team: an owner sees all of it, a reviewer what became of memories."""
    page = TeamAudit().page(call.entered, body.before, body.limit)
    return AuditAnswer(acts=tuple(map(_act, page.acts)), before=page.before)


def _act(one: "ShownAct") -> ActShown:
    entry = one.entry
    return ActShown(
        number=entry.id, link=one.number, at=iso(entry.at), member=entry.member.hex if entry.member else "",
        how=entry.how, act=entry.act, kind=entry.kind, object=entry.object.hex, details=dict(entry.details),
    )  # fmt: skip
