"""Validation of a handoff: as proposed, alone or beside a save, as its taker's task, and in its rows."""

from collections.abc import Iterator, Mapping
from typing import Final

from scrubjay.errors import UsageError
from scrubjay.model.frozen import dataclass
from scrubjay.model.row_law import MOMENT, OBJECT, ValueRule, choice, number, optional_rule
from scrubjay.model.snapshot import snapshot
from scrubjay.session.tasks.merge import MAX_ITEM, MAX_TEXT, Cleaner, bounded_items, bounded_text, is_new
from scrubjay.session.tasks.task import HANDOFF, SET_ASIDE, SessionSave, Task, TaskChange
from scrubjay_agents.handoffs.handoff import (
    DEFAULT_TTL,
    CurrentState,
    Handoff,
    HandoffContext,
    HandoffResult,
    HandoffState,
)

STATE = ("completed", "in_progress", "blocked_on", "next_steps")
CONTEXT = ("task_description", "current_state", "relevant_memories", "relevant_files")
RESULT = ("status", "files_modified", "notes", "learned")
STATUSES = ("done", "partial", "failed")


def parse_context(given: Mapping[str, object]) -> HandoffContext:
    """The context that a sender gives. Raises UsageError, LimitExceeded."""
    values = _known_members(snapshot(given, "context"), CONTEXT, "context")
    cleaner = Cleaner()
    task = cleaner.text(bounded_text("task_description", _text(values, "task_description")))
    if not task:
        raise UsageError("task_description is empty. Say in a sentence what is to be done.")
    stands = values.get("current_state", {})
    if isinstance(stands, str):
        stands = {"in_progress": stands}
    if not isinstance(stands, dict):
        raise UsageError(f"current_state in the argument context must be an object with {', '.join(STATE)}.")
    lists = {name: cleaner.items(_items(stands, name)) for name in STATE}
    _known_members(stands, STATE, "context.current_state")
    return HandoffContext(
        task_description=task,
        current_state=CurrentState(**lists),
        relevant_memories=_items(values, "relevant_memories"),
        relevant_files=_items(values, "relevant_files"),
    )


def texts_of(context: HandoffContext) -> Iterator[tuple[str, str]]:
    """The texts of a context that the sender wrote freely, each with the name of its field."""
    yield "task_description", context.task_description
    for name in STATE:
        yield from ((f"current_state.{name}", entry) for entry in getattr(context.current_state, name))


def parse_result(given: Mapping[str, object]) -> tuple[HandoffResult, tuple[str, ...]]:
    """The result that a taker gives, and what it learned. Raises UsageError, LimitExceeded."""
    values = _known_members(snapshot(given, "result"), RESULT, "result")
    if not values:
        raise UsageError('result is empty. Say what came of it, for example {"status": "done", "notes": "…"}.')
    status = _text(values, "status") or "done"
    if status not in STATUSES:
        raise UsageError(f"status {status[:40]!r} is no status. It is {', '.join(STATUSES[:-1])} or {STATUSES[-1]}.")
    for name in ("files_modified", "learned"):
        if isinstance(values.get(name), str):
            raise UsageError(f'{name} must be a list of texts, for example ["a", "b"].')
    notes = Cleaner().text(bounded_text("notes", _text(values, "notes"), MAX_TEXT))
    result = HandoffResult(status=status, files_modified=_items(values, "files_modified"), notes=notes)
    return result, _items(values, "learned")


def parse_reason(given: str) -> str:
    """The reason why somebody refuses a handoff, in a line or two. Raises LimitExceeded."""
    return Cleaner().text(bounded_text("reason", given, MAX_ITEM))


def _known_members(values: dict[str, object], names: tuple[str, ...], where: str) -> dict[str, object]:
    """An object whose members are all known. Raises UsageError for an unknown one."""
    unknown = [name for name in values if name not in names]
    if unknown:
        raise UsageError(f"{where} has no member {unknown[0][:40]!r}. It takes: {', '.join(names)}.")
    return values


def _text(values: Mapping[str, object], name: str) -> str:
    """The text of a member, empty where it is missing. Raises UsageError for anything but a text."""
    value = values.get(name, "")
    if not isinstance(value, str):
        raise UsageError(f"{name} must be a text.")
    return value


def _items(values: Mapping[str, object], name: str) -> tuple[str, ...]:
    """The texts of a member; one text alone is a list of one."""
    value = values.get(name, ())
    entries = [value] if isinstance(value, str) else value
    if not isinstance(entries, list | tuple) or not all(isinstance(entry, str) for entry in entries):
        raise UsageError(f'{name} must be a list of texts, for example ["a", "b"].')
    return bounded_items(name, entries)


MOST_FILES = 50


def taken_over(handoff: Handoff, before: Task | None, session: str) -> tuple[TaskChange, SessionSave]:
    """What changes on the branch of a taken handoff: its task, and how far that is; `before` is the task until now."""
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


SECONDS = int(DEFAULT_TTL.total_seconds())
MEMBERS = ("target_id", "context", "ttl_seconds", "source_id")


@dataclass(frozen=True, slots=True)
class LeftHandoff:
    """The arguments of `initiate_handoff`."""

    target_id: str
    context: Mapping[str, object]
    ttl_seconds: int = SECONDS
    source_id: str = ""


def parse_leaving(given: Mapping[str, object], save: SessionSave) -> LeftHandoff:
    """The handoff that a save leaves, by its argument `handoff`. Raises UsageError.

    The branch's task isn't taken: another author may have written it, and a quarantine of that one wouldn't reach it.
    """
    values = snapshot(given, "handoff")
    unknown = [name for name in values if name not in MEMBERS]
    if unknown:
        raise UsageError(f"The argument handoff has no member {unknown[0][:40]!r}. It takes: {', '.join(MEMBERS)}.")
    context, seconds = values.pop("context", {}), values.pop("ttl_seconds", SECONDS)
    if not isinstance(context, dict):
        raise UsageError("In the argument handoff, context must be an object, as initiate_handoff takes it.")
    if not isinstance(seconds, int) or isinstance(seconds, bool):
        raise UsageError("In the argument handoff, ttl_seconds must be a whole number of seconds, such as 86400.")
    texts = {name: values.get(name, "") for name in ("target_id", "source_id")}
    for name, value in texts.items():
        if not isinstance(value, str):
            raise UsageError(f"In the argument handoff, {name} must be a text.")
    stands = {
        "completed": save.completed, "in_progress": save.in_progress, "blocked_on": save.blockers,
        "next_steps": save.next_steps,
    }  # fmt: skip
    said = {"task_description": save.summary, "current_state": {k: v for k, v in stands.items() if v}}
    return LeftHandoff(str(texts["target_id"]), said | context, seconds, str(texts["source_id"]))


_RULES: Final[Mapping[str, Mapping[str, ValueRule]]] = {
    "handoff": {
        "state": choice(HandoffState, HandoffState.CANCELLED), "created_at": MOMENT, "expires_at": MOMENT,
        "changed_at": MOMENT, "told": number(0, 1), "lease": number(0, 10**9),
    },
    "handoff_lease": {"taken_at": MOMENT, "renewed_at": MOMENT, "result": optional_rule(OBJECT)}
    | dict.fromkeys(("taking_told", "end_told"), number(0, 1)),
    "handoff_note": {"at": MOMENT, "result": OBJECT, "told": number(0, 1)},
    "handoff_time": {"highest": optional_rule(MOMENT), "wall": optional_rule(MOMENT), "ticks": number(0, 10**12)},
}  # fmt: skip


class HandoffRows:
    """The rules for rows of handoffs, as a `row_law`."""

    def rules(self, table: str) -> Mapping[str, ValueRule]:
        """The rules of a table of handoffs, by column."""
        return _RULES.get(table, {})
