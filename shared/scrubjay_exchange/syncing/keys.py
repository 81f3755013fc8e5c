"""The key of a person's machines: an age identity that reads, and an Ed25519 seed that signs. One for all of them."""

import hashlib
import re
import secrets
from functools import cache
from importlib import import_module
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from scrubjay.errors import WrongSyncKey
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.pattern import pattern

SEED_BYTES: Final = 32
_IDENTITY: Final = pattern(r"^AGE-SECRET-KEY-1[0-9A-Z]{58}$", re.MULTILINE)
_SEED: Final = pattern(r"^SCRUBJAY-SIGN-([0-9a-f]{64})$", re.MULTILINE)


@cache
def age() -> Any:
    """The module pyrage, which is an optional dependency: commands that need no key work without it."""
    return import_module("pyrage")


@dataclass(frozen=True, slots=True)
class SyncKey:
    """A sync key. Whoever has it is the person: it decrypts every segment, and what it signed is believed."""

    identity: str = field(repr=False)
    seed: bytes = field(repr=False)

    @property
    def fingerprint(self) -> str:
        """Sixteen digits by which a person compares the keys of two machines; nothing can be read with them."""
        public = Ed25519PrivateKey.from_private_bytes(self.seed).public_key()
        raw = public.public_bytes_raw()
        digits = hashlib.sha256(raw + self.recipient.encode()).hexdigest()[:16]
        return " ".join(digits[n : n + 4] for n in range(0, 16, 4))

    @property
    def recipient(self) -> str:
        """The address that segments are encrypted to."""
        return str(age().x25519.Identity.from_str(self.identity).to_public())

    def text(self) -> str:
        """The key as a text that a person moves to another machine."""
        return f"# scrubjay sync key {self.fingerprint}\n{self.identity}\nSCRUBJAY-SIGN-{self.seed.hex()}\n"


def new_key() -> SyncKey:
    """A new random key."""
    return SyncKey(str(age().x25519.Identity.generate()), secrets.token_bytes(SEED_BYTES))


def read_key(text: str) -> SyncKey:
    """The key that a text of `SyncKey.text` holds. Raises WrongSyncKey."""
    identity, seed = _IDENTITY.search(text), _SEED.search(text)
    if identity is None or seed is None:
        raise WrongSyncKey
    try:
        age().x25519.Identity.from_str(identity.group())
    except Exception as error:  # pyrage raises classes of its own for each way in which a text is no identity
        raise WrongSyncKey from error
    return SyncKey(identity.group(), bytes.fromhex(seed.group(1)))


def locked(key: SyncKey, passphrase: str) -> bytes:
    """The key encrypted with a passphrase; to open it takes about three seconds, which protects it."""
    return bytes(age().passphrase.encrypt(key.text().encode(), passphrase))


def unlock(data: bytes, passphrase: str) -> SyncKey:
    """The key that was encrypted with a passphrase. Raises WrongSyncKey."""
    try:
        text = bytes(age().passphrase.decrypt(data, passphrase)).decode()
    except Exception as error:  # as above
        raise WrongSyncKey("The passphrase doesn't open the sync key. Run the command again.") from error
    return read_key(text)
