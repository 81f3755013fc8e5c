"""Where a team's server keeps its data and by which DSNs it signs in: from options, variables and the section `team:`.

A DSN may hold a password, and a command line is visible to every account of the machine: so it comes from a variable
or a file, and the settings refuse one with a password in it.
"""

import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from scrubjay.errors import ConfigError, UsageError
from scrubjay.extensions.builtin import BUILT_IN
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.extensions.sections import section_of
from scrubjay.model.frozen import dataclass
from scrubjay.settings.layers import load_settings
from scrubjay_team.settings import TeamSection

DSN_VARIABLE: Final = "SCRUBJAY_TEAM_DSN"
OWNER_VARIABLE: Final = "SCRUBJAY_TEAM_OWNER_DSN"
WORKER_VARIABLE: Final = "SCRUBJAY_TEAM_WORKER_DSN"

DATA: Final = "team"
"""The folder of the server's data in a home."""

APP_FILE: Final = "app.dsn"
OWNER_FILE: Final = "owner.dsn"
WORKER_FILE: Final = "worker.dsn"
"""The DSNs in the folder of a server's data, which `scrubjay team init --dsn` writes for somebody's own PostgreSQL."""

ADDRESS: Final = "address"
"""The file of the data folder in which a server says where it answers, for as long as it runs."""

_LONGEST: Final = 4_000
"""Characters of a file that holds a DSN."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamOptions:
    """What was typed for a server; empty or 0: it isn't said. Each file holds a DSN: of the app's role, the owner's."""

    data: str = ""
    dsn_file: str = ""
    owner_dsn_file: str = ""
    host: str = ""
    port: int = 0
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPlace:
    """A server's home and folder of data, its DSNs (empty: the embedded PostgreSQL), where it listens, its settings."""

    home: Path
    data: Path
    dsn: str
    owner_dsn: str
    worker_dsn: str
    host: str
    port: int
    url: str
    section: TeamSection

    @property
    def public(self) -> str:
        """The address by which members reach it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return self.url or f"http://{host}:{self.port}"

    @property
    def embedded(self) -> bool:
        """Whether the server runs its own PostgreSQL."""
        return not (self.dsn or self.owner_dsn)


def team_place(environment: Mapping[str, str], options: TeamOptions) -> TeamPlace:
    """Where the server is. Raises ConfigError for a wrong setting, UsageError for a file of a DSN that isn't yours."""
    settings = load_settings(environment)
    extension = next(one for one in BUILT_IN if one.name == DATA)
    section: TeamSection = section_of(ExtensionRegistry.of(settings.home), extension, settings)
    home = settings.home
    data = _typed(options.data) or home / Path(section.data or DATA).expanduser()
    app: str | Path = _typed(options.dsn_file) or environment.get(DSN_VARIABLE, "").strip() or section.dsn
    owner: str | Path = (
        _typed(options.owner_dsn_file) or environment.get(OWNER_VARIABLE, "").strip() or section.owner_dsn
    )
    worker: str | Path = environment.get(WORKER_VARIABLE, "").strip() or section.worker_dsn
    return TeamPlace(
        home=home, data=data, dsn=given_dsn(app or _kept(data / APP_FILE), home),
        owner_dsn=given_dsn(owner or _kept(data / OWNER_FILE), home),
        worker_dsn=given_dsn(worker or _kept(data / WORKER_FILE), home),
        host=options.host or section.host, port=options.port or section.port, url=options.url or section.url,
        section=section,
    )  # fmt: skip


def _kept(file: Path) -> str | Path:
    """A file of the data folder, if it is there."""
    return file if file.exists() else ""


def is_dsn(text: str) -> bool:
    """Whether a text is a DSN itself, and no path of a file with one."""
    return text.startswith(("postgresql://", "postgres://")) or ("=" in text and not text.startswith(("/", "~", ".")))


def _typed(path: str) -> Path | None:
    """A path as it was typed, from the working directory; None where none was."""
    return Path.cwd() / Path(path).expanduser() if path else None


def given_dsn(named: str | Path, home: Path) -> str:
    """The DSN that a text is or names, a file relative to the home; empty for an empty one. Raises UsageError."""
    if isinstance(named, str) and (not named or is_dsn(named)):
        return named
    return private_text(home / Path(named).expanduser(), "the DSN's file")


def private_text(path: Path, what: str) -> str:
    """The one line of a file that holds a secret. Raises UsageError where others may read it, or it can't be read."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(descriptor, "rb") as stream:
            seen = os.fstat(stream.fileno())
            ours = not hasattr(os, "getuid") or (seen.st_uid == os.getuid() and not seen.st_mode & 0o077)
            if not stat.S_ISREG(seen.st_mode) or not ours:
                raise UsageError(f"{path}, {what}, must be a plain file that only you can read: `chmod 600 {path}`.")
            text = stream.read(_LONGEST + 1).decode("utf-8").strip()
    except OSError as error:
        raise UsageError(f"{path}, {what}, can't be read ({error.strerror}); it must be no link.") from error
    except UnicodeDecodeError:
        text = ""
    if not text or len(text) > _LONGEST or "\n" in text or "\0" in text:
        raise ConfigError(f"{path}, {what}, holds no single line of text. Write it there, and nothing else.")
    return text
