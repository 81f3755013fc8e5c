"""Cursors: how far a member was told, sealed, so that it is theirs alone and tells nobody what others did."""

import base64
import json
from datetime import datetime
from typing import TYPE_CHECKING, Final
from uuid import UUID

from scrubjay.errors import UsageError
from scrubjay.model.later import Later
from scrubjay_team.changes.values import OutboxPosition
from scrubjay_team.database.queries import load

if TYPE_CHECKING:
    from cryptography import fernet

    from scrubjay_team.database.connecting import Connection
else:
    fernet = Later("cryptography.fernet")

Q = load(__package__)

LONGEST: Final = 20_000
"""Characters of a cursor."""

PADDED: Final = 512
"""What a cursor holds is padded to a multiple of this, so that its length doesn't count who writes at the moment."""


class Cursors:
    """Seals and opens cursors with the key that every process of one database has. Safe to use from several threads."""

    def __init__(self) -> None:
        self._fernet: fernet.Fernet | None = None

    def seal(self, connection: "Connection", member: UUID, position: OutboxPosition) -> str:
        """A member's cursor at a position; `connection` is of any transaction of the app's."""
        held = {"m": str(member), "s": position.snapshot, "e": position.epoch, "t": position.at.isoformat()}
        text = json.dumps(held)
        padded = text.ljust(-(-len(text) // PADDED) * PADDED)
        return self._key(connection).encrypt(padded.encode()).decode()

    def open(self, connection: "Connection", member: UUID, cursor: str) -> OutboxPosition:
        """The position of a member's cursor. Raises UsageError for what isn't one of theirs."""
        try:
            held = json.loads(self._key(connection).decrypt(cursor[:LONGEST].encode()))
        except (fernet.InvalidToken, ValueError):
            held = {}
        if held.get("m") != str(member):
            raise UsageError("`after` is no cursor of yours. Leave it empty to begin now.")
        return OutboxPosition(held["s"], held["e"], datetime.fromisoformat(held["t"]))

    def _key(self, connection: "Connection") -> "fernet.Fernet":
        """The key, read once."""
        if self._fernet is None:
            row = connection.execute(Q.key).fetchone() or {"key": b""}
            self._fernet = fernet.Fernet(base64.urlsafe_b64encode(bytes(row["key"])))
        return self._fernet
