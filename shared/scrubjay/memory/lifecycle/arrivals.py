"""What of a file of memories is new here, and what is here already, ended or forgotten?"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from scrubjay.memory.store.rows import Q
from scrubjay.memory.store.writing import read
from scrubjay.model.memory import MemoryStatus
from scrubjay.privacy.secrets.masking import find_secrets
from scrubjay.storage.driver import Connection

_CODES = frozenset({"id", "digest", "words_hash", "blob", "commit_sha", "patch_id"})
"""Fields that hold what looks like a secret and is none."""
_ENDED = (MemoryStatus.SUPERSEDED, MemoryStatus.RETRACTED, MemoryStatus.EXPIRED)


class Arrivals(NamedTuple):
    """How many memories of a file are new, how many were here and how they stand, and how many hold a secret."""

    new: int
    here: int = 0
    ended: int = 0
    forgotten: int = 0
    secret: int = 0

    @property
    def others(self) -> str:
        """What became of those that aren't new, to go on with; empty where there are none."""
        words = {"already here": self.here, "ended here": self.ended, "forgotten here": self.forgotten,
                 "left out for a secret": self.secret}  # fmt: skip
        return "".join(f"; {number:,} {word}" for word, number in words.items() if number)


def arrivals(connection: Connection, lines: list[dict[str, Any]]) -> tuple[Arrivals, list[dict[str, Any]]]:
    """How a file's memories compare with what is here, and those that would come; one with a secret wouldn't."""
    new: list[dict[str, Any]] = []
    here = ended = forgotten = secret = 0
    for entry in lines:
        row = connection.execute(Q.find_id, {"id": entry["memory"]["id"]}).fetchone()
        if row is None and find_secrets("\n".join(texts_of(entry))):
            secret += 1
        elif row is None:
            new.append(entry)
        else:
            status = read(connection, row["number"]).status
            forgotten += status is MemoryStatus.FORGOTTEN
            ended += status in _ENDED
            here += status not in (*_ENDED, MemoryStatus.FORGOTTEN)
    return Arrivals(len(new), here, ended, forgotten, secret), new


def texts_of(value: object) -> Iterator[str]:
    """Every text of an exported memory that somebody wrote."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, item in value.items():
            if name not in _CODES:
                yield from texts_of(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts_of(item)
