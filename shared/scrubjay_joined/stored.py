"""The team as a store of memories: read page by page, and written to by the same way as scope team."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import Field

from scrubjay.errors import NotFound, ScrubjayError, UsageError
from scrubjay.model.far import FarClaim
from scrubjay.model.memory import BY_MODEL
from scrubjay.model.pattern import pattern
from scrubjay.model.record import Skipped
from scrubjay.model.stored import StoredMemory, StoredPage, WriteOutcome
from scrubjay_joined.answers import Digits, Name, WholeText, WireAnswer, WireModel, answer_of, first, read
from scrubjay_joined.errors import NotJoined, TeamRefusedCall
from scrubjay_joined.link import link_of
from scrubjay_joined.memories import MemoriesThere

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay_joined.membership import Joined

PAGE: Final = 100
COUNTED_PAGES: Final = 50
"""Pages that a count reads: 5,000 memories."""

_DIGITS: Final = pattern(r"[0-9a-f]{8,64}")
_CURSOR: Final = pattern(r"[A-Za-z0-9_=-]{0,1500}")
"""Where a list goes on, as the server sealed it."""


class WireListed(WireModel):
    """A memory as the server lists it."""

    id: Digits
    content: WholeText
    kind: Name = ""
    scope: Name = ""
    project: Name = ""
    status: Name = ""
    author: Name = ""
    told: bool = False
    recorded_at: Name = ""
    applies: Name = ""
    tags: Annotated[list[Name], first(20)] = []  # noqa: RUF012 - pydantic copies it


class WirePage(WireModel):
    """A page of memories."""

    memories: Annotated[list[WireListed], first(PAGE)]
    after: Annotated[str, Field(pattern=r"^[A-Za-z0-9_=-]{0,1500}$")]
    more: bool


class TeamStore:
    """The memories of the team that a home is in, as the member sees them: the team's own, and this repository's."""

    kind = "team"
    writes: tuple[str, ...] = ("team",)
    read_only = False
    carries = frozenset({"kind", "tags", "applies", "told"})

    def __init__(self, workspace: "Workspace") -> None:
        self._workspace = workspace
        self._link = link_of(workspace.user_settings, workspace.clock)
        self._memories = MemoriesThere(
            self._link, workspace.project.id, workspace.git, workspace.settings, workspace.clock
        )

    @property
    def name(self) -> str:
        """What the team is called."""
        return self._memories.called or "team"

    def search(self, query: str, limit: int) -> tuple[StoredMemory, ...]:
        """What the server finds among memories."""
        body = {"query": query, "also_ask": [], "kinds": ["memory"], "path": "", "limit": limit, "project": ""}
        joined = self._joined()
        found = answer_of(joined.name, read(WireAnswer, joined.client.post("/search", body)))
        return tuple(
            StoredMemory(
                id=one.id, key=self._key(joined, one.id), text=one.text, store=joined.name, author=one.author,
                date=one.date,
            )
            for one in (*found.memories, *found.below)
            if one.id
        )[:limit]  # fmt: skip

    def get(self, id: str) -> StoredMemory:
        """A memory by its id. Raises NotFound."""
        joined = self._joined()
        if not _DIGITS.fullmatch(id):
            raise NotFound(f"{joined.name} has no memory {id[:40]!r}.")
        try:
            said = joined.client.get(f"/memories/{id}")
        except TeamRefusedCall as refused:
            if refused.status != 404:
                raise
            raise NotFound(f"{joined.name} has no memory {id[:12]!r}.") from None
        return self._stored(joined, read(WireListed, said))

    def has(self, key: str) -> bool | None:
        """Whether it came from there; what this home brought is told only by a write, by its key."""
        return True if key.startswith(self._key(self._joined(), "")) else None

    def write(self, memory: StoredMemory) -> WriteOutcome:
        """Keep it for the members of this repository's project, else for the team; told is hearsay there."""
        joined = self._joined()
        mark = self._key(joined, "")
        if memory.key.startswith(mark):
            return WriteOutcome("known", memory.key.removeprefix(mark))
        claim = FarClaim(
            content=memory.text, kind=memory.kind, tags=memory.tags, applies=memory.applies, key=memory.key,
            told=memory.told, agent=f"{BY_MODEL}of {memory.store}" if memory.worded else "",
        )  # fmt: skip
        try:
            kept = self._memories.remember(claim)
        except UsageError as error:
            return WriteOutcome("refused", why=str(error))
        word: Literal["stored", "known", "held", "refused"] = (
            kept.outcome if kept.outcome in ("stored", "known", "held") else "refused"
        )
        return WriteOutcome(word, kept.id, kept.why)

    def since(self, cursor: str) -> StoredPage:
        """The memories behind a cursor, of every status; those of other repositories of the team are left out."""
        if not _CURSOR.fullmatch(cursor):
            raise UsageError("This is no cursor of a team's memories. Take the one that the last replay printed.")
        joined = self._joined()
        page = self._page(joined, cursor)
        here = self._project(joined)
        kept = [one for one in page.memories if one.scope == "team" and one.project in ("", here)]
        left = [one for one in page.memories if one not in kept]
        return StoredPage(
            tuple(self._stored(joined, one) for one in kept),
            page.after,
            page.more,
            tuple(Skipped(f"memory {one.id[:12]}", _why(one)) for one in left),
        )

    def close(self) -> None:
        """Close the connections that nobody uses."""
        self._link.rest()

    def count(self) -> tuple[int, bool]:
        """How many the member sees, of every status."""
        joined, after, number = self._joined(), "", 0
        for _ in range(COUNTED_PAGES):
            page = self._page(joined, after)
            number, after = number + len(page.memories), page.after
            if not page.more:
                return number, False
        return number, True

    def _page(self, joined: "Joined", after: str) -> WirePage:
        said: Any = joined.client.get("/memories", after=after, limit=PAGE)
        return read(WirePage, said)

    def _joined(self) -> "Joined":
        joined = self._link.joined()
        if joined is None:
            raise NotJoined()
        return joined

    def _project(self, joined: "Joined") -> str:
        """What this worktree's repository is called there; empty where the team hasn't it."""
        return joined.projects.match(self._workspace.project.id, self._workspace.git).name

    @staticmethod
    def _key(joined: "Joined", id: str) -> str:
        return f"team:{joined.membership.server}:{id}"

    def _stored(self, joined: "Joined", one: WireListed) -> StoredMemory:
        return StoredMemory(
            id=one.id, key=self._key(joined, one.id), text=one.content, store=joined.name, kind=one.kind,
            tags=tuple(one.tags), applies=one.applies, author=one.author, date=one.recorded_at, told=one.told,
            holds=one.status == "active",
        )  # fmt: skip


def _why(one: WireListed) -> str:
    return "of every team: not this team's own" if one.scope != "team" else "of another repository of the team"


def team_stores(workspace: "Workspace") -> Sequence[TeamStore]:
    """The team's store of a home that is in one."""
    try:
        joined = link_of(workspace.user_settings, workspace.clock).joined()
    except ScrubjayError:
        return (TeamStore(workspace),)  # damaged: whoever asks it hears why
    return (TeamStore(workspace),) if joined else ()
