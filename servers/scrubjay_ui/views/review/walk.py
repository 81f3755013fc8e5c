"""How far somebody is in the queue: what they left for later and how much they decided, kept in the address."""

from typing import TYPE_CHECKING

from scrubjay.model.frozen import dataclass

if TYPE_CHECKING:
    from scrubjay_ui.visit import Visit

DIGITS = 12
"""So much of an id stands in an address."""

MOST_LATER = 200
"""Claims that an address remembers as left for later."""

MOST_DONE = 99_999


@dataclass(frozen=True, slots=True)
class ReviewWalk:
    """`later` are short ids; `done` counts the decisions since the first page."""

    later: tuple[str, ...] = ()
    done: int = 0

    def decided(self, count: int) -> "ReviewWalk":
        """The walk after so many decisions, or before them."""
        return ReviewWalk(self.later, min(max(0, self.done + count), MOST_DONE))

    def leaving(self, id: str) -> "ReviewWalk":
        """The walk with one more claim left for later."""
        return ReviewWalk(tuple(dict.fromkeys((*self.later, id[:DIGITS])))[-MOST_LATER:], self.done)

    def back(self, ids: "tuple[str, ...]") -> "ReviewWalk":
        """The walk in which some claims come again."""
        short = {id[:DIGITS] for id in ids}
        return ReviewWalk(tuple(id for id in self.later if id not in short), self.done)

    def address(self, visit: "Visit", claim: str = "", *parts: str, **more: str) -> str:
        """The page of a claim, or of the next one that waits."""
        done = str(self.done) if self.done else ""
        return visit.link("review", *parts, claim=claim[:DIGITS], later=" ".join(self.later), done=done, **more)


def walk_of(visit: "Visit") -> ReviewWalk:
    """The walk that an address or a form tells."""
    later = tuple(id[:DIGITS] for id in visit.text("later").split())
    return ReviewWalk(later[-MOST_LATER:], visit.number("done", 0, 0, MOST_DONE))


def ids_of(visit: "Visit") -> tuple[str, ...]:
    """The claims that an address or a form names: ticked one by one, or all in one value."""
    return tuple(dict.fromkeys((*visit.texts("id"), *visit.text("ids").split())))
