"""What a proposed handoff says, and why it is refused."""

from collections.abc import Collection, Iterator, Mapping

from scrubjay.errors import UsageError
from scrubjay.model.agent import AgentType, Caller
from scrubjay.model.snapshot import snapshot
from scrubjay.session.tasks.bounds import MAX_ITEM, MAX_TEXT, bounded_items, text
from scrubjay.session.tasks.clean import Cleaner
from scrubjay.session.tasks.same_task import is_new
from scrubjay.session.tasks.task import HANDOFF, SET_ASIDE, SessionSave, Task, TaskChange
from scrubjay_agents.handoffs.handoff import CurrentState, Handoff, HandoffContext, HandoffResult, HandoffState
from scrubjay_agents.handoffs.text import addressed

STATE = ("completed", "in_progress", "blocked_on", "next_steps")
CONTEXT = ("task_description", "current_state", "relevant_memories", "relevant_files")
RESULT = ("status", "files_modified", "notes", "learned")
STATUSES = ("done", "partial", "failed")


def parse_context(given: Mapping[str, object]) -> HandoffContext:
    """The context that a sender gives. Raises UsageError, LimitExceeded."""
    values = _known(snapshot(given, "context"), CONTEXT, "context")
    cleaner = Cleaner()
    task = cleaner.text(text("task_description", _text(values, "task_description")))
    if not task:
        raise UsageError("context.task_description is empty. Say in a sentence what is to be done.")
    stands = values.get("current_state", {})
    if isinstance(stands, str):
        stands = {"in_progress": stands}
    if not isinstance(stands, dict):
        raise UsageError(f"context.current_state must be an object with {', '.join(STATE)}.")
    lists = {name: cleaner.items(_items(stands, name)) for name in STATE}
    _known(stands, STATE, "context.current_state")
    return HandoffContext(
        task_description=task,
        current_state=CurrentState(**lists),
        relevant_memories=_items(values, "relevant_memories"),
        relevant_files=_items(values, "relevant_files"),
    )


def texts_of(context: HandoffContext) -> Iterator[tuple[str, str]]:
    """What a sender wrote in its own words, each with the name of its field."""
    yield "task_description", context.task_description
    for name in STATE:
        yield from ((f"current_state.{name}", entry) for entry in getattr(context.current_state, name))


def parse_result(given: Mapping[str, object]) -> tuple[HandoffResult, tuple[str, ...]]:
    """The result that a taker gives, and what it learned. Raises UsageError, LimitExceeded."""
    values = _known(snapshot(given, "result"), RESULT, "result")
    if not values:
        raise UsageError('result is empty. Say what came of it, for example {"status": "done", "notes": "…"}.')
    status = _text(values, "status") or "done"
    if status not in STATUSES:
        raise UsageError(f"status {status[:40]!r} is none. It is {', '.join(STATUSES[:-1])} or {STATUSES[-1]}.")
    for name in ("files_modified", "learned"):
        if isinstance(values.get(name), str):
            raise UsageError(f'{name} must be a list of texts, for example ["a", "b"].')
    notes = Cleaner().text(text("notes", _text(values, "notes"), MAX_TEXT))
    result = HandoffResult(status=status, files_modified=_items(values, "files_modified"), notes=notes)
    return result, _items(values, "learned")


def parse_reason(given: str) -> str:
    """Why somebody refuses it, in a line or two. Raises LimitExceeded."""
    return Cleaner().text(text("reason", given, MAX_ITEM))


def _known(values: dict[str, object], names: tuple[str, ...], where: str) -> dict[str, object]:
    unknown = [name for name in values if name not in names]
    if unknown:
        raise UsageError(f"{where} has no member {unknown[0][:40]!r}. It takes: {', '.join(names)}.")
    return values


def _text(values: Mapping[str, object], name: str) -> str:
    value = values.get(name, "")
    if not isinstance(value, str):
        raise UsageError(f"{name} must be a text.")
    return value


def _items(values: Mapping[str, object], name: str) -> tuple[str, ...]:
    """A list of texts; one text alone is a list of one."""
    value = values.get(name, ())
    entries = [value] if isinstance(value, str) else value
    if not isinstance(entries, list | tuple) or not all(isinstance(entry, str) for entry in entries):
        raise UsageError(f'{name} must be a list of texts, for example ["a", "b"].')
    return bounded_items(name, entries)


_OF_ITS_SENDER = ("cancel", "renew")


def why_not(handoff: Handoff, caller: Caller, targets: Collection[str], action: str) -> str:
    """In words. `targets` are what the caller stands for on this branch; `action` is what was tried."""
    what = f"Handoff {handoff.id[:12]}"
    if action in _OF_ITS_SENDER and caller.type is not AgentType.HUMAN and handoff.sender != caller.agent:
        other = (
            f"{_step(caller, handoff, 'reject')} refuses it" if action == "cancel" else "initiate_handoff leaves yours"
        )
        return f"{what} is from {handoff.sender_label}: only its sender or a person may {action} it. {other}."
    if handoff.state is HandoffState.PENDING:
        return f"{what} is PENDING, {_pending(handoff, caller, targets)}."
    if handoff.state is HandoffState.ACCEPTED and handoff.lease is not None:
        return f"{what} is {_held(handoff, caller)}."
    why = f": {' '.join(handoff.reason.split())}" if handoff.reason else ""
    more = "leaves what is left to do" if handoff.state is HandoffState.COMPLETED else "leaves it again"
    again = "" if handoff.state is HandoffState.COMPLETED else f" --from {handoff.id[:8]}"
    return f"{what} is {handoff.state} since {handoff.changed_at}{why}. `scrubjay handoff create{again}` {more}."


def elsewhere(handoff: Handoff) -> str:
    """What a session does that took a handoff from another worktree."""
    lease = f"lease={handoff.number} (`--lease {handoff.number}`)"
    return f"You took handoff {handoff.id[:12]} from another worktree. Pass {lease}."


def not_again(handoff: Handoff, copy: Handoff | None) -> str:
    """Why a handoff isn't left again; empty where it may be. `copy` is itself or one that renews it, if still open."""
    if copy is not None:
        which = "is" if copy.id == handoff.id else f"was left again as {copy.id[:12]}, which is"
        return (
            f"Handoff {handoff.id[:12]} {which} still {copy.state}. "
            f"cancel_handoff, or `scrubjay handoff cancel {copy.id[:8]}`, withdraws it first."
        )
    if handoff.state is HandoffState.COMPLETED:
        return (
            f"Handoff {handoff.id[:12]} is COMPLETED. `scrubjay handoff create TASK`, or initiate_handoff, leaves what "
            "is left to do."
        )
    return ""


def unseen(branch: str) -> str:
    """What is said of a handoff for a branch that isn't there."""
    return f"No branch {branch} is in this clone yet: nobody is told of it until somebody works on one."


def _pending(handoff: Handoff, caller: Caller, targets: Collection[str]) -> str:
    """Whose turn it is where nobody has taken it."""
    if handoff.target in targets and handoff.sender != caller.agent:
        return f"and nobody has taken it: {_step(caller, handoff, 'accept')} takes it"
    withdraw = f"{_step(caller, handoff, 'cancel')} withdraws it"
    if handoff.sender == caller.agent:
        return f"for {addressed(handoff.target)}, and you left it: {withdraw}"
    kind, _, branch = handoff.target.partition(":")
    if kind == "branch":
        accept = _step(caller, handoff, "accept")
        return f"for branch {branch}: `git switch {branch}`, or work in its worktree, then {accept}"
    return f"for {addressed(handoff.target)}, which isn't you: {withdraw}"


def _held(handoff: Handoff, caller: Caller) -> str:
    """Who has it."""
    lease = handoff.lease
    if lease is None:
        return handoff.state
    finish = _step(caller, handoff, "complete")
    if lease.agent == caller.agent and lease.session == caller.session:
        return f"yours since {lease.taken_at}: {finish} finishes it, {_step(caller, handoff, 'reject')} gives it back"
    whose = "you in another session" if lease.agent == caller.agent else lease.label
    return (
        f"held by {whose} (session {lease.session[:8]}) since {lease.taken_at}. That session alone completes it, or "
        f"gives it back with {_step(caller, handoff, 'reject')}; it comes back by itself 30 minutes after that session "
        "falls silent"
    )


def _step(caller: Caller, handoff: Handoff, action: str) -> str:
    """What a caller types or calls."""
    if caller.type is AgentType.HUMAN:
        return f"`scrubjay handoff {action} {handoff.id[:8]}`"
    return f"{action}_handoff"


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
