"""File of a home's sync key, which only its owner reads, under a passphrase if the person wants one."""

import os
from collections.abc import Callable
from pathlib import Path

from scrubjay.errors import NoSyncKey, UsageError, WrongSyncKey
from scrubjay.storage.filesystem import file_error, private_folder
from scrubjay_exchange.syncing.keys import SyncKey, locked, new_key, read_key, unlock
from scrubjay_exchange.syncing.state import KEY

AGE = b"age-encryption.org/"
LONGEST = 10_000


class KeyFile:
    """The sync key of a home. `ask` asks the person for a passphrase."""

    new, given = staticmethod(new_key), staticmethod(read_key)

    def __init__(self, home: Path, ask: Callable[[], str]) -> None:
        self.path = home / KEY
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
