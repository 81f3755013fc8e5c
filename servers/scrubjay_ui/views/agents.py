"""The pages about agents, pools and handoffs."""

from starlette.responses import Response

from scrubjay.errors import UnknownAgent, UnknownHandoff, VersionConflict
from scrubjay.git.head import head
from scrubjay.model.agent import AgentType
from scrubjay_agents.api import DEFAULT_TTL, MAX_TTL, MOVES, moved_lines
from scrubjay_agents.services import AgentServices
from scrubjay_ui.views.agents_queries import (
    A_PAGE,
    agent,
    caller,
    denials_as_not_found,
    handoff,
    in_words,
    named_target,
    names,
    overview,
    person_caller,
    pool,
)
from scrubjay_ui.views.memory_changes import memory_address
from scrubjay_ui.visit import Visit

DAYS = DEFAULT_TTL.days
MOST_DAYS = MAX_TTL.days
NOBODY = frozenset({AgentType.CUSTOM_PIPELINE, AgentType.OTHER_AGENT})
"""Types that no handoff is proposed for: the first may take none, the second is unknown."""


def hand_over_form(visit: Visit) -> Response:
    """The form to hand work over, with the task of this branch in it."""
    workspace, asking = visit.workspace, caller(visit)
    now = head(workspace.git)
    task = workspace.tasks.get(now.branch, now.commit)
    branch = ("branch", f"whoever comes next on {now.branch}")
    types = [(f"any:{type}", f"any {type}") for type in AgentType if type not in NOBODY]
    agents = [(id, label) for id, label in names(visit, asking).items() if id != asking.agent and ":" in label]
    return visit.page(
        "agents/hand_over.html", title="Hand over", targets=(branch, *types, *agents), task=task, days=DAYS,
        most_days=MOST_DAYS,
    )  # fmt: skip


def hand_over(visit: Visit) -> Response:
    """Hand over the work that the form describes: leave it as a handoff, for an agent or a branch."""
    handoffs = AgentServices.of(visit.workspace).handoffs
    state = {name: _lines(visit, name) for name in ("completed", "in_progress", "blocked_on", "next_steps")}
    context: dict[str, object] = {
        "task_description": visit.text("task"),
        "current_state": state,
        "relevant_files": _lines(visit, "files"),
        "relevant_memories": _lines(visit, "memories"),
    }
    days = visit.number("days", DAYS, 1, MOST_DAYS)
    asking = caller(visit, writes=True)
    with denials_as_not_found(UnknownAgent):
        left = handoffs.initiate(asking, visit.text("to", "branch"), context, days * 86_400)
    visit.record("hand over", left.id)
    said = " ".join(filter(None, (f"Handoff {left.id[:12]} waits.", handoffs.waits_for(left))))
    return visit.redirect(visit.link("agents"), said)


def cancel(visit: Visit) -> Response:
    """Withdraw a handoff, unless it changed since the form showed it."""
    id, shown = visit.params["id"], visit.stamp("seen")
    try:
        with denials_as_not_found(UnknownHandoff):
            withdrawn = AgentServices.of(visit.workspace).handoffs.cancel(caller(visit, writes=True), id, shown)
    except VersionConflict as error:
        now, _ = handoff(visit, id)
        labels = names(visit, caller(visit))
        return visit.page(
            "agents/handoff_changed.html", title="Changed meanwhile", status=409, problem=str(error), shown=shown,
            handoff=now, target=named_target(now.target, labels), open=MOVES,
        )  # fmt: skip
    visit.record("cancel handoff", withdrawn.id)
    return visit.redirect(visit.link("agents", "handoffs", withdrawn.id), "Cancelled. Who took it is told to stop.")


def _lines(visit: Visit, name: str) -> list[str]:
    """The lines of a field that aren't empty."""
    return [line.strip() for line in visit.text(name).splitlines() if line.strip()]


def agents(visit: Visit) -> Response:
    """The page of handoffs, agents, pools, reads and quarantines."""
    page = visit.number("page", 1, 1, 1_000)
    every = visit.text("handoffs") == "all"
    shown = overview(visit, page, all_handoffs=every)
    last = max(1, -(-shown.total // A_PAGE))
    return visit.page(
        "agents/page.html",
        title="Agents",
        shown=shown,
        page=page,
        last=last,
        open=MOVES,
        target=named_target,
        standing=in_words,
        every=every,
    )


def one_agent(visit: Visit) -> Response:
    """An agent with what it may do and its last sessions."""
    shown = agent(visit, visit.params["id"])
    return visit.page("agents/agent.html", title=shown.agent.label, shown=shown)


def one_pool(visit: Visit) -> Response:
    """A pool with its members and what is shared in it."""
    answer, members = pool(visit, visit.params["id"])
    labels = names(visit, caller(visit))
    return visit.page(
        "agents/pool.html", title=f"Pool {answer.pool.name}", answer=answer, members=members, names=labels
    )


def one_handoff(visit: Visit) -> Response:
    """A handoff with what it carries, who took it, and what moved since."""
    found, moved = handoff(visit, visit.params["id"])
    labels = names(visit, caller(visit))
    return visit.page(
        "agents/handoff.html",
        title=f"Handoff {found.id[:12]}",
        handoff=found,
        moved=[line.removeprefix("- ") for line in moved_lines(moved)],
        target=named_target(found.target, labels),
        standing=in_words,
        open=MOVES,
    )


def share_form(visit: Visit) -> Response:
    """The form that asks in which pool a memory is to be shared."""
    memory = visit.workspace.memories.get(visit.params["id"])
    pools = AgentServices.of(visit.workspace).pools.list(person_caller(visit))
    shared = AgentServices.of(visit.workspace).sharing.shared_in(memory.id)
    return visit.page("memory/share.html", title="Share a memory", memory=memory, pools=pools, shared=shared)


def share(visit: Visit) -> Response:
    """Share a memory in the pool that was chosen."""
    made = AgentServices.of(visit.workspace).sharing.share(person_caller(visit), visit.text("pool"), visit.params["id"])
    visit.record("share", made.memory)
    said = f"Shared in {made.pool.name} at scope {made.scope}."
    return visit.redirect(memory_address(visit, made.memory), said)
