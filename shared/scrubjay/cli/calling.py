"""Detection of who runs a command: a person at a terminal, an agent by its traces, else a script."""

from typing import TYPE_CHECKING

from scrubjay.identity.person.agents import known_agents
from scrubjay.identity.person.facts import Actor, ProcessFacts, classify_actor
from scrubjay.model.agent import AgentType
from scrubjay.model.visible import session_name

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.cli.context import Invocation
    from scrubjay.model.agent import Caller

_TRACES = {
    "CLAUDE": "claude_code", "CODEX": "codex", "GEMINI": "gemini", "OPENCODE": "opencode", "CURSOR": "cursor",
    "CLINE": "cline", "GOOSE": "goose",
}  # fmt: skip
"""By the first letters of a variable or a program that an agent leaves behind."""


def agent_type(facts: ProcessFacts, *, trust_scripts: bool = False) -> "AgentType":
    """The type of who runs a command."""
    actor = classify_actor(facts)
    if actor is Actor.PERSON or (actor is Actor.SCRIPT and trust_scripts):
        return AgentType.HUMAN
    if actor is Actor.SCRIPT:
        return AgentType.CUSTOM_PIPELINE
    for trace in facts.traces(known_agents()):
        for start, type in _TRACES.items():
            if trace.upper().startswith(start):
                return AgentType(type)
    return AgentType.OTHER_AGENT


def agent_label(invocation: "Invocation") -> str:
    """The label of the agent that runs a command, empty for a person."""
    type = agent_type(invocation.facts, trust_scripts=invocation.settings.trust.scripts)
    return "" if type == "human" else type.value


def command_caller(invocation: "Invocation", workspace: "Workspace", *, writes: bool = True) -> "Caller":
    """The agent and session that run a command; without a client's session that of the account in this worktree."""
    type = agent_type(invocation.facts, trust_scripts=invocation.settings.trust.scripts)
    reported = session_name(invocation.session)
    session = reported or session_name(f"{type}@{workspace.repository.worktree}")
    return workspace.callers.of_type(type, session, inferred=not reported, writes=writes)
