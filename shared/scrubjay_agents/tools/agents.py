"""What the tools of agents run: who they are, and whom a session may act for."""

from scrubjay.identity.agents.calling import parse_type
from scrubjay.identity.agents.registry import Agent
from scrubjay.wiring.tool_calls import CallTarget
from scrubjay_agents.services import AgentServices


def register_agent(target: CallTarget, *, agent_type: str, name: str, owner_id: str) -> str:
    """Register an agent."""
    directory, caller = AgentServices.of(target.workspace).agent_directory, target.caller(writes=True)
    return target.answer(_line(directory.register(caller, parse_type(agent_type), name, owner_id)))


def get_agent_info(target: CallTarget, *, agent_id: str) -> str:
    """Show an agent with its sessions."""
    agent, sessions = AgentServices.of(target.workspace).agent_directory.info(target.caller(), agent_id)
    marks = [f"{one.session[:12]}{' (inferred)' if one.inferred else ''} since {one.began_at[:16]}" for one in sessions]
    return target.answer(_line(agent), *([f"Sessions: {'; '.join(marks)}"] if marks else []))


def get_agents_for_user(target: CallTarget, *, user_id: str) -> str:
    """List agents."""
    listed = AgentServices.of(target.workspace).agent_directory.of_user(target.caller(), user_id)
    return target.answer(*map(_line, listed.agents), *([f"({listed.cut})"] if listed.cut else []))


def _line(agent: Agent) -> str:
    """An agent in one line."""
    seen = f", last seen {agent.seen_at[:16]}" if agent.seen_at else ""
    return f"{agent.id} {agent.label}{seen}; may {', '.join(sorted(agent.capabilities)) or 'nothing'}"
