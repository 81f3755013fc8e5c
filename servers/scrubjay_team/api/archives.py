"""Routes of archives: a member's conversations, kept in an object store by their own choice, found and forgotten."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated
from uuid import UUID

from pydantic import AwareDatetime, Field

from scrubjay.errors import NotFound, UsageError
from scrubjay.model.clock import iso
from scrubjay.model.pattern import pattern
from scrubjay_team.api.route import ApartCall, ApiAnswer, ApiBody, Nothing
from scrubjay_team.archives.values import MOST_FOUND, MOST_PARTS, MOST_TURNS, ArchivedTurn, ArchivePart

if TYPE_CHECKING:
    from scrubjay_team.archives.archives import Archives

_SESSION = pattern(r"[A-Za-z0-9_-]{1,100}")

Moment = Annotated[
    AwareDatetime, Field(strict=False, ge=datetime(2000, 1, 1, tzinfo=UTC), lt=datetime(2200, 1, 1, tzinfo=UTC))
]
"""A moment that every program can write."""

SessionId = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{1,100}$")]
MOST_LISTED = 100


class TurnBody(ApiBody):
    """A turn: its number in the conversation, when it was said (ISO 8601, empty where nobody knows), who, and what."""

    number: int = Field(ge=1, le=10_000_000)
    at: str = Field("", max_length=40)
    role: str = Field(max_length=40)
    text: str = Field(max_length=200_000)


class PartBody(ApiBody):
    """A part of a conversation, which has `parts`. `project`: the name of a granted repository, empty for none."""

    project: str = Field("", max_length=100)
    client: str = Field("", max_length=40)
    branch: str = Field("", max_length=300)
    started_at: Moment
    ended_at: Moment
    parts: int = Field(ge=1, le=MOST_PARTS)
    turns: tuple[TurnBody, ...] = Field(min_length=1, max_length=MOST_TURNS)


class PartKept(ApiAnswer):
    """Where a part is; `state` is stored, or known: the same text was there already."""

    archive: str
    part: int
    state: str


class ArchiveQuestion(ApiBody):
    """A question to the caller's own archives; `before`: only conversations that began earlier."""

    query: str = Field(min_length=1, max_length=2_000)
    project: str = Field("", max_length=100)
    before: Moment | None = None
    limit: int = Field(8, ge=1, le=MOST_FOUND)


class TurnFound(ApiAnswer):
    """A turn that was found, in its archive."""

    archive: str
    session: str
    project: str
    client: str
    branch: str
    expires_at: str
    number: int
    at: str
    role: str
    text: str
    score: float


class ArchiveFound(ApiAnswer):
    """Turns, best first, and what couldn't be read."""

    results: tuple[TurnFound, ...]
    degraded: tuple[str, ...]


class ArchiveList(ApiBody):
    """Which page: behind the archive `after`, empty for the newest."""

    after: str = Field("", pattern="^([0-9a-f]{32}@[0-9T:.Z+-]{10,40})?$")
    limit: int = Field(50, ge=1, le=MOST_LISTED)


class ArchiveListed(ApiAnswer):
    """An archive of the caller's; `bytes` are those in the store."""

    archive: str
    session: str
    project: str
    client: str
    branch: str
    started_at: str
    ended_at: str
    parts: int
    turns: int
    bytes: int
    expires_at: str


class ArchivesListed(ApiAnswer):
    """The caller's archives, the newest first; `next` asks for the page behind, empty on the last one."""

    archives: tuple[ArchiveListed, ...]
    next: str


class PartRead(ApiAnswer):
    """The turns of a part."""

    turns: tuple[TurnBody, ...]


class ForgetBody(ApiBody):
    """Which conversations are forgotten: some sessions, or everything."""

    sessions: tuple[SessionId, ...] = Field((), max_length=100)
    everything: bool = False


class ArchivesForgotten(ApiAnswer):
    """How many conversations were hidden just now, and how many of their objects the store still has."""

    forgotten: int
    going: int


def keep(call: ApartCall, body: PartBody) -> PartKept:
    """Keep a part of a conversation."""
    if body.ended_at < body.started_at:
        raise UsageError("ended_at is before started_at.")
    kept = _archives(call).keep(call.who, ArchivePart(
        session=_session(call), part=_number(call.path["part"], body.parts), parts=body.parts, project=body.project,
        client=body.client, branch=body.branch, started_at=body.started_at, ended_at=body.ended_at,
        turns=tuple(ArchivedTurn(**turn.model_dump()) for turn in body.turns),
    ))  # fmt: skip
    return PartKept(archive=kept.archive.hex, part=kept.part, state="known" if kept.known else "stored")


def search(call: ApartCall, body: ArchiveQuestion) -> ArchiveFound:
    """Find turns of the caller's archives."""
    found = _archives(call).search(call.who, body.query, body.project, body.before, body.limit)
    turns = tuple(
        TurnFound(
            archive=one.archive.hex, session=one.session, project=one.project, client=one.client, branch=one.branch,
            expires_at=iso(one.expires_at), number=one.turn.number, at=one.turn.at, role=one.turn.role,
            text=one.turn.text, score=one.score,
        )
        for one in found.turns
    )  # fmt: skip
    return ArchiveFound(results=turns, degraded=found.degraded)


def listed(call: ApartCall, body: ArchiveList) -> ArchivesListed:
    """List the caller's archives. Raises UsageError for a page that is none."""
    below, _, before = body.after.partition("@")
    try:
        behind = (datetime.fromisoformat(before), UUID(below)) if body.after else (None, None)
    except ValueError:
        raise UsageError("This is no page of the list. Begin anew without `after`.") from None
    there = _archives(call).listed(call.who, body.limit + 1, *behind)
    shown = there[: body.limit]
    end = shown[-1] if len(there) > body.limit else None
    return ArchivesListed(
        archives=tuple(
            ArchiveListed(
                archive=one.id.hex, session=one.session, project=one.project, client=one.client, branch=one.branch,
                started_at=iso(one.started_at), ended_at=iso(one.ended_at), parts=one.parts, turns=one.turns,
                bytes=one.bytes, expires_at=iso(one.expires_at),
            )
            for one in shown
        ),
        next=f"{end.id.hex}@{end.ended_at.isoformat()}" if end else "",
    )  # fmt: skip


def read(call: ApartCall, body: Nothing) -> PartRead:
    """Read a part of one of the caller's archives."""
    turns = _archives(call).read(call.who, _session(call), _number(call.path["part"], MOST_PARTS))
    return PartRead(turns=tuple(TurnBody(number=one.number, at=one.at, role=one.role, text=one.text) for one in turns))


def forget(call: ApartCall, body: ForgetBody) -> ArchivesForgotten:
    """Forget conversations of the caller's. Raises UsageError where nothing is named."""
    if body.everything == bool(body.sessions):
        raise UsageError("Name sessions, or everything: one of the two.")
    done = _archives(call).forget(call.who, body.sessions, everything=body.everything)
    return ArchivesForgotten(forgotten=done.forgotten, going=done.going)


def _archives(call: ApartCall) -> "Archives":
    """The server's archives. Raises NotFound where it keeps none."""
    if call.services.archives is None:
        raise NotFound("This server keeps no archives. Its owner may name a store: `team.archives.store`.")
    return call.services.archives


def _session(call: ApartCall) -> str:
    """The session in an address. Raises NotFound."""
    session = call.path["session"]
    if not _SESSION.fullmatch(session):
        raise NotFound("A session is named by at most 100 of A-Z, a-z, 0-9, _ and -.")
    return session


def _number(text: str, most: int) -> int:
    """The number of a part in an address. Raises NotFound."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 4 and 1 <= int(text) <= most):
        raise NotFound(f"Parts are numbered from 1 to {most}.")
    return int(text)
