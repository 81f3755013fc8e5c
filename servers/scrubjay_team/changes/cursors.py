"""Cursors: how far a member was told or has read, sealed: theirs alone, and no word of what others did."""

import base64
import json
from collections.abc import Mapping
from datetime import datetime
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final
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

LONGEST: Final = 1_900
"""Characters of a cursor: it goes in the query of a GET, whose target has at most 2,000."""

PADDED: Final = 512
"""What a cursor holds is padded to a multiple of this, so that its length doesn't count who writes at the moment."""

MOST_PACKED: Final = 800
"""Characters of a snapshot within a cursor: some hundred transactions that run, as their distances."""


class Cursors:
    """Seals and opens cursors with the key that every process of one database has. Safe to use from several threads."""

    def __init__(self) -> None:
        self._fernet: fernet.Fernet | None = None

    def seal(self, connection: "Connection", member: UUID, position: OutboxPosition) -> str:
        """A member's cursor at a position; `connection` is of any transaction of the app's.

        It doesn't say when it was made, which is when something woke whoever waits.
        """
        held = {
            "m": str(member), "s": packed(position.snapshot), "l": position.last, "e": position.epoch,
            "t": position.at.isoformat(),
        }  # fmt: skip
        return self._sealed(connection, held)

    def open(self, connection: "Connection", member: UUID, cursor: str) -> OutboxPosition:
        """The position of a member's cursor. Raises UsageError for what isn't one of theirs."""
        held = self._held(connection, cursor)
        if held.get("m") != str(member) or "s" not in held:
            raise UsageError("`after` is no cursor of yours. Leave it empty to begin now.")
        return OutboxPosition(unpacked(held["s"]), held["l"], held["e"], datetime.fromisoformat(held["t"]))

    def seal_number(self, connection: "Connection", member: UUID, use: str, number: int) -> str:
        """A number for one use by a member, who doesn't learn it: it may count what others do."""
        return self._sealed(connection, {"m": str(member), "u": use, "n": number})

    def open_number(self, connection: "Connection", member: UUID, use: str, sealed: str) -> int | None:
        """The number that was sealed for a use by a member; None where it is no such one."""
        held = self._held(connection, sealed)
        return int(held["n"]) if (held.get("m"), held.get("u")) == (str(member), use) else None

    def _sealed(self, connection: "Connection", held: Mapping[str, object]) -> str:
        text = json.dumps(held)
        padded = text.ljust(-(-len(text) // PADDED) * PADDED)
        return self._key(connection).encrypt_at_time(padded.encode(), 0).decode()

    def _held(self, connection: "Connection", sealed: str) -> Mapping[str, Any]:
        """What a sealed text holds; nothing where it isn't one."""
        try:
            held: Mapping[str, Any] = json.loads(self._key(connection).decrypt(sealed[:LONGEST].encode()))
        except (fernet.InvalidToken, ValueError):
            return {}
        return held

    def _key(self, connection: "Connection") -> "fernet.Fernet":
        """The key, read once."""
        if self._fernet is None:
            row = connection.execute(Q.key).fetchone() or {"key": b""}
            self._fernet = fernet.Fernet(base64.urlsafe_b64encode(bytes(row["key"])))
        return self._fernet


def packed(snapshot: str) -> str:
    """A snapshot as the distances of its numbers, at most MOST_PACKED characters.

    Where more transactions ran than have room, those behind the last one that has count as not seen, and are told
    again: never is one left out. Pure.
    """
    first, end, running = snapshot.split(":")
    numbers = [int(first), *map(int, filter(None, running.split(","))), int(end)]
    text = ""
    for before, number in zip([0, *numbers], numbers, strict=False):
        longer = f"{text},{number - before:x}"
        if len(longer) > MOST_PACKED:
            break
        text = longer
    return text[1:]


def unpacked(text: str) -> str:
    """The snapshot that distances stand for; the last one's number is where it ends. Pure."""
    first, *running, end = accumulate(int(one, 16) for one in text.split(","))
    return f"{first}:{end}:{','.join(map(str, running))}"
