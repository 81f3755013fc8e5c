"""Keys: of a service, from a variable or a file of the user's; of this home, which proves what it wrote in a store."""

import hmac
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from scrubjay.errors import ScrubjayError, StorageError, UsageError
from scrubjay.settings.section import Secret
from scrubjay.storage.filesystem import file_error, private_folder
from scrubjay.storage.own import read_own
from scrubjay_stores.settings import StorePlace

LONGEST: Final = 4_000
SEAL_BYTES: Final = 32


def key_of(name: str, place: StorePlace, environment: Mapping[str, str] = os.environ) -> Secret:
    """The key; empty where the settings name none, as for a server on this machine. Raises UsageError.

    It goes into no message, log or argument list.
    """
    if place.key_file:
        text = read_own(Path(place.key_file).expanduser(), f"the key of the store {name}", LONGEST)
        where = f"the file {place.key_file}"
    elif place.key_env:
        text, where = environment.get(place.key_env, ""), f"the variable {place.key_env}"
    else:
        return Secret("")
    key = (text or "").strip()
    if not key:
        raise UsageError(f"The store {name} has no key: {where} holds none.")
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise UsageError(f"The store {name} has no key: what {where} holds is none.")
    return Secret(key)


class HomeSeal:
    """Seals what this home writes into stores by a key in a folder of its own, made on first use."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "seal.key"
        self._key = b""

    def of(self, *parts: str) -> str:
        """The seal of some texts. Raises StorageError where the folder can't be written or read."""
        sealed = "".join(f"{len(part)}:{part}" for part in parts).encode("utf-8", "replace")
        return hmac.digest(self._read(), sealed, "sha256").hex()[:32]

    def proves(self, seal: object, *parts: str) -> bool:
        """Whether a seal that came from outside is this home's own of these texts; never where it has no key."""
        if not isinstance(seal, str):
            return False
        try:
            own = self.of(*parts)
        except ScrubjayError:
            return False
        return hmac.compare_digest(seal.encode("utf-8", "replace"), own.encode())

    def _read(self) -> bytes:
        if not self._key:
            private_folder(self._file.parent)
            try:
                self._key = self._made()
            except OSError as error:
                raise file_error(self._file, error) from error
            if len(self._key) != SEAL_BYTES:
                raise StorageError(f"{self._file} is damaged: remove it, and what was written before is unknown again.")
        return self._key

    def _made(self) -> bytes:
        try:
            descriptor = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return self._file.read_bytes()
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(key := secrets.token_bytes(SEAL_BYTES))
        return key
