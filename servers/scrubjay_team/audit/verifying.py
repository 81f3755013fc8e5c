"""The chain of a team's audit, verified: every link is hashed again, and the first one that is broken is named."""

from typing import TYPE_CHECKING, Final
from uuid import UUID

from scrubjay.model.frozen import dataclass
from scrubjay_team.audit.entries import act_of, link_hash
from scrubjay_team.database.queries import load

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Connection

Q = load(__package__)

BATCH: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainState:
    """What a verification found: links that hold, the last one's hash, entries that wait for the worker.

    `broken` is the number of the first link that doesn't hold, 0 where there is none; `why` says what is wrong, empty
    where nothing is.
    """

    links: int
    hash: str
    waiting: int
    broken: int = 0
    why: str = ""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.why


def verify_audit(connection: "Connection", team: UUID) -> ChainState:
    """Verify the chain of a team, on the owner's connection. What was changed, removed, moved or put in is found.

    Nothing is where somebody with the owner's rights hashed all links anew: whoever kept the last hash elsewhere sees
    that it is another one.
    """
    ends = connection.execute(Q.ends, {"team": team}).fetchone() or {}
    count, last, waiting = 0, "", ends.get("waiting", 0)
    while rows := connection.execute(Q.links, {"team": team, "after": count, "most": BATCH}).fetchall():
        for row in rows:
            if why := _broken(row, count + 1, last):
                return ChainState(links=count, hash=last, waiting=waiting, broken=count + 1, why=why)
            count, last = count + 1, row["hash"]
    if (count, last) != (ends.get("number", 0), ends.get("hash", "")):
        why = f"the chain ends behind link {count}, and should behind link {ends.get('number', 0)}"
        return ChainState(links=count, hash=last, waiting=waiting, broken=count + 1, why=why)
    why = f"entries that stand in no chain and don't wait for the worker: {n}" if (n := ends.get("outside", 0)) else ""
    return ChainState(links=count, hash=last, waiting=waiting, why=why)


def _broken(row: "dict[str, object]", number: int, last: str) -> str:
    """What is wrong with a link that should have this number, behind a hash; empty: nothing."""
    if row["number"] != number:
        return f"link {number} is missing, {row['number']} follows"
    if row["id"] is None:
        return f"the entry of link {number} was removed"
    if link_hash(act_of(row), number, last) != row["hash"]:
        return f"link {number} isn't what was linked: it, its entry or the one before was changed"
    return ""
