"""The pages of Review: the claim that is next, groups and merges, contradictions, promotions, past decisions."""

from typing import TYPE_CHECKING, Any

from scrubjay_ui.endpoints import ViewRoute
from scrubjay_ui.views.review import acts, settling
from scrubjay_ui.views.review.queries import decided, first_disputes, shown_claim, waiting
from scrubjay_ui.views.review.walk import ids_of, walk_of

if TYPE_CHECKING:
    from starlette.responses import Response

    from scrubjay_ui.visit import Visit

MOST_PAST = 50
"""Decisions on the page of past ones, and claims on that of the archive."""


def page(visit: "Visit", file: str, *, title: str = "Review", tab: str = "claims", **values: Any) -> "Response":
    """A page of this view, with its tabs."""
    return visit.page(f"review/{file}", title=title, tab=tab, waiting=waiting(visit.workspace), **values)


def next_claim(visit: "Visit") -> "Response":
    """The claim of the address, or the next one that waits; one that was decided says how it stands."""
    wanted = visit.text("claim")
    walk = walk_of(visit).back((wanted,))
    shown = shown_claim(visit.workspace, walk, wanted)
    if shown is None and wanted:
        return page(visit, "decided.html", walk=walk, now=decided(visit.workspace, wanted), kept="", wish="")
    return page(visit, "page.html", walk=walk, shown=shown, editing=bool(visit.text("edit")), kept="", problem="")


def group(visit: "Visit") -> "Response":
    """A claim with those that say the same, before all of them are approved."""
    from scrubjay.memory.review.round import together

    queue, walk = visit.workspace.reviews, walk_of(visit)
    claims = together(queue, queue.show(visit.text("claim")))
    return page(visit, "group.html", title="Approve together", walk=walk, claims=claims)


def merging(visit: "Visit") -> "Response":
    """Several claims, before they become one."""
    queue = visit.workspace.reviews
    claims = [queue.show(id, ()).memory for id in ids_of(visit)]
    return page(
        visit, "merge.html", title="Merge claims", walk=walk_of(visit), claims=claims,
        content=visit.text("content") or (claims[0].content if claims else ""),
    )  # fmt: skip


def disputes(visit: "Visit") -> "Response":
    """Memories that contradict each other."""
    return page(visit, "disputes.html", tab="disputes", pairs=first_disputes(visit.workspace))


def proposals(visit: "Visit") -> "Response":
    """Memories that are proposed to others."""
    return page(visit, "proposals.html", tab="proposals", proposed=visit.workspace.proposals.waiting())


def asked(visit: "Visit") -> "Response":
    """One proposal, before it is declined; promotion's own page asks before others are told."""
    (proposal,) = visit.workspace.proposals.named([visit.text("id")])
    return page(visit, "asked.html", title="Promotion", tab="proposals", proposal=proposal)


def archive(visit: "Visit") -> "Response":
    """Claims that made room for newer ones."""
    archived = visit.workspace.reviews.waiting(MOST_PAST, archived=True)
    return page(visit, "archive.html", tab="archive", archived=archived)


def past(visit: "Visit") -> "Response":
    """The last decisions."""
    return page(visit, "past.html", tab="past", decisions=visit.workspace.reviews.history(MOST_PAST))


ROUTES = (
    ViewRoute(path="/review", show=next_claim),
    ViewRoute(path="/review/group", show=group),
    ViewRoute(path="/review/merge", show=merging),
    ViewRoute(path="/review/disputes", show=disputes),
    ViewRoute(path="/review/proposals", show=proposals),
    ViewRoute(path="/review/proposals/ask", show=asked),
    ViewRoute(path="/review/archive", show=archive),
    ViewRoute(path="/review/past", show=past),
    ViewRoute(path="/review/decide", show=acts.decide, writes=True),
    ViewRoute(path="/review/group/approve", show=acts.approve_group, writes=True),
    ViewRoute(path="/review/merge/save", show=acts.merge, writes=True),
    ViewRoute(path="/review/undo", show=acts.undo, writes=True),
    ViewRoute(path="/review/disputes/settle", show=settling.settle, writes=True),
    ViewRoute(path="/review/proposals/decline", show=settling.decline, writes=True),
)
