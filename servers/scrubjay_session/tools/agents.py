"""Tools of agents: who they are, and whom a session may act for."""

from typing import Annotated

from scrubjay.model.agent import AgentType
from scrubjay_agents.services import AgentServices
from scrubjay_serving import ScrubjayServer, Target
from scrubjay_serving.fields import Repo, about
from scrubjay_session.views import agents as views

Type = Annotated[str, about(", ".join(type.value for type in AgentType if type is not AgentType.HUMAN))]

REGISTER = "For orchestrators: an agent this session may act for."
INFO = "An agent: id, rights, sessions."
LIST = "Agents here."


def register_agent(*, agent_type: Type, name: str = "", owner_id: str = "", repo: Repo = "", target: Target) -> str:
    """Register an agent."""
    from scrubjay.identity.agents.calling import parse_type

    directory, caller = AgentServices.of(target.workspace).agent_directory, target.caller(writes=True)
    agent = directory.register(caller, parse_type(agent_type), name, owner_id)
    return views.answer(target.workspace, [views.agent_line(agent)])


def get_agent_info(*, agent_id: str = "", repo: Repo = "", target: Target) -> str:
    """Show an agent."""
    agent, sessions = AgentServices.of(target.workspace).agent_directory.info(target.caller(), agent_id)
    return views.agent_info(target.workspace, agent, sessions)


def get_agents_for_user(*, user_id: str = "", repo: Repo = "", target: Target) -> str:
    """List agents."""
    listed = AgentServices.of(target.workspace).agent_directory.of_user(target.caller(), user_id)
    lines = [views.agent_line(agent) for agent in listed.agents]
    return views.answer(target.workspace, [*lines, *([f"({listed.cut})"] if listed.cut else [])])


def register(server: ScrubjayServer) -> None:
    """Register the family on a server."""
    server.offer(register_agent, title="Register an agent", description=REGISTER, writes=True, toolset="agents")
    server.offer(get_agent_info, title="Show an agent", description=INFO, toolset="agents")
    server.offer(get_agents_for_user, title="List agents", description=LIST, toolset="agents")
