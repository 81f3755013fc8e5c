"""Tools set_task_context and get_task_context: the task of a branch."""

from typing import Annotated, Any

from pydantic import Field

from scrubjay_serving import ScrubjayServer, Target
from scrubjay_serving.fields import Repo, about
from scrubjay_session.views import task as views

SET = "Set the goal of the current branch."
DETAILS = "goals, constraints, open_questions, ticket, ..."

GET = "The task of a branch (default: current): goal, version, progress, dead ends."


def set_task_context(
    *,
    task: str,
    details: Annotated[dict[str, Any], Field(default_factory=dict, description=DETAILS)],
    expected_version: Annotated[int, about("the one you read; another is a conflict; 0 overwrites")] = 0,
    repo: Repo = "",
    target: Target,
) -> views.TaskWritten:
    """Set the task of the current branch."""
    from scrubjay.git.head import head
    from scrubjay.memory.grounding.addressing import forbid_instructions, texts_of
    from scrubjay.session.tasks.task import TaskChange

    current = head(target.workspace.git)
    change = TaskChange(task, details, expected_version, target.writer)
    forbid_instructions(texts_of(change))
    outcome = target.workspace.tasks.set(current.branch, current.commit, change)
    return views.task_written(target.workspace, current, outcome)


def get_task_context(*, branch: str = "", repo: Repo = "", target: Target) -> str:
    """Show the task of a branch."""
    from scrubjay.git.head import head
    from scrubjay.privacy.secrets.shown_names import shown

    tasks = target.workspace.tasks
    current = head(target.workspace.git)
    name = shown(branch) or current.branch
    task = tasks.get(name, current.commit if name == current.branch else "")
    if task is not None and name == current.branch:
        tasks.look(name, current.commit, target.writer)
    return views.task(
        workspace=target.workspace,
        head=current,
        branch=name,
        context=task,
        last=tasks.saves(name),
        archived=target.workspace.merged_tasks.latest(name),
        earlier=tasks.earlier(name, views.MAX_NAMED),
    )


def register(server: ScrubjayServer) -> None:
    """Register the family on a server."""
    server.offer(set_task_context, title="Set the task", description=SET, writes=True, structured=True)
    server.offer(get_task_context, title="Show the task", description=GET)
