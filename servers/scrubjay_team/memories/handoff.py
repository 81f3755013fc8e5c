"""Handoffs of a team as values, and their lines of text."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from uuid import UUID

from scrubjay.errors import UsageError
from scrubjay.memory.grounding.injection import forbid_instructions
from scrubjay.model.clock import iso
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.pattern import pattern
from scrubjay.model.visible import visible
from scrubjay.privacy.secrets.masking import mask
from scrubjay_agents.api import HandoffContext, HandoffResult, HandoffState, parse, rows
from scrubjay_team.memories.memory import Row

if TYPE_CHECKING:
    from scrubjay_team.memories.store import MemoryStore

DIGITS = 12
SHORT = 300

_CLIENT = pattern(r"[\w.-]{1,60}")


@dataclass(frozen=True, slots=True)
class LateResult:
    """A result that came too late to finish a handoff: whose, under which lease, and when (ISO 8601, UTC)."""

    lease: int
    member_name: str
    at: str
    result: HandoffResult


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamHandoff:
    """Work that one member left; `lease` counts how often it was taken, `taker` is who took it last.

    `target` is None where whoever comes next may take it, of one `client` where that is given. Moments are ISO 8601 in
    UTC; `lease_until` is empty where nobody holds it.
    """

    id: str
    state: HandoffState
    context: HandoffContext
    sender: UUID
    sender_name: str
    target: UUID | None
    target_name: str
    client: str
    sender_client: str
    sender_session: str
    project: UUID | None
    project_name: str
    created_at: str
    expires_at: str
    changed_at: str
    lease: int
    taker: UUID | None
    taker_name: str
    taker_session: str
    taken_at: str
    lease_until: str
    result: HandoffResult | None
    reason: str
    notes: tuple[LateResult, ...] = ()

    @property
    def addressed(self) -> str:
        """Whom it is for, in words."""
        if self.target is not None:
            return self.target_name or "a former member"
        return f"any:{self.client}" if self.client else "any"


@dataclass(frozen=True, slots=True)
class HandoffTarget:
    """Whom a handoff is for: a member by name, or whoever comes next, of one client or of any."""

    member: str = ""
    client: str = ""


def parse_target(given: str) -> HandoffTarget:
    """The target that a text names: a member's name, `any`, or `any:CLIENT`. Raises UsageError."""
    kind, colon, client = given.strip().partition(":")
    if kind == "any" and (not colon or _CLIENT.fullmatch(client)):
        return HandoffTarget(client=client)
    if not given.strip() or kind == "any":
        raise UsageError(
            f"target {given[:40]!r} is no target. Give a member's name, any, or any:CLIENT, such as any:claude-code."
        )
    return HandoffTarget(member=given.strip())


def bounded(store: "MemoryStore", given: Mapping[str, object]) -> HandoffContext:
    """The context of a handoff: bounded, masked, and without what speaks to its reader.

    Raises UsageError, NotFound, SpeaksToReader.
    """
    context = parse.parse_context(given)
    forbid_instructions(parse.texts_of(context))
    return replace(
        context,
        relevant_memories=tuple(store.find(id).id for id in context.relevant_memories),
        relevant_files=tuple(mask(file).text for file in context.relevant_files),
    )


def at_place(context: HandoffContext, place: HandoffContext | None) -> HandoffContext:
    """A context with where its sender stands, in names of `machine_name`; the folder stays on the sender's machine.

    Raises SpeaksToReader.
    """
    if place is None:
        return context
    uncommitted = [
        replace(one, path=machine_name("path", one.path), renamed_to=machine_name("path", one.renamed_to))
        for one in place.uncommitted
    ]
    return replace(
        context,
        branch=machine_name("branch", place.branch),
        commit=place.commit,
        worktree=machine_name("worktree", place.worktree),
        uncommitted=tuple(uncommitted),
        left_out=place.left_out,
    )


def machine_name(what: str, name: str) -> str:
    """A name that a machine fills in: on one line, without secrets. Raises SpeaksToReader, as words do."""
    flat = mask(" ".join(visible(name).splitlines())).text
    forbid_instructions([(what, flat)])
    return flat


def handoff_of(row: Row, notes: tuple[LateResult, ...] = ()) -> TeamHandoff:
    """The handoff that a row holds."""
    held = row["state"] == HandoffState.ACCEPTED and row["lease_until"] is not None
    return TeamHandoff(
        id=row["id"].hex, state=HandoffState(row["state"]), context=rows.context_from(json.dumps(row["context"])),
        sender=row["sender"], sender_name=row["sender_name"] or "a former member", target=row["target"],
        target_name=row["target_name"] or "", client=row["client"], sender_client=row["sender_client"],
        sender_session=row["sender_session"], project=row["project"], project_name=row["project_name"] or "",
        created_at=iso(row["created_at"]), expires_at=iso(row["expires_at"]), changed_at=iso(row["changed_at"]),
        lease=row["lease"], taker=row["taker"], taker_name=row["taker_name"] or "",
        taker_session=row["taker_session"], taken_at=iso(row["taken_at"]) if row["taken_at"] else "",
        lease_until=iso(row["lease_until"]) if held else "", result=_result(row["result"]),
        reason=row["reason"], notes=notes,
    )  # fmt: skip


def note_of(row: Row) -> LateResult:
    """The late result that a row holds."""
    result = rows.result_from(json.dumps(row["result"]))
    return LateResult(row["lease"], row["name"] or "a former member", iso(row["at"]), result)


def _result(kept: dict[str, Any] | None) -> HandoffResult | None:
    return rows.result_from(json.dumps(kept)) if kept else None


def handoff_lines(handoff: TeamHandoff) -> list[str]:
    """Everything that a handoff says, in lines."""
    context, state = handoff.context, handoff.context.current_state
    taken = f" by {handoff.taker_name}" if handoff.state is HandoffState.ACCEPTED else ""
    where = f" on {handoff.project_name}" if handoff.project_name else ""
    lines = [
        f"{handoff.id} from {handoff.sender_name} for {handoff.addressed}{where}, {handoff.state}{taken}, "
        f"{handoff.created_at[:16]}: {_short(context.task_description)}"
    ]
    for name in ("completed", "in_progress", "blocked_on", "next_steps"):
        lines += _list_line(name.replace("_", " ").capitalize(), getattr(state, name))
    if context.commit:
        lines.append(f"Left on {_short(context.branch)} @ {context.commit[:10]}")
    lines += _list_line("Files", context.relevant_files)
    lines += _list_line("Uncommitted there", tuple(one.path for one in context.uncommitted[:20]))
    lines += _list_line("Memories", tuple(id[:DIGITS] for id in context.relevant_memories))
    if handoff.result is not None:
        lines.append(f"Result of {handoff.taker_name}: {_result_text(handoff.result)}")
    lines += [f"Note of {note.member_name} (lease {note.lease}): {_result_text(note.result)}" for note in handoff.notes]
    return [*lines, f"Reason: {_short(handoff.reason)}"] if handoff.reason else lines


def ended_line(handoff: TeamHandoff) -> str:
    """How a handoff ended, for its sender, in one line."""
    by = f" by {handoff.taker_name}" if handoff.state is HandoffState.COMPLETED else ""
    why = _result_text(handoff.result) if handoff.result is not None else _short(handoff.reason)
    task = _short(handoff.context.task_description)
    return f"Your handoff {handoff.id[:DIGITS]} ({task}) is {handoff.state}{by}{f': {why}' if why else ''}"


def _list_line(name: str, entries: tuple[str, ...]) -> list[str]:
    return [f"{name}: {'; '.join(map(_short, entries))}"] if entries else []


def _result_text(result: HandoffResult) -> str:
    files = f" ({', '.join(result.files_modified[:20])})" if result.files_modified else ""
    return f"{result.status}{f', {_short(result.notes)}' if result.notes else ''}{files}"


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= SHORT else f"{flat[:SHORT]} …"


def why_not(handoff: TeamHandoff, me: UUID, client: str) -> str:
    """Why a handoff can't be taken or finished now, in words. Pure."""
    what = f"Handoff {handoff.id[:DIGITS]}"
    if handoff.state is HandoffState.ACCEPTED:
        who = "you in another session" if handoff.taker == me else handoff.taker_name
        here = f" complete_handoff finishes it from here with lease={handoff.lease}." if handoff.taker == me else ""
        until = f"until {handoff.lease_until}, or longer while they work"
        return f"{what} is held by {who} {until}. Nothing was changed.{here}"
    if handoff.state is HandoffState.PENDING:
        mine = handoff.target == me or (handoff.target is None and handoff.client in ("", client))
        todo = "accept_handoff takes it" if mine else f"for {handoff.addressed}, which isn't you"
        return f"{what} waits, and nobody has taken it: {todo}. Nothing was changed."
    return f"{what} is {handoff.state} since {handoff.changed_at}. Nothing was changed; initiate_handoff leaves more."
