"""Changes at a team's server: for who watches resources, and as a line in the answers of who doesn't."""

import threading
import time
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scrubjay.errors import ScrubjayError
from scrubjay.extensions.kinds.watched import Shown, Watched
from scrubjay.log import Log
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.model.hints import LEAST_DIGITS
from scrubjay_agents.api import FarSession
from scrubjay_joined.answers import read
from scrubjay_joined.errors import TeamRefusedCall
from scrubjay_joined.feed import ChangeFeed, FarResource
from scrubjay_joined.link import TeamLink, link_of
from scrubjay_joined.threads import start
from scrubjay_joined.told import WireChange, WireChanges, WireWaiting

if TYPE_CHECKING:
    from scrubjay.model.agent import Caller
    from scrubjay.wiring.workspace import Workspace
    from scrubjay_joined.client import TeamClient

EVERY: Final = "*"
PENDING: Final = "pending"
POOLS: Final = "team/"
"""What the names of the team's pools begin with, as commands and tools have them; others are home's."""

ASKED_S: Final = 10.0
"""Seconds between two questions for news; an answer never waits for them."""

NEWS_S: Final = 5.0
MOST_POOLS: Final = 5
MOST_WAITING: Final = 100
MOST_SESSIONS: Final = 200
"""Sessions whose news one process knows; an older one goes on from what is kept."""

NEWS: Final = "(team news)"
"""Stands for a worktree in the row of how far a session was told."""

_log = Log(__name__)


class TeamSource:
    """What changed at the team's server of the resources that one subscriber watches."""

    def __init__(self, feed: ChangeFeed, project: Callable[[], str], client: str) -> None:
        """`project` gives the id there of the subscriber's repository; empty where the team has none."""
        self._client = client
        self._feed = feed
        self._project = project
        feed.open()

    def knows(self, watched: Watched) -> bool:
        """Whether a team has resources of this kind."""
        return watched.name in ("handoffs", "memories", "pool")

    def stamp(self) -> Hashable:
        """The number of the last change. Raises what keeps the server from telling."""
        return self._feed.number(), self._project()

    def shows(self, watched: Watched) -> Shown:
        """What changed of the resource since somebody watches, each thing with the number of its change."""
        value, project = watched.value, self._project()
        tag = "" if watched.name != "memories" or value == EVERY else value.removeprefix("#").lower()

        def fits(resource: FarResource) -> bool:
            if resource.told != watched.name:
                return False
            if watched.name == "memories":
                return resource.id in ("", project)
            if watched.name == "handoffs":
                return value == PENDING and resource.name in ("", self._client)
            name = value.removeprefix(POOLS)
            return name != value and (
                resource.name == name or (len(name) >= LEAST_DIGITS and resource.id.startswith(name.lower()))
            )

        return self._feed.shown(fits, tag)

    def close(self) -> None:
        """Watch no longer."""
        self._feed.close()


@dataclass(frozen=True, slots=True)
class FoundNews:
    """What the server told: what waits for a session that begins, what changed since, and the cursor to ask on with."""

    cursor: str
    waiting: tuple[str, ...] = ()
    changes: tuple[WireChange, ...] = ()
    client: str = ""

    def parts(self, team: str, said: str = "") -> list[str]:
        """It in parts of a sentence, without handoffs that stand in what is `said` anyway. Pure."""
        waiting = [*self.waiting, *(id for one in self.changes if one.name in ("", self.client) for id in one.waiting)]
        waits = sum(id not in said for id in dict.fromkeys(waiting))
        ended = sum(one.ended for one in self.changes)
        fresh = sum(one.fresh for one in self.changes if one.told == "memories")
        parts = [f"{counted(waits, 'handoff')} for you (get_pending_handoffs)"] if waits else []
        parts += [f"{counted(ended, 'handoff')} of yours ended"] if ended else []
        parts += [counted(fresh, "new memory")] if fresh else []
        pools = [
            f"{one.fresh:,} new in pool {POOLS}{one.name}" for one in self.changes if one.told == "pool" and one.fresh
        ]
        parts += pools[:MOST_POOLS]
        parts += [f"more in {counted(len(pools) - MOST_POOLS, 'other pool')}"] if len(pools) > MOST_POOLS else []
        return [f"{part} in {team}" for part in parts]


class TeamNews:
    """What others of the team did, for one session: asked for beside its answers, each told in the next one.

    A session that begins is told what waits. Nothing is given up at the server: what is asked for and not told, since
    the process ends, is found again from the same cursor. Safe to use from several threads.
    """

    def __init__(self, link: TeamLink, who: FarSession, cursor: str) -> None:
        """`cursor`: where the session was told last; empty for one that begins."""
        self._link = link
        self._who = who
        self._cursor = cursor
        self._lock = threading.Lock()
        self._found: FoundNews | None = None
        self._asked = float("-inf")

    def take(self, said: str) -> tuple[list[str], str]:
        """What wasn't told yet, and the cursor to keep with it; more is asked for meanwhile, for the next answer."""
        with self._lock:
            found, self._found = self._found, None
            begins = not self._cursor
            self._cursor = found.cursor if found else self._cursor
            asks = time.monotonic() - self._asked >= ASKED_S
            if asks:
                self._asked = time.monotonic()
        if asks:
            start("team news", self.ask)
        joined = self._link.joined() if found else None
        parts = found.parts(joined.name, said) if found and joined else []
        return parts, found.cursor if found and (parts or begins) else ""

    def ask(self) -> None:
        """Ask the server, unless it is away."""
        since = self._cursor
        try:
            joined = self._link.joined()
            if joined is None or self._link.circuit.why_not():
                return
            found = self._answer(joined.client.within(NEWS_S), since)
        except TeamRefusedCall as refused:
            if since and refused.status in (400, 422):  # the cursor is another server's, or too old: it begins anew
                with self._lock:
                    self._cursor = ""
            return
        except ScrubjayError as error:
            _log.info("no news of the team: %s", error)
            return
        with self._lock:
            if self._cursor == since:
                self._found = found

    def _answer(self, client: "TeamClient", since: str) -> FoundNews:
        said = read(WireChanges, client.get("/changes", after=since) if since else client.get("/changes"))
        if since and not said.resync:
            return FoundNews(said.cursor, changes=tuple(said.changes), client=self._who.client)
        asked = {"session": self._who.session, "client": self._who.client}
        try:
            waiting = read(WireWaiting, client.get("/handoffs/pending", **asked, limit=MOST_WAITING)).handoffs
        except TeamRefusedCall:  # a token may see none
            waiting = []
        return FoundNews(said.cursor, tuple(one.id for one in waiting))


_FEEDS: Final[dict[Path, ChangeFeed]] = {}
_NEWS: Final[dict[tuple[Path, str], TeamNews]] = {}
_LOCK: Final = threading.Lock()


def team_source(workspace: "Workspace", caller: "Caller") -> TeamSource | None:
    """The source of the home's team for one worktree; None in a home that left."""
    link = link_of(workspace.settings, workspace.clock)
    if link.joined() is None:
        return None
    with _LOCK:
        feed = _FEEDS.setdefault(workspace.settings.home, ChangeFeed(link))

    def project() -> str:
        joined = link.joined()
        return joined.projects.soon(workspace.project.id, workspace.git) if joined else ""

    return TeamSource(feed, project, FarSession.of(caller).client)


def team_news(workspace: "Workspace", caller: "Callable[[], Caller]", said: str) -> Iterator[str]:
    """What others of the home's team did, told once a session; it never waits for the server."""
    me, ledger = caller(), workspace.ledger
    key = workspace.settings.home, me.session
    with _LOCK:
        news = _NEWS.get(key)
    if news is None:
        told = ledger.last_told(me.session, NEWS)
        link = link_of(workspace.settings, workspace.clock)
        with _LOCK:
            news = _NEWS.setdefault(key, TeamNews(link, FarSession.of(me), told.state if told else ""))
            for old in [*_NEWS][:-MOST_SESSIONS]:
                del _NEWS[old]
    parts, cursor = news.take(said)
    if cursor:
        ledger.record_told(me.session, NEWS, cursor, "")
    yield from parts
