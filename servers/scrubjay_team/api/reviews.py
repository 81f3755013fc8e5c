"""Routes of review: what waits for a reviewer, and the acts on it, which a person's browser alone may send."""

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from scrubjay_team.api.memories import Content, MemoryObject, object_of
from scrubjay_team.api.route import ApiAnswer, ApiBody, ApiCall, ApiRoute, Nothing

if TYPE_CHECKING:
    from scrubjay_team.review.values import ReviewItem

_RUNS = "scrubjay_team.api.reviews"


class ReviewBody(ApiBody):
    """An act of a person on a memory, at the version that was read; `later` and `undo` need none.

    tell: from then on it is told by that person, and holds. accept: it holds as its author said it. edit: `content`
    stands in its place, told by the person. refuse: it ends, and `reason` says why. keep: it holds beside those that
    say otherwise.
    """

    act: Literal["tell", "accept", "edit", "refuse", "later", "keep", "undo"]
    version: int = Field(0, ge=0, le=2**31 - 1)
    content: Content = ""
    reason: Annotated[str, Field(max_length=500)] = ""


class ReviewObject(ApiAnswer):
    """A memory that waits: held, in contradiction with `rivals`, or one that evidence speaks for (promotion).

    `replaces` are none or the one that it would end. `owners` are those of its places by CODEOWNERS who are in the
    team; `yours`: the caller is one of them.
    """

    kind: str
    memory: MemoryObject
    replaces: tuple[MemoryObject, ...]
    rivals: tuple[MemoryObject, ...]
    others: tuple[MemoryObject, ...]
    owners: tuple[str, ...]
    yours: bool
    why: str
    proposal: str


class ReviewsAnswer(ApiAnswer):
    """What waits for the caller's review, their own first, then the oldest."""

    reviews: tuple[ReviewObject, ...]


def waiting(call: ApiCall, body: Nothing) -> ReviewsAnswer:
    """What waits. Raises NotGranted for whoever doesn't review."""
    return ReviewsAnswer(reviews=tuple(map(_object, call.services.reviews.queue(call.entered))))


def read(call: ApiCall, body: Nothing) -> ReviewObject:
    """One memory with what is needed to decide on it."""
    return _object(call.services.reviews.item(call.entered, call.path["id"]))


def decide(call: ApiCall, body: ReviewBody) -> MemoryObject:
    """A person's act on a memory."""
    reviews, entered, id = call.services.reviews, call.entered, call.path["id"]
    match body.act:
        case "tell" | "accept":
            act = reviews.tell if body.act == "tell" else reviews.accept
            return object_of(act(entered, id, body.version))
        case "edit":
            return object_of(reviews.edit(entered, id, body.version, body.content))
        case "refuse":
            return object_of(reviews.refuse(entered, id, body.version, body.reason))
        case "keep":
            return object_of(reviews.keep(entered, id, body.version))
        case "undo":
            return object_of(reviews.undo(entered, id))
    reviews.later(entered, id)
    return object_of(reviews.item(entered, id).memory)


def _object(item: "ReviewItem") -> ReviewObject:
    return ReviewObject(
        kind=item.kind,
        memory=object_of(item.memory),
        replaces=tuple(object_of(one) for one in (item.replaces,) if one is not None),
        rivals=tuple(map(object_of, item.rivals)),
        others=tuple(map(object_of, item.others)),
        owners=item.owners,
        yours=item.yours,
        why=item.why,
        proposal=item.proposal,
    )


REVIEW_ROUTES: tuple[ApiRoute, ...] = (
    ApiRoute(
        method="GET", path="/reviews", runs=f"{_RUNS}:waiting", scope="search", gives=ReviewsAnswer,
        summary="What waits for the caller's review. For reviewers and owners.",
    ),
    ApiRoute(
        method="GET", path="/reviews/{id}", runs=f"{_RUNS}:read", scope="search", gives=ReviewObject,
        summary="A memory with what is needed to decide on it.",
    ),
    ApiRoute(
        method="POST", path="/reviews/{id}", runs=f"{_RUNS}:decide", person=True, takes=ReviewBody, gives=MemoryObject,
        summary="Tell, accept, edit, refuse, put off or keep a memory, or undo one's last act on it.",
    ),
)  # fmt: skip
