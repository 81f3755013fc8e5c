"""The pages about agents, pools and handoffs."""

from starlette.responses import Response

from scrubjay.errors import UnknownAgent, UnknownHandoff, VersionConflict
from scrubjay.git.head import head
from scrubjay.memory.quarantine.seen import reach, stamp, standing
from scrubjay.model.agent import AgentType
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.model.quarantine import BlastRadius, QuarantineCounts
from scrubjay.privacy.secrets.masking import mask
from scrubjay_agents.api import DEFAULT_TTL, MAX_TTL, MOVES, moved_lines
from scrubjay_agents.services import AgentServices
from scrubjay_ui.endpoints import ViewRoute
from scrubjay_ui.views.agents_queries import (
    A_PAGE,
    agent,
    caller,
    handoff,
    here,
    in_words,
    named_target,
    names,
    overview,
    pool,
)
from scrubjay_ui.visit import Visit

SHOWN = 20
"""Ids of one kind that are listed; the others are counted."""

TITLES = {
    "written": "Wrote",
    "replaced": "Took the place of",
    "would_replace": "Would take the place of, and waits for you",
    "derived": "Others made of it",
    "supported": "Said as well",
    "contested": "Says otherwise than",
    "shared": "Shared of others",
}


def blast(visit: Visit) -> Response:
    """What followed from what somebody wrote; below it the form."""
    radius = visit.workspace.quarantine.blast(visit.text("who"))
    found = [(title, getattr(radius, name)) for name, title in TITLES.items()]
    already = standing(visit.workspace.quarantine.listed(), radius.who)
    return visit.page(
        "agents/quarantine.html",
        title=f"Quarantine {radius.who}",
        radius=radius,
        found=found,
        shown=SHOWN,
        already=already,
        seen=seen(radius),
    )


def seen(radius: BlastRadius) -> dict[str, str]:
    """What a form for a quarantine carries of what it showed."""
    return {"who": radius.who, "reach": reach(radius), "stamp": stamp(radius)}


def quarantine(visit: Visit) -> Response:
    """Take it out of every answer."""
    done = impose(visit)
    if not isinstance(done, tuple):
        return done
    who, counts = done
    said = f"{who} is quarantined: {counted(counts.memories, 'memory')} out of every answer"
    return visit.redirect(visit.link("agents"), f"{said}; nothing is deleted.")


def impose(visit: Visit) -> tuple[str, QuarantineCounts] | Response:
    """Quarantine whom the form names; where what it showed is out of date, the page that says so.

    A form without a stamp agrees to whatever they write meanwhile.
    """
    workspace, shown = visit.workspace, visit.text("stamp")
    radius = workspace.quarantine.blast(visit.text("who"))
    already = standing(workspace.quarantine.listed(), radius.who)
    if already or (shown and shown != stamp(radius)):
        return _changed(visit, radius.who, visit.text("reach") or "not quarantined", already, radius)
    counts = workspace.quarantine.impose(radius.who, workspace.settings.user_id, visit.text("reason"))
    workspace.briefer.prepare()
    visit.record("quarantine", radius.who)
    return radius.who, counts


def lifting(visit: Visit) -> Response:
    """What lifting a quarantine means, before it is done."""
    who = visit.workspace.quarantine.quarantined(visit.text("who"))
    one = next(one for one in visit.workspace.quarantine.listed() if one.who == who)
    return visit.page("agents/lift.html", title=f"Lift the quarantine of {who}", one=one, standing=standing([one], who))


def lift(visit: Visit) -> Response:
    """Let it count again."""
    workspace = visit.workspace
    who = workspace.quarantine.named(visit.text("who"))
    now, shown = standing(workspace.quarantine.listed(), who), visit.text("standing")
    if now != shown:
        return _changed(visit, who, shown or "not quarantined", now)
    counts = workspace.quarantine.lift(who, workspace.settings.user_id)
    workspace.briefer.prepare()
    visit.record("lift quarantine", who)
    said = f"The quarantine of {who} is lifted: {counted(counts.memories, 'memory')} in answers again."
    return visit.redirect(visit.link("agents"), said)


def _changed(visit: Visit, who: str, shown: str, standing: str, radius: BlastRadius | None = None) -> Response:
    """What was shown, what holds now, and what was typed; nothing was changed. `radius` of who was to be kept out."""
    return visit.page(
        "agents/changed.html",
        title="Changed meanwhile",
        status=409,
        who=who,
        shown=shown,
        standing=standing,
        now=standing or (reach(radius) if radius else "not quarantined"),
        reason=mask(visit.text("reason")).text,
        imposes=radius is not None,
    )


DAYS = DEFAULT_TTL.days
MOST_DAYS = MAX_TTL.days
NOBODY = frozenset({AgentType.CUSTOM_PIPELINE, AgentType.OTHER_AGENT})
"""Types that no handoff is proposed for: the first may take none, the second is unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOverForm:
    """What the form begins with: whom it may be for, and the task of this branch."""

    targets: tuple[tuple[str, str], ...]
    task: str
    next_steps: tuple[str, ...]
    in_progress: tuple[str, ...]


def hand_over(visit: Visit) -> Response:
    """The form, with the task of this branch in it."""
    workspace, asking = visit.workspace, caller(visit)
    now = head(workspace.git)
    task = workspace.tasks.get(now.branch, now.commit)
    branch = ("branch", f"whoever comes next on {now.branch}")
    types = [(f"any:{type}", f"any {type}") for type in AgentType if type not in NOBODY]
    agents = [(id, label) for id, label in names(visit, asking).items() if id != asking.agent and ":" in label]
    form = HandOverForm(
        targets=(branch, *types, *agents),
        task=task.task if task else "",
        next_steps=task.next_steps if task else (),
        in_progress=task.in_progress if task else (),
    )
    return visit.page("agents/hand_over.html", title="Hand over", form=form, days=DAYS, most_days=MOST_DAYS)


def leave(visit: Visit) -> Response:
    """Leave the work that the form describes."""
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
    with here(UnknownAgent):
        left = handoffs.initiate(asking, visit.text("to", "branch"), context, days * 86_400)
    visit.record("hand over", left.id)
    said = " ".join(filter(None, (f"Handoff {left.id[:12]} waits.", handoffs.waits_for(left))))
    return visit.redirect(visit.link("agents"), said)


def cancel(visit: Visit) -> Response:
    """Withdraw a handoff as the form showed it."""
    id, shown = visit.params["id"], visit.stamp("seen")
    try:
        with here(UnknownHandoff):
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


def one_agent(visit: Visit) -> Response:
    """An agent with what it may do and its last sessions."""
    shown = agent(visit, visit.params["id"])
    return visit.page("agents/agent.html", title=shown.agent.label, shown=shown)


def one_pool(visit: Visit) -> Response:
    """A pool with its members and what is shared in it."""
    shown = pool(visit, visit.params["id"])
    return visit.page(
        "agents/pool.html", title=f"Pool {shown.answer.pool.name}", shown=shown, names=names(visit, caller(visit))
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
