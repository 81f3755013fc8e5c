"""Changes at a team's server: for who watches resources, and as a line in the answers of who doesn't."""

import threading
import time
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scrubjay.errors import ScrubjayError
from scrubjay.extensions.kinds.watched import Shown, Watched
from scrubjay.model.hints import LEAST_DIGITS
from scrubjay.model.visible import visible
from scrubjay_joined.feed import ChangeFeed, FarResource
from scrubjay_joined.link import TeamLink, link_of

if TYPE_CHECKING:
    from scrubjay.model.agent import Caller
    from scrubjay.wiring.workspace import Workspace

EVERY: Final = "*"
PENDING: Final = "pending"

ASKED_S: Final = 10.0
"""Seconds between two questions for news; an answer never waits for them."""

NEWS_S: Final = 5.0
MOST_PARTS: Final = 5
LONGEST_PART: Final = 200


class TeamSource:
    """What changed at the team's server of the resources that one subscriber watches."""

    def __init__(self, feed: ChangeFeed, project: Callable[[], str]) -> None:
        """`project` gives the id there of the subscriber's repository; empty where the team has none."""
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
                return value == PENDING
            return resource.name == value or (len(value) >= LEAST_DIGITS and resource.id.startswith(value.lower()))

        return self._feed.shown(fits, tag)

    def close(self) -> None:
        """Watch no longer."""
        self._feed.close()


class TeamNews:
    """What others of the team did, asked for beside the answers that tell it. Safe to use from several threads."""

    def __init__(self, link: TeamLink) -> None:
        self._link = link
        self._lock = threading.Lock()
        self._parts: list[str] = []
        self._asked = float("-inf")

    def take(self) -> list[str]:
        """What is known and wasn't told yet; more is asked for meanwhile, for the next answer."""
        with self._lock:
            parts, self._parts = self._parts, []
            asks = time.monotonic() - self._asked >= ASKED_S
            if asks:
                self._asked = time.monotonic()
        if asks:
            threading.Thread(target=self.ask, name="team news", daemon=True).start()
        return parts

    def ask(self) -> None:
        """Ask the server, unless it is away."""
        try:
            joined = self._link.joined()
            if joined is None or self._link.circuit.why_not():
                return
            said = joined.client.within(NEWS_S).get("/news").get("parts")
        except ScrubjayError:
            return
        parts = [visible(one)[:LONGEST_PART] for one in said if isinstance(one, str)] if isinstance(said, list) else []
        with self._lock:
            self._parts = [*self._parts, *parts][:MOST_PARTS]


_FEEDS: Final[dict[Path, ChangeFeed]] = {}
_NEWS: Final[dict[Path, TeamNews]] = {}
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

    return TeamSource(feed, project)


def team_news(workspace: "Workspace", caller: "Callable[[], Caller]", said: str) -> Iterator[str]:
    """What others of the home's team did, told once; it never waits for the server."""
    with _LOCK:
        news = _NEWS.setdefault(workspace.settings.home, TeamNews(link_of(workspace.settings, workspace.clock)))
    yield from news.take()
