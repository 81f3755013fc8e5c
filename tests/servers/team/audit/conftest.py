"""A team whose acts are audited: three members with sessions and tokens, and the worker's chainer."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from uuid import UUID

import pytest

from scrubjay_team.audit.chaining import AuditChainer
from scrubjay_team.audit.verifying import ChainState, verify_audit
from scrubjay_team.database.connecting import Connection, Entered
from scrubjay_team.people.secret import digest_of
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import make_member, make_session, make_team


@dataclass
class AuditedTeam:
    """A team with olga (owner), rosa (reviewer) and will (writer), each signed in."""

    databases: Databases
    team: UUID
    members: dict[str, UUID]
    sessions: dict[str, str]

    @contextmanager
    def entered(self, name: str) -> Iterator[Entered]:
        """A member's transaction, by their browser's session."""
        with self.databases.app.entered(digest_of(self.sessions[name]), person=True) as entered:
            yield entered

    def owner(self) -> AbstractContextManager[Connection]:
        return self.databases.owner.transaction()

    def chain(self) -> int:
        return AuditChainer(self.databases.worker).run()

    def verified(self) -> ChainState:
        with self.owner() as connection:
            return verify_audit(connection, self.team)

    def acts(self) -> list[tuple[str, str]]:
        """What was done, the oldest first: by what, and what to which kind."""
        with self.owner() as connection:
            rows = connection.execute("SELECT how, kind || ' ' || act AS act FROM audit_entry ORDER BY id")
            return [(row["how"], row["act"]) for row in rows]


@pytest.fixture
def make_audited(databases: Databases) -> Callable[..., AuditedTeam]:
    def make(name: str = "acme") -> AuditedTeam:
        team = make_team(databases.owner, name)
        roles = {"olga": "owner", "rosa": "reviewer", "will": "writer"}
        members = {who: make_member(databases.owner, team, who, role) for who, role in roles.items()}
        sessions = {who: make_session(databases.owner, id) for who, id in members.items()}
        return AuditedTeam(databases, team, members, sessions)

    return make


@pytest.fixture
def audited(make_audited: Callable[..., AuditedTeam]) -> AuditedTeam:
    return make_audited()
