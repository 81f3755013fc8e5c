"""Maker of what knows who calls."""

from typing import TYPE_CHECKING

from scrubjay.identity.agents.audit import AgentAudit
from scrubjay.identity.agents.callers import Callers, Rates
from scrubjay.identity.agents.registry import AgentRegistry
from scrubjay.model.clock import Clock
from scrubjay.model.project import Project
from scrubjay.settings.schema import Settings

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace


def callers(
    agent_registry: AgentRegistry, rates: Rates, clock: Clock, user_settings: Settings, project: Project,
    agent_audit: AgentAudit, services: "Workspace",
) -> Callers:  # fmt: skip
    """Finds the agent and the session of a call."""

    def seen(session: str) -> None:
        for hear in services.provided("session_seen"):
            hear(services, session)

    return Callers(
        agent_registry,
        rates,
        clock,
        owner=user_settings.user_id,
        project=project.id,
        denied=agent_audit.denied,
        seen=seen,
    )
