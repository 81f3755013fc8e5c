"""The pages about now: all worktrees, one of them, and its health."""

from typing import TYPE_CHECKING

from scrubjay.errors import RepositoryError
from scrubjay_ui.admission import START
from scrubjay_ui.endpoints import ViewRoute
from scrubjay_ui.places import ShownWorktree, key_of
from scrubjay_ui.times import shown
from scrubjay_ui.views.discussion.queries import kept_repositories
from scrubjay_ui.views.memories.queries import undone
from scrubjay_ui.views.memory.queries import last_decision
from scrubjay_ui.views.today.health import examined
from scrubjay_ui.views.today.queries import LAST_HERE, project_now, projects

if TYPE_CHECKING:
    from starlette.responses import Response

    from scrubjay_ui.visit import Visit


def start(visit: "Visit") -> "Response":
    """Go on to the worktree in which the page was started; without one, to all of them."""
    try:
        key = key_of(visit.home.workspace(visit.surface.folder).repository.worktree)
    except RepositoryError:
        return visit.redirect(visit.link(""))
    return visit.redirect(visit.link("today", place=key))


def everywhere(visit: "Visit") -> "Response":
    """All worktrees of the home, or of the one project that may be shown."""
    page = visit.number("page", 1, 1, 10_000)
    listed, last = projects(visit, page)
    return visit.page("today/everywhere.html", title="Today", projects=listed, page=page, last=last, shown=shown)


def today(visit: "Visit") -> "Response":
    """One worktree."""
    at = visit.workspace
    place = ShownWorktree(visit.place, at.project.name, at.repository.worktree)
    now = project_now(visit.home, at, place, LAST_HERE)
    here = now.worktrees[0]
    session = here.task.session.partition("/")[0] if here.task else ""
    counts = at.documents.counts(at.documents.view())
    undo = last_decision(at) if visit.writes else None
    return visit.page(
        "today/page.html",
        title="Today",
        now=now,
        here=here,
        session=session if session in at.timeline.known([session]) else "",
        counts=counts,
        embeds=at.embedder is not None,
        discussed=kept_repositories(at),
        undo=undo,
        undo_of=undone(at, undo),
        first=True,
        shown=shown,
    )


def health(visit: "Visit") -> "Response":
    """The checks of `doctor` that a page can make; those of clients and hooks need a terminal."""
    at = visit.workspace
    checks = tuple(examined(visit.home, at, at.documents.view()))
    return visit.page("today/health.html", title="Health", checks=checks)


ROUTES = (
    ViewRoute(path=START, show=start, everywhere=True),
    ViewRoute(path="/", show=everywhere, everywhere=True),
    ViewRoute(path="/today", show=today),
    ViewRoute(path="/today/health", show=health),
)
