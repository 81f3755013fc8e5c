"""The pages of a quarantine: what followed from what somebody wrote, imposing one, and lifting it."""

from starlette.responses import Response

from scrubjay.memory.quarantine.seen import radius_stamp, reach, standing
from scrubjay.model.counted import counted
from scrubjay.model.quarantine import BlastRadius
from scrubjay.privacy.secrets.masking import mask
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
    """The page of what followed from what somebody wrote, with the form to quarantine them."""
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
        seen=hidden_fields(radius),
    )


def hidden_fields(radius: BlastRadius) -> dict[str, str]:
    """The hidden fields of a quarantine form, which record what it showed."""
    return {"who": radius.who, "reach": reach(radius), "stamp": radius_stamp(radius)}


def quarantine(visit: Visit) -> Response:
    """Quarantine who wrote something: all that they wrote leaves every answer."""
    return _impose(visit, _return_link(visit), "{} is quarantined: {} out of every answer; nothing is deleted.")


def quarantine_writer(visit: Visit) -> Response:
    """Quarantine who wrote something, from the page of one of their memories."""
    return _impose(visit, visit.link("memories"), "Quarantined: {}. {} left every answer; nothing is deleted.")


def _return_link(visit: Visit) -> str:
    """The page to go to after a quarantine."""
    return visit.link("agents" if visit.has("agents") else "memories")


def _impose(visit: Visit, address: str, said: str) -> Response:
    """Quarantine the author whom a form names; if the form is out of date, the page that says so.

    A form without a stamp agrees to whatever they write meanwhile.
    """
    workspace, shown = visit.workspace, visit.text("stamp")
    radius = workspace.quarantine.blast(visit.text("who"))
    already = standing(workspace.quarantine.listed(), radius.who)
    if already or (shown and shown != radius_stamp(radius)):
        return _changed(visit, radius.who, visit.text("reach") or "not quarantined", already, radius)
    counts = workspace.quarantine.impose(radius.who, workspace.settings.user_id, visit.text("reason"))
    workspace.briefer.prepare()
    visit.record("quarantine", radius.who)
    return visit.redirect(address, said.format(radius.who, counted(counts.memories, "memory")))


def lifting(visit: Visit) -> Response:
    """The page that says what it means to lift a quarantine."""
    who = visit.workspace.quarantine.quarantined(visit.text("who"))
    one = next(one for one in visit.workspace.quarantine.listed() if one.who == who)
    return visit.page("agents/lift.html", title=f"Lift the quarantine of {who}", one=one, standing=standing([one], who))


def lift(visit: Visit) -> Response:
    """Lift a quarantine: what its author wrote counts again."""
    workspace = visit.workspace
    who = workspace.quarantine.named(visit.text("who"))
    now, shown = standing(workspace.quarantine.listed(), who), visit.text("standing")
    if now != shown:
        return _changed(visit, who, shown or "not quarantined", now)
    counts = workspace.quarantine.lift(who, workspace.settings.user_id)
    workspace.briefer.prepare()
    visit.record("lift quarantine", who)
    said = f"The quarantine of {who} is lifted: {counted(counts.memories, 'memory')} in answers again."
    return visit.redirect(_return_link(visit), said)


def _changed(visit: Visit, who: str, shown: str, standing: str, radius: BlastRadius | None = None) -> Response:
    """The conflict page: what was shown, what holds now, and what was typed; nothing was changed."""
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


def who_wrote(visit: Visit) -> Response:
    """The page of who wrote a memory: their names to quarantine, and what else they wrote."""
    memory = visit.workspace.memories.get(visit.params["id"])
    names = tuple(dict.fromkeys(filter(None, (memory.session, memory.agent, memory.author))))
    names = tuple(name for name in names if name != visit.workspace.settings.user_id)
    radii = tuple(visit.workspace.quarantine.blast(name) for name in names)
    return visit.page(
        "memory/quarantine.html", title="Quarantine who wrote it", memory=memory, radii=radii, seen=hidden_fields
    )
