"""The audit of agents, in a chain of its own in a project's session.db: who came, handed over, and was refused."""

from collections.abc import Mapping
from pathlib import Path

from scrubjay.identity.audit import AuditEvent, AuditRecord, AuditWriter, ChainReport, verify_chain
from scrubjay.identity.audit.chain import AuditChain
from scrubjay.model.agent import Caller
from scrubjay.model.clock import Clock, iso
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection


class AgentAudit:
    """Appends records about agents: in a transaction of the caller's, or in one of its own."""

    def __init__(self, session_database: Database, clock: Clock) -> None:
        self._database = session_database
        self._clock = clock
        self._log = AuditWriter(folder_beside(session_database.path))

    def add(
        self, connection: Connection, now: str, event: AuditEvent, caller: Caller, resource: str, action: str,
        outcome: str, metadata: Mapping[str, object] | None = None,
    ) -> None:  # fmt: skip
        """Append a record to the transaction that it describes."""
        details = {"session": caller.session, "inferred": caller.inferred, "type": caller.type.value}
        self._log.add(connection, now, event, caller.agent, resource, action, outcome, details | dict(metadata or {}))

    def authenticated(self, caller: Caller, agent: str, action: str) -> None:
        """Record that an agent was registered, or forgotten."""
        self._add_alone(AuditEvent.AGENT_AUTH, caller, agent, action, "done")

    def denied(self, caller: Caller, resource: str, action: str) -> None:
        """Record that an agent was refused something."""
        self._add_alone(AuditEvent.PERMISSION_DENIED, caller, resource, action, "refused")

    def cut(self, caller: Caller, resource: str, signals: str) -> None:
        """Record that an agent was shown less than it asked for."""
        now = iso(self._clock())
        details = {"signals": signals}
        self._database.write(
            lambda c: self.add(c, now, AuditEvent.CROSS_AGENT_READ, caller, resource, "list agents", "cut", details)
        )

    def newest(self, limit: int, resource: str = "") -> tuple[AuditRecord, ...]:
        """The newest records first."""
        return self._database.read(lambda c: self._log.newest(c, limit, resource))

    def chain(self) -> "AuditChain":
        """The chain of records, for who looks into it."""
        return AuditChain(self._database.read, self._log.folder)

    def verify(self) -> ChainReport:
        """Verify the chain, rotated files included."""
        return self._database.read(lambda c: verify_chain(c, self._log.folder))

    def _add_alone(self, event: AuditEvent, caller: Caller, resource: str, action: str, outcome: str) -> None:
        now = iso(self._clock())
        self._database.write(lambda c: self.add(c, now, event, caller, resource, action, outcome))


def folder_beside(database: Path) -> Path:
    """The folder beside a project's database for the rotated records of its agents."""
    return database.parent / "audit-agents"
