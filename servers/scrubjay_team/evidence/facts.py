"""Facts of a team: which memories state the same, who stated it by themselves, and what is known of it. Pure."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from scrubjay.model.evidence import Origin
from scrubjay.model.frozen import dataclass
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Belief, Memory, MemoryStatus
from scrubjay_growth.api import Fact as GroupedFact
from scrubjay_growth.api import KnownFact, Occurrence, Statement, never, strongest

if TYPE_CHECKING:
    from scrubjay_team.memories.memory import TeamMemory

Shown = Callable[[str, str, str], bool]
"""Whether a member's session had been shown a memory by a moment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamClaimed:
    """A memory of a team with the vector of its words (empty: none, of the embedder `model`), and the fact it is of."""

    memory: "TeamMemory"
    fact: UUID | None = None
    model: str = ""
    vector: tuple[float, ...] = ()

    @property
    def part(self) -> tuple[str, str, str, str]:
        """What two memories must share to state the same: repository, kind, where it holds, and embedder."""
        memory = self.memory
        return (memory.project.hex if memory.project else "", memory.kind, memory.applies, self.model)


def comparable(claims: Iterable[TeamClaimed], since: str) -> list[list[TeamClaimed]]:
    """The claims since a moment that may state the same: those that hold and have a vector, part by part."""
    parts: dict[tuple[str, str, str, str], list[TeamClaimed]] = defaultdict(list)
    for claim in claims:
        memory = claim.memory
        if claim.vector and memory.recorded_at >= since and memory.status is MemoryStatus.ACTIVE:
            parts[claim.part].append(claim)
    return [part for part in parts.values() if len(part) > 1]


def facts_of(claims: Sequence[TeamClaimed], groups: Iterable[Sequence[UUID]]) -> dict[UUID, UUID]:
    """The fact of each memory, by id: what was one fact stays it; a group is that of its first member that has one.

    `claims` stand in the order of their writing. A fact is called like the first memory that stated it.
    """
    order = {UUID(claim.memory.id): place for place, claim in enumerate(claims)}
    known = {UUID(claim.memory.id): claim.fact for claim in claims}
    facts = {id: known[id] or id for id in order}
    for group in sorted((sorted(group, key=order.__getitem__) for group in groups), key=lambda one: order[one[0]]):
        fact = next((there for id in group if (there := known[id]) is not None), group[0])
        facts.update(dict.fromkeys(group, fact))
    return facts


def known_facts(
    claims: Sequence[TeamClaimed],
    facts: Mapping[UUID, UUID],
    again: Iterable[Statement],
    *,
    shown: Shown,
    since: str,
    now: str,
) -> tuple[KnownFact, ...]:
    """The facts with who stated each by themselves since a moment, and what rules promotion out, in their order.

    `again` are members who said what a memory says already.
    """
    members: dict[UUID, list[TeamMemory]] = defaultdict(list)
    for claim in claims:
        members[facts[UUID(claim.memory.id)]].append(claim.memory)
    repeats: dict[str, list[Statement]] = defaultdict(list)
    for statement in again:
        repeats[statement.memory].append(statement)
    known = []
    for key, theirs in members.items():
        as_home = tuple(map(_as_home, theirs))
        grades = {one.id: one.grade for one in theirs}
        holding = [one for one in as_home if one.status is MemoryStatus.ACTIVE] or as_home
        stated = [Statement(memory=one.id, author=one.author.hex, date=one.recorded_at) for one in theirs]
        stated += [one for memory in theirs for one in repeats.get(memory.id, ())]
        clients = {one.id: one.client for one in theirs}
        known.append(
            KnownFact(
                fact=GroupedFact(key.hex, tuple(one.id for one in theirs)),
                members=as_home,
                memory=strongest(holding, lambda id, its=grades: its[id].rank),  # type: ignore[misc]
                seen=by_themselves(stated, clients, shown=shown, since=since),
                grade=max(grades.values(), default=Grade.SAID),
                never=never(as_home, grades, [one.id for one in theirs if one.rivals], now),
            )
        )
    return tuple(known)


def by_themselves(
    stated: Iterable[Statement], clients: Mapping[str, str], *, shown: Shown, since: str
) -> tuple[Occurrence, ...]:
    """Each member's first statement that is their own: nothing that said so was shown to them before."""
    first: dict[str, Occurrence] = {}
    before: list[Statement] = []
    for one in sorted(stated, key=lambda each: (each.date, each.author, each.memory)):
        others = (earlier.memory for earlier in before if earlier.author != one.author)
        if one.author not in first and not any(shown(one.author, memory, one.date) for memory in others):
            first[one.author] = Occurrence(one.date, one.author, client=clients.get(one.memory, ""))
        before.append(one)
    return tuple(one for one in first.values() if one.at >= since)


def _as_home(memory: "TeamMemory") -> Memory:
    """A team's memory as the core has one, for its rules; its author is a member's id."""
    return Memory(
        id=memory.id, kind=memory.kind, content=memory.content, scope=memory.scope,
        project=memory.project.hex if memory.project else "", author=memory.author.hex, origin=Origin.AGENT,
        session="", quote=memory.quote, applies=memory.applies, tags=memory.tags, branch="", commit="",
        recorded_at=memory.recorded_at, belief=_belief(memory),
        agent=memory.client,
    )  # fmt: skip


def _belief(memory: "TeamMemory") -> Belief:
    return Belief(
        status=memory.status, reason=memory.reason, valid_from=memory.recorded_at, valid_until=memory.valid_until,
        recorded_at=memory.recorded_at, retracted_at="", actor="",
    )  # fmt: skip
