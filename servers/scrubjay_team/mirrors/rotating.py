"""The key of a server's secrets rotated: a new one beside the old, all sealed anew at once, then the names change.

Whenever it is cut off, each secret opens with a key that lies in the data folder.
"""

import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from scrubjay.errors import StorageBusy, UsageError
from scrubjay.extensions.kinds.keys import KeyProvider
from scrubjay.model.frozen import dataclass
from scrubjay.model.later import Later
from scrubjay.storage.filesystem import file_lock
from scrubjay.storage.own import write_own
from scrubjay_team.database.queries import load
from scrubjay_team.errors import SecretsLocked
from scrubjay_team.mirrors.key_sources import FileKey
from scrubjay_team.mirrors.key_state import REFRESH, is_open, key_state
from scrubjay_team.mirrors.sealing import CREDENTIAL, WEBHOOK, Sealer, kept_file, key_id
from scrubjay_team.private import own_folder

if TYPE_CHECKING:
    from cryptography import fernet

    from scrubjay_team.database.connecting import Connection
    from scrubjay_team.database.owner import OwnerDatabase
else:
    fernet = Later("cryptography.fernet")

Q = load(__package__)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyRotation:
    """A rotation: the ids of the key that seals now and of the one before (empty: none), how many secrets were sealed
    anew, and of which repositories the secrets were given up; `kept` is the file of the old key.
    """

    id: str
    before: str
    secrets: int
    given_up: tuple[str, ...]
    kept: str


def rotate(owner: "OwnerDatabase", data: Path, keys: KeyProvider, *, lost: bool = False) -> KeyRotation:
    """Seal everything with another key: of the file's provider a new one, else with the one that the provider gives.

    `lost`: what no key here opens is given up. Raises SecretsLocked where something can't be opened, with names, and
    StorageBusy while another process rotates: two at once would each put away the key that the other one sealed by.
    """
    own_folder(data)
    with file_lock(data / "rotating") as mine:
        if not mine:
            raise StorageBusy("The key is being rotated by another process. `scrubjay team key show` says when it is.")
        return _rotate(owner, data, keys, lost=lost)


def _rotate(owner: "OwnerDatabase", data: Path, keys: KeyProvider, *, lost: bool) -> KeyRotation:
    """The rotation, while no other one reads or changes the names of the keys."""
    ours = isinstance(keys, FileKey)
    with owner.transaction() as connection:
        state = key_state(connection, Sealer(data, keys))
    if state.locked and not lost:
        raise SecretsLocked(f"{state.warning} Nothing was changed.")
    before = keys.key()
    fresh = fernet.Fernet.generate_key() if ours else before
    if fresh is None:
        raise SecretsLocked(f"{keys.called} gives no key. Set it first; the old one is named by `--from-file FILE`.")
    if ours:
        write_own(kept_file(data, key_id(fresh)), fresh.decode())
        _sync(data)
    sealer = Sealer(data, FileKey(data, kept_file(data, key_id(fresh)).name) if ours else keys)
    try:
        with owner.transaction() as connection:
            connection.execute(Q.lock_keys)
            number, given_up = _seal_all(connection, sealer, lost=lost)
    except SecretsLocked:
        if ours:
            kept_file(data, key_id(fresh)).unlink(missing_ok=True)
        raise
    old = key_id(before) if before and before != fresh else ""
    if ours:
        take_over(data, key_id(fresh), old)
    kept = str(kept_file(data, old)) if old else ""
    return KeyRotation(id=key_id(fresh), before=old, secrets=number, given_up=given_up, kept=kept)


def keep(data: Path, text: str) -> None:
    """Keep an old key beside the present one. Raises UsageError for a text that is no key."""
    try:
        fernet.Fernet(text.strip())
    except ValueError:
        raise UsageError("This is no key: one is 32 bytes in URL-safe base64. Nothing was changed.") from None
    write_own(kept_file(own_folder(data), key_id(text.encode())), text.strip())
    _sync(data)


def take_over(data: Path, fresh: str, old: str) -> None:
    """Let the key beside be the key, and keep the old one under its id: each step leaves both there."""
    if old and not kept_file(data, old).exists():
        os.link(data / "key", kept_file(data, old))
    kept_file(data, fresh).replace(data / "key")
    _sync(data)


def _sync(data: Path) -> None:
    """Have the names of a folder outlast a power cut: what is sealed by a key is kept no sooner than the key."""
    folder = os.open(data, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _seal_all(connection: "Connection", sealer: Sealer, *, lost: bool) -> tuple[int, tuple[str, ...]]:
    """Seal every secret anew; returns how many, and the repositories whose secrets were given up."""
    number, given_up = 0, []
    for row in connection.execute(Q.sealed_secrets).fetchall():
        project, credential, hook = row["project"], row["credential"], row["hook_secret"]
        locked = [use for use, one in ((CREDENTIAL, credential), (WEBHOOK, hook))
                  if one is not None and not is_open(sealer, project, use, one)]  # fmt: skip
        if locked and not lost:
            raise SecretsLocked(f"{row['name']}'s secrets can't be opened any more. Nothing was changed. Try again.")
        if locked:
            given_up.append(row["name"])
        text = secrets.token_urlsafe(32) if WEBHOOK in locked else sealer.open(project, WEBHOOK, hook)
        again = None
        if credential is not None and CREDENTIAL not in locked:
            again = sealer.seal(project, CREDENTIAL, sealer.open(project, CREDENTIAL, credential))
        sealed = {"credential": again, "hook_secret": sealer.seal(project, WEBHOOK, text)}
        connection.execute(Q.seal_source, {"project": project} | sealed)
        number += 2 - len(locked) - (credential is None)
    for row in connection.execute(Q.sealed_refreshes).fetchall():
        member, refresh = row["member"], row["refresh"]
        opens = is_open(sealer, member, REFRESH, refresh)
        anew = sealer.seal(member, REFRESH, sealer.open(member, REFRESH, refresh)) if opens else None
        connection.execute(Q.seal_refresh, {"member": member, "refresh": anew})
        number += opens
    return number, tuple(given_up)
