"""One question to every project of a home, each in its working trees, and one answer of all."""

from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrubjay.errors import NotARepository, NotInitialised, ScrubjayError, UsageError
from scrubjay.identity.projects.roots import working_trees
from scrubjay.model.frozen import replace
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.projects import ProjectAnswer, ProjectsAnswer, SkippedProject, joined_answer

if TYPE_CHECKING:
    from scrubjay.app import App
    from scrubjay.model.project import Project

AT_ONCE = 4
"""Projects that are asked side by side: waits for git and disks overlap."""

WAKE_INTERVAL_S = 0.2
"""Seconds after which a wait for answers shows how many are there."""


def answer_of_all(
    home: "App", request: RecallRequest, step: Callable[[int, int], None] = lambda _done, _all: None, *, release: bool
) -> ProjectsAnswer:
    """Ask each project of a home and join the answers, all ranked by the recipe and weights of the user's own settings.

    `release` closes each project once it answered: not in a process where others use it.
    An interruption waits for the projects that are being asked, and begins no other. Raises NotInitialised where there
    is no project, UsageError for what none can answer.
    """
    ranking = home.settings.retrieval
    request = replace(request, recipe=request.recipe or ranking.recipe, weights=ranking.weights.values())
    projects = home.registry.list()
    if not projects:
        raise NotInitialised("This home has no project yet. Run `scrubjay init` in a repository.")
    with ThreadPoolExecutor(AT_ONCE, "project") as pool:
        futures = [pool.submit(_ask, home, project, request, release=release) for project in projects]
        try:
            _wait_for(futures, step)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        answers, skipped = zip(*(future.result() for future in futures), strict=True)
    return joined_answer(request, [*chain(*answers)], [*chain(*skipped)])


def _wait_for(futures: Sequence["Future[Any]"], step: Callable[[int, int], None]) -> None:
    """Wait for all, telling how many are done; the first that fails ends the wait with its error."""
    waiting: Collection[Future[Any]] = futures
    while waiting:
        done, waiting = wait(waiting, WAKE_INTERVAL_S, FIRST_EXCEPTION)
        step(len(futures) - len(waiting), len(futures))
        for future in done:
            future.result()


def _ask(
    home: "App", project: "Project", request: RecallRequest, *, release: bool
) -> tuple[list[ProjectAnswer], list[SkippedProject]]:
    """Ask each working tree of a project once for each view, and name those that can't be asked.

    A folder opens what its own binding opens, as for every other command. A clone that is gone is named only where no
    other one answers.
    """
    answers: dict[tuple[str, str], ProjectAnswer] = {}
    skipped: list[SkippedProject] = []
    folders: dict[Path, None] = {}
    for clone in project.clones:
        with _skipping(project, clone, skipped):
            folders |= dict.fromkeys(working_trees(clone, home.git_environment, home.home_database))
    for folder in folders:
        with _skipping(project, folder, skipped):
            workspace = home.workspace(folder)
            if workspace.project.id != project.id:
                continue  # the project that it opens now is asked by itself
            view = workspace.documents.view(request.as_of)
            if (view.key, view.commit) not in answers:
                answers[view.key, view.commit] = ProjectAnswer(project, workspace.recall.search(request))
    if release:
        home.release(project)
    if not (project.clones or skipped):
        skipped = [SkippedProject(project, project.folder, NotInitialised("No clone opens it any more."))]
    return [*answers.values()], [one for one in skipped if one.folder in folders or not answers]


@contextmanager
def _skipping(project: "Project", folder: Path, skipped: list[SkippedProject]) -> Iterator[None]:
    """Note a folder as skipped where an error ends the block; UsageError goes through: no other folder could answer."""
    try:
        yield
    except UsageError:
        raise
    except ScrubjayError as error:
        skipped.append(SkippedProject(project, folder, error))
    except OSError as error:
        skipped.append(SkippedProject(project, folder, NotARepository(f"{folder}: {error.strerror}")))
