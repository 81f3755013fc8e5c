"""What of `doctor` a page can say: at once what is cheap to know, and on demand what reads whole files."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scrubjay.model.check import Check
from scrubjay.operations.doctor import background, databases, home, knowledge, sizes
from scrubjay.operations.doctor.check import guarded
from scrubjay.operations.doctor.home_checks import checks_of_home

if TYPE_CHECKING:
    from scrubjay.app import App, Workspace
    from scrubjay.model.view import View


def problems(app: "App", at: "Workspace") -> tuple[Check, ...]:
    """What is not right with a project, as far as rows tell it."""
    checks = (
        background.queue(app.queue, at.settings.home, at.project.id),
        *background.steps(app.queue, at.project.id),
        knowledge.refused(at),
    )
    return tuple(check for check in checks if not check.ok)


def examined(app: "App", at: "Workspace", view: "View") -> Iterator[Check]:
    """The checks of a worktree's index, of its databases and of the home, the slow ones as well."""
    folder = at.settings.home
    yield guarded("home", lambda: home.owner(folder))
    yield guarded("disk", lambda: home.disk(folder))
    for path, schema in databases.files(folder, at.project.folder):
        yield guarded(databases.name_of(path), lambda path=path, schema=schema: databases.integrity(path, schema))  # type: ignore[misc]
    yield guarded("index", lambda: knowledge.text_lag(at, view))
    yield guarded("full text", lambda: knowledge.full_text(at, view))
    yield guarded("vectors", lambda: knowledge.vector_lag(at, view))
    yield guarded("vector cache", lambda: knowledge.vector_cache(at))
    yield guarded("likeness", lambda: knowledge.likeness(at))
    yield background.queue(app.queue, folder, at.project.id)
    yield from background.steps(app.queue, at.project.id)
    for examine in at.provided("check"):
        yield from examine(at)
    yield from checks_of_home(app)
    yield knowledge.refused(at)
    yield guarded("write-ahead logs", lambda: sizes.write_ahead_logs(folder))
