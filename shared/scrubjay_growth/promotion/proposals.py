"""Proposed promotions that wait for a person: shown with who would see them; approved or declined."""

from collections.abc import Sequence
from typing import Protocol

from scrubjay.errors import NotFound, UsageError
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.clock import Clock, iso
from scrubjay.model.evidence import Act
from scrubjay.model.frozen import dataclass
from scrubjay.model.memory import Memory, MemoryStatus, Outcome
from scrubjay_growth.promotion.log import GIT, WAITING, PromotionLog, Proposal, Share

VOUCHED = (Act.TYPED, Act.SAID, Act.APPROVED)
"""How a person here may have stood behind the first one."""


def share(memories: Memories, id: str, *, approved: bool) -> Outcome:
    """Store a memory of the user's in the project too; done twice, nothing new is stored. Raises NotFound.

    `approved`: a person said so; otherwise the copy is worth what its own evidence earns it there, a person's word for
    it included.
    """
    memory = memories.get(id)
    return memories.remember(
        RememberRequest(
            content=memory.content,
            kind=memory.kind,
            scope="project",
            quote=memory.quote,
            valid_until=memory.valid_until[:10] if memory.valid_until.endswith("T23:59:59Z") else "",
            applies=memory.applies,
            tags=memory.tags,
            key=f"promoted:{memory.id}",
            author=memory.author,
            origin=memory.origin,
            act=Act.APPROVED if approved else _vouched(memories, memory.id),
            session=memory.session,
            branch=memory.branch,
            commit=memory.commit,
            agent=memory.agent,
        )
    )


def _vouched(memories: Memories, id: str) -> Act:
    """The act by which a person stands behind a memory; NONE if there is none."""
    acts = {evidence.act for evidence in memories.evidence([id]).get(id, ())}
    return next((act for act in VOUCHED if act in acts), Act.NONE)


class ProposalPublisher(Protocol):
    """Puts memories into git, on a branch of their own; nothing is pushed."""

    def publish(self, ids: Sequence[str]) -> Sequence[str]:
        """Publish memories by their full ids; the lines to print. Raises ScrubjayError."""


@dataclass(frozen=True, slots=True)
class ShownProposal:
    """A proposal with the memory that it is about."""

    proposal: Proposal
    memory: Memory

    @property
    def audience(self) -> str:
        """The people who would see the memory, in words."""
        if self.proposal.target == GIT:
            return "everybody who can read the repository, once its branch is pushed; for good, as git keeps it"
        return "everybody and every agent that works in this project with this home"

    @property
    def seen(self) -> str:
        """What those people would see, in words."""
        return "its words, kind, date, evidence and author" if self.proposal.target == GIT else "its words and author"

    def lines(self) -> tuple[str, ...]:
        """What a person reads before they decide."""
        memory, proposal = self.memory, self.proposal
        return (
            f"{memory.id[:12]} {memory.kind}: {memory.content}",
            f"  proposed {proposal.at[:10]} by {proposal.path}; `scrubjay promotion explain {memory.id[:12]}` says why",
            f"  {self.seen} will be seen by {self.audience}",
        )

    def as_object(self) -> dict[str, str]:
        """The proposal for scripts."""
        memory, proposal = self.memory, self.proposal
        return {
            "id": memory.id, "kind": memory.kind, "content": memory.content, "path": proposal.path,
            "target": proposal.target, "at": proposal.at, "audience": self.audience,
        }  # fmt: skip


class Proposals:
    """The proposals of one project. `share` makes a memory the project's, a `publisher` writes one to git."""

    def __init__(
        self, memories: MemoryReader, log: PromotionLog, clock: Clock, share: Share, publisher: ProposalPublisher | None
    ) -> None:
        self._memories = memories
        self._log = log
        self._clock = clock
        self._share = share
        self._publisher = publisher

    def waiting(self) -> tuple[ShownProposal, ...]:
        """The proposals that wait, the oldest first; not those whose memory ended or is quarantined since."""
        rows = self._log.proposals(WAITING)
        memories = self._memories.of_ids([row.memory for row in rows])
        return tuple(
            ShownProposal(row, memories[row.memory])
            for row in rows
            if row.memory in memories and memories[row.memory].status is MemoryStatus.ACTIVE
        )

    def named(self, ids: Sequence[str]) -> tuple[ShownProposal, ...]:
        """The waiting proposals of some memories, by their ids or eight digits of them. Raises NotFound, UsageError."""
        if not ids:
            raise UsageError("Give ids of proposed memories. `scrubjay review list` shows them.")
        waiting = {one.memory.id: one for one in self.waiting()}
        named = []
        for id in dict.fromkeys(ids):
            full = self._memories.get(id).id
            if full not in waiting:
                raise NotFound(f"Memory {full[:12]} isn't proposed. `scrubjay review list` shows what is.")
            named.append(waiting[full])
        return tuple(named)

    def approve(self, chosen: Sequence[ShownProposal], actor: str) -> tuple[str, ...]:
        """Tell others, as a person decided; returns what to print. Raises what the publisher raises, having told none.

        What is for the repository goes there in one go, before anything is noted as approved.
        """
        lines: list[str] = []
        git = [one.memory.id for one in chosen if one.proposal.target == GIT]
        if git:
            if self._publisher is None:
                raise NotFound(
                    "A proposal to git takes the extension publishing, which isn't on. See `scrubjay extensions`."
                )
            lines += self._publisher.publish(git)
        for one in chosen:
            if one.proposal.target != GIT:
                self._share(one.memory.id)
                lines.append(f"{one.memory.id[:12]} is a memory of the project now")
            self._log.decide(one.memory.id, "approved", iso(self._clock()), actor)
        return tuple(lines)

    def decline(self, chosen: Sequence[ShownProposal], actor: str, reason: str) -> None:
        """Leave memories where they are, and never ask again."""
        for one in chosen:
            self._log.decide(one.memory.id, "declined", iso(self._clock()), actor, reason)


def promotion_proposals(
    memories: Memories, promotion_log: PromotionLog, clock: Clock, proposal_publisher: ProposalPublisher | None = None
) -> Proposals:
    """What waits for a person's word."""
    return Proposals(memories, promotion_log, clock, lambda id: share(memories, id, approved=True), proposal_publisher)
