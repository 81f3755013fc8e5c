"""A file of vectors as a source of them: copied, verified as a whole, and only then asked."""

import hashlib
import mmap
import tempfile
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import IO, Final

from scrubjay.extensions.kinds.vectors import MOST_ASKED
from scrubjay.model.encoded import Fingerprint
from scrubjay.model.given import GivenVectors, PassageKey
from scrubjay.operations.jobs.intake import objection
from scrubjay.storage.files import open_regular
from scrubjay_exchange.vectors.errors import VectorFileRefused
from scrubjay_exchange.vectors.format import HASH, LENGTH, MOST_LINE, VectorHeader
from scrubjay_exchange.vectors.signing import SshSignature, of_line

AT_ONCE: Final = 1_000_000
"""Bytes that are copied at once."""


class SignedVectors:
    """The vectors of a file, in a copy that nobody else can change. `name` is who signed it, once that is known."""

    whole = True

    def __init__(self, header: VectorHeader, signature: SshSignature, numbers: mmap.mmap) -> None:
        self.header = header
        self.signature = signature
        self.name = ""
        self._numbers = numbers
        codes = header.passages * HASH
        lengths = codes + header.passages * header.dim
        self._codes = codes
        stored = self._numbers[lengths : lengths + header.passages * LENGTH]
        sizes = [int.from_bytes(stored[at : at + LENGTH], "little") for at in range(0, len(stored), LENGTH)]
        self._ends = list(accumulate(sizes, initial=lengths + len(stored)))

    def check(self) -> None:
        """Raise VectorFileRefused where the numbers aren't in their form."""
        if self._ends[-1] != self.header.size or any(a >= b for a, b in pairwise(map(self._hash, self._places))):
            raise VectorFileRefused("Its numbers aren't in the form that its header says.")

    def objection(self, fingerprint: Fingerprint) -> str:
        """Why a home with this embedder can take none of it, in words; empty where it can."""
        if self.header.fingerprint != fingerprint.key:
            return f"its vectors are those of another model ({self.header.model}) or of another version of it"
        for start in range(0, self.header.passages, MOST_ASKED):
            places = self._places[start : start + MOST_ASKED]
            if reason := objection(self._given(range(len(places)), places), fingerprint, len(places)):
                return f"it has {reason}"
        return ""

    def has(self, hash: str) -> bool:
        """Whether it has the vector of a passage."""
        return self._place(hash) is not None

    def vectors(self, fingerprint: Fingerprint, wanted: Sequence[PassageKey]) -> GivenVectors:
        """What it has of some passages."""
        found = [(place, at) for place, key in enumerate(wanted) if (at := self._place(key.hash)) is not None]
        return self._given([place for place, _ in found], [at for _, at in found])

    def close(self) -> None:
        """Let the copy go."""
        self._numbers.close()

    @property
    def _places(self) -> range:
        return range(self.header.passages)

    def _hash(self, place: int) -> bytes:
        return self._numbers[place * HASH : (place + 1) * HASH]

    def _place(self, hash: str) -> int | None:
        """The place of a passage, by the hex digits of its hash."""
        wanted = bytes.fromhex(hash)
        place = bisect_left(self._places, wanted, key=self._hash)
        return place if place < self.header.passages and self._hash(place) == wanted else None

    def _given(self, places: Sequence[int], at: Sequence[int]) -> GivenVectors:
        dim = self.header.dim
        codes = (self._numbers[self._codes + one * dim : self._codes + (one + 1) * dim] for one in at)
        states = (self._numbers[self._ends[one] : self._ends[one + 1]] for one in at)
        return GivenVectors(self.header.fingerprint, tuple(places), b"".join(codes), tuple(states))


def read_vectors(file: Path) -> SignedVectors:
    """Copy a file and check its form, without who signed it. Raises VectorFileRefused, OSError where no disk has room.

    What happens to the file afterwards, or while it is read, changes nothing of what was checked.
    """
    stream = open_regular(file)
    if stream is None:
        raise VectorFileRefused("It isn't there, can't be read, or is no file: no link is followed.")
    with stream:
        header = VectorHeader.read(stream.readline(MOST_LINE), stream.readline(MOST_LINE))
        line = stream.readline(MOST_LINE)
        if not line.endswith(b"\n"):
            raise VectorFileRefused("It ends before its numbers.")
        signature = SshSignature.read(of_line(line[:-1].decode("ascii", "replace")))
        with tempfile.TemporaryFile(prefix="scrubjay-") as copy:
            _copy_numbers(stream, header, copy)
            vectors = SignedVectors(header, signature, mmap.mmap(copy.fileno(), header.size, access=mmap.ACCESS_READ))
    vectors.check()
    return vectors


def _copy_numbers(stream: IO[bytes], header: VectorHeader, copy: IO[bytes]) -> None:
    """Copy the rest of a file. Raises VectorFileRefused where it isn't what the header says, byte for byte."""
    digest, left = hashlib.sha256(), header.size + 1
    while left and (part := stream.read(min(left, AT_ONCE))):
        digest.update(part)
        copy.write(part)
        left -= len(part)
    copy.flush()
    if left != 1 or digest.hexdigest() != header.sha256:
        raise VectorFileRefused("It was cut or changed: its numbers aren't those that its maker signed.")
