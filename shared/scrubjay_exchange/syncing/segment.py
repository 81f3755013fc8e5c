"""One segment of a machine's history: compressed, encrypted to the person's key, and signed with it."""

import hashlib
import json
import zlib
from dataclasses import asdict, dataclass
from typing import Any, Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from scrubjay.errors import SegmentRefused
from scrubjay_exchange.syncing.keys import SyncKey, age
from scrubjay_exchange.syncing.remote import SegmentHeader

MAGIC: Final = b"scrubjay-segment-1\n"
SIGNATURE: Final = 64
MOST_BYTES: Final = 8_000_000
"""Bytes of a segment in git. What is written is smaller, even where nothing of it can be compressed."""
MOST_TEXT: Final = 16_000_000
"""Bytes of a segment's text."""

OTHER_KEY: Final = "it isn't signed with your key"


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment that the person's key signed. `digest` is that of its bytes in git."""

    header: SegmentHeader
    memories: tuple[dict[str, Any], ...]
    digest: str


def seal(header: SegmentHeader, memories: list[dict[str, Any]], key: SyncKey) -> bytes:
    """The bytes of a segment. The signature covers what is encrypted, so nothing unsigned is ever decrypted."""
    lines = [asdict(header), *memories]
    text = "\n".join(json.dumps(line, ensure_ascii=False, sort_keys=True) for line in lines).encode("utf-8", "replace")
    body = age().encrypt(zlib.compress(text, 6), [age().x25519.Recipient.from_str(key.recipient)])
    return MAGIC + bytes(_signer(key).sign(MAGIC + body)) + bytes(body)


def unseal(data: bytes, key: SyncKey) -> Segment:
    """The segment that some bytes are. Raises SegmentRefused for what the person's key didn't sign, or is none."""
    signature, body = data[len(MAGIC) : len(MAGIC) + SIGNATURE], data[len(MAGIC) + SIGNATURE :]
    if not data.startswith(MAGIC) or len(data) > MOST_BYTES:
        raise SegmentRefused("it is no segment")
    try:
        _signer(key).public_key().verify(signature, MAGIC + body)
    except (InvalidSignature, ValueError) as error:
        raise SegmentRefused(OTHER_KEY) from error
    try:
        packed = age().decrypt(body, [age().x25519.Identity.from_str(key.identity)])
    except Exception as error:  # pyrage raises classes of its own
        raise SegmentRefused("it isn't encrypted to your key") from error
    try:
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(packed, MOST_TEXT)
        if unpacking.unconsumed_tail:
            raise SegmentRefused("one of its files unpacks to something larger than a segment may be")
        first, *lines = text.decode().split("\n")
        header = SegmentHeader(**json.loads(first))
        memories = tuple(json.loads(line) for line in lines)
    except (ValueError, TypeError, RecursionError, zlib.error) as error:
        raise SegmentRefused("it can't be read; a newer scrubjay may have written it") from error
    return Segment(header, memories, digest(data))


def digest(data: bytes) -> str:
    """The digest of a segment's bytes, by which the next segment names it."""
    return hashlib.sha256(data).hexdigest()


def _signer(key: SyncKey) -> Ed25519PrivateKey:
    """The key that signs segments."""
    return Ed25519PrivateKey.from_private_bytes(key.seed)
