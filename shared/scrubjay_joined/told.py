"""What a server tells of changes and projects: checked and bounded, ids being ids, so that it can be shown. Pure."""

from typing import Annotated, Final

from pydantic import AfterValidator, Field

from scrubjay_joined.answers import Line, Name, TurnText, WireModel

MOST_RESOURCES: Final = 2_000
MOST_IDS: Final = 200
"""Resources of an answer, and ids of one of them; a server of ours names half as many."""

Id = Annotated[str, Field(pattern=r"^[0-9a-f]{1,64}$")]
Ids = Annotated[list[Id], Field(max_length=MOST_IDS)]
Label = Annotated[Name, AfterValidator(lambda name: " ".join(name.split()))]
Tag = Annotated[str, Field(max_length=1_000)]


class WireChange(WireModel):
    """What changed of one resource: memories of a project (an empty id: the team's), handoffs, or a pool."""

    told: Annotated[str, Field(pattern="^[a-z_]{1,40}$")]
    id: Annotated[str, Field(pattern=r"^[0-9a-f]{0,64}$")] = ""
    name: Label = ""
    ids: Ids = Field(default_factory=list)
    gone: Ids = Field(default_factory=list)
    waiting: Ids = Field(default_factory=list)
    over: Ids = Field(default_factory=list)
    count: Line = 0
    fresh: Line = 0
    ended: Line = 0


class WireChanges(WireModel):
    """What changed since a cursor, and the cursor to ask on with. `resync`: what changed isn't known."""

    cursor: Annotated[str, Field(min_length=1, max_length=20_000)]
    resync: bool = False
    changes: Annotated[list[WireChange], Field(max_length=MOST_RESOURCES)] = Field(default_factory=list)


class WireTags(WireModel):
    """The tags of a memory."""

    tags: Annotated[list[Tag], Field(max_length=100)] = Field(default_factory=list)


class WireWaits(WireModel):
    """A handoff that waits, by its id."""

    id: Id


class WireWaiting(WireModel):
    """The handoffs that wait for a session."""

    handoffs: Annotated[list[WireWaits], Field(max_length=MOST_IDS)]


class WireNonce(WireModel):
    """What proofs are made with."""

    nonce: Annotated[str, Field(pattern=r"^[\x21-\x7e]{8,4000}$")]


class WireProject(WireModel):
    """A project as the team has it."""

    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,100}$")]
    name: Label = ""


class WireMatch(WireModel):
    """The project that was matched."""

    project: WireProject


class WireOwnCounts(WireModel):
    """What a server has of this member's sessions, or deleted of them."""

    sessions: Line = 0
    well: Line = 0
    ill: Line = 0
    unknown: Line = 0
    memories: Line = 0
    first: Annotated[str, Field(pattern=r"^(\d{4}-\d{2}-\d{2})?$")] = ""
    last: Annotated[str, Field(pattern=r"^(\d{4}-\d{2}-\d{2})?$")] = ""


class WireForgotten(WireModel):
    """How many conversations a server forgot just now, and how many of their objects its store still has."""

    forgotten: Line = 0
    going: Line = 0


class WireArchivedTurn(WireModel):
    """A turn of the member's archive."""

    session: Id
    number: Line
    role: Label
    at: Annotated[str, Field(max_length=40)] = ""
    text: TurnText
    expires_at: Annotated[str, Field(max_length=40)] = ""


class WireArchiveFound(WireModel):
    """Turns that answer a question, and what couldn't be read."""

    results: Annotated[list[WireArchivedTurn], Field(max_length=50)] = Field(default_factory=list)
    degraded: Annotated[list[Tag], Field(max_length=50)] = Field(default_factory=list)


class WireArchive(WireModel):
    """A conversation that the member's archive has."""

    session: Id
    project: Label = ""
    client: Label = ""
    started_at: Annotated[str, Field(max_length=40)] = ""
    ended_at: Annotated[str, Field(max_length=40)] = ""
    turns: Line = 0
    bytes: Line = 0
    expires_at: Annotated[str, Field(max_length=40)] = ""


class WireArchives(WireModel):
    """A page of the member's archive."""

    archives: Annotated[list[WireArchive], Field(max_length=200)] = Field(default_factory=list)
    next: Annotated[str, Field(max_length=200)] = ""
