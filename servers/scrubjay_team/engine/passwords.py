"""The passwords of the embedded PostgreSQL's roles: random, in one file that its owner alone reads."""

import json
import os
import secrets
from dataclasses import asdict
from pathlib import Path

from scrubjay.model.frozen import dataclass, field
from scrubjay_team.errors import EngineFailed

FILE = "passwords"
BYTES = 32


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
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return Passwords(kept["superuser"], kept["owner"], kept["app"], kept["worker"])
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):
        raise EngineFailed(
            f"{path} is damaged, so the embedded PostgreSQL can't be entered. Put the file back from a copy of the "
            "data folder, or restore a backup: `scrubjay team restore FILE`."
        ) from None


def write_passwords(folder: Path, passwords: Passwords) -> None:
    """Keep the passwords, mode 0600, whole or not at all."""
    path, part = folder / FILE, folder / f"{FILE}.new"
    part.unlink(missing_ok=True)
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(asdict(passwords), file)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
