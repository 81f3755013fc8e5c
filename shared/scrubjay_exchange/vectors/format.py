"""The form of a file of vectors: three lines of text, then numbers.

The first line is `scrubjay-vectors 1`, the second says what is in it as JSON and has the sha256 of the numbers, the
third is an SSH signature of the first two, in base64. Then the hash of each passage (32 bytes, ascending), the codes of
each vector (a signed byte a component), the length of each passage's token states (4 bytes, the lowest first), and the
states themselves. Nothing is compressed.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from scrubjay.model.frozen import dataclass, field_names
from scrubjay_exchange.vectors.errors import VectorFileRefused

MAGIC: Final = "scrubjay-vectors "
VERSION: Final = 1
HASH: Final = 32
LENGTH: Final = 4
MOST_LINE: Final = 30_000
MOST_TEXT: Final = 200
MOST_PASSAGES: Final = 500_000
MOST_BYTES: Final = 1_000_000_000
"""Bytes of a whole file. 10,000 passages take about 30 MB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorHeader:
    """What a file says of itself, which its maker signed.

    `fingerprint` is the key of the embedder, `states` the bytes of all token states, `sha256` that of the numbers,
    `maker` the name that its key has there; `made_at` is ISO 8601, UTC, `commit` of the project that it is of.
    """

    fingerprint: str
    model: str
    dim: int
    passages: int
    states: int
    sha256: str
    maker: str
    project: str
    commit: str
    made_at: str

    @property
    def size(self) -> int:
        """The bytes of the numbers."""
        return self.passages * (HASH + self.dim + LENGTH) + self.states

    def signed(self) -> bytes:
        """The two lines that are signed."""
        values = {name: getattr(self, name) for name in field_names(VectorHeader)}
        return f"{MAGIC}{VERSION}\n{json.dumps(values, sort_keys=True)}\n".encode()

    @classmethod
    def read(cls, first: bytes, second: bytes) -> "VectorHeader":
        """The header of a file's first two lines. Raises VectorFileRefused."""
        if not first.startswith(MAGIC.encode()):
            raise VectorFileRefused("It is no file of vectors: `scrubjay embed --export FILE --key KEY` makes one.")
        if first != f"{MAGIC}{VERSION}\n".encode():
            raise VectorFileRefused(f"It is of another format than {VERSION}, which this scrubjay reads. Update it.")
        try:
            values = json.loads(second)
        except (ValueError, RecursionError):
            values = None
        if not isinstance(values, dict) or values.keys() != set(field_names(cls)) or not _fits(values):
            raise VectorFileRefused("Its header isn't in the form of one.")
        header = cls(**values)
        if header.signed() != first + second or header.size > MOST_BYTES:
            raise VectorFileRefused("Its header isn't in the form of one, or says too much.")
        return header


_NUMBERS: Final = {"dim": (1, 10_000), "passages": (1, MOST_PASSAGES), "states": (0, MOST_BYTES)}


def _fits(values: Mapping[str, Any]) -> bool:
    """Whether each value of a header is of its type, and within its limits."""
    for name, value in values.items():
        if name in _NUMBERS:
            least, most = _NUMBERS[name]
            if type(value) is not int or not least <= value <= most:
                return False
        elif not isinstance(value, str) or len(value) > MOST_TEXT:
            return False
    return True


def packed(given: Mapping[bytes, tuple[bytes, bytes]]) -> bytes:
    """The numbers of a file: `given` has the codes and token states of each passage, by its hash."""
    hashes = sorted(given)
    parts = [b"".join(hashes), b"".join(given[one][0] for one in hashes)]
    parts.append(b"".join(len(given[one][1]).to_bytes(LENGTH, "little") for one in hashes))
    return b"".join([*parts, *(given[one][1] for one in hashes)])


def whole(header: VectorHeader, signature: str, numbers: bytes) -> bytes:
    """The bytes of a file; `signature` is the line of its signature."""
    return b"".join((header.signed(), signature.encode(), b"\n", numbers))


def digest(numbers: bytes) -> str:
    """The sha256 by which a header names its numbers."""
    return hashlib.sha256(numbers).hexdigest()
