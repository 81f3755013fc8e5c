"""Secrets at rest: sealed with one key, which a provider gives, each for one use of one project."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import UUID

from scrubjay.extensions.kinds.keys import KeyProvider
from scrubjay.model.later import Later
from scrubjay_team.errors import SecretsLocked
from scrubjay_team.mirrors.key_sources import FileKey

if TYPE_CHECKING:
    from cryptography import fernet
else:
    fernet = Later("cryptography.fernet")

CREDENTIAL: Final = "credential"
WEBHOOK: Final = "webhook"


class Sealer:
    """Seals and opens texts with the server's key; what one project's secret is opens for no other."""

    def __init__(self, data: Path, keys: KeyProvider | None = None) -> None:
        """`keys` gives the key; None: the file of the data folder."""
        self._keys = keys or FileKey(data)
        self._fernet: fernet.Fernet | None = None

    def make_key(self) -> None:
        """Make the key where there is none. Whoever calls this knows that nothing is sealed yet."""
        self._keys.make()

    @property
    def has_key(self) -> bool:
        """Whether there is a key. Raises SecretsLocked where that can't be known."""
        return self._keys.key() is not None

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
                f"The {use} of project {project} can't be opened: {self._keys.called} isn't the key that it was sealed "
                "with. Put the old key back; or remove the repository and add it again, which seals it with this one."
            ) from error
        if (found["project"], found["use"]) != (str(project), use):
            raise SecretsLocked(f"The {use} of project {project} is another one's: its row was moved. Add it again.")
        return str(found["text"])

    def _key(self, use: str) -> "fernet.Fernet":
        """The key, read once. Raises SecretsLocked where it is missing or none."""
        if self._fernet is None:
            key = self._keys.key()
            if key is None:
                raise SecretsLocked(
                    f"{self._keys.called} is missing, and without it no {use} can be opened or sealed. Put it back "
                    "from where the data folder's backup is; or remove the repositories and add them again."
                )
            try:
                self._fernet = fernet.Fernet(key.strip())
            except ValueError as error:
                raise SecretsLocked(f"{self._keys.called} is no key: it was damaged. Put it back as it was.") from error
        return self._fernet
