"""What the routes below /handoffs take and give."""

from typing import Annotated

from pydantic import Field

from scrubjay_agents.api import MAX_TTL, HandoffState, Without
from scrubjay_team.api.route import ApiAnswer, ApiBody
from scrubjay_team.memories.handoffs import DEFAULT_SECONDS, MOST_LISTED

Text = Annotated[str, Field(max_length=20_000)]
Name = Annotated[str, Field(max_length=1_000)]
Label = Annotated[str, Field(max_length=256)]
"""A client's name, or a session's."""
Texts = Annotated[tuple[Text, ...], Field(max_length=1_000)]
HandoffId = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
Commit = Annotated[str, Field(pattern=r"^([0-9a-f]{40}|[0-9a-f]{64})?$")]


class HandoffStanding(ApiBody):
    """How far the work is."""

    completed: Texts = ()
    in_progress: Texts = ()
    blocked_on: Texts = ()
    next_steps: Texts = ()


class UncommittedFile(ApiBody):
    """A path that differs from the commit, and git's id of its content; empty where it is `without` one."""

    path: Name
    blob: Commit = ""
    without: Without = Without.NOTHING
    renamed_to: Name = ""


class HandoffWork(ApiBody):
    """What the receiver has to know. `relevant_memories` are memories of the team; `left_out` counts further paths."""

    task_description: Text
    current_state: HandoffStanding = HandoffStanding()
    relevant_memories: Texts = ()
    relevant_files: Texts = ()
    branch: Name = ""
    commit: Commit = ""
    worktree: Name = ""
    uncommitted: Annotated[tuple[UncommittedFile, ...], Field(max_length=1_000)] = ()
    left_out: int = Field(0, ge=0, le=10**9)


class HandoffSession(ApiBody):
    """Who acts: a session of the member, by a name that no other machine of theirs has."""

    session: Label = ""


class HandoffList(HandoffSession):
    """What to list, for which client."""

    client: Label = ""
    limit: int = Field(10, ge=1, le=MOST_LISTED)


class HandoffLeft(HandoffSession):
    """Work to leave; `target` is a member's name, `any` or `any:CLIENT`, `project` a granted one's name or id."""

    target: Name
    context: HandoffWork
    ttl_seconds: int = Field(DEFAULT_SECONDS, ge=1, le=int(MAX_TTL.total_seconds()))
    project: Name = ""
    client: Label = ""


class HandoffTaking(HandoffSession):
    """Who takes it, with which client."""

    client: Label = ""


class HandoffOutcome(HandoffSession):
    """What came of it: `status` is done, partial or failed. `lease` 0 is the session's own."""

    status: Name = "done"
    notes: Text = ""
    files_modified: Texts = ()
    lease: int = Field(0, ge=0, le=2**31 - 1)


class HandoffRefusal(HandoffSession):
    """Why it is refused."""

    reason: Text


class HandoffsTold(ApiBody):
    """Those of which the sender was told how they ended."""

    ids: Annotated[tuple[HandoffId, ...], Field(max_length=MOST_LISTED)]


class HandoffResultShown(ApiAnswer):
    """A result; where it is a note, with who brought it, under which lease, and when."""

    status: str
    notes: str
    files_modified: tuple[str, ...]
    lease: int
    by: str
    at: str


class HandoffShown(ApiAnswer):
    """A handoff as the caller sees it. `yours` is "for you", "held by you", "left by you" or empty.

    `sender` and `taker` are members' names, each with its client; `target` is as it was given. Moments are ISO 8601 in
    UTC, by the server's clock; `lease_until` is empty where nobody holds it.
    """

    id: str
    state: HandoffState
    yours: str
    target: str
    project: str
    project_id: str
    context: HandoffWork
    sender: str
    sender_client: str
    created_at: str
    expires_at: str
    changed_at: str
    lease: int
    taker: str
    taken_at: str
    lease_until: str
    result: HandoffResultShown | None
    notes: tuple[HandoffResultShown, ...]
    reason: str


class HandoffAnswer(ApiAnswer):
    """A handoff after an act, and what it is at this moment by the server's clock.

    `late`: the result came too late and is kept as a note. `alone`: nobody but the caller can take it now.
    """

    handoff: HandoffShown
    now: str
    late: bool = False
    alone: bool = False


class HandoffsAnswer(ApiAnswer):
    """Handoffs, the newest first; `ended` are those that the caller left and wasn't told of yet how they ended."""

    handoffs: tuple[HandoffShown, ...]
    ended: tuple[HandoffShown, ...] = ()
    now: str


class HandoffMoment(ApiAnswer):
    """The server's clock."""

    now: str
