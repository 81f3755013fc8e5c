"""`/evidence`: what sessions count for, in sums; for reviewers what was decided by it, and why."""

from typing import Final
from uuid import UUID

from scrubjay.errors import NotFound
from scrubjay.model.frozen import dataclass
from scrubjay_growth.api import LoggedDecision, explanation
from scrubjay_team.database.queries import load
from scrubjay_team.evidence import counts, log
from scrubjay_team.evidence.proposals import accepted
from scrubjay_team.memories.store import MemoryStore
from scrubjay_team.page.route import REVIEWERS, PageCall, PageRoute, ShownPage

Q = load(__package__)

MOST: Final = 100
"""Decisions of a page."""

EVIDENCE_PAGES: Final[tuple[PageRoute, ...]] = (
    PageRoute(
        method="GET",
        path="/evidence",
        runs="scrubjay_team.evidence.pages:shown",
        link="Evidence",
        order=5,
        summary="Which memories helped, in sums, and what follows.",
    ),
    PageRoute(
        method="GET",
        path="/evidence/{id}",
        runs="scrubjay_team.evidence.pages:why",
        roles=REVIEWERS,
        summary="Why a memory was proposed, or not.",
    ),
)


@dataclass(frozen=True, slots=True)
class WordedCount:
    """A memory's sums with its words."""

    count: counts.CountedMemory
    content: str


@dataclass(frozen=True, slots=True)
class WordedDecision:
    """A decision with the words of the memory that stands for the fact."""

    decision: LoggedDecision
    content: str


def shown(call: PageCall) -> ShownPage:
    """The sums that every member sees; for a reviewer the newest decisions, each with its reason."""
    entered, now = call.member, call.now
    sums = counts.sums(entered, now)
    reviews = entered.caller.role in REVIEWERS
    decided = tuple(reversed(log.decisions(entered.connection, MOST))) if reviews else ()
    texts = _texts(call, [*(one.memory for one in sums), *(UUID(one.memory) for one in decided)])
    row = entered.connection.execute(Q.last_pass).fetchone()
    values = {
        "title": "Evidence", "total": counts.total(entered, now), "own": counts.own(entered), "reviews": reviews,
        "sums": [WordedCount(one, texts.get(one.memory, "")) for one in sums],
        "decisions": [WordedDecision(one, texts.get(UUID(one.memory), "")) for one in decided],
        "accepted": accepted(entered), "days": counts.WINDOW.days, "last": row["at"] if row else None,
    }  # fmt: skip
    return ShownPage(template="evidence/page.html", values=values)


def why(call: PageCall) -> ShownPage:
    """All that was decided on a memory's fact, and what each path said. Raises NotFound."""
    id = call.path["id"]
    about = UUID(id) if len(id) == 32 and set(id) <= set("0123456789abcdef") else None
    decided = tuple(reversed(log.decisions(call.member.connection, MOST, about))) if about else ()
    if about is None or not decided:
        raise NotFound("Nothing was decided on such a memory, or you don't see it. `/evidence` shows what was.")
    texts = _texts(call, [about])
    values = {
        "title": "Why", "id": id, "content": texts.get(about, ""),
        "decisions": [(one, explanation(one)) for one in decided],
    }  # fmt: skip
    return ShownPage(template="evidence/why.html", values=values)


def _texts(call: PageCall, ids: list[UUID]) -> dict[UUID, str]:
    """What some memories say, by id, as far as the caller sees them."""
    found = MemoryStore(call.member, call.now).of_ids(ids)
    return {id: memory.content for id, memory in found.items()}
