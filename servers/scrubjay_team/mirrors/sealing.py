"""Secrets at rest: sealed with one key in the server's data folder, each for one use of one project."""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import UUID

from scrubjay.errors import UsageError
from scrubjay.model.later import Later
from scrubjay.storage.filesystem import write_error
from scrubjay.storage.own import read_own
from scrubjay_team.errors import SecretsLocked
from scrubjay_team.private import own_folder

if TYPE_CHECKING:
    from cryptography import fernet
else:
    fernet = Later("cryptography.fernet")

CREDENTIAL: Final = "credential"
WEBHOOK: Final = "webhook"

_LONGEST_KEY: Final = 200


class Sealer:
    """Seals and opens texts with the key of a data folder; what one project's secret is opens for no other."""

    def __init__(self, data: Path) -> None:
        self._file = data / "key"
        self._fernet: fernet.Fernet | None = None

    def make_key(self) -> None:
        """Make the key where there is none. Whoever calls this knows that nothing is sealed yet."""
        fresh = self._file.with_name(f"key.{os.getpid()}")
        try:
            own_folder(self._file.parent)
            fresh.unlink(missing_ok=True)
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
                stream.write(fernet.Fernet.generate_key() + b"\n")
                stream.flush()
                os.fsync(stream.fileno())
            with suppress(FileExistsError):
                self._file.hardlink_to(fresh)  # never in the place of one that another process made meanwhile
            fresh.unlink()
        except OSError as error:
            raise write_error(self._file, error.errno or 0, error.strerror or "") from error

    @property
    def has_key(self) -> bool:
        """Whether there is a key."""
        return self._file.is_file()

    def seal(self, project: UUID, use: str, text: str) -> bytes:
        """A text sealed for one use of one project. Raises SecretsLocked without a key."""
        sealed = {"project": str(project), "use": use, "text": text}
        return self._key(use).encrypt(json.dumps(sealed).encode())

    def open(self, project: UUID, use: str, sealed: bytes) -> str:
        """The text of a secret. Raises SecretsLocked where the key is another one, or the secret another's."""
        try:
            found = json.loads(self._key(use).decrypt(bytes(sealed)))
        except fernet.InvalidToken as error:
            raise SecretsLocked(
                f"The {use} of project {project} can't be opened: {self._file} isn't the key that it was sealed with. "
                "Put the old key back; or remove the repository and add it again, which seals it with this one."
            ) from error
        if (found["project"], found["use"]) != (str(project), use):
            raise SecretsLocked(f"The {use} of project {project} is another one's: its row was moved. Add it again.")
        return str(found["text"])

    def _key(self, use: str) -> "fernet.Fernet":
        """The key, read once. Raises SecretsLocked where it is missing or none."""
        if self._fernet is None:
            try:
                text = read_own(self._file, "the key of what this server keeps secret", _LONGEST_KEY)
            except UsageError as error:
                raise SecretsLocked(f"{error}") from error
            if text is None:
                raise SecretsLocked(
                    f"{self._file} is missing, and without it no {use} can be opened or sealed. Put it back from where "
                    "the data folder's backup is; or remove the repositories and add them again."
                )
            try:
                self._fernet = fernet.Fernet(text.strip())
            except ValueError as error:
                raise SecretsLocked(f"{self._file} is no key: it was damaged. Put it back as it was.") from error
        return self._fernet
