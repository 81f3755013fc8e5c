"""The pages and forms of one memory."""

from typing import TYPE_CHECKING

from scrubjay_ui.endpoints import Handler, ViewRoute
from scrubjay_ui.views.memory.asking import CHANGES, DIGITS, ENDINGS
from scrubjay_ui.views.memory.changing import change, change_form
from scrubjay_ui.views.memory.ending import end, end_form, undo, undo_form
from scrubjay_ui.views.memory.forgetting import forget, forget_form
from scrubjay_ui.views.memory.passing_on import quarantine, quarantine_form, share, share_form
from scrubjay_ui.views.memory.queries import shown_memory
from scrubjay_ui.views.sessions.told import CHANNELS, address

if TYPE_CHECKING:
    from starlette.responses import Response

    from scrubjay_ui.visit import Visit


def memory(visit: "Visit") -> "Response":
    """The whole chain behind one memory."""
    shown = shown_memory(visit, visit.params["id"])
    return visit.page(
        "memory/page.html", title=f"Memory {shown.memory.id[:DIGITS]}", shown=shown, memory=shown.memory,
        changes=CHANGES, endings=ENDINGS, channels=CHANNELS, told_address=address,
    )  # fmt: skip


def _form(name: str, show: Handler, send: Handler) -> tuple[ViewRoute, ViewRoute]:
    path = f"/memories/{{id}}/{name}"
    return ViewRoute(path=path, show=show), ViewRoute(path=path, show=send, writes=True)


ROUTES = (
    ViewRoute(path="/memories/undo", show=undo_form),
    ViewRoute(path="/memories/undo", show=undo, writes=True),
    ViewRoute(path="/memories/{id}", show=memory),
    *_form("change", change_form, change),
    *_form("end", end_form, end),
    *_form("forget", forget_form, forget),
    *_form("share", share_form, share),
    *_form("quarantine", quarantine_form, quarantine),
)
