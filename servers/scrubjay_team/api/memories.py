"""Routes of memories: remember, read, change, forget, and list them all for a replay."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from scrubjay.errors import UsageError
from scrubjay_serving.knowledge import How, KindOrNone, Remembered
from scrubjay_team.api.route import ApiAnswer, ApiBody, ApiCall
from scrubjay_team.changes.cursors import LONGEST
from scrubjay_team.memories.memory import ground_line
from scrubjay_team.serving.tools import memories as tools

if TYPE_CHECKING:
    from scrubjay_team.memories.memory import TeamMemory

MOST_LISTED = 200
"""Memories of one answer: at their longest they are 4 MB."""

_LIST = "memories"

Content = Annotated[str, Field(max_length=10_000)]
Name = Annotated[str, Field(max_length=256)]
Place = Annotated[str, Field(max_length=1_000)]


class RememberBody(ApiBody):
    """A claim to be kept, as the tool remember takes it. `project` is the name of a granted project, empty: the team's.

    The same request under its `key` is done once and answered again; another one is refused (`key_used`). `client` and
    `session` say what made it. `told`: the sender's own store has it as told by its person; here it is kept as said,
    and beside it that this member's machine says told.
    """

    content: Content
    kind: KindOrNone = ""
    scope: Literal["team", "global"] = "team"
    project: Name = ""
    sources: tuple[Place, ...] = Field((), max_length=3)
    quote: Content = ""
    supersedes: Name = ""
    valid_until: Name = ""
    applies: Name = ""
    key: Name = ""
    tags: tuple[Name, ...] = Field((), max_length=20)
    session: Name = ""
    client: Name = ""
    told: bool = False


class ChangeBody(ApiBody):
    """A change of a memory as it was read at a version. Of invalidate and retract `content` says why.

    forget deletes for good what it says. The same request under its `key`, at whichever version, is done once and
    answered again; another one is refused (`key_used`). The version stands here, or as If-Match in the header.
    """

    how: How | Literal["forget"]
    version: int = Field(0, ge=0, le=2**31 - 1)
    content: Content = ""
    key: Name = ""
    client: Name = ""


class ListBody(ApiBody):
    """Where the list goes on: by `after` of the answer before, empty for its beginning."""

    after: str = Field("", max_length=LONGEST)
    limit: int = Field(100, ge=1, le=MOST_LISTED)


class MemoryObject(ApiAnswer):
    """A memory as the caller may see it. `id` is 32 hexadecimal digits.

    `version` grows with each change. Moments are ISO 8601 in UTC, empty where there is none. `project` is a name, empty
    for the team's own. `supersedes` is the id whose place it took. `told`: its author's machine says told, which is no
    grade here; `told_by` is the member who said so on the server's page, at `told_at`. `label` says whose it is, in
    words.
    """

    id: str
    version: int
    content: str
    kind: str
    scope: str
    project: str
    grade: str
    status: str
    reason: str
    waits: str
    author: str
    mine: bool
    told: bool
    told_by: str
    told_at: str
    label: str
    client: str
    session: str
    recorded_at: str
    valid_until: str
    applies: str
    tags: tuple[str, ...]
    quote: str
    supersedes: str
    how: str
    accepted: bool
    grounds: tuple[str, ...]


class MemoryEventObject(ApiAnswer):
    """What became of a memory: when, by whom (empty: by somebody of another team), and why."""

    at: str
    member: str
    action: str
    outcome: str
    reason: str


class MemoryHistory(MemoryObject):
    """A memory, what became of it, and the memories whose place it took and that took its; `lines` tell it in words."""

    events: tuple[MemoryEventObject, ...]
    older: tuple[MemoryObject, ...]
    newer: tuple[MemoryObject, ...]
    lines: tuple[str, ...]


class MemoryObjects(ApiAnswer):
    """Memories in the order in which they were written, of every status; `after` goes on behind the last.

    One that is written while the list is read may be missed: take a cursor of GET /changes before, and ask that after.
    """

    memories: tuple[MemoryObject, ...]
    after: str
    more: bool


def remember(call: ApiCall, body: RememberBody) -> Remembered:
    """Keep a claim, or propose one to every team."""
    values = {name: value for name, value in body if name not in ("project", "client")}
    return tools.remember(call.as_tool(body.project, body.client), **values)


def change(call: ApiCall, body: ChangeBody) -> Remembered:
    """Put another memory in the place of one, end it, or forget it.

    Raises MemoryChanged at another version, and UsageError where none is named, or two.
    """
    tool, id = call.as_tool(client=body.client), call.path["id"]
    versions = {body.version, call.version} - {0}
    if len(versions) != 1:
        raise UsageError("Say once at which version it was read: as `version`, or as If-Match.")
    (version,) = versions
    if body.how == "forget":
        return tools.forget_memory(tool, id=id, version=version, key=body.key)
    return tools.update_memory(tool, id=id, content=body.content, how=body.how, version=version, key=body.key)


def read(call: ApiCall, body: ApiBody) -> MemoryHistory:
    """A memory with its history."""
    told = call.services.memories.provenance(call.entered, call.path["id"])
    events = [
        MemoryEventObject(at=one.at, member=one.member_name, action=one.action, outcome=one.outcome, reason=one.reason)
        for one in told.events
    ]
    return MemoryHistory(
        **_values(told.memory),
        events=tuple(events),
        older=tuple(map(object_of, told.older)),
        newer=tuple(map(object_of, told.newer)),
        lines=tools.provenance_lines(told),
    )


def listed(call: ApiCall, body: ListBody) -> MemoryObjects:
    """The memories that the caller sees behind those that were listed. Raises UsageError."""
    shown, more, after = page(call, body.after, body.limit, _LIST)
    return MemoryObjects(memories=tuple(map(object_of, shown)), after=after, more=more)


def page(call: ApiCall, after: str, limit: int, use: str) -> "tuple[tuple[TeamMemory, ...], bool, str]":
    """The memories behind a cursor of one use, whether there are more, and the cursor behind. Raises UsageError."""
    connection, cursors, member = call.entered.connection, call.services.cursors, call.caller.member
    number = cursors.open_number(connection, member, use, after) if after else 0
    if number is None:
        raise UsageError("`after` is none that this list gave you. Leave it empty to begin anew.")
    found = call.services.memories.numbered(call.entered, number, limit + 1)
    shown = found[:limit]
    return shown, len(found) > limit, cursor_behind(call, shown[-1], use) if shown else after


def cursor_behind(call: ApiCall, memory: "TeamMemory", use: str) -> str:
    """The cursor of one use with which a list goes on behind a memory."""
    return call.services.cursors.seal_number(call.entered.connection, call.caller.member, use, memory.number)


def object_of(memory: "TeamMemory") -> MemoryObject:
    """A memory as answers of the API have it."""
    return MemoryObject(**_values(memory))


def _values(memory: "TeamMemory") -> dict[str, Any]:
    """The fields of a memory's object."""
    given: dict[str, Any] = {
        "project": memory.project_name, "grade": str(memory.grade), "status": str(memory.status),
        "author": memory.author_name, "told_by": memory.teller_name,
        "grounds": tuple(map(ground_line, memory.grounds)),
    }  # fmt: skip
    return given | {name: getattr(memory, name) for name in MemoryObject.model_fields if name not in given}
