"""What a handoff makes of the task of the branch that it is taken on."""

from scrubjay.session.tasks.same_task import is_new
from scrubjay.session.tasks.task import HANDOFF, SET_ASIDE, SessionSave, Task, TaskChange
from scrubjay_agents.handoffs.handoff import Handoff

MOST_FILES = 50


def taken_over(handoff: Handoff, before: Task | None, session: str) -> tuple[TaskChange, SessionSave]:
    """The task with its files and memories, and how far it is; `before` is what the branch had."""
    context, state = handoff.context, handoff.context.current_state
    files = dict.fromkeys((*context.relevant_files, *(one.path for one in context.uncommitted)))
    details: dict[str, object] = {
        HANDOFF: handoff.id,
        "files": [*files][:MOST_FILES],
        "memories": list(context.relevant_memories),
    }
    if before is not None and is_new(before.task, context.task_description):
        details[SET_ASIDE] = before.task
    save = SessionSave(
        summary=f"Took over handoff {handoff.id[:8]} from {handoff.sender_label}.",
        completed=state.completed,
        in_progress="; ".join(state.in_progress),
        blockers=state.blocked_on,
        next_steps=state.next_steps,
        session=session,
    )
    return TaskChange(context.task_description, details, session=session), save
