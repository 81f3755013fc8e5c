"""Who looks at a page, as handoffs and pools ask it."""

from typing import TYPE_CHECKING

from scrubjay.identity.person.facts import Actor
from scrubjay.model.agent import AgentType
from scrubjay.model.session import session_name

if TYPE_CHECKING:
    from scrubjay.identity.person.permit import Permit
    from scrubjay.model.agent import Caller
    from scrubjay_ui.visit import Visit


def type_of(permit: "Permit", *, trust_scripts: bool) -> AgentType:
    """The type of who started the page, by the rule of the command line."""
    if permit.actor is Actor.PERSON or (permit.actor is Actor.SCRIPT and trust_scripts):
        return AgentType.HUMAN
    return AgentType.CUSTOM_PIPELINE if permit.actor is Actor.SCRIPT else AgentType.OTHER_AGENT


def caller(visit: "Visit", *, writes: bool = False) -> "Caller":
    """The caller, in the session that this account's commands in the worktree have too."""
    workspace = visit.workspace
    type = type_of(visit.surface.permit, trust_scripts=visit.home.settings.trust.scripts)
    session = session_name(f"{type}@{workspace.repository.worktree}")
    return workspace.callers.of_type(type, session, inferred=True, writes=writes)
