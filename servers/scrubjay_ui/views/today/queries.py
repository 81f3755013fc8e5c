"""What does each worktree work on, and what waits?"""

from typing import TYPE_CHECKING

from scrubjay.errors import ScrubjayError
from scrubjay.git.head import head
from scrubjay.model.frozen import dataclass
from scrubjay.session.tasks.task import Task
from scrubjay.session.tasks.timeline import TimelineEntry, TimelineFilters
from scrubjay.storage import snapshots
from scrubjay_ui.views.today.health import problems
from scrubjay_ui.views.today.waiting import WaitingThing, waiting

if TYPE_CHECKING:
    from scrubjay.app import App, Workspace
    from scrubjay.model.check import Check
    from scrubjay_ui.places import ShownWorktree
    from scrubjay_ui.visit import Visit

PAGE = 20
"""Worktrees of one page about all of them."""

LAST = 3
LAST_HERE = 8
"""Sessions that are listed of a project, and on the page of one worktree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorktreeNow:
    """A worktree at this moment; `behind` counts files at HEAD that aren't indexed, None where it wasn't asked."""

    place: "ShownWorktree"
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
    waiting: tuple[WaitingThing, ...]
    sessions: tuple[TimelineEntry, ...]
    problems: "tuple[Check, ...]"


def projects(visit: "Visit", page: int) -> tuple[tuple[ProjectNow, ...], int]:
    """The projects of a page of worktrees, and the number of the last page."""
    every = visit.places.all()
    groups: dict[str, list[ShownWorktree]] = {}
    for place in every[(page - 1) * PAGE : page * PAGE]:
        groups.setdefault(visit.home.workspace(place.folder).project.id, []).append(place)
    last = max(1, -(-len(every) // PAGE))
    return tuple(_project(visit.home, tuple(group)) for group in groups.values()), last


def project_now(app: "App", at: "Workspace", place: "ShownWorktree", sessions: int) -> ProjectNow:
    """A project as one of its worktrees sees it."""
    databases = (*at.databases, app.user_database())
    with snapshots(databases):
        view = at.documents.view()
        return ProjectNow(
            name=at.project.name,
            place=place.key,
            worktrees=(_worktree(at, place),),
            waiting=waiting(at, view),
            sessions=at.timeline.page(TimelineFilters(), sessions)[0],
            problems=problems(app, at),
        )


def _project(app: "App", places: "tuple[ShownWorktree, ...]") -> ProjectNow:
    first, *others = places
    at = app.workspace(first.folder)
    try:
        now = project_now(app, at, first, LAST)
    except ScrubjayError as error:
        now = ProjectNow(
            name=first.project,
            place=first.key,
            worktrees=(_failed(first, error),),
            waiting=(),
            sessions=(),
            problems=(),
        )
    further = tuple(_worktree(app.workspace(place.folder), place) for place in others)
    return ProjectNow(
        name=now.name,
        place=now.place,
        worktrees=(*now.worktrees, *further),
        waiting=now.waiting,
        sessions=now.sessions,
        problems=now.problems,
    )


def _worktree(at: "Workspace", place: "ShownWorktree") -> WorktreeNow:
    try:
        now = head(at.git)
        task = at.tasks.get(now.branch)
        behind = at.documents.behind(at.documents.view())
        return WorktreeNow(place=place, branch=now.branch, commit=now.commit, task=task, behind=behind)
    except ScrubjayError as error:
        return _failed(place, error)


def _failed(place: "ShownWorktree", error: ScrubjayError) -> WorktreeNow:
    return WorktreeNow(place=place, branch="", commit="", task=None, behind=0, error=str(error))
