"""How do two machines' histories of one memory become one? Both keep everything; the order decides what holds."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scrubjay.model.evidence import MACHINE
from scrubjay.model.memory import MemoryStatus

STATED = ("status", "reason", "valid_from", "valid_until")
"""What a belief says; the rest is who said it and when."""


@dataclass(frozen=True, slots=True)
class BeliefEntry:
    """What was believed of a memory, and where it stands: what its machine knew of comes before it.

    `id` is that of its row, 0 where it has none here.
    """

    fields: tuple[str, ...]
    rank: int
    id: int = 0

    @property
    def recorded_at(self) -> str:
        """When it was recorded, which is never before what its machine knew."""
        return self.fields[-2]

    @property
    def key(self) -> tuple[str, int, str]:
        """Its place: in time, then after what was known, then by its words, so that all machines agree."""
        return self.recorded_at, self.rank, hashlib.sha256("\x00".join(self.fields).encode()).hexdigest()

    def row(self, retracted_at: str) -> dict[str, str]:
        """Its columns, retracted when the next one came."""
        return dict(zip((*STATED, "recorded_at", "actor"), self.fields, strict=True)) | {"retracted_at": retracted_at}


@dataclass(frozen=True, slots=True)
class MergedBeliefs:
    """The order of both histories; how many of the first ones are as they are here; what only one side has.

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
    """The beliefs of rows in their order: one without a rank was added after all that stand before it."""
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
    """What tells a validation from others on every machine: all of it but where it came from."""
    content = dict(validation)
    content["metadata"] = {n: v for n, v in json.loads(validation["metadata"]).items() if n != MACHINE}
    return hashlib.sha256(
        json.dumps(content, sort_keys=True, ensure_ascii=False).encode("utf-8", "replace")
    ).hexdigest()


def from_machine(validation: dict[str, Any], machine: str) -> dict[str, Any]:
    """A validation that says from which machine it comes; one that says so already is left as it is."""
    metadata = json.loads(validation["metadata"])
    named = json.dumps({MACHINE: machine, **metadata}, sort_keys=True, ensure_ascii=False)
    return {**validation, "metadata": named}
