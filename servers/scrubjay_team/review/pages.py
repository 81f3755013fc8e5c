"""Pages of review and of telling: each shows what a person decides on; a GET changes nothing, a POST one memory."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from scrubjay.errors import UsageError
from scrubjay.model.counted import counted
from scrubjay_team.memories.memory import DIGITS, TeamMemory, ground_line
from scrubjay_team.memories.rights import REVIEWERS, WRITERS
from scrubjay_team.page.route import REVIEWERS as REVIEWING
from scrubjay_team.page.route import PageCall, PageRoute, Redirect, ShownPage
from scrubjay_team.review.values import ReviewItem

_RUNS: Final = "scrubjay_team.review.pages"

LISTED: Final = 50
"""Items of the queue that one page lists."""


def queue(call: PageCall) -> ShownPage:
    """`/review`: what waits, the first of it in full."""
    items = call.services.reviews.queue(call.member)
    return _review(call, items[0] if items else None, items)


def one(call: PageCall) -> ShownPage:
    """`/review/ID`: one memory with what is needed to decide on it."""
    item = call.services.reviews.item(call.member, call.path["id"])
    return _review(call, item, call.services.reviews.queue(call.member))


def decide(call: PageCall) -> Redirect:
    """A reviewer's act on one memory. Raises UsageError for an unknown one, and what the service raises."""
    act = ACTS.get(call.form["act"])
    if act is None:
        raise UsageError(f"There is no act {call.form['act'][:40]!r}. There are: {', '.join(ACTS)}.")
    return Redirect(to="/review", said=act(call, call.path["id"]))


def tell(call: PageCall) -> ShownPage:
    """`/tell/ID`: a memory's words, grounds and rivals, and the form by which a person says that it is so."""
    item = call.services.reviews.item(call.member, call.path["id"])
    memory = item.memory
    values = {
        "title": "Say that it is so", "item": item, "memory": memory, "grounds": _grounds(memory),
        "acts": call.services.reviews.acts(call.member, memory), "open": _may_tell(call, item),
    }  # fmt: skip
    return ShownPage(template="review/tell.html", values=values)


def say_so(call: PageCall) -> Redirect:
    """A person says that a memory is so, at the version that the page showed, or takes that back."""
    id, reviews = call.path["id"], call.services.reviews
    if call.form["act"] == "undo":
        reviews.undo(call.member, id)
        return Redirect(to=f"/tell/{id}", said="Undone: it is as it was before.")
    memory = reviews.tell(call.member, id, _version(call))
    return Redirect(to=f"/tell/{memory.id}", said=f"It is {memory.graded}.")


def _tell(call: PageCall, id: str) -> str:
    memory = call.services.reviews.tell(call.member, id, _version(call))
    return f"{memory.id[:DIGITS]} is {memory.graded}."


def _accept(call: PageCall, id: str) -> str:
    memory = call.services.reviews.accept(call.member, id, _version(call))
    return f"{memory.id[:DIGITS]} holds as {memory.author_name or 'its author'} said it."


def _edit(call: PageCall, id: str) -> str:
    memory = call.services.reviews.edit(call.member, id, _version(call), call.form["content"])
    return f"{memory.id[:DIGITS]} stands in its place, {memory.graded}."


def _refuse(call: PageCall, id: str) -> str:
    memory = call.services.reviews.refuse(call.member, id, _version(call), call.form["reason"])
    return f"{memory.id[:DIGITS]} is refused."


def _later(call: PageCall, id: str) -> str:
    call.services.reviews.later(call.member, id)
    return "It stands last in your queue now."


def _keep(call: PageCall, id: str) -> str:
    call.services.reviews.keep(call.member, id, _version(call))
    return "Both hold."


def _undo(call: PageCall, id: str) -> str:
    memory = call.services.reviews.undo(call.member, id)
    return f"Undone: {memory.id[:DIGITS]} is {memory.status} again."


ACTS: Final[Mapping[str, Callable[[PageCall, str], str]]] = MappingProxyType(
    {
        "tell": _tell,
        "accept": _accept,
        "edit": _edit,
        "refuse": _refuse,
        "later": _later,
        "keep": _keep,
        "undo": _undo,
    }
)
"""What the field `act` of a form may say."""


def _version(call: PageCall) -> int:
    """The version that the page showed. Raises UsageError."""
    text = call.form["version"]
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise UsageError("The form doesn't say which version you saw. Open its page again.")
    return int(text)


def _review(call: PageCall, item: ReviewItem | None, items: tuple[ReviewItem, ...]) -> ShownPage:
    yours = sum(one.yours or not one.owned for one in items)
    values: dict[str, Any] = {
        "title": "Review", "item": item, "items": items[:LISTED], "more": len(items) - LISTED,
        "waiting": f"{counted(len(items), 'memory')} to review, {yours:,} of them for you" if items else "",
        "grounds": _grounds(item.memory) if item else (),
        "acts": call.services.reviews.acts(call.member, item.memory) if item else (),
        "mine": call.services.reviews.lately(call.member), "editing": call.query["edit"] == "1",
    }  # fmt: skip
    return ShownPage(template="review/page.html", values=values)


def _grounds(memory: TeamMemory) -> tuple[str, ...]:
    return tuple(map(ground_line, memory.grounds))


def _may_tell(call: PageCall, item: ReviewItem) -> bool:
    """Whether the form is shown; the service and the database decide."""
    caller, memory = call.member.caller, item.memory
    held = memory.status == "held"
    may = caller.role in REVIEWERS or (caller.role in WRITERS and (memory.mine or not held))
    return may and memory.status in ("active", "held") and memory.teller is None and memory.scope == "team"


REVIEW_PAGES: Final[tuple[PageRoute, ...]] = (
    PageRoute(
        method="GET", path="/review", runs=f"{_RUNS}:queue", roles=REVIEWING, link="Review", order=4,
        summary="What waits for a reviewer.",
    ),
    PageRoute(
        method="GET", path="/review/{id}", runs=f"{_RUNS}:one", roles=REVIEWING,
        summary="One memory with what is needed to decide on it.",
    ),
    PageRoute(
        method="POST", path="/review/{id}", runs=f"{_RUNS}:decide", roles=REVIEWING,
        summary="Tell, accept, edit, refuse, put off or keep a memory, or undo the last act.",
    ),
    PageRoute(method="GET", path="/tell/{id}", runs=f"{_RUNS}:tell", summary="A memory that a person may tell."),
    PageRoute(method="POST", path="/tell/{id}", runs=f"{_RUNS}:say_so", summary="Say that a memory is so."),
)  # fmt: skip
