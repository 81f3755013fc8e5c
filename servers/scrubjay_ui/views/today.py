"""The pages about now: all worktrees, one of them, and its health."""

from collections.abc import Iterator

from starlette.responses import Response

from scrubjay.app import App, Workspace
from scrubjay.errors import RepositoryError, ScrubjayError
from scrubjay.git.head import head
from scrubjay.model.check import Check
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.view import View
from scrubjay.operations.doctor import background, databases, home, knowledge, sizes
from scrubjay.operations.doctor.check import checks_of_home, run_check
from scrubjay.session.tasks.task import Task
from scrubjay.session.tasks.timeline import TimelineEntry, TimelineFilters
from scrubjay.storage.database import snapshots
from scrubjay_ui.surface import ShownWorktree, key_of
from scrubjay_ui.views.discussion import kept_repositories
from scrubjay_ui.views.memories_queries import undone_memory
from scrubjay_ui.views.memory_queries import last_decision
from scrubjay_ui.visit import Visit


def problems(app: App, at: Workspace) -> tuple[Check, ...]:
    """What is not right with a project, as far as rows tell it."""
    checks = (
        background.queue(app.queue, at.settings.home, at.project.id),
        *background.steps(app.queue, at.project.id),
        knowledge.refused(at),
    )
    return tuple(check for check in checks if not check.ok)


def examined(app: App, at: Workspace, view: View) -> Iterator[Check]:
    """The checks of a worktree's index, of its databases and of the home, the slow ones as well."""
    folder = at.settings.home
    yield run_check("home", lambda: home.owner(folder))
    yield run_check("disk", lambda: home.disk(folder))
    for path, schema in databases.files(folder, at.project.folder):
        yield run_check(databases.name_of(path), lambda path=path, schema=schema: databases.integrity(path, schema))  # type: ignore[misc]
    yield run_check("index", lambda: knowledge.text_lag(at, view))
    yield run_check("full text", lambda: knowledge.full_text(at, view))
    yield run_check("vectors", lambda: knowledge.vector_lag(at, view))
    yield run_check("vector cache", lambda: knowledge.vector_cache(at))
    yield run_check("likeness", lambda: knowledge.likeness(at))
    yield background.queue(app.queue, folder, at.project.id)
    yield from background.steps(app.queue, at.project.id)
    for examine in at.provided("check"):
        yield from examine(at)
    yield from checks_of_home(app)
    yield knowledge.refused(at)
    yield run_check("write-ahead logs", lambda: sizes.write_ahead_logs(folder))


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingThing:
    """Something that waits, in words. `address` are the parts of the page's address, `query` what follows."""

    words: str = ""
    address: tuple[str, ...]
    query: tuple[tuple[str, str], ...] = ()


def waiting(at: Workspace, view: View) -> tuple[WaitingThing, ...]:
    """What needs the person in the project of a worktree, each with its page."""
    return tuple(replace(_PAGES[need.name], words=need.what) for need in at.needs(view))


_PAGES = {
    "held": WaitingThing(address=("review",)),
    "contradicted": WaitingThing(address=("memories",), query=(("state", "contradicted"),)),
    "disputes": WaitingThing(address=("review", "disputes")),
    "fallen": WaitingThing(address=("memories",), query=(("state", "fallen"),)),
    "proposals": WaitingThing(address=("review", "proposals")),
}


PAGE = 20
"""Worktrees of one page about all of them."""

LAST = 3
LAST_HERE = 8
"""Sessions that are listed of a project, and on the page of one worktree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorktreeNow:
    """A worktree at this moment; `behind` counts files at HEAD that aren't indexed, None where it wasn't asked."""

    place: ShownWorktree
    branch: str
    commit: str
    task: Task | None
    behind: int
    error: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectNow:
    """A project at this moment, with those of its worktrees that the page shows; `place` is the key of the first."""

    name: str
    place: str
    worktrees: tuple[WorktreeNow, ...]
    waiting: tuple[WaitingThing, ...] = ()
    sessions: tuple[TimelineEntry, ...] = ()
    problems: tuple[Check, ...] = ()


def projects(visit: Visit, page: int) -> tuple[tuple[ProjectNow, ...], int]:
    """The projects of a page of worktrees, and the number of the last page."""
    every = visit.places.all()
    groups: dict[str, list[ShownWorktree]] = {}
    for place in every[(page - 1) * PAGE : page * PAGE]:
        groups.setdefault(visit.home.workspace(place.folder).project.id, []).append(place)
    last = max(1, -(-len(every) // PAGE))
    return tuple(_project_with_worktrees(visit.home, tuple(group)) for group in groups.values()), last


def project_now(app: App, at: Workspace, place: ShownWorktree, sessions: int) -> ProjectNow:
    """A project as one of its worktrees sees it."""
    with snapshots((*at.databases, app.user_database())):
        view = at.documents.view()
        return ProjectNow(
            name=at.project.name,
            place=place.key,
            worktrees=(_worktree_now(at, place),),
            waiting=waiting(at, view),
            sessions=at.timeline.page(TimelineFilters(), sessions)[0],
            problems=problems(app, at),
        )


def _project_with_worktrees(app: App, places: tuple[ShownWorktree, ...]) -> ProjectNow:
    """A project with all of its shown worktrees; an error of one stands in its place."""
    first, *others = places
    at = app.workspace(first.folder)
    try:
        now = project_now(app, at, first, LAST)
    except ScrubjayError as error:
        now = ProjectNow(name=first.project, place=first.key, worktrees=(_failed_worktree(first, error),))
    further = tuple(_worktree_now(app.workspace(place.folder), place) for place in others)
    return replace(now, worktrees=(*now.worktrees, *further))


def _worktree_now(at: Workspace, place: ShownWorktree) -> WorktreeNow:
    try:
        now = head(at.git)
        task = at.tasks.get(now.branch)
        behind = at.documents.behind(at.documents.view())
        return WorktreeNow(place=place, branch=now.branch, commit=now.commit, task=task, behind=behind)
    except ScrubjayError as error:
        return _failed_worktree(place, error)


def _failed_worktree(place: ShownWorktree, error: ScrubjayError) -> WorktreeNow:
    """A worktree that can't be read, with the error."""
    return WorktreeNow(place=place, branch="", commit="", task=None, behind=0, error=str(error))


def start(visit: Visit) -> Response:
    """Redirect to the worktree in which the page was started; without one, to all of them."""
    try:
        key = key_of(visit.home.workspace(visit.surface.folder).repository.worktree)
    except RepositoryError:
        return visit.redirect(visit.link(""))
    return visit.redirect(visit.link("today", place=key))


def everywhere(visit: Visit) -> Response:
    """The page of all worktrees of the home, or of the one project that may be shown."""
    page = visit.number("page", 1, 1, 10_000)
    listed, last = projects(visit, page)
    return visit.page("today/everywhere.html", title="Today", projects=listed, page=page, last=last)


def today(visit: Visit) -> Response:
    """The page of one worktree."""
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
        discussed=kept_repositories(at) if visit.has("discussion") else (),
        undo=undo,
        undo_of=undone_memory(at, undo),
        first=True,
    )


def health(visit: Visit) -> Response:
    """The page of the checks of `doctor` that a page can make; those of clients and hooks need a terminal."""
    at = visit.workspace
    checks = tuple(examined(visit.home, at, at.documents.view()))
    return visit.page("today/health.html", title="Health", checks=checks)
