"""Earlier tasks of a branch: what a new task leaves behind, and what a task that returns gets back."""

from scrubjay.model.frozen import dataclass, replace
from scrubjay.session.tasks import points
from scrubjay.session.tasks.merge import is_new
from scrubjay.session.tasks.reading import task_from_state, task_state
from scrubjay.session.tasks.task import LISTS, Task
from scrubjay.storage.driver import Connection

Q = points.Q

REPLACED = "replaced"
"""How a task is archived that a new one replaced."""

DONE = "done"
"""How the task of a handoff is archived that was finished."""

MAX_RETURNING = 20
"""The newest earlier tasks that a new one is compared with."""

STAYS = ("decisions",)
"""Lists that belong to the branch rather than to one of its tasks."""


@dataclass(frozen=True, slots=True)
class BegunTask:
    """A new task's working set, the text of the task that it replaced, and whether the task existed before.

    `left` is empty where the replaced task left nothing behind.
    """

    task: Task
    left: str
    resumed: bool


def noted_count(task: Task) -> int:
    """How many entries were noted for a task itself, not for its branch."""
    return sum(len(getattr(task, name)) for name in LISTS if name not in STAYS)


def begin(connection: Connection, current: Task, text: str, now: str, how: str = REPLACED) -> BegunTask:
    """Archive a branch's current task and begin another; a task that existed before gets its entries back."""
    archived = connection.execute(Q.earlier_tasks, {"branch": current.branch, "limit": MAX_RETURNING}).fetchall()
    states = ((row["id"], task_from_state(row["state"])) for row in archived)
    past = next(((id, task) for id, task in states if not is_new(task.task, text)), None)
    worth = noted_count(current) or current.details
    if worth:
        row = {"version": current.version, "state": task_state(current), "head": current.head, "merged_in": ""}
        connection.execute(Q.add_archive, {"branch": current.branch, "how": how, "at": now} | row)
    empty: dict[str, object] = {name: () for name in LISTS if name not in STAYS} | {"details": {}}
    empty["inherited_from"] = ""
    if past is not None:
        connection.execute(Q.drop_earlier, {"id": past[0]})
        empty = {name: getattr(past[1], name) for name in empty} | {"in_progress": ()}
    begun = replace(current, **empty)  # type: ignore[arg-type]
    return BegunTask(begun, current.task if worth else "", past is not None)
