"""What of their own a member chooses to be handed over once they leave; without a choice nothing of theirs is."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Final
from uuid import UUID

from scrubjay.errors import LimitExceeded, NotFound
from scrubjay_team.database.queries import load
from scrubjay_team.people.rights import require_person

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Entered

Q = load(__package__)

MOST_CHOSEN: Final = 1_000


def chosen(entered: "Entered") -> tuple[UUID, ...]:
    """The memories that a person chose. Raises NotGranted."""
    require_person(entered.caller)
    rows = entered.connection.execute(Q.chosen, {"member": entered.caller.member})
    return tuple(row["memory"] for row in rows)


def choose(entered: "Entered", ids: Collection[UUID]) -> None:
    """Let these memories of a person's own be their whole choice; none takes it back.

    Nobody else sees it. An owner's `hand_over` gives what is chosen away. Raises NotGranted, LimitExceeded, and
    NotFound for one that isn't their own or has ended.
    """
    require_person(entered.caller)
    if len(ids) > MOST_CHOSEN:
        raise LimitExceeded(f"{MOST_CHOSEN:,} memories may be chosen; these are {len(ids):,}.")
    whose = {"member": entered.caller.member}
    entered.connection.execute(Q.drop_choice, whose)
    rows = entered.connection.execute(Q.choose, {**whose, "ids": list(ids)}).fetchall()
    if missing := set(ids) - {row["memory"] for row in rows}:
        raise NotFound(
            f"Of these memories {len(missing):,} aren't your own, or hold no more: {min(missing).hex[:12]}. "
            "Nothing was changed."
        )
