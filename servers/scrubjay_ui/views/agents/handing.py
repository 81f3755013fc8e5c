"""Hand work over, and withdraw it."""

from typing import TYPE_CHECKING

from scrubjay.errors import UnknownAgent, UnknownHandoff, VersionConflict
from scrubjay.git.head import head
from scrubjay.handoffs.states import DEFAULT_TTL, MAX_TTL, MOVES
from scrubjay.model.agent import AgentType
from scrubjay.model.frozen import dataclass
from scrubjay_ui.views.agents.caller import caller
from scrubjay_ui.views.agents.queries import handoff, here, named_target, names

if TYPE_CHECKING:
    from starlette.responses import Response

    from scrubjay_ui.visit import Visit

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


def hand_over(visit: "Visit") -> "Response":
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


def leave(visit: "Visit") -> "Response":
    """Leave the work that the form describes."""
    handoffs = visit.workspace.handoffs
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


def cancel(visit: "Visit") -> "Response":
    """Withdraw a handoff as the form showed it."""
    id, shown = visit.params["id"], visit.stamp("seen")
    try:
        with here(UnknownHandoff):
            withdrawn = visit.workspace.handoffs.cancel(caller(visit, writes=True), id, shown)
    except VersionConflict as error:
        now, _ = handoff(visit, id)
        labels = names(visit, caller(visit))
        return visit.page(
            "agents/handoff_changed.html", title="Changed meanwhile", status=409, problem=str(error), shown=shown,
            handoff=now, target=named_target(now.target, labels), open=MOVES,
        )  # fmt: skip
    visit.record("cancel handoff", withdrawn.id)
    return visit.redirect(visit.link("agents", "handoffs", withdrawn.id), "Cancelled. Who took it is told to stop.")


def _lines(visit: "Visit", name: str) -> list[str]:
    """The lines of a field that aren't empty."""
    return [line.strip() for line in visit.text(name).splitlines() if line.strip()]
