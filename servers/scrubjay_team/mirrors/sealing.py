"""Secrets at rest: sealed with one key, which a provider gives, each for one use of one project.

A secret says which key sealed it: the key's id stands where Fernet, whose format it is, writes the time. So programs
before this rule open it, too, and what they sealed is opened by trying.
"""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import UUID

from scrubjay.errors import UsageError
from scrubjay.extensions.kinds.keys import LONGEST_KEY, KeyProvider
from scrubjay.model.later import Later
from scrubjay.model.pattern import pattern
from scrubjay.storage.own import read_own
from scrubjay_team.errors import SecretsLocked
from scrubjay_team.mirrors.key_sources import FileKey

if TYPE_CHECKING:
    from cryptography import fernet
else:
    fernet = Later("cryptography.fernet")

CREDENTIAL: Final = "credential"
WEBHOOK: Final = "webhook"

AGAIN_S: Final = 5.0
"""Seconds before the keys are read again because none of them opens a secret."""

_MARK: Final = 1 << 40
"""What tells an id in the place of the time: as a time it would be far in the future."""
_KEPT: Final = pattern(r"key\.[0-9a-f]{8}")


def key_id(key: bytes) -> str:
    """The id of a key, 8 hexadecimal digits, from which nothing of it can be learned. Pure."""
    return hmac.new(key.strip(), b"scrubjay key", hashlib.sha256).hexdigest()[:8]


def sealed_by(sealed: bytes) -> str:
    """The id of the key that sealed a secret; empty where it doesn't say so, since an older program did. Pure."""
    try:
        at = int.from_bytes(base64.urlsafe_b64decode(bytes(sealed)[:12])[1:9], "big")
    except ValueError:
        return ""
    return f"{at - _MARK:08x}" if _MARK <= at < 2 * _MARK else ""


def kept_file(data: Path, id: str) -> Path:
    """Where a key lies that isn't, or isn't yet, the one that seals."""
    return data / f"key.{id}"


def kept_keys(data: Path) -> Iterator[bytes]:
    """The keys of a data folder beside its provider's: the file `key`, and those that a rotation keeps."""
    for file in (data / "key", *sorted(data.glob("key.*"))):
        if file.name == "key" or _KEPT.fullmatch(file.name):
            try:
                text = read_own(file, "a key of what this server keeps secret", LONGEST_KEY)
            except UsageError:
                continue  # others may read it: it opens nothing
            if text:
                yield text.strip().encode()


class Sealer:
    """Seals and opens texts with the server's key; what one project's secret is opens for no other.

    What an older key sealed is opened by the one that a rotation kept. Safe to use from several threads.
    """

    def __init__(self, data: Path, keys: KeyProvider | None = None) -> None:
        """`keys` gives the key; None: the file of the data folder."""
        self._data = data
        self._keys = keys or FileKey(data)
        self._present: tuple[str, fernet.Fernet] | None = None
        self._known: Mapping[str, fernet.Fernet] = {}
        self._read_at = -AGAIN_S
        self._away = ""

    @property
    def called(self) -> str:
        """Where the key comes from."""
        return self._keys.called

    def make_key(self) -> None:
        """Make the key where there is none. Whoever calls this knows that nothing is sealed yet."""
        self._keys.make()

    @property
    def has_key(self) -> bool:
        """Whether there is a key. Raises SecretsLocked where that can't be known."""
        if self._present is None:
            self._read()
        return self._present is not None

    @property
    def id(self) -> str:
        """The id of the key that seals; empty where there is none. Raises SecretsLocked where that can't be known."""
        return self._sealing(CREDENTIAL)[0] if self.has_key else ""

    def seal(self, project: UUID, use: str, text: str) -> bytes:
        """A text sealed for one use of one project. Raises SecretsLocked without a key."""
        id, key = self._sealing(use)
        sealed = {"project": str(project), "use": use, "text": text}
        return key.encrypt_at_time(json.dumps(sealed).encode(), _MARK + int(id, 16))

    def open(self, project: UUID, use: str, sealed: bytes) -> str:
        """The text of a secret. Raises SecretsLocked where no key opens it, or the secret is another's."""
        opened = self._opened(use, bytes(sealed))
        if opened is None:
            by = sealed_by(sealed)
            which = f"the key {by}" if by else "another one"
            raise SecretsLocked(
                f"The {use} of project {project} can't be opened: {self.called} isn't the key that it was sealed with, "
                f"{which}. Put the old key back; where it is gone: `scrubjay team key rotate --lost`."
            )
        found = json.loads(opened)
        if (found["project"], found["use"]) != (str(project), use):
            raise SecretsLocked(f"The {use} of project {project} is another one's: its row was moved. Add it again.")
        return str(found["text"])

    def _opened(self, use: str, sealed: bytes) -> bytes | None:
        """What a secret holds; None where no key opens it, once the keys have been read again."""
        self._sealing(use, or_kept=True)
        for again in (False, True):
            if again and not self._read_again():
                return None
            by, known = sealed_by(sealed), self._known
            for key in [known[by]] if by in known else [] if by else known.values():
                try:
                    return key.decrypt(sealed)
                except fernet.InvalidToken:
                    continue
        return None

    def _read_again(self) -> bool:
        """Read the keys anew, unless that was done a moment ago: a running server learns of a rotation this way."""
        if time.monotonic() - self._read_at < AGAIN_S:
            return False
        self._read()
        return True

    def _read(self) -> None:
        """Read the keys; where they can't be had, a program is asked again after AGAIN_S. Raises SecretsLocked."""
        if self._away and time.monotonic() - self._read_at < AGAIN_S:
            raise SecretsLocked(self._away)
        try:
            key = self._keys.key()
            self._away = ""
        except SecretsLocked as error:
            self._away = f"{error}"
            raise
        finally:
            self._read_at = time.monotonic()
        self._present = (key_id(key), self._made(key)) if key is not None else None
        known = {}
        for one in kept_keys(self._data):
            with suppress(ValueError):  # a damaged one opens nothing, and is no reason to leave the others shut
                known[key_id(one)] = fernet.Fernet(one)
        self._known = known | ({self._present[0]: self._present[1]} if self._present else {})

    def _sealing(self, use: str, *, or_kept: bool = False) -> "tuple[str, fernet.Fernet]":
        """The key that seals, with its id, read once. Raises SecretsLocked where it is missing or none."""
        if self._present is None:
            self._read()
        if self._present is None:
            if or_kept and self._known:
                return next(iter(self._known.items()))
            raise SecretsLocked(
                f"{self._keys.called} is missing, and without it no {use} can be opened or sealed. Put it back "
                "from where the data folder's backup is; where it is gone: `scrubjay team key rotate --lost`."
            )
        return self._present

    def _made(self, key: bytes) -> "fernet.Fernet":
        """The cipher of a key. Raises SecretsLocked where it is none."""
        try:
            return fernet.Fernet(key.strip())
        except ValueError as error:
            raise SecretsLocked(f"{self._keys.called} is no key: it was damaged. Put it back as it was.") from error
