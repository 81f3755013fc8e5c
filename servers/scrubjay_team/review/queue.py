"""What waits for a reviewer, with what is needed to decide: the memory, what it would end, its rivals, its owners."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from scrubjay.knowledge.owners import owners_of
from scrubjay.model.clock import Clock, iso
from scrubjay.model.frozen import replace
from scrubjay.model.memory import MemoryStatus
from scrubjay_team.database.queries import load
from scrubjay_team.errors import NotGranted
from scrubjay_team.memories.memory import TeamMemory
from scrubjay_team.memories.rights import REVIEWERS
from scrubjay_team.memories.store import MemoryStore
from scrubjay_team.review.values import MOST_WAITING, ReviewAct, ReviewItem

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Entered, TeamCaller

Q = load(__package__)

Row = Mapping[str, Any]

ALONE: Final[Row] = MappingProxyType({"kind": "held", "why": "", "proposal": None, "others": (), "put_off": None})
"""What a row says of a memory beside its id, where nothing is waited for."""


def require_reviewer(caller: "TeamCaller") -> None:
    """Raise NotGranted for whoever doesn't review by their role."""
    if caller.role not in REVIEWERS:
        raise NotGranted(
            f"You are a {caller.role} of team {caller.team_name}, and its reviewers and owners review. An owner gives "
            "the role: `scrubjay team member role NAME reviewer`."
        )


def waiting(entered: "Entered", clock: Clock, limit: int = MOST_WAITING) -> tuple[ReviewItem, ...]:
    """What waits, the caller's own first, then the oldest; what they put off stands last. Raises NotGranted."""
    require_reviewer(entered.caller)
    rows = entered.connection.execute(Q.waiting, {"limit": max(1, min(limit, MOST_WAITING))}).fetchall()
    items = of_rows(entered, clock, rows)
    return tuple(sorted(items, key=lambda one: (one.put_off, not one.yours, one.owned)))


def of_rows(entered: "Entered", clock: Clock, rows: Sequence[Row]) -> tuple[ReviewItem, ...]:
    """The items of some rows, in their order, each memory once."""
    store = MemoryStore(entered, clock())
    memories = store.of_ids({row["memory"] for row in rows})
    others = {UUID(one.supersedes) for one in memories.values() if one.supersedes}
    others |= {id for one in memories.values() for id in one.rivals} | {id for row in rows for id in row["others"]}
    beside = store.of_ids(others)
    items: dict[UUID, ReviewItem] = {}
    for row in rows:
        memory = memories.get(row["memory"])
        if memory is None or row["memory"] in items:
            continue
        replaced = beside.get(UUID(memory.supersedes)) if memory.supersedes else None
        rivals = [beside[id] for id in memory.rivals if id in beside]
        items[row["memory"]] = ReviewItem(
            kind=row["kind"], memory=memory, replaces=replaced if memory.status is MemoryStatus.HELD else None,
            rivals=tuple(one for one in rivals if one.status is MemoryStatus.ACTIVE), why=row["why"] or "",
            others=tuple(beside[id] for id in row["others"] if id in beside),
            proposal=row["proposal"].hex if row["proposal"] else "", put_off=row["put_off"] is not None,
        )  # fmt: skip
    return with_owners(entered, items.values())


def with_owners(entered: "Entered", items: Iterable[ReviewItem]) -> tuple[ReviewItem, ...]:
    """Items with whom CODEOWNERS of their projects names for their places, as far as they are of the team.

    Where it names nobody who is in the team, an item is any reviewer's.
    """
    found = list(items)
    projects = list({one.memory.project for one in found if one.memory.project is not None})
    rows = entered.connection.execute(Q.owners, {"projects": projects}).fetchall() if projects else []
    texts = {row["project"]: row["owners"] for row in rows}
    named = {
        one.memory.id: owners_of(places_of(one.memory), texts[one.memory.project])
        for one in found
        if one.memory.project in texts
    }
    written = list(dict.fromkeys(owner for owners in named.values() for owner in owners))
    known: dict[str, set[UUID]] = {}
    for row in entered.connection.execute(Q.called, {"owners": written}).fetchall() if written else ():
        known.setdefault(row["owner"], set()).add(row["member"])
    me = entered.caller.member

    def owned(one: ReviewItem) -> ReviewItem:
        owners = tuple(owner for owner in named.get(one.memory.id, ()) if owner in known)
        return replace(one, owners=owners, yours=any(me in known[owner] for owner in owners))

    return tuple(map(owned, found))


def places_of(memory: TeamMemory) -> tuple[str, ...]:
    """The paths that a memory is about: those of its grounds, and where it applies if that is one. Pure."""
    applies = [memory.applies.strip("/")] if "/" in memory.applies else []
    return tuple(dict.fromkeys([*(ground.path for ground in memory.grounds if ground.path), *applies]))


def for_you(entered: "Entered", ids: Sequence[str], clock: Clock) -> int:
    """How many of some memories that changed are held for the caller: owned by them, or by nobody of the team."""
    if entered.caller.role not in REVIEWERS or not ids:
        return 0
    rows = entered.connection.execute(Q.held_among, {"ids": [UUID(id) for id in ids]}).fetchall()
    if not rows:
        return 0
    items = of_rows(entered, clock, [{**ALONE, "memory": row["id"]} for row in rows])
    return sum(one.yours or not one.owned for one in items)


def acts_of(entered: "Entered", memory: TeamMemory) -> tuple[ReviewAct, ...]:
    """What persons decided on a memory, the newest first."""
    return acts_from(entered, entered.connection.execute(Q.acts, {"id": UUID(memory.id)}).fetchall())


def acts_from(entered: "Entered", rows: Iterable[Row]) -> tuple[ReviewAct, ...]:
    """The acts that rows hold, in their order."""
    return tuple(
        ReviewAct(
            id=row["id"].hex, memory=row["memory"].hex, member_name=row["member_name"] or "", act=row["act"],
            at=iso(row["at"]), reason=row["reason"], mine=row["member"] == entered.caller.member,
        )
        for row in rows
    )  # fmt: skip
