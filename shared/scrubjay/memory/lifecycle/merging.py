"""Merge of memories from another machine: what is new here, and one history made of two. Both keep everything."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from scrubjay.memory.store.rows import Q
from scrubjay.memory.store.writing import read
from scrubjay.model.evidence import MACHINE
from scrubjay.model.frozen import dataclass
from scrubjay.model.memory import MemoryStatus
from scrubjay.privacy.secrets.masking import find_secrets
from scrubjay.storage.driver import Connection

STATED = ("status", "reason", "valid_from", "valid_until")
"""What a belief says; the rest is who said it and when."""


@dataclass(frozen=True, slots=True)
class BeliefEntry:
    """A belief in a merged history, with its rank after the beliefs that its machine already knew.

    `id` is that of its row, 0 where it has none here.
    """

    fields: tuple[str, ...]
    rank: int
    id: int = 0

    @property
    def recorded_at(self) -> str:
        """When the belief was recorded, which is never before what its machine knew."""
        return self.fields[-2]

    @property
    def key(self) -> tuple[str, int, str]:
        """Sort key of a belief: its time, its rank, then a hash of its fields, so that all machines agree."""
        return self.recorded_at, self.rank, hashlib.sha256("\x00".join(self.fields).encode()).hexdigest()

    def row(self, retracted_at: str) -> dict[str, str]:
        """The columns of the belief's row; it is retracted when the next belief came."""
        return dict(zip((*STATED, "recorded_at", "actor"), self.fields, strict=True)) | {"retracted_at": retracted_at}


@dataclass(frozen=True, slots=True)
class MergedBeliefs:
    """Two histories merged: their order, how many of the first beliefs stay, and what only one side has.

    `here` is what was believed here until now, `highest` the highest rank of all that was.
    """

    order: tuple[BeliefEntry, ...]
    common: int
    here: BeliefEntry
    highest: int
    only_here: tuple[BeliefEntry, ...]
    only_there: tuple[BeliefEntry, ...]

    @property
    def conflict(self) -> bool:
        """Whether the other side decided something without knowing what was decided here, and not the same."""
        if not self.only_there or min(entry.rank for entry in self.only_there) > self.highest:
            return False
        here, there = self.here, self.only_there[-1]
        if "scrubjay" in (here.fields[-1], there.fields[-1]):
            return False  # a lifetime that ran out is nobody's decision
        return here.fields[:4] != there.fields[:4] or here.fields[0] == MemoryStatus.SUPERSEDED


def entries(rows: Iterable[Any]) -> tuple[BeliefEntry, ...]:
    """The beliefs of database rows in their order; one without a rank comes after all that stand before it."""
    read: list[BeliefEntry] = []
    highest = -1
    for row in rows:
        rank = highest + 1 if row["rank"] is None else int(row["rank"])
        highest = max(highest, rank)
        fields = tuple(str(row[name]) for name in (*STATED, "recorded_at", "actor"))
        read.append(BeliefEntry(fields, rank, row["id"]))
    return tuple(read)


def entries_of(beliefs: Sequence[dict[str, Any]], ranks: Sequence[int]) -> tuple[BeliefEntry, ...]:
    """The beliefs of a record that came from a machine."""
    return tuple(
        BeliefEntry(tuple(str(belief[name]) for name in (*STATED, "recorded_at", "actor")), rank)
        for belief, rank in zip(beliefs, ranks, strict=True)
    )


def merge_beliefs(here: Sequence[BeliefEntry], there: Sequence[BeliefEntry]) -> MergedBeliefs:
    """Everything that either side believed, in the order on which all machines agree."""
    existing, incoming = {entry.key: entry for entry in here}, {entry.key: entry for entry in there}
    both = incoming | existing
    order = tuple(both[key] for key in sorted(both))
    keys, present = [entry.key for entry in order], [entry.key for entry in here]
    common = next(
        (n for n, (one, other) in enumerate(zip(keys, present, strict=False)) if one != other),
        min(len(keys), len(present)),
    )
    return MergedBeliefs(
        order,
        common,
        here[-1],
        max(entry.rank for entry in here),
        tuple(entry for entry in here if entry.key not in incoming),
        tuple(entry for entry in order if entry.key not in existing),
    )


def mark_of(validation: dict[str, Any]) -> str:
    """A hash of a validation, the same on every machine: of everything but the machine that it came from."""
    content = dict(validation)
    content["metadata"] = {n: v for n, v in json.loads(validation["metadata"]).items() if n != MACHINE}
    return hashlib.sha256(
        json.dumps(content, sort_keys=True, ensure_ascii=False).encode("utf-8", "replace")
    ).hexdigest()


def from_machine(validation: dict[str, Any], machine: str) -> dict[str, Any]:
    """A validation whose metadata names the machine it comes from; a name that is there already stays."""
    metadata = json.loads(validation["metadata"])
    named = json.dumps({MACHINE: machine, **metadata}, sort_keys=True, ensure_ascii=False)
    return {**validation, "metadata": named}


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
        """Counts of the memories that aren't new, as text to append; empty where there are none."""
        words = {"already here": self.here, "ended here": self.ended, "forgotten here": self.forgotten,
                 "left out for a secret": self.secret}  # fmt: skip
        return "".join(f"; {number:,} {word}" for word, number in words.items() if number)


def arrivals(connection: Connection, lines: list[dict[str, Any]]) -> tuple[Arrivals, list[dict[str, Any]]]:
    """Counts of how a file's memories compare with those here, and the new ones; one with a secret is left out."""
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
