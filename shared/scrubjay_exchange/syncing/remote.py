"""Validation of a sync remote, and of whether what it shows of a machine continues where it was left. Pure."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from scrubjay.errors import UsageError
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.pattern import pattern
from scrubjay.privacy.secrets.shown_names import shown

PROTOCOLS: Final = "file:ssh:https"
"""What git may use here; its others are in the clear, or run a program that the address names."""

LONGEST: Final = 1_000
MACHINE: Final = pattern(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")
_HELPER: Final = pattern(r"[A-Za-z0-9+.-]*::")
_SCHEME: Final = pattern(r"([A-Za-z][A-Za-z0-9+.-]*)://")
_PASSWORD: Final = pattern(r"[A-Za-z][A-Za-z0-9+.-]*://[^/@]*:[^/@]*@")


def checked_remote(remote: str) -> str:
    """The address, if it may be used. Raises UsageError."""
    if not remote or len(remote) > LONGEST or remote.startswith("-") or not remote.isprintable():
        raise UsageError("Give the address of a git remote, such as git@host.example:me/memory.git, or a folder.")
    if _HELPER.match(remote):
        raise UsageError(f"{remote[:60]!r} would run a program. Give an ssh or https address, or a folder.")
    scheme = _SCHEME.match(remote)
    if scheme and scheme.group(1).lower() not in PROTOCOLS.split(":"):
        raise UsageError(f"{scheme.group(1)} is not used for sync. Give an ssh or https address, or a folder.")
    if _PASSWORD.match(remote) or shown(remote) != remote:
        raise UsageError("The address holds a password or token. Leave it out; git's credential helper can know it.")
    return remote


def is_folder(remote: str) -> bool:
    """Whether an address is a folder of this machine, where git runs both ends."""
    scheme = _SCHEME.match(remote)
    return scheme.group(1).lower() == "file" if scheme else remote.startswith(("/", ".")) or ":" not in remote


def machine_name(host: str) -> str:
    """A machine's name in refs, from what it is called."""
    name = re.sub(r"[^a-z0-9]+", "-", host.lower().partition(".")[0]).strip("-")[:32].strip("-")
    return name or "machine"


def checked_machine(name: str) -> str:
    """The name, if a machine may be called so. Raises UsageError."""
    if not MACHINE.fullmatch(name):
        raise UsageError("A machine's name has at most 32 of a-z, 0-9 and -, such as laptop-2.")
    return name


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentHeader:
    """The header of a segment. `previous` is the digest of the one before, empty for the first of a generation.

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


def machines_behind(shown: Mapping[str, int], headers: Sequence[SegmentHeader]) -> dict[str, str]:
    """Machines of which the remote shows less than another machine saw there: by name, why.

    `shown` has the last sequence of each machine that is known here by now.
    """
    found: dict[str, str] = {}
    for header in headers:
        for name, sequence in header.seen.items():
            if sequence > shown.get(name, 0):
                found[name] = f"{header.machine} saw its segment {sequence}, and the remote shows {shown.get(name, 0)}"
    return found
