"""Several members of one team, what they say, and what their sessions had; decided on as the worker does."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from hashlib import sha256
from uuid import UUID

import pytest

from scrubjay.model.clock import iso
from scrubjay_team.evidence import counts
from scrubjay_team.evidence.promoting import TeamPass, TeamPromotion
from scrubjay_team.memories.claims import TeamClaim
from scrubjay_team.memories.memories import TeamMemories
from tests.fakes import HashingEmbedder
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import NOW
from tests.servers.team.memories.conftest import People

DAY, TODAY = timedelta(days=1), NOW.date()


@dataclass
class Evidence:
    """People whose statements and sessions count."""

    people: People
    embedder: HashingEmbedder

    @property
    def databases(self) -> Databases:
        return self.people.databases

    @property
    def promotion(self) -> TeamPromotion:
        return TeamPromotion(self.databases.worker, self.databases.clock, self.embedder)

    def say(self, who: str, content: str, days: int = 0, **more: object) -> str:
        """The id of what a member says so many days after NOW."""
        self.databases.clock.now = NOW + days * DAY
        return self.people.remember(who, content, **more)

    def tell(self, who: str, sessions: Iterable[counts.SessionTold]) -> int:
        """Let a member's home tell of sessions."""
        with self.people.entered(who) as entered:
            return counts.take(entered, sessions, self.databases.clock())

    def run(self, days: int = 0, *, dry_run: bool = False) -> TeamPass:
        """A pass over the team acme, so many days after NOW."""
        self.databases.clock.now = NOW + days * DAY
        return self.promotion.run(self.people.teams["acme"], dry_run=dry_run)

    def own(self, who: str) -> counts.OwnCounts:
        with self.people.entered(who) as entered:
            return counts.own(entered)


def session(name: str, ended: str, *memories: str, day: date = TODAY, version: int = 1) -> counts.SessionTold:
    """A session as a home tells of it."""
    number = sha256(name.encode()).digest()[:16]
    return counts.SessionTold(
        session=number, version=version, day=day, client="claude-code", ended=ended,
        memories=tuple(map(UUID, memories)),
    )  # fmt: skip


@pytest.fixture
def evidence(databases: Databases) -> Evidence:
    """Team acme: anna (reviewer, shop and pay), ben, cleo and dora (writers, shop); team bolt: carl."""
    embedder = HashingEmbedder(384)
    made = People(databases, TeamMemories(embedder, databases.clock))
    made.team("acme", "shop", "pay")
    made.team("bolt", "ship")
    made.member("acme", "anna", "reviewer", ("shop", "pay"))
    for name in ("ben", "cleo", "dora"):
        made.member("acme", name, "writer", ("shop",))
    made.member("bolt", "carl", "writer", ("ship",))
    return Evidence(made, embedder)


__all__ = ["DAY", "NOW", "Evidence", "TeamClaim", "iso", "session"]
