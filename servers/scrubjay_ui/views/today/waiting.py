"""What waits for a person in a project, each with the page where it is settled."""

from typing import TYPE_CHECKING

from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.model.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingThing:
    """Something that waits, in words. `address` are the parts of the page's address, `query` what follows."""

    words: str
    address: tuple[str, ...]
    query: tuple[tuple[str, str], ...] = ()


def waiting(at: "Workspace", view: "View") -> tuple[WaitingThing, ...]:
    """What waits in the project of a worktree; memories fall by what this worktree's HEAD shows."""
    from scrubjay.grouping.disputes import count_disputes

    fallen = len(at.memories.freshness.moved(view))
    pending, taken = at.agents.handoff_store.open_counts() if at.agents.has_handoffs() else (0, 0)
    things = (
        (at.memories.reviews.count(), "claim", "held for review", ("review",), ()),
        (count_disputes(at.memories.service), "pair", "of memories contradict each other", ("review", "disputes"), ()),
        (
            len(at.promotion.log.proposals()),
            "memory",
            "to tell others, if you agree",
            ("review", "proposals"),
            (),
        ),
        (fallen, "memory", "fallen: the source that supported them changed", ("memories",), (("state", "fallen"),)),
        (pending, "handoff", "waiting for an agent to take it", ("agents",), ()),
        (taken, "handoff", "taken and not finished", ("agents",), ()),
    )
    return tuple(
        WaitingThing(words=f"{counted(number, noun)} {rest}", address=address, query=query)
        for number, noun, rest, address, query in things
        if number
    )
