"""The list of memories, and the form for many of them."""

from typing import TYPE_CHECKING

from scrubjay_ui.endpoints import ViewRoute
from scrubjay_ui.views.memories.bulk import ACTS, many
from scrubjay_ui.views.memories.queries import COLUMNS, MEANS, STATES, filters_of, last_friday, memory_page, undone
from scrubjay_ui.views.memory.queries import last_decision

if TYPE_CHECKING:
    from starlette.responses import Response

    from scrubjay_ui.visit import Visit


def memories(visit: "Visit") -> "Response":
    """The memories that pass the filters, as a table or as cards."""
    from scrubjay.memory.store.kinds import MEMORY_KINDS
    from scrubjay.model.grade import WORDS

    filters, undo = filters_of(visit), last_decision(visit.workspace)
    return visit.page(
        "memories/page.html", title="Memories", filters=filters, found=memory_page(visit, filters), states=STATES,
        means=MEANS, columns=COLUMNS, kinds=MEMORY_KINDS, grades=WORDS, acts=ACTS, friday=last_friday(visit),
        shape=visit.choice("as", ("table", "cards"), "table"), undo=undo, undo_of=undone(visit.workspace, undo),
        order="up" if filters.reverse else "down", q=visit.text("q"),
    )  # fmt: skip


ROUTES = (ViewRoute(path="/memories", show=memories), ViewRoute(path="/memories/many", show=many, writes=True))
