"""Forms about a memory: what an act is called, what it will do, and the claim that a person typed."""

from typing import TYPE_CHECKING

from scrubjay.git.head import head
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.frozen import dataclass

if TYPE_CHECKING:
    from scrubjay.model.memory import Memory
    from scrubjay_ui.visit import Visit

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


def memory_address(visit: "Visit", id: str, *parts: str, **query: str) -> str:
    """The address of a memory's page, or of one below it."""
    return visit.link("memories", id[:DIGITS], *parts, **query)


def stamps(visit: "Visit", id: str) -> dict[str, str]:
    """The stamp that the form was shown with, by the memory's whole id."""
    return {id: visit.stamp()}


def typed(visit: "Visit", content: str, old: "Memory") -> "RememberRequest":
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
