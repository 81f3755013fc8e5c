"""The passwords of the embedded PostgreSQL's roles: random, in one file that its owner alone reads."""

import json
import secrets
from dataclasses import asdict
from pathlib import Path

from scrubjay.model.frozen import dataclass, field, field_names
from scrubjay.storage.own import read_own, write_own
from scrubjay_team.errors import EngineFailed

FILE = "passwords"
BYTES = 32
LONGEST = 4_000
"""Bytes of the file."""


@dataclass(frozen=True, slots=True)
class Passwords:
    """A password for each role that logs in."""

    superuser: str = field(repr=False)
    owner: str = field(repr=False)
    app: str = field(repr=False)
    worker: str = field(repr=False)


def new_passwords() -> Passwords:
    return Passwords(*(secrets.token_urlsafe(BYTES) for _ in range(4)))


def read_passwords(folder: Path) -> Passwords | None:
    """The passwords of a data folder; None where there are none yet."""
    path = folder / FILE
    text = read_own(path, "the passwords of the embedded PostgreSQL", LONGEST)
    if text is None:
        return None
    try:
        kept = json.loads(text)
        found = [kept[role] for role in field_names(Passwords)]
        if not all(isinstance(one, str) and one for one in found):
            raise ValueError
        return Passwords(*found)
    except (ValueError, KeyError, TypeError):
        raise EngineFailed(
            f"{path} is damaged, so the embedded PostgreSQL can't be entered. Put the file back from a copy of the "
            "data folder, or restore a backup: `scrubjay team restore FILE`."
        ) from None


def write_passwords(folder: Path, passwords: Passwords) -> None:
    """Keep the passwords, mode 0600, whole or not at all. Raises StorageError."""
    write_own(folder / FILE, json.dumps(asdict(passwords)))
