"""`/handoffs`: work that waits for the member or was left by them; a task can be handed over, refused, withdrawn."""

from typing import Final

from scrubjay.errors import UsageError
from scrubjay_team.memories.handoff import TeamHandoff
from scrubjay_team.page.mirrored import Q, repositories
from scrubjay_team.page.route import PageCall, Redirect, ShownPage

MOST: Final = 100
SESSION: Final = "page"
"""The session that acts on the page are of: the same task, sent twice, is left once."""


def listed(call: PageCall) -> ShownPage:
    """What waits for the member, what they left, and the form that hands a task over."""
    member, handoffs = call.member, call.services.handoffs
    me = member.caller.member
    every = handoffs.listed(member, MOST)
    rows = member.connection.execute(Q.members).fetchall()
    return ShownPage(
        template="handoffs/page.html",
        values={
            "title": "Handoffs", "waiting": handoffs.pending(member, limit=MOST),
            "mine": [one for one in every if one.sender == me],
            "others": [one for one in every if me not in (one.sender, one.target) and one.target is not None],
            "receivers": [row["name"] for row in rows if row["id"] != me and row["role"] != "reader"],
            "repositories": repositories(member),
        },
    )  # fmt: skip


def leave(call: PageCall) -> Redirect:
    """Hand a task over to a member, or to whoever comes next."""
    form = call.form
    steps = [line.strip() for line in form["next_steps"].splitlines() if line.strip()]
    context = {"task_description": form["task"], "current_state": {"next_steps": steps}}
    left: TeamHandoff = call.services.handoffs.initiate(
        call.member, form["to"] or "any", context, repo=form["repo"], client=SESSION
    )
    return Redirect(to="/handoffs", said=f"Handed over to {left.addressed}. They are told with their next answer.")


def act(call: PageCall) -> Redirect:
    """Refuse what was left for the member, or withdraw what they left. Raises UsageError for anything else."""
    handoffs, id, wanted = call.services.handoffs, call.path["id"], call.form["act"]
    if wanted == "refuse":
        handoffs.reject(call.member, id, call.form["reason"])
        return Redirect(to="/handoffs", said="Refused. Whoever left it is told why.")
    if wanted == "withdraw":
        handoffs.cancel(call.member, id)
        return Redirect(to="/handoffs", said="Withdrawn. Nobody can take it any more.")
    raise UsageError("A handoff is refused or withdrawn here. Nothing was done.")
