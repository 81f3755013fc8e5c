"""Take what somebody wrote out of every answer, after a look at what followed from it; and give it back."""

from typing import TYPE_CHECKING

from scrubjay.model.counted import counted

if TYPE_CHECKING:
    from starlette.responses import Response

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


def blast(visit: "Visit") -> "Response":
    """What followed from what somebody wrote; below it the form."""
    radius = visit.workspace.quarantine.blast(visit.text("who"))
    found = [(title, getattr(radius, name)) for name, title in TITLES.items()]
    already = radius.who in {one.who for one in visit.workspace.quarantine.listed()}
    return visit.page(
        "agents/quarantine.html",
        title=f"Quarantine {radius.who}",
        radius=radius,
        found=found,
        shown=SHOWN,
        already=already,
    )


def quarantine(visit: "Visit") -> "Response":
    """Take it out of every answer."""
    workspace = visit.workspace
    who = workspace.quarantine.blast(visit.text("who")).who
    counts = workspace.quarantine.impose(who, workspace.settings.user_id, visit.text("reason"))
    workspace.sessions.preparation.now()
    visit.record("quarantine", who)
    said = f"{who} is quarantined: {counted(counts.memories, 'memory')} out of every answer"
    return visit.redirect(visit.link("agents"), f"{said}; nothing is deleted.")


def lifting(visit: "Visit") -> "Response":
    """What lifting a quarantine means, before it is done."""
    who = visit.workspace.quarantine.quarantined(visit.text("who"))
    one = next(one for one in visit.workspace.quarantine.listed() if one.who == who)
    return visit.page("agents/lift.html", title=f"Lift the quarantine of {who}", one=one)


def lift(visit: "Visit") -> "Response":
    """Let it count again."""
    workspace = visit.workspace
    who = workspace.quarantine.quarantined(visit.text("who"))
    counts = workspace.quarantine.lift(who, workspace.settings.user_id)
    workspace.sessions.preparation.now()
    visit.record("lift quarantine", who)
    said = f"The quarantine of {who} is lifted: {counted(counts.memories, 'memory')} in answers again."
    return visit.redirect(visit.link("agents"), said)
