"""Put a new text in a memory's place: correct, supersede, extend, merge; what is refused keeps the words typed."""

from dataclasses import replace
from typing import TYPE_CHECKING

from scrubjay.errors import ScrubjayError, VersionConflict
from scrubjay_ui.failures import status
from scrubjay_ui.views.memory.asking import CHANGES, DIGITS, memory_address, typed
from scrubjay_ui.views.memory.queries import changeable, shown_memory

if TYPE_CHECKING:
    from starlette.responses import Response

    from scrubjay.model.memory import Memory, Outcome
    from scrubjay_ui.visit import Visit


def change_form(visit: "Visit") -> "Response":
    """The form for a new text."""
    memory = visit.workspace.memories.get(visit.params["id"])
    how = visit.choice("how", tuple(CHANGES), "correct")
    return _form(visit, memory, how, _fields(visit, memory, how))


def change(visit: "Visit") -> "Response":
    """Take the new text, unless the memory changed since its form was shown."""
    from scrubjay.model.memory import Blocked

    service = visit.workspace.memories
    how = visit.choice("how", tuple(CHANGES), "correct")
    old = service.get(visit.params["id"])
    try:
        outcome = _written(visit, old, how)
    except VersionConflict as error:
        return _conflict(visit, old, how, str(error))
    except ScrubjayError as error:
        return _form(visit, old, how, _typed_fields(visit), problem=str(error), status=status(error))
    if isinstance(outcome, Blocked):
        problem = f"Nothing was changed: {outcome.reason}. {outcome.do}"
        return _form(visit, old, how, _typed_fields(visit), problem=problem, status=422)
    visit.record(how, old.id)
    return visit.redirect(memory_address(visit, outcome.id), _said(old.id, how, outcome))


def _written(visit: "Visit", old: "Memory", how: str) -> "Outcome":
    from scrubjay.errors import UsageError
    from scrubjay.model.memory import Change

    service, request = visit.workspace.memories, typed(visit, visit.text("content"), old)
    if how == "merge":
        other = service.get(visit.text("other"))
        if other.id == old.id or other.scope != old.scope:
            raise UsageError("Name another memory of the same scope to merge it with.")
        request = replace(request, others=(other.id,))
    if how == "extend" and not request.content:
        raise UsageError("The added text is empty. Type what is to be added.")
    return service.update(old.id, request, Change(how))


def _said(old: str, how: str, outcome: "Outcome") -> str:
    from scrubjay.model.memory import Known, Stored

    word = {"correct": "Corrected", "supersede": "Superseded", "extend": "Extended", "merge": "Merged"}[how]
    if isinstance(outcome, Stored):
        return f"{word}: this takes the place of {old[:DIGITS]}."
    if isinstance(outcome, Known):
        return f"Known already: {outcome.id[:DIGITS]} says it. Nothing was replaced; {old[:DIGITS]} stays as it was."
    return f"It waits for review; nothing was replaced yet, and {old[:DIGITS]} stays as it was."


def _conflict(visit: "Visit", old: "Memory", how: str, problem: str) -> "Response":
    """Somebody was faster: what was shown, what holds now, and the words that were typed."""
    from scrubjay.memory.store.claim import stamp

    shown = shown_memory(visit, old.id)
    later = (one.memory for one in reversed((*shown.newer, *shown.chain)) if one.memory)
    newest = next((one for one in later if changeable(visit, one)), None)
    now = newest or visit.workspace.memories.get(old.id)
    return visit.page(
        "memory/conflict.html", title="Changed meanwhile", status=409, problem=problem, shown=shown, how=how,
        newest=newest, fields=_typed_fields(visit), changes=CHANGES,
        on=now if changeable(visit, now) else None, stamp=stamp(now),
    )  # fmt: skip


def _form(
    visit: "Visit", memory: "Memory", how: str, fields: dict[str, str], *, problem: str = "", status: int = 200
) -> "Response":
    from scrubjay.memory.store.claim import MEMORY_KINDS, stamp

    other = _other(visit, memory)
    return visit.page(
        "memory/change.html", title=f"{CHANGES[how][0]} a memory", status=status, memory=memory, how=how, fields=fields,
        stamp=visit.text("stamp") or stamp(memory), problem=problem, changes=CHANGES, kinds=MEMORY_KINDS,
        can=changeable(visit, memory), other=other, other_stamp=stamp(other) if other else "",
        likely=_likely(visit, memory) if how == "merge" else (),
    )  # fmt: skip


def _other(visit: "Visit", memory: "Memory") -> "Memory | None":
    """The memory that is merged with this one, if one is named."""
    named = visit.text("other")
    return visit.workspace.memories.get(named) if named else None


def _likely(visit: "Visit", memory: "Memory") -> "tuple[Memory, ...]":
    """Memories that say nearly the same: those that one would merge it with."""
    near = visit.workspace.memories.near(memory.content, memory.scope, 8)
    return tuple(one for one in near if one.id != memory.id)


def _fields(visit: "Visit", memory: "Memory", how: str) -> dict[str, str]:
    until = memory.valid_until[:10] if memory.valid_until.endswith("T23:59:59Z") else ""
    content = "" if how == "extend" else visit.text("content") or memory.content
    return {
        "content": content, "kind": memory.kind, "tags": " ".join(memory.tags), "applies": memory.applies,
        "valid_until": until,
    }  # fmt: skip


def _typed_fields(visit: "Visit") -> dict[str, str]:
    """What was typed, without the values of secrets in it: they are told, never shown again."""
    from scrubjay.privacy.secrets.masking import mask

    return {name: mask(visit.text(name)).text for name in ("content", "kind", "tags", "applies", "valid_until")}
