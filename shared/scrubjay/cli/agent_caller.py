"""Which agent does a command act for? The person at the terminal, a script, or the agent that runs it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.cli.context import Invocation
    from scrubjay.model.agent import AgentType, Caller

TERMINAL = "terminal"
"""The session of a command that no client started."""


def command_caller(invocation: "Invocation", workspace: "Workspace", *, writes: bool = True) -> "Caller":
    """The caller of a command. Raises LimitExceeded."""
    session = invocation.session or TERMINAL
    return workspace.agents.callers.of_type(_type(invocation), session, inferred=not invocation.session, writes=writes)


def _type(invocation: "Invocation") -> "AgentType":
    """A person and a script that the user trusts act as a person; which client an agent runs in, its session tells."""
    from scrubjay.model.agent import AgentType
    from scrubjay.person.facts import Actor
    from scrubjay.person.permit import Permit

    actor = Permit.of(invocation.facts).actor
    if actor is Actor.PERSON or (actor is Actor.SCRIPT and invocation.settings.trust.scripts):
        return AgentType.HUMAN
    if actor is Actor.SCRIPT:
        return AgentType.CUSTOM_PIPELINE
    return AgentType.CLAUDE_CODE if invocation.session else AgentType.OTHER_AGENT
