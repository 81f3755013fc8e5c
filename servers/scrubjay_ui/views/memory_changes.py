"""Changes to one memory, and what is handed on to those who were told it."""

from starlette.responses import Response

from scrubjay.errors import ScrubjayError, UsageError, VersionConflict
from scrubjay.git.head import head
from scrubjay.memory.store.claim import MEMORY_KINDS, stamp
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.memory import Blocked, Change, Known, Memory, Outcome, Stored
from scrubjay.privacy.secrets.masking import mask
from scrubjay_ui.views.memory_queries import changeable, shown_memory
from scrubjay_ui.visit import Visit, status

DIGITS = 12

CHANGES = {
    "correct": ("Correct", "It never was true: the new text takes its place from the beginning."),
    "supersede": ("Supersede", "It was true until now: the new text takes its place from today."),
    "extend": ("Extend", "It is true, and there is more: what you type is added to it."),
    "merge": ("Merge", "Two memories become one with the text that you give; both end."),
}
"""Ways to put a new text in a memory's place: the button's word, and what it does."""


@dataclass(frozen=True, slots=True)
class Ending:
    """An act that is asked about on a page of its own: its words, and whether it wants a reason."""

    word: str
    effect: str
    done: str
    reason: bool = True


ENDINGS = {
    "retract": Ending(
        "Retract", "It never was true. It is believed for no time any more, and no agent can say it again.", "Retracted"
    ),
    "invalidate": Ending("Invalidate", "It was true until now, and holds no longer.", "Invalidated"),
    "confirm": Ending(
        "Confirm", "You stand behind it: it gets the grade told, with you as author.", "Confirmed", False
    ),
}
"""Acts on one memory, or on many, that need no new text."""


def memory_address(visit: Visit, id: str, *parts: str, **query: str) -> str:
    """The address of a memory's page, or of one below it."""
    return visit.link("memories", id[:DIGITS], *parts, **query)


def typed_claim(visit: Visit, content: str, old: Memory) -> RememberRequest:
    """What the person typed, as a claim made here and now in place of a memory that was shown."""
    workspace = visit.workspace
    now = head(workspace.git)
    return RememberRequest(
        content=content,
        kind=visit.text("kind"),
        tags=tuple(visit.text("tags").split()),
        applies=visit.text("applies"),
        valid_until=visit.text("valid_until"),
        scope=old.scope,
        author=workspace.settings.user_id,
        origin=Origin.PERSON,
        act=Act.TYPED,
        branch=now.branch,
        commit=now.commit,
        expected=(visit.stamp(), visit.stamp("other_stamp") if visit.text("other") else ""),
    )


def change_form(visit: Visit) -> Response:
    """The form for a new text of a memory."""
    memory = visit.workspace.memories.get(visit.params["id"])
    how = visit.choice("how", tuple(CHANGES), "correct")
    return _form_page(visit, memory, how, _first_values(visit, memory, how))


def change(visit: Visit) -> Response:
    """Store the new text, unless the memory changed since its form was shown."""
    service = visit.workspace.memories
    how = visit.choice("how", tuple(CHANGES), "correct")
    old = service.get(visit.params["id"])
    try:
        outcome = _write_change(visit, old, how)
    except VersionConflict as error:
        return _conflict(visit, old, how, str(error))
    except ScrubjayError as error:
        return _form_page(visit, old, how, _typed_fields(visit), problem=str(error), status=status(error))
    if isinstance(outcome, Blocked):
        problem = f"Nothing was changed: {outcome.reason}. {outcome.do}"
        return _form_page(visit, old, how, _typed_fields(visit), problem=problem, status=422)
    visit.record(how, old.id)
    return visit.redirect(memory_address(visit, outcome.id), _outcome_text(old.id, how, outcome))


def _write_change(visit: Visit, old: Memory, how: str) -> Outcome:
    """Correct, supersede, extend or merge a memory by the text that was typed."""
    service, request = visit.workspace.memories, typed_claim(visit, visit.text("content"), old)
    if how == "merge":
        other = service.get(visit.text("other"))
        if other.id == old.id or other.scope != old.scope:
            raise UsageError("Name another memory of the same scope to merge it with.")
        request = replace(request, others=(other.id,))
    if how == "extend" and not request.content:
        raise UsageError("The added text is empty. Type what is to be added.")
    return service.update(old.id, request, Change(how))


def _outcome_text(old: str, how: str, outcome: Outcome) -> str:
    word = {"correct": "Corrected", "supersede": "Superseded", "extend": "Extended", "merge": "Merged"}[how]
    if isinstance(outcome, Stored):
        return f"{word}: this takes the place of {old[:DIGITS]}."
    if isinstance(outcome, Known):
        return f"Known already: {outcome.id[:DIGITS]} says it. Nothing was replaced; {old[:DIGITS]} stays as it was."
    return f"It waits for review; nothing was replaced yet, and {old[:DIGITS]} stays as it was."


def _conflict(visit: Visit, old: Memory, how: str, problem: str) -> Response:
    """The page for a memory that somebody else changed: what was shown, what holds now, and what was typed."""
    shown = shown_memory(visit, old.id)
    later = (one.memory for one in reversed((*shown.newer, *shown.chain)) if one.memory)
    newest = next((one for one in later if changeable(visit, one)), None)
    now = newest or visit.workspace.memories.get(old.id)
    return visit.page(
        "memory/conflict.html", title="Changed meanwhile", status=409, problem=problem, shown=shown, how=how,
        newest=newest, fields=_typed_fields(visit), changes=CHANGES,
        on=now if changeable(visit, now) else None, stamp=stamp(now),
    )  # fmt: skip


def _form_page(
    visit: Visit, memory: Memory, how: str, fields: dict[str, str], *, problem: str = "", status: int = 200
) -> Response:
    named = visit.text("other")
    other = visit.workspace.memories.get(named) if named else None
    return visit.page(
        "memory/change.html", title=f"{CHANGES[how][0]} a memory", status=status, memory=memory, how=how, fields=fields,
        stamp=visit.text("stamp") or stamp(memory), problem=problem, changes=CHANGES, kinds=MEMORY_KINDS,
        can=changeable(visit, memory), other=other, other_stamp=stamp(other) if other else "",
        likely=_merge_candidates(visit, memory) if how == "merge" else (),
    )  # fmt: skip


def _merge_candidates(visit: Visit, memory: Memory) -> tuple[Memory, ...]:
    """Memories that say nearly the same: those that one would merge it with."""
    near = visit.workspace.memories.near(memory.content, memory.scope, 8)
    return tuple(one for one in near if one.id != memory.id)


def _first_values(visit: Visit, memory: Memory, how: str) -> dict[str, str]:
    """What the form's fields hold at first, by name."""
    until = memory.valid_until[:10] if memory.valid_until.endswith("T23:59:59Z") else ""
    content = "" if how == "extend" else visit.text("content") or memory.content
    return {
        "content": content, "kind": memory.kind, "tags": " ".join(memory.tags), "applies": memory.applies,
        "valid_until": until,
    }  # fmt: skip


def _typed_fields(visit: Visit) -> dict[str, str]:
    """What was typed, without the values of secrets in it: they are told, never shown again."""
    return {name: mask(visit.text(name)).text for name in ("content", "kind", "tags", "applies", "valid_until")}
