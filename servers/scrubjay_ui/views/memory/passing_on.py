"""Share a memory in a pool, or quarantine who wrote it."""

from typing import TYPE_CHECKING

from scrubjay_agents.services import AgentServices
from scrubjay_ui.views.agents.distrusting import impose, seen
from scrubjay_ui.views.memory.asking import memory_address

if TYPE_CHECKING:
    from starlette.responses import Response

    from scrubjay.model.agent import Caller
    from scrubjay_ui.visit import Visit


def person_caller(visit: "Visit") -> "Caller":
    """The person who uses the page, as pools know them: the same as at a terminal in this worktree."""
    from scrubjay.model.agent import AgentType
    from scrubjay.model.session import session_name

    session = session_name(f"{AgentType.HUMAN}@{visit.workspace.repository.worktree}")
    return visit.workspace.callers.of_type(AgentType.HUMAN, session, inferred=True, writes=visit.writes)


def share_form(visit: "Visit") -> "Response":
    """The pools in which the person may share it."""
    memory = visit.workspace.memories.get(visit.params["id"])
    pools = AgentServices.of(visit.workspace).pools.list(person_caller(visit))
    shared = AgentServices.of(visit.workspace).sharing.shared_in(memory.id)
    return visit.page("memory/share.html", title="Share a memory", memory=memory, pools=pools, shared=shared)


def share(visit: "Visit") -> "Response":
    """Share it in the pool that was chosen."""
    made = AgentServices.of(visit.workspace).sharing.share(person_caller(visit), visit.text("pool"), visit.params["id"])
    visit.record("share", made.memory)
    said = f"Shared in {made.pool.name} at scope {made.scope}."
    return visit.redirect(memory_address(visit, made.memory), said)


def quarantine_form(visit: "Visit") -> "Response":
    """Who wrote it, by which name they can be quarantined, and what they wrote besides."""
    memory = visit.workspace.memories.get(visit.params["id"])
    names = tuple(dict.fromkeys(filter(None, (memory.session, memory.agent, memory.author))))
    names = tuple(name for name in names if name != visit.workspace.settings.user_id)
    radii = tuple(visit.workspace.quarantine.blast(name) for name in names)
    return visit.page("memory/quarantine.html", title="Quarantine who wrote it", memory=memory, radii=radii, seen=seen)


def quarantine(visit: "Visit") -> "Response":
    """Take everything that they wrote out of every answer."""
    from scrubjay.model.counted import counted

    done = impose(visit)
    if not isinstance(done, tuple):
        return done
    who, counts = done
    said = f"Quarantined: {who}. {counted(counts.memories, 'memory')} left every answer; nothing is deleted."
    return visit.redirect(visit.link("memories"), said)
