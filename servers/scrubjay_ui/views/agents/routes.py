"""The pages about agents, pools and handoffs."""

from typing import TYPE_CHECKING

from scrubjay_agents.api import MOVES, moved_lines
from scrubjay_ui.endpoints import ViewRoute
from scrubjay_ui.views.agents.caller import caller
from scrubjay_ui.views.agents.distrusting import blast, lift, lifting, quarantine
from scrubjay_ui.views.agents.handing import cancel, hand_over, leave
from scrubjay_ui.views.agents.queries import A_PAGE, agent, handoff, in_words, named_target, names, overview, pool

if TYPE_CHECKING:
    from starlette.responses import Response

    from scrubjay_ui.visit import Visit


def agents(visit: "Visit") -> "Response":
    """Handoffs, agents, pools, reads and quarantines."""
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


def one_agent(visit: "Visit") -> "Response":
    """An agent with what it may do and its last sessions."""
    shown = agent(visit, visit.params["id"])
    return visit.page("agents/agent.html", title=shown.agent.label, shown=shown)


def one_pool(visit: "Visit") -> "Response":
    """A pool with its members and what is shared in it."""
    shown = pool(visit, visit.params["id"])
    return visit.page(
        "agents/pool.html", title=f"Pool {shown.answer.pool.name}", shown=shown, names=names(visit, caller(visit))
    )


def one_handoff(visit: "Visit") -> "Response":
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


ROUTES = (
    ViewRoute(path="/agents", show=agents),
    ViewRoute(path="/agents/hand-over", show=hand_over),
    ViewRoute(path="/agents/leave", show=leave, writes=True),
    ViewRoute(path="/agents/handoffs/{id}", show=one_handoff),
    ViewRoute(path="/agents/handoffs/{id}/cancel", show=cancel, writes=True),
    ViewRoute(path="/agents/pools/{id}", show=one_pool),
    ViewRoute(path="/agents/quarantine", show=blast),
    ViewRoute(path="/agents/quarantine/impose", show=quarantine, writes=True),
    ViewRoute(path="/agents/lift", show=lifting),
    ViewRoute(path="/agents/lift/confirm", show=lift, writes=True),
    ViewRoute(path="/agents/known/{id}", show=one_agent),
)
