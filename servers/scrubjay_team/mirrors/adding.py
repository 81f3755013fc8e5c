"""Mirrors added, hurried and listed by an owner: inside the owner's transaction."""

import os
import secrets
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

from scrubjay.errors import NotFound
from scrubjay.extensions.kinds.keys import KeyProvider
from scrubjay.model.frozen import dataclass, field_names
from scrubjay_team.database.queries import load
from scrubjay_team.errors import SecretsLocked
from scrubjay_team.mirrors.addresses import RepositoryAddress, read_address
from scrubjay_team.mirrors.credentials import Credential, read_credential
from scrubjay_team.mirrors.host_keys import HostKey, host_keys
from scrubjay_team.mirrors.resolving import Resolve, endpoint_of, resolved
from scrubjay_team.mirrors.sealing import CREDENTIAL, WEBHOOK, Sealer

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Connection

Q = load(__package__)


@dataclass(frozen=True, slots=True)
class CheckedAddress:
    """An address that may be fetched, with the key that its ssh host shows; None for https.

    An owner compares the key's fingerprint with what the host's own page tells, and accepts it.
    """

    parts: RepositoryAddress
    host_key: HostKey | None

    @property
    def address(self) -> str:
        """The address as it is kept and shown."""
        return self.parts.text

    @property
    def host(self) -> str:
        """The host's name."""
        return self.parts.host


@dataclass(frozen=True, slots=True, kw_only=True)
class MirrorRow:
    """How far a mirror is, as an owner sees it. Moments are in UTC, None before the first time; `size` is in bytes."""

    project: UUID
    name: str
    address: str
    branch: str
    commit: str
    fetched_at: datetime | None
    indexed_at: datetime | None
    due_at: datetime
    failures: int
    error: str
    progress: str
    size: int
    behind: bool
    """Whether the last try failed, or a search doesn't find yet what was fetched."""


def checked_address(
    text: str, private: tuple[str, ...], path: str = os.defpath, resolve: Resolve = resolved
) -> CheckedAddress:
    """Check an address that an owner typed; `private` are the addresses that `team.private_addresses` allows.

    An ssh host is asked for its key; programs are looked for on `path`. Raises AddressRefused, FetchFailed.
    """
    parts = read_address(text)
    endpoint = endpoint_of(parts, private, resolve)
    return CheckedAddress(parts, host_keys(endpoint, path)[0] if parts.scheme == "ssh" else None)


def credential_of(checked: CheckedAddress, text: str) -> Credential | None:
    """The credential for an address, as an owner typed it; None for an empty text. Raises UsageError."""
    return read_credential(checked.parts, text)


def add_mirror(
    connection: "Connection", project: UUID, checked: CheckedAddress, credential: Credential | None, data: Path,
    at: datetime, *, keys: KeyProvider | None = None,
) -> str:  # fmt: skip
    """Give a project a mirror, whose first fetch is asked for; returns the secret of its webhook, shown once.

    `keys` gives the key that seals its secrets; None: that of the data folder. Raises SecretsLocked where the key is
    missing or doesn't open what is sealed already.
    """
    sealer = _usable_sealer(connection, data, keys)
    hook_secret = secrets.token_urlsafe(32)
    connection.execute(Q.add_mirror, {"project": project, "at": at})
    connection.execute(
        Q.add_source,
        {
            "project": project,
            "address": checked.address,
            "host_key": checked.host_key.line if checked.host_key else "",
            "credential": sealer.seal(project, CREDENTIAL, credential.text) if credential else None,
            "hook_secret": sealer.seal(project, WEBHOOK, hook_secret),
        },
    )
    fetch_soon(connection, project, at)
    return hook_secret


def replace_credential(
    connection: "Connection", project: UUID, credential: Credential | None, data: Path, at: datetime, *,
    keys: KeyProvider | None = None, webhook: bool = False, stays: bool = False,
) -> str:  # fmt: skip
    """Give a mirror another credential, None: none, unless its own `stays`; it is fetched at once, its index stays.

    Returns the new secret of its webhook where `webhook` asks for one, else an empty text. Raises SecretsLocked where
    the key doesn't open what stays or what is sealed already, NotFound for a project without a mirror.
    """
    sealer = _usable_sealer(connection, data, keys)
    row = next((one for one in connection.execute(Q.sealed_secrets).fetchall() if one["project"] == project), None)
    if row is None:
        raise NotFound(f"Project {project} has no mirror. `scrubjay team repository list` shows all.")
    hook_secret = secrets.token_urlsafe(32) if webhook else sealer.open(project, WEBHOOK, row["hook_secret"])
    text = credential.text if credential else ""
    if stays and row["credential"] is not None:
        text = sealer.open(project, CREDENTIAL, row["credential"])
    sealed = {
        "credential": sealer.seal(project, CREDENTIAL, text) if text else None,
        "hook_secret": sealer.seal(project, WEBHOOK, hook_secret),
    }
    connection.execute(Q.seal_source, {"project": project} | sealed)
    fetch_soon(connection, project, at)
    return hook_secret if webhook else ""


def fetch_soon(connection: "Connection", project: UUID, at: datetime) -> None:
    """Have a project's mirror fetched as soon as a worker is free."""
    connection.execute(Q.hurry, {"project": project, "at": at})
    connection.execute(Q.ask, {"task": "fetch", "project": project, "at": at})


def mirror_rows(connection: "Connection", team: UUID) -> tuple[MirrorRow, ...]:
    """How far each mirror of a team is, by the name of its project."""
    return tuple(map(_row, connection.execute(Q.mirrors_of_team, {"team": team})))


def _row(row: Mapping[str, Any]) -> MirrorRow:
    """A mirror's row with what follows from it."""
    behind = row["failures"] > 0 or row["shows"] != row["indexed"] or not row["shows"]
    kept = {name: row[name] for name in field_names(MirrorRow) if name != "behind"}
    return MirrorRow(**kept, behind=behind)


def _usable_sealer(connection: "Connection", data: Path, keys: KeyProvider | None) -> Sealer:
    """The sealer of a data folder; its key is made where nothing is sealed yet. Raises SecretsLocked, with names."""
    sealer = Sealer(data, keys)
    connection.execute(Q.lock_keys)  # whoever seals the first secret at this moment is waited for
    sealed = connection.execute(Q.sealed_secrets).fetchall()
    if not (sealed or connection.execute(Q.sealed_refreshes).fetchone() or sealer.has_key):
        sealer.make_key()
    try:
        for row in sealed[:1]:
            sealer.open(row["project"], WEBHOOK, row["hook_secret"])
    except SecretsLocked as error:
        names = ", ".join(f"{row['name']} ({'credential and ' if row['credential'] else ''}webhook)" for row in sealed)
        raise SecretsLocked(f"{error} It sealed: {names}. Nothing was changed.") from error
    return sealer
