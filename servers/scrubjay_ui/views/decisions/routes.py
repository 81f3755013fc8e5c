"""The pages of decisions: all of them with a timeline, and one of them at any revision."""

from typing import TYPE_CHECKING

from scrubjay_ui.endpoints import ViewRoute

if TYPE_CHECKING:
    from starlette.responses import Response

    from scrubjay_ui.visit import Visit


def decisions(visit: "Visit") -> "Response":
    """The decisions that pass the filters, newest first unless another order is asked for."""
    from scrubjay.search.recall.decisions import DecisionFilters
    from scrubjay_ui.views.decisions.queries import SORTS, decision_page

    filters = DecisionFilters(
        status=visit.text("status", "all"), since=visit.text("since"), words=visit.text("q")[:200],
        path=visit.text("path"),
    )  # fmt: skip
    sort, order = visit.choice("sort", SORTS, "date"), visit.choice("order", ("up", "down"), "down")
    number = visit.number("page", 1, 1, 100_000)
    found = decision_page(visit, filters, sort=sort, up=order == "up", number=number)
    return visit.page(
        "decisions/page.html", title="Decisions", found=found, filters=filters, sort=sort, order=order, number=number,
        as_of=visit.text("as_of"),
    )  # fmt: skip


def decision(visit: "Visit") -> "Response":
    """One decision, at HEAD or a revision, or the difference of two revisions."""
    from scrubjay_ui.views.decisions.citing import citing
    from scrubjay_ui.views.decisions.one import compared, found_decision, text_at

    one = found_decision(visit, visit.params["name"])
    at, old, new = visit.text("at"), visit.text("from"), visit.text("to")
    change = compared(visit, one, old or "HEAD", new or "HEAD") if old or new else None
    shown = one.decision
    title = shown.title if shown.name == shown.title else f"{shown.name} {shown.title}"
    return visit.page(
        "decisions/one.html", title=title, one=one, text=None if change else text_at(visit, one, at), change=change,
        at=at, old=old, new=new, citing=citing(visit, shown.path),
    )  # fmt: skip


ROUTES = (
    ViewRoute(path="/decisions", show=decisions),
    ViewRoute(path="/decisions/{name:path}", show=decision),
)
