"""Handoffs in words: one line each, in full, and why one can't be taken. What agents wrote is quoted on one line."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from scrubjay.errors import UsageError
from scrubjay.model.agent import AgentType, Caller
from scrubjay.model.counted import counted
from scrubjay.model.hints import LEAST_DIGITS
from scrubjay.model.pattern import pattern
from scrubjay.model.visible import visible
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.session.tasks.merge import identifier
from scrubjay_agents.handoffs.handoff import Handoff, HandoffResult, HandoffState, ResultNote
from scrubjay_agents.handoffs.moved import Moved

_ID = pattern(f"[0-9a-f]{{{LEAST_DIGITS},32}}")


def parse_target(given: str, branch: str) -> str:
    """The target as it is stored; `branch` alone is the current one. Raises UsageError, LimitExceeded."""
    kind, _, rest = given.strip().partition(":")
    if kind == "any" and rest in [type.value for type in AgentType]:
        return f"any:{rest}"
    if kind == "branch":
        return f"branch:{shown(identifier('branch', rest or branch))}"
    if _ID.fullmatch(given.strip().lower()):
        return given.strip().lower()
    types = ", ".join(type.value for type in AgentType)
    raise UsageError(
        f"target_id {given[:40]!r} is no target. Give an agent's id, branch, branch:NAME, or any:TYPE with one of: "
        f"{types}."
    )


def targets_of(caller: Caller, branch: str) -> tuple[str, ...]:
    """The targets that an agent stands for on a branch."""
    return (caller.agent, f"any:{caller.type}", f"branch:{branch}")


def addressed(target: str) -> str:
    """A target in words."""
    return f"agent {target[:8]}" if _ID.fullmatch(target) else target.replace("branch:", "branch ")


SHORT = 120
LONG = 2_000
MAX_SHOWN = 20

_BY = {HandoffState.COMPLETED: "completed", HandoffState.EXPIRED: "expired: nobody took it in time"}


def one_line(handoff: Handoff) -> str:
    """A handoff in one line: id, sender, target, state, task."""
    taken = f" by {handoff.lease.label}" if handoff.lease and handoff.state is HandoffState.ACCEPTED else ""
    task = one_line_cut(handoff.context.task_description, SHORT)
    return (
        f"{handoff.id} from {handoff.sender_label} for {addressed(handoff.target)}, {handoff.state}{taken}, "
        f"{handoff.created_at[:16]}: {task}"
    )


def in_full(handoff: Handoff) -> Iterator[str]:
    """Everything that a handoff says, in lines."""
    context, state = handoff.context, handoff.context.current_state
    yield one_line(handoff)
    if len(context.task_description) > SHORT:
        yield f"Task: {one_line_cut(context.task_description)}"
    for name in ("completed", "in_progress", "blocked_on", "next_steps"):
        yield from _list_line(name.replace("_", " ").capitalize(), getattr(state, name))
    yield from _list_line("Files", context.relevant_files)
    yield from _list_line("Memories", context.relevant_memories)
    if context.commit:
        where = f" in {context.worktree}" if context.worktree else ""
        yield f"Left on {context.branch} @ {context.commit[:10]}{where}"
    yield from _list_line("Uncommitted there", [_path(one.path) for one in context.uncommitted], context.left_out)
    if handoff.state is HandoffState.COMPLETED and handoff.lease and handoff.lease.result:
        yield f"Result of {handoff.lease.label}: {_result_text(handoff.lease.result)}"
        yield from _list_line("Modified", handoff.lease.result.files_modified)
    for note in handoff.notes:
        yield f"Note of {note.label} (lease {note.lease}): {_result_text(note.result)}"
    if handoff.reason:
        yield f"Reason: {one_line_cut(handoff.reason)}"


def moved_lines(moved: Moved) -> Iterator[str]:
    """What has changed since a handoff was written, in lines."""
    lines = [line for line in (moved.branch, moved.lacks, moved.fetch) if line]
    if moved.count:
        more = ", …" if moved.count > len(moved.subjects) else ""
        subjects = "; ".join(one_line_cut(subject, SHORT) for subject in moved.subjects)
        lines.append(f"{counted(moved.count, 'commit')}: {subjects}{more}")
    lines += [*_list_line("files that changed", [_path(path) for path in moved.files])]
    lines += [f"uncommitted {_path(path)}: {where}" for path, where in moved.uncommitted[:MAX_SHOWN]]
    if len(moved.uncommitted) > MAX_SHOWN:
        lines.append(f"uncommitted: {len(moved.uncommitted) - MAX_SHOWN} more, see `scrubjay handoff show ID --json`")
    lines += [f"memory {id[:12]}: {how}" for id, how in moved.memories]
    if not lines:
        yield "Since then: nothing moved."
        return
    yield "Since then:"
    yield from (f"- {line}" for line in lines)


def ended_line(handoff: Handoff) -> str:
    """How a sender's handoff ended, in one line."""
    how = _BY.get(handoff.state, handoff.state.lower())
    by = f" by {handoff.lease.label}" if handoff.lease and handoff.state is HandoffState.COMPLETED else ""
    told = f": {one_line_cut(handoff.reason, SHORT)}" if handoff.reason else ""
    if handoff.state is HandoffState.COMPLETED and handoff.lease and handoff.lease.result:
        told = f": {_result_text(handoff.lease.result, SHORT)}"
    return f"Your {_label(handoff)} is {how}{by}{told}"


def taken_line(handoff: Handoff) -> str:
    """A line which says that somebody took a sender's handoff."""
    by = f" by {handoff.lease.label}, {handoff.lease.taken_at[:16]}" if handoff.lease else ""
    return f"Your {_label(handoff)} is accepted{by}"


def noted_line(handoff: Handoff, note: ResultNote) -> str:
    """A line on a result that a taker of a sender's handoff brought and that didn't finish it."""
    return f"Your {_label(handoff)}, {handoff.state}, has a note of {note.label}: {_result_text(note.result, SHORT)}"


def withdrawn_line(handoff: Handoff) -> str:
    """A line which says that a handoff was withdrawn that a session had taken."""
    return f"The {_label(handoff)}, which you took, was cancelled: stop, or complete_handoff keeps a result as a note"


def sections(waiting: Sequence[Handoff], news: Iterable[str], more: int = 0) -> str:
    """The handoff section of a session's greeting: handoffs that wait, and news of the session's own; often empty.

    `more` wait that aren't shown.
    """
    lines = [f"- {one_line(handoff)}" for handoff in waiting]
    if waiting and more:
        lines.append(f"- {counted(more, 'more handoff')}: get_pending_handoffs, or `scrubjay handoff list`")
    lines += [f"- {line}" for line in news]
    if not lines:
        return ""
    hint = " (accept_handoff, or `scrubjay handoff accept ID`, takes one)" if waiting else ""
    return "\n".join([f"## Handoffs{hint}", *lines])


def one_line_cut(text: str, most: int = LONG) -> str:
    """A text on one line, cut."""
    plain = " ".join(text.split())
    return plain if len(plain) <= most else f"{plain[: most - 1]}…"


def _label(handoff: Handoff) -> str:
    """A handoff within a sentence: its id and its task, in quotation marks."""
    return f'handoff {handoff.id[:8]} "{one_line_cut(handoff.context.task_description, SHORT)}"'


def _path(path: str) -> str:
    """A path with nothing in it that hides or reverses text."""
    return visible(path).replace("\n", "\\x0a").replace("\t", "\\x09")


def _list_line(title: str, items: Sequence[str], left_out: int = 0) -> Iterator[str]:
    """A line with a title and some items; no line where there are none."""
    if items:
        hidden = max(0, len(items) - MAX_SHOWN) + left_out
        more = f"; … {hidden} more" if hidden else ""
        yield f"{title}: {'; '.join(one_line_cut(item, LONG) for item in items[:MAX_SHOWN])}{more}"


def _result_text(result: HandoffResult, most: int = LONG) -> str:
    """A result in words: status, number of files, notes."""
    files = f", {counted(len(result.files_modified), 'file')}" if result.files_modified else ""
    notes = f": {one_line_cut(result.notes, most)}" if result.notes else ""
    return f"{result.status}{files}{notes}"


_OF_ITS_SENDER = ("cancel", "renew")


def why_not(handoff: Handoff, caller: Caller, targets: Collection[str], action: str) -> str:
    """The reason why an action on a handoff is refused, in words. `targets`: the caller's names on this branch."""
    what = f"Handoff {handoff.id[:12]}"
    if action in _OF_ITS_SENDER and caller.type is not AgentType.HUMAN and handoff.sender != caller.agent:
        other = (
            f"{_step(caller, handoff, 'reject')} refuses it" if action == "cancel" else "initiate_handoff leaves yours"
        )
        return f"{what} is from {handoff.sender_label}: only its sender or a person may {action} it. {other}."
    if handoff.state is HandoffState.PENDING:
        return f"{what} is PENDING, {_pending(handoff, caller, targets)}."
    if handoff.state is HandoffState.ACCEPTED and handoff.lease is not None:
        return f"{what} is {_holder_text(handoff, caller)}."
    why = f": {' '.join(handoff.reason.split())}" if handoff.reason else ""
    more = "leaves what is left to do" if handoff.state is HandoffState.COMPLETED else "leaves it again"
    again = "" if handoff.state is HandoffState.COMPLETED else f" --from {handoff.id[:8]}"
    return f"{what} is {handoff.state} since {handoff.changed_at}{why}. `scrubjay handoff create{again}` {more}."


def away_note(handoff: Handoff) -> str:
    """A note for a session that took a handoff from another worktree: it must pass its lease."""
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
    """A note on a handoff for a branch that doesn't exist."""
    return f"No branch {branch} is in this clone yet: nobody is told of it until somebody works on one."


def _pending(handoff: Handoff, caller: Caller, targets: Collection[str]) -> str:
    """Whose turn a handoff is that nobody has taken, in words."""
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


def _holder_text(handoff: Handoff, caller: Caller) -> str:
    """Who has a handoff that was taken, in words."""
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
    """The command that a person types, or the tool that an agent calls, for an action on a handoff."""
    if caller.type is AgentType.HUMAN:
        return f"`scrubjay handoff {action} {handoff.id[:8]}`"
    return f"{action}_handoff"
