"""The key of a person's machines: an age identity that reads, and an Ed25519 seed that signs. One for all of them."""

import hashlib
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from scrubjay.errors import NoSyncKey, UsageError, WrongSyncKey
from scrubjay.storage.filesystem import file_error, private_folder

SEED_BYTES: Final = 32
_IDENTITY: Final = re.compile(r"^AGE-SECRET-KEY-1[0-9A-Z]{58}$", re.MULTILINE)
_SEED: Final = re.compile(r"^SCRUBJAY-SIGN-([0-9a-f]{64})$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class SyncKey:
    """Whoever has it is the person: it reads every segment, and what it signed is believed."""

    identity: str = field(repr=False)
    seed: bytes = field(repr=False)

    @property
    def fingerprint(self) -> str:
        """Sixteen digits by which a person compares the keys of two machines; nothing can be read with them."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        public = Ed25519PrivateKey.from_private_bytes(self.seed).public_key()
        raw = public.public_bytes(Encoding.Raw, PublicFormat.Raw)
        digits = hashlib.sha256(raw + self.recipient.encode()).hexdigest()[:16]
        return " ".join(digits[n : n + 4] for n in range(0, 16, 4))

    @property
    def recipient(self) -> str:
        """To whom segments are encrypted."""
        from pyrage import x25519

        return str(x25519.Identity.from_str(self.identity).to_public())

    def text(self) -> str:
        """The key as it is moved by hand."""
        return f"# scrubjay sync key {self.fingerprint}\n{self.identity}\nSCRUBJAY-SIGN-{self.seed.hex()}\n"


def new_key() -> SyncKey:
    """A key that nobody else has."""
    import secrets

    from pyrage import x25519

    return SyncKey(str(x25519.Identity.generate()), secrets.token_bytes(SEED_BYTES))


def read_key(text: str) -> SyncKey:
    """The key that a text of `SyncKey.text` holds. Raises WrongSyncKey."""
    from pyrage import x25519

    identity, seed = _IDENTITY.search(text), _SEED.search(text)
    if identity is None or seed is None:
        raise WrongSyncKey
    try:
        x25519.Identity.from_str(identity.group())
    except Exception as error:  # pyrage raises classes of its own for each way in which a text is no identity
        raise WrongSyncKey from error
    return SyncKey(identity.group(), bytes.fromhex(seed.group(1)))


def locked(key: SyncKey, passphrase: str) -> bytes:
    """The key under a passphrase; to open it takes about three seconds, which is what protects it."""
    from pyrage import passphrase as age

    return bytes(age.encrypt(key.text().encode(), passphrase))


def unlock(data: bytes, passphrase: str) -> SyncKey:
    """The key that is under a passphrase. Raises WrongSyncKey."""
    from pyrage import passphrase as age

    try:
        text = bytes(age.decrypt(data, passphrase)).decode()
    except Exception as error:  # as above
        raise WrongSyncKey("The passphrase doesn't open the sync key. Run the command again.") from error
    return read_key(text)


AGE = b"age-encryption.org/"
LONGEST = 10_000


class KeyFile:
    """The sync key of a home. `ask` asks the person for a passphrase."""

    def __init__(self, home: Path, ask: Callable[[], str]) -> None:
        self.path = home / "sync" / "key"
        self._ask = ask

    def exists(self) -> bool:
        """Whether this home has a key."""
        return self.path.is_file()

    def read(self) -> SyncKey:
        """The key. Raises NoSyncKey, WrongSyncKey."""
        try:
            with self.path.open("rb") as stream:
                data = stream.read(LONGEST)
        except FileNotFoundError as error:
            raise NoSyncKey from error
        except OSError as error:
            raise file_error(self.path, error) from error
        if data.startswith(AGE):
            return unlock(data, self._ask())
        try:
            return read_key(data.decode())
        except UnicodeDecodeError as error:
            raise WrongSyncKey from error

    def write(self, key: SyncKey, passphrase: str = "", *, replace: bool = False) -> None:
        """Keep a key. Raises UsageError where there is another one, unless it may `replace` it."""
        if self.exists() and not replace and self.read() != key:
            raise UsageError(
                f"This home has another sync key already ({self.path}). Move that file away to use the new one; "
                "what it signed is then known to no machine with the new key."
            )
        data = locked(key, passphrase) if passphrase else key.text().encode()
        try:
            private_folder(self.path.parent)
            part = self.path.with_name(f"key.{os.getpid()}")
            part.unlink(missing_ok=True)
            descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            part.replace(self.path)
        except OSError as error:
            raise file_error(self.path, error) from error
