"""The user's conversations that the team's archive keeps, asked beside the home's own search of what was said."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from scrubjay.errors import ScrubjayError
from scrubjay.extensions.theirs import error_line
from scrubjay.model.clock import Clock
from scrubjay.model.far import ARCHIVE_S, FarTurn, FarTurns
from scrubjay.model.project import Project
from scrubjay.settings.schema import Settings
from scrubjay_joined.answers import read
from scrubjay_joined.archive import archives_mine, number_of
from scrubjay_joined.errors import TeamAway
from scrubjay_joined.link import TeamLink, link_of
from scrubjay_joined.searching import UNTIL_S
from scrubjay_joined.threads import WhoWaits, start
from scrubjay_joined.told import WireArchiveFound

if TYPE_CHECKING:
    from scrubjay_joined.membership import Joined

MOST: Final = 20
"""Turns that are asked for."""


class TeamArchive:
    """Asks the team's archive for one project of a home."""

    def __init__(self, link: TeamLink, project: str, *, chosen: bool) -> None:
        """`chosen`: the member wants it."""
        self._link = link
        self._project = project
        self._chosen = chosen

    def begin(self, query: str, limit: int) -> "AskingArchive | None":
        """Begin to ask; None where it isn't chosen, and in a home that left. Raises nothing."""
        if not self._chosen:
            return None
        try:
            joined = self._link.joined()
        except ScrubjayError as error:
            return AskingArchive("the team", self._link.circuit.away, str(error))
        if joined is None:
            return None
        here = joined.projects.named(self._project)
        why = self._link.circuit.why_not() if here else "this repository isn't matched with one of the team's yet"
        asking = AskingArchive(f"{joined.name}'s archive", self._link.circuit.away, why or "")
        if not why:
            start("team archive", lambda: asking.run(joined, query, here, min(limit, MOST)))
        return asking

    def known_as(self, session: str) -> str:
        """What the archive calls a session of this home."""
        return number_of(session.partition("/")[0])


class AskingArchive:
    """A question to the archive on its way, or why it wasn't sent."""

    def __init__(self, called: str, away: Callable[[], str], why: str) -> None:
        self._called, self._away, self._waiting = called, away, WhoWaits()
        self._answer: FarTurns | str | None = why or None
        self._done = threading.Event()
        if why:
            self._done.set()

    def run(self, joined: "Joined", query: str, project: str, limit: int) -> None:
        """Ask the server."""
        try:
            client = joined.client.within(UNTIL_S, self._waiting)
            said = client.post("/archives/search", {"query": query[:2_000], "project": project, "limit": limit})
            self._answer = _turns(joined, read(WireArchiveFound, said))
        except TeamAway:
            self._answer = self._away()
        except ScrubjayError as error:
            self._answer = str(error)
        except Exception as error:
            self._answer = f"its answer failed here: {error_line(error)}"
        finally:
            self._done.set()

    def result(self, seconds: float) -> FarTurns:
        """The answer, waited for at most so long; one that is late is named, and dropped when it comes."""
        self._done.wait(seconds)
        match self._answer:
            case None:
                self._waiting.end()
                return FarTurns(degraded=(f"{self._called}: no answer within {ARCHIVE_S:g} s",))
            case str() as why:
                return FarTurns(degraded=(f"{self._called}: {why}",))
            case answer:
                return answer


def _turns(joined: "Joined", found: WireArchiveFound) -> FarTurns:
    """The turns of an answer."""
    return FarTurns(
        turns=tuple(
            FarTurn(
                session=one.session, number=one.number, role=one.role, at=one.at, text=one.text,
                where=f"{joined.name}'s archive, until {one.expires_at[:10]}",
            )
            for one in found.results
        ),
        degraded=tuple(f"{joined.name}'s archive: {why[:200]}" for why in found.degraded[:3]),
    )  # fmt: skip


def far_conversations(user_settings: Settings, clock: Clock, project: Project) -> TeamArchive:
    """The archive of a worktree's team."""
    return TeamArchive(link_of(user_settings, clock), project.id, chosen=archives_mine(user_settings))
