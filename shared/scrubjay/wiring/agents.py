"""Makers of what knows agents: who calls, and which there are."""

from scrubjay.identity.agents.audit import AgentAudit
from scrubjay.identity.agents.callers import Callers, Rates
from scrubjay.identity.agents.registry import AgentRegistry
from scrubjay.model.clock import Clock
from scrubjay.model.project import Project
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database
from scrubjay_agents.handoffs.store import HandoffStore


def handoff_store(session_database: Database, clock: Clock, agent_audit: AgentAudit) -> HandoffStore:
    return HandoffStore(session_database, clock, agent_audit)


def callers(
    agent_registry: AgentRegistry, rates: Rates, clock: Clock, user_settings: Settings, project: Project,
    agent_audit: AgentAudit, handoff_store: HandoffStore,
) -> Callers:  # fmt: skip
    """Finds the agent and the session of a call."""
    return Callers(
        agent_registry,
        rates,
        clock,
        owner=user_settings.user_id,
        project=project.id,
        denied=agent_audit.denied,
        seen=handoff_store.renew,
    )
