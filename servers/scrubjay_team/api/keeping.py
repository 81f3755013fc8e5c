"""Answers that are given again: a request with an Idempotency-Key is done once, and answered again for a day.

What it does and what it is answered are of one transaction: whoever sends it again finds both, or neither. The key is
kept as a hash, and the answer sealed with it, since it may hold a new token's text.
"""

import base64
import hmac
import json
from collections.abc import Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from scrubjay.errors import LimitExceeded, UsageError
from scrubjay.model.frozen import dataclass
from scrubjay.model.later import Later
from scrubjay.model.pattern import pattern
from scrubjay_team.database.queries import load
from scrubjay_team.errors import KeyUsed
from scrubjay_team.memories.claims import key_digest, lock_number

if TYPE_CHECKING:
    from datetime import datetime

    from cryptography import fernet

    from scrubjay_team.database.connecting import Entered
else:
    fernet = Later("cryptography.fernet")

Q = load(__package__)

KEPT: Final = timedelta(hours=24)
MOST_KEPT: Final = 10_000
"""Answers of one member that are kept at once."""

_KEY: Final = pattern(r"[!-~]{16,255}")


@dataclass(frozen=True, slots=True)
class KeyedCall:
    """A request under a key: what it asks for, as a hash that only whoever knows the key can make."""

    key: str
    digest: bytes

    @classmethod
    def of(cls, given: tuple[str, ...], called: str, path: str, body: Any) -> "KeyedCall | None":
        """The keyed call of a request whose header has these values; None without one. `body` is plain, as JSON has it.

        Raises UsageError.
        """
        if not given:
            return None
        if len(given) > 1 or not _KEY.fullmatch(given[0]):
            raise UsageError(
                "Idempotency-Key is 16 to 255 visible characters of ASCII, once. Make each at random, such as a UUID."
            )
        asked = json.dumps([called, path, body], sort_keys=True)
        return cls(given[0], hmac.digest(given[0].encode(), asked.encode(), "sha256"))


class KeptAnswers:
    """The answers that are kept for one member, within their transaction."""

    def __init__(self, entered: "Entered", now: "datetime") -> None:
        self._entered = entered
        self._now = now

    def found(self, call: KeyedCall) -> Mapping[str, Any] | None:
        """What the same request was answered; None where it is new. Waits for one that runs under the same key.

        Raises KeyUsed where another request has the key, and LimitExceeded where too many answers are kept.
        """
        member, connection = self._entered.caller.member, self._entered.connection
        number = lock_number("request", member, call.key)
        connection.execute(Q.lock_key, {"number": number})
        at = {"member": member, "since": self._now - KEPT}
        row = connection.execute(Q.kept_answer, {**at, "key": key_digest(member, call.key)}).fetchone()
        if row is None:
            count = connection.execute(Q.count_kept, {**at, "most": MOST_KEPT}).fetchone()
            if count is not None and count["kept"] >= MOST_KEPT:
                raise LimitExceeded(
                    f"{MOST_KEPT:,} answers of yours are kept under keys, and no more are. Send this without a key, or "
                    "try again later: each is kept for a day."
                )
            return None
        if not hmac.compare_digest(bytes(row["request"]), call.digest):
            raise KeyUsed
        held: Mapping[str, Any] = json.loads(self._seal(call).decrypt(bytes(row["answer"])))
        return held

    def keep(self, call: KeyedCall, answer: Mapping[str, Any]) -> None:
        """Keep what a request was answered, and drop what is older than a day."""
        caller = self._entered.caller
        sealed = self._seal(call).encrypt(json.dumps(answer).encode())
        self._entered.connection.execute(Q.drop_kept, {"member": caller.member, "since": self._now - KEPT})
        self._entered.connection.execute(
            Q.keep_answer,
            {"team": caller.team, "member": caller.member, "key": key_digest(caller.member, call.key),
             "request": call.digest, "answer": sealed, "now": self._now},
        )  # fmt: skip

    def _seal(self, call: KeyedCall) -> "fernet.Fernet":
        key = hmac.digest(call.key.encode(), b"answer " + self._entered.caller.member.bytes, "sha256")
        return fernet.Fernet(base64.urlsafe_b64encode(key))
