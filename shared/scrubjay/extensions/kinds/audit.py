"""Protocol of what keeps a team's audit beside the server's own database."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditedAct:
    """One act in a team: what was done to which thing, by whom, and by what. Ids are texts; it holds no other text.

    `at` is ISO 8601 in UTC; `member` is empty where nobody of the team acts; `how` is token, session, command, worker
    or endpoint; `details` has ids, numbers and words of fixed lists alone.
    """

    id: int
    team: str
    at: str
    member: str
    how: str
    act: str
    kind: str
    object: str
    details: Mapping[str, Any]


class AuditLogger(Protocol):
    """Keeps acts. Thread-safe; told of the acts of one transaction before it commits, for two seconds.

    Ours is the server's database: its triggers write an entry in the transaction of the act, whatever made it, and a
    chain of hashes shows tampering. Those of extensions are told beside it. Where one is late or fails, nothing of the
    transaction is done.
    """

    def write(self, acts: Sequence[AuditedAct]) -> None:
        """Keep some acts, in this order, for good once it returns. Raises ScrubjayError where it can't.

        The transaction may still fail afterwards: then what it kept wasn't done, and the database's own audit lacks it.
        """
        ...
