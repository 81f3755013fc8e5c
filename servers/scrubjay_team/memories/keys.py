"""Idempotency keys: which request of a member used one, so that it is answered again and no other is taken for it."""

import hmac
import json
from typing import TYPE_CHECKING
from uuid import UUID

from scrubjay.memory.store.rows import digest
from scrubjay.model.frozen import dataclass
from scrubjay.model.hints import LEAST_DIGITS
from scrubjay_team.database.queries import load
from scrubjay_team.errors import KeyUsed
from scrubjay_team.memories.claims import TeamClaim, key_digest, lock_number

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Entered

Q = load(__package__)


@dataclass(frozen=True, slots=True)
class KeyedRequest:
    """What a member asks for under a key: an act (`remember`, how a memory changes, `forget`), of which memory, a text.

    A request that is sent again is the same one, whatever session and client send it and at whichever version, and with
    however many digits it names the memory.
    """

    act: str
    id: str
    claim: TeamClaim
    reason: str = ""

    @property
    def key(self) -> str:
        """Its key; empty without one."""
        return self.claim.key

    @property
    def digest(self) -> bytes:
        """What is kept of it: a hash that only whoever knows the key can make, since the words must not be guessed."""
        claim = self.claim
        parts = (
            self.act, self.id.strip().lower().replace("-", "")[:LEAST_DIGITS], self.reason.strip(),
            claim.content.strip(), claim.kind, claim.scope,
            claim.repo, claim.sources, claim.quote, claim.valid_until, claim.applies, claim.tags, claim.told,
        )  # fmt: skip
        return hmac.digest(claim.key.encode(), json.dumps(parts).encode(), "sha256")


@dataclass(frozen=True, slots=True)
class DoneBefore:
    """The memory that the same request made, ended or forgot: `there` is whether the member sees it now."""

    memory: UUID
    there: bool
    forgotten: bool


def done_before(entered: "Entered", request: KeyedRequest) -> DoneBefore | None:
    """What this request of the member did before under its key; None where the key is new, or there is none.

    Raises KeyUsed where another request used it. Of what was kept before requests were noted the words are compared.
    """
    kept = key_digest(entered.caller.member, request.key)
    row = entered.connection.execute(Q.by_key, {"key": kept}).fetchone() if kept else None
    if row is None:
        return None
    if row["request"] is not None:
        same = row["request"] == request.digest
    else:
        same = row["forgotten"] or row["digest"] == bytes.fromhex(digest(request.claim.content))
    if not same:
        raise KeyUsed
    return DoneBefore(row["id"], row["there"], row["forgotten"])


def lock_key(entered: "Entered", request: KeyedRequest) -> None:
    """Wait for whoever writes under the same key of the member, until this transaction ends."""
    if request.key:
        entered.connection.execute(Q.lock, {"number": key_lock(entered.caller.member, request.key)})


def key_lock(member: UUID, key: str) -> int:
    """The number of the lock of a member's key."""
    return lock_number("key", member, key)


def note_done(entered: "Entered", request: KeyedRequest, memory: UUID) -> None:
    """Note which memory a request under a key made, ended or forgot."""
    kept = key_digest(entered.caller.member, request.key)
    if kept:
        whose = {"team": entered.caller.team, "member": entered.caller.member}
        entered.connection.execute(Q.use_key, {**whose, "key": kept, "request": request.digest, "memory": memory})
