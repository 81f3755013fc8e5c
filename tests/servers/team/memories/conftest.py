"""Three members of one team, a second team, and the service of memories over a real PostgreSQL."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import UUID

import pytest

from scrubjay_team.database.connecting import Entered
from scrubjay_team.memories.claims import TeamClaim
from scrubjay_team.memories.memories import TeamMemories
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import grant, make_member, make_project, make_team, make_token


@dataclass
class People:
    """Teams, members and projects by name, and a transaction as any member."""

    databases: Databases
    memories: TeamMemories
    teams: dict[str, UUID] = field(default_factory=dict)
    members: dict[str, UUID] = field(default_factory=dict)
    projects: dict[str, UUID] = field(default_factory=dict)
    tokens: dict[str, bytes] = field(default_factory=dict)

    def team(self, name: str, *projects: str) -> None:
        self.teams[name] = make_team(self.databases.owner, name)
        for project in projects:
            self.projects[project] = make_project(self.databases.owner, self.teams[name], project, open=False)

    def member(self, team: str, name: str, role: str = "writer", projects: tuple[str, ...] = ()) -> None:
        self.members[name] = make_member(self.databases.owner, self.teams[team], name, role)
        self.tokens[name] = make_token(self.databases.owner, self.members[name])
        for project in projects:
            grant(self.databases.owner, self.projects[project], self.members[name])

    @contextmanager
    def entered(self, name: str) -> Iterator[Entered]:
        with self.databases.app.entered(self.tokens[name]) as entered:
            yield entered

    def remember(self, who: str, content: str, **more: object) -> str:
        """The id of a memory that a member keeps."""
        with self.entered(who) as entered:
            outcome = self.memories.remember(entered, TeamClaim(content=content, **more))  # type: ignore[arg-type]
        return outcome.id  # type: ignore[union-attr]

    def found(self, who: str, query: str, **more: object) -> list[str]:
        """The texts that a member's question finds."""
        with self.entered(who) as entered:
            return [one.memory.content for one in self.memories.search(entered, query, **more)]  # type: ignore[arg-type]


@pytest.fixture
def people(databases: Databases) -> People:
    """Team acme: anna (reviewer), ben (writer, shop alone), rita (reader); team bolt: carl. anna has shop and pay."""
    made = People(databases, TeamMemories(None, databases.clock))
    made.team("acme", "shop", "pay")
    made.team("bolt", "ship")
    made.member("acme", "anna", "reviewer", ("shop", "pay"))
    made.member("acme", "ben", "writer", ("shop",))
    made.member("acme", "rita", "reader", ("shop",))
    made.member("bolt", "carl", "writer", ("ship",))
    return made
