"""The pages and forms of one memory."""

from starlette.responses import Response

from scrubjay.errors import NotFound, VersionConflict
from scrubjay.memory.lifecycle.changes import LONGEST_REASON
from scrubjay.memory.lifecycle.erasing import ErasedMemory, checked_line
from scrubjay.memory.store.claim import stamp
from scrubjay.memory.store.writing import HOLDING
from scrubjay.model.memory import Memory
from scrubjay_ui.views.memory_changes import CHANGES, DIGITS, ENDINGS, memory_address
from scrubjay_ui.views.memory_queries import last_decision, shown_memory
from scrubjay_ui.views.sessions_queries import CHANNELS, address
from scrubjay_ui.visit import Visit


def end_form(visit: Visit) -> Response:
    """The page that says what an act will do to a memory, with its button."""
    return _confirmation_page(visit, visit.workspace.memories.get(visit.params["id"]))


def end(visit: Visit) -> Response:
    """Retract, invalidate or confirm the memory that was shown."""
    act = visit.choice("act", tuple(ENDINGS), "")
    service, user = visit.workspace.memories, visit.workspace.settings.user_id
    memory, reason = service.get(visit.params["id"]), visit.text("reason")
    if ENDINGS[act].reason and not reason:
        return _confirmation_page(visit, memory, problem="Give the reason; it stays in the history.", status=400)
    if len(reason) > LONGEST_REASON:
        problem = f"The reason has more than {LONGEST_REASON:,} characters. Say it shorter."
        return _confirmation_page(visit, memory, problem=problem, status=422)
    try:
        if act == "confirm":
            (done,) = visit.workspace.reviews.approve([memory.id], expected={memory.id: visit.stamp()})
            if done.memory is None:
                raise VersionConflict(done.problem)
        else:
            change = service.retract if act == "retract" else service.invalidate
            change(memory.id, user, reason, scope=memory.scope, authority=True, expected=visit.stamp())
    except VersionConflict as error:
        return _conflict_page(visit, memory, error, reason)
    visit.record(act, memory.id)
    return visit.redirect(memory_address(visit, memory.id), f"{ENDINGS[act].done}: {memory.id[:DIGITS]}.")


def _conflict_page(visit: Visit, memory: Memory, error: VersionConflict, reason: str = "") -> Response:
    shown = shown_memory(visit, memory.id)
    return visit.page(
        "memory/meanwhile.html", title="Changed meanwhile", status=409, problem=str(error), reason=reason, shown=shown
    )


def undo_form(visit: Visit) -> Response:
    """The page of the last decision in full, with the button that takes it back."""
    step = last_decision(visit.workspace)
    memories = visit.workspace.memories.of_ids(step.ids) if step else {}
    return visit.page("memory/undo.html", title="Undo", step=step, memories=memories, problem="")


def undo(visit: Visit) -> Response:
    """Take back the decision that was shown, and no other."""
    before = last_decision(visit.workspace)
    if before is None:
        raise NotFound("There is no decision to take back.")
    try:
        step = visit.workspace.reviews.undo(expected=visit.text("mark"))
    except VersionConflict as error:
        memories = visit.workspace.memories.of_ids(before.ids)
        return visit.page(
            "memory/undo.html", title="Undo", status=409, step=before, memories=memories, problem=str(error)
        )
    visit.record(f"undo {step.action}", step.ids[0] if step.ids else "")
    shown = next((one for one in step.ids if _is_current(visit, one)), "")
    address = memory_address(visit, shown) if shown else visit.link("memories")
    return visit.redirect(address, f"Undone: {step.action}.")


def _is_current(visit: Visit, id: str) -> bool:
    found = visit.workspace.memories.of_ids([id]).get(id)
    return found is not None and found.status in HOLDING


def _confirmation_page(visit: Visit, memory: Memory, *, problem: str = "", status: int = 200) -> Response:
    """The page that asks whether to do an act on a memory."""
    act = visit.choice("act", tuple(ENDINGS), "")
    left = visit.workspace.left_in_git(memory.id) if act != "confirm" else ""
    return visit.page(
        "memory/end.html", title=f"{ENDINGS[act].word} a memory", status=status, memory=memory, act=act,
        ending=ENDINGS[act], stamp=visit.text("stamp") or stamp(memory), reason=visit.text("reason"), problem=problem,
        left=left,
    )  # fmt: skip


def forget_form(visit: Visit) -> Response:
    """The page that says what will be gone for good and what stays, with its button."""
    eraser = visit.workspace.eraser
    memory = visit.workspace.memories.get(visit.params["id"])
    return visit.page(
        "memory/forget.html", title="Forget a memory", memory=memory, stamp=stamp(memory),
        left=eraser.left_in_git(memory.id), pools=eraser.shared_in(memory.id),
        newer=visit.workspace.memories.provenance(memory.id).successors,
    )  # fmt: skip


def forget(visit: Visit) -> Response:
    """Forget the memory that was shown; tells which bytes are gone, and how that was checked."""
    memory = visit.workspace.memories.get(visit.params["id"])
    user = visit.workspace.settings.user_id
    try:
        erased = visit.workspace.eraser.erase(memory.id, user, authority=True, expected=visit.stamp())
    except VersionConflict as error:
        return _conflict_page(visit, memory, error)
    visit.record("forget", memory.id)
    return visit.redirect(memory_address(visit, memory.id), erased_notice(visit, erased))


def erased_notice(visit: Visit, erased: ErasedMemory) -> str:
    """What a forgotten memory leaves behind, in sentences without its words."""
    newer = ", ".join(id[:DIGITS] for id, _ in erased.newer)
    return " ".join(
        filter(
            None,
            (
                f"Forgotten: {erased.id[:DIGITS]}. {checked_line(erased, visit.home.settings.home)}",
                f"Made from it, and staying: {newer}; it may repeat the text." if newer else "",
                f"Gone from the pools {', '.join(erased.pools)}." if erased.pools else "",
                erased.left,
            ),
        )
    )


def memory(visit: Visit) -> Response:
    """The page of the whole chain behind one memory."""
    shown = shown_memory(visit, visit.params["id"])
    return visit.page(
        "memory/page.html", title=f"Memory {shown.memory.id[:DIGITS]}", shown=shown, memory=shown.memory,
        changes=CHANGES, endings=ENDINGS, channels=CHANNELS, told_address=address,
    )  # fmt: skip
