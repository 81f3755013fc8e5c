"""Queries of the review's pages: what waits for a person's decision, and what the person needs to know for it."""

from scrubjay.app import Workspace
from scrubjay.memory.freshness.graded import NOTHING
from scrubjay.memory.freshness.wording import grade_text, grounds_line
from scrubjay.memory.grouping.relations import Dispute, count_disputes, disputes
from scrubjay.memory.review.claims import HeldClaim, word_changes
from scrubjay.memory.review.render import SharedWords, shared_words
from scrubjay.memory.review.round import QueuePlace, places, waiting_claim
from scrubjay.model.frozen import dataclass
from scrubjay.model.memory import Memory
from scrubjay.privacy.personal.policy import personal_warning
from scrubjay_ui.visit import Visit

DIGITS = 12
"""So much of an id stands in an address."""

MOST_LATER = 200
"""Claims that an address remembers as left for later."""

MOST_DONE = 99_999


@dataclass(frozen=True, slots=True)
class ReviewWalk:
    """A person's walk through the claims: short ids of those left for `later`, and how many decisions are `done`."""

    later: tuple[str, ...] = ()
    done: int = 0

    def decided(self, count: int) -> "ReviewWalk":
        """The walk after so many decisions, or before them."""
        return ReviewWalk(self.later, min(max(0, self.done + count), MOST_DONE))

    def leaving(self, id: str) -> "ReviewWalk":
        """The walk with one more claim left for later."""
        return ReviewWalk(tuple(dict.fromkeys((*self.later, id[:DIGITS])))[-MOST_LATER:], self.done)

    def back(self, ids: tuple[str, ...]) -> "ReviewWalk":
        """The walk in which some claims come again."""
        short = {id[:DIGITS] for id in ids}
        return ReviewWalk(tuple(id for id in self.later if id not in short), self.done)

    def address(self, visit: Visit, claim: str = "", *parts: str, **more: str) -> str:
        """The address of the page of a claim, or of the next one that waits."""
        done = str(self.done) if self.done else ""
        return visit.link("review", *parts, claim=claim[:DIGITS], later=" ".join(self.later), done=done, **more)


def walk_of(visit: Visit) -> ReviewWalk:
    """The walk that an address or a form tells."""
    later = tuple(id[:DIGITS] for id in visit.text("later").split())
    return ReviewWalk(later[-MOST_LATER:], visit.number("done", 0, 0, MOST_DONE))


def ids_of(visit: Visit) -> tuple[str, ...]:
    """The claims that an address or a form names: ticked one by one, or all in one value."""
    return tuple(dict.fromkeys((*visit.texts("id"), *visit.text("ids").split())))


MOST_DISPUTES = 20
"""Contradictions on one page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """How many claims, contradictions and promotions wait."""

    claims: int
    disputes: int
    proposals: int


@dataclass(frozen=True, slots=True)
class ShownRival:
    """A memory similar to a claim: its relation to it, and the words that only one of them has, as (whose, words)."""

    memory: Memory
    relation: str
    changes: tuple[tuple[str, str], ...]
    waits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownClaim:
    """A claim as it is decided on: the `number`-th of `total`, between two others.

    `state` is how it stands, so that a decision on something else is noticed; `session` is the one whose page tells of
    its making, empty where none is kept.
    """

    claim: HeldClaim
    state: str
    number: int
    total: int
    before: str
    after: str
    laid: SharedWords | None
    rivals: tuple[ShownRival, ...]
    warning: str
    others: tuple[Memory, ...]
    session: str


@dataclass(frozen=True, slots=True)
class DecidedClaim:
    """A claim that somebody decided on: how it stands now, and what took its place."""

    memory: Memory
    successors: tuple[Memory, ...]


@dataclass(frozen=True, slots=True)
class DisputeSide:
    """One of two memories that contradict each other, with its grade and its grounds."""

    memory: Memory
    grade: str
    grounds: str


def waiting_counts(workspace: Workspace) -> Waiting:
    """How much waits in each part."""
    return Waiting(
        claims=workspace.reviews.count(),
        disputes=count_disputes(workspace.memories),
        proposals=len(workspace.proposals.waiting()),
    )


def state_of(memory: Memory) -> str:
    """How a memory stands, in a word that changes with each decision on it."""
    return f"{memory.status}.{memory.belief.recorded_at}"


def in_order(workspace: Workspace, walk: ReviewWalk) -> tuple[QueuePlace, ...]:
    """The claims that wait and aren't left for later, in the order of the walk."""
    return tuple(place for place in places(workspace.reviews) if place.id[:DIGITS] not in walk.later)


def shown_claim(workspace: Workspace, walk: ReviewWalk, wanted: str) -> ShownClaim | None:
    """The wanted claim, or the first one that waits; None where it doesn't wait, or none does."""
    order = in_order(workspace, walk)
    found = [n for n, place in enumerate(order) if not wanted or place.id.startswith(wanted)]
    if not found:
        return None
    at, queue = found[0], workspace.reviews
    claim = waiting_claim(queue, order[at].id, order[at].group)
    if claim is None:
        return None
    memory, best = claim.memory, claim.best
    session = memory.session.partition("/")[0]
    passed = walk.done + len(walk.later)
    rivals = tuple(
        ShownRival(
            near.memory,
            claim.relation(near.memory),
            word_changes(near.memory.content, memory.content),
            queue.waits(near.memory),
        )
        for near in claim.nearest
    )
    others = workspace.memories.of_ids(claim.alike)
    return ShownClaim(
        claim=claim,
        state=state_of(memory),
        number=passed + at + 1,
        total=passed + len(order),
        before=order[at - 1].id if at else "",
        after=order[at + 1].id if at + 1 < len(order) else "",
        laid=shared_words(memory.content, best.words) if best else None,
        rivals=rivals,
        warning=personal_warning(memory.content, workspace.settings.privacy.personal),
        others=tuple(others.values()),
        session=session if session in workspace.timeline.known([session]) else "",
    )


def decided(workspace: Workspace, id: str) -> DecidedClaim:
    """How a claim stands now. Raises NotFound."""
    chain = workspace.memories.provenance(id)
    successors = (workspace.memories.get(newer) for newer, _ in chain.newer)
    return DecidedClaim(chain.memory, tuple(successors))


def first_disputes(workspace: Workspace) -> tuple[tuple[Dispute, tuple[DisputeSide, DisputeSide]], ...]:
    """The first contradictions with both sides, the oldest first."""
    pairs = disputes(workspace.memories)[:MOST_DISPUTES]
    memories = {memory.id: memory for pair in pairs for memory in (pair.one, pair.other)}
    grades = workspace.grades.of(memories, workspace.documents.view()) if memories else {}

    def side(memory: Memory) -> DisputeSide:
        grade = grades.get(memory.id, NOTHING)
        return DisputeSide(memory, grade_text(memory, grade), grounds_line(grade))

    return tuple((pair, (side(pair.one), side(pair.other))) for pair in pairs)
