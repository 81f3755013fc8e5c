"""What waits for a reviewer, as values, and what a person may do with it."""

from typing import Final, Literal

from scrubjay.model.frozen import dataclass
from scrubjay_team.memories.memory import TeamMemory

ReviewKind = Literal["held", "rivals", "promotion"]

MOST_WAITING: Final = 200
"""Items of one queue; what is older comes first."""

LONGEST_REASON: Final = 500
"""Characters of why something was refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewItem:
    """A memory that waits for a reviewer: held, in contradiction with `rivals`, or one that evidence speaks for.

    `replaces` is the memory that a held one would end. `owners` are those whom CODEOWNERS names for its places, as they
    are written; `yours`: one of them is the caller. `why` says in words why it waits; `proposal` is the id of one,
    and `others` say the same in other words.
    """

    kind: ReviewKind
    memory: TeamMemory
    replaces: TeamMemory | None = None
    rivals: tuple[TeamMemory, ...] = ()
    others: tuple[TeamMemory, ...] = ()
    owners: tuple[str, ...] = ()
    yours: bool = False
    why: str = ""
    proposal: str = ""
    put_off: bool = False

    @property
    def owned(self) -> bool:
        """Whether CODEOWNERS names somebody for it."""
        return bool(self.owners)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewAct:
    """What a person decided on a memory; `at` is ISO 8601 in UTC, `mine`: the caller did, and may undo it."""

    id: str
    memory: str
    member_name: str
    act: str
    at: str
    reason: str
    mine: bool
