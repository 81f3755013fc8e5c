"""Does what a remote shows of a machine go on where it was left? Pure: which segment one is, and from which to read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentHeader:
    """Which segment this is. `previous` is the digest of the one before, empty for the first of a generation.

    `sequence` counts through all generations; `seen` says which sequence of each machine was known to the writer.
    """

    machine: str
    generation: int
    sequence: int
    previous: str
    at: str
    seen: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeenMachine:
    """The last segment of a machine that was verified and merged here, with its commit.

    `gone`: a person deleted its ref and said so.
    """

    name: str
    generation: int
    sequence: int
    digest: str
    head: str
    gone: bool = False


def broken(name: str, seen: SeenMachine | None, chain: Sequence[tuple[SegmentHeader, str]], *, continues: bool) -> str:
    """Why a machine's segments aren't believed; empty where they are.

    `chain` has the headers with their digests, the oldest first; `continues`: its commits follow the last one seen.
    """
    if not chain:
        return f"rolled back: it was at segment {seen.sequence} here" if seen else "it is empty"
    first = chain[0][0]
    if any(header.machine != name for header, _ in chain):
        return f"it is another machine's history, {first.machine[:32]}"
    if continues and seen:
        if (first.generation, first.sequence, first.previous) != (seen.generation, seen.sequence + 1, seen.digest):
            return "a segment is missing after the last one that was seen here"
    elif first.previous:
        return "cut off: its beginning is missing"
    elif seen and (first.generation <= seen.generation or first.sequence <= seen.sequence):
        return f"rolled back: it was at segment {seen.sequence} here, and shows {chain[-1][0].sequence}"
    for (before, mark), (header, _) in pairwise(chain):
        if (header.generation, header.sequence, header.previous) != (before.generation, before.sequence + 1, mark):
            return f"a segment is missing after {before.sequence}"
    return ""


def behind(shown: Mapping[str, int], headers: Sequence[SegmentHeader]) -> dict[str, str]:
    """Machines of which the remote shows less than another machine saw there: by name, why.

    `shown` has the last sequence of each machine that is known here by now.
    """
    found: dict[str, str] = {}
    for header in headers:
        for name, sequence in header.seen.items():
            if sequence > shown.get(name, 0):
                found[name] = f"{header.machine} saw its segment {sequence}, and the remote shows {shown.get(name, 0)}"
    return found
