"""Tools set_task_context and get_task_context: the task of a branch."""

from typing import Annotated, Any

from pydantic import Field

from scrubjay_serving import Here, ScrubjayServer
from scrubjay_session.views import task as views

SET = """\
Set the goal of the current branch; details: JSON of goals, constraints, open_questions, ticket, ... \
expected_version: the one you read; another is a conflict; 0 overwrites."""

GET = "The task of a branch (default: current): goal, version, progress, dead ends."


def set_task_context(
    *,
    task: str,
    details: Annotated[dict[str, Any], Field(default_factory=dict)],
    expected_version: int = 0,
    repo: str = "",
    here: Here,
) -> views.TaskWritten:
    """Set the task of the current branch."""
    from scrubjay.git.head import head
    from scrubjay.sessions.task import TaskChange

    at = head(here.workspace.git)
    change = TaskChange(task, details, expected_version, here.writer)
    outcome = here.workspace.sessions.tasks.set(at.branch, at.commit, change)
    return views.task_written(here.workspace, at, outcome)


def get_task_context(*, branch: str = "", repo: str = "", here: Here) -> str:
    """Show the task of a branch."""
    from scrubjay.git.head import head

    tasks = here.workspace.sessions.tasks
    at = head(here.workspace.git)
    name = branch or at.branch
    found = tasks.get(name, at.commit if name == at.branch else "")
    if found is not None and name == at.branch:
        tasks.look(name, at.commit, here.writer)
    return views.task(here.workspace, at, name, found, tasks.saves(name), here.workspace.sessions.merged.latest(name))


def register(server: ScrubjayServer) -> None:
    """Register the family on a server."""
    server.offer(set_task_context, title="Set the task", description=SET, writes=True, structured=True)
    server.offer(get_task_context, title="Show the task", description=GET)
