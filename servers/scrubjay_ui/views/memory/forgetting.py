"""Forget a memory: what goes and what stays, and afterwards whether any file still holds its bytes."""

from typing import TYPE_CHECKING

from scrubjay.errors import VersionConflict
from scrubjay_ui.views.memory.asking import DIGITS, memory_address
from scrubjay_ui.views.memory.queries import shown_memory

if TYPE_CHECKING:
    from starlette.responses import Response

    from scrubjay.memory.lifecycle.erasing import ErasedMemory
    from scrubjay_ui.visit import Visit


def forget_form(visit: "Visit") -> "Response":
    """What will be gone for good, what stays, and the button."""
    from scrubjay.memory.store.stamp import stamp

    eraser = visit.workspace.eraser
    memory = visit.workspace.memories.get(visit.params["id"])
    return visit.page(
        "memory/forget.html", title="Forget a memory", memory=memory, stamp=stamp(memory),
        left=eraser.left_in_git(memory.id), pools=eraser.shared_in(memory.id),
        newer=visit.workspace.memories.provenance(memory.id).successors,
    )  # fmt: skip


def forget(visit: "Visit") -> "Response":
    """Forget the memory that was shown; tells which bytes are gone, and how that was checked."""
    memory = visit.workspace.memories.get(visit.params["id"])
    user = visit.workspace.settings.user_id
    try:
        erased = visit.workspace.eraser.erase(memory.id, user, authority=True, expected=visit.stamp())
    except VersionConflict as error:
        return visit.page(
            "memory/meanwhile.html", title="Changed meanwhile", status=409, problem=str(error), reason="",
            shown=shown_memory(visit, memory.id),
        )  # fmt: skip
    visit.record("forget", memory.id)
    return visit.redirect(memory_address(visit, memory.id), erased_notice(visit, erased))


def erased_notice(visit: "Visit", erased: "ErasedMemory") -> str:
    """What a forgotten memory leaves behind, in sentences without its words."""
    from scrubjay.memory.lifecycle.erasing import checked_line

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
