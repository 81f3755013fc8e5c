"""Where a team's server keeps its data and by which DSNs it signs in: from options, variables and the section `team:`.

A DSN may hold a password, and a command line is visible to every account of the machine: so it comes from a variable
or a file, and the settings refuse one with a password in it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from scrubjay.errors import UsageError
from scrubjay.extensions.builtin import BUILT_IN
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.extensions.sections import section_of
from scrubjay.model.frozen import dataclass
from scrubjay.settings.layers import load_settings
from scrubjay.storage.own import read_own
from scrubjay_team.private import refuse_shared
from scrubjay_team.settings import TeamSection, public_url

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
"""The file of the data folder in which a server says where it answers; it holds for as long as it is locked."""

SEEN_BY_ALL: Final = (
    "Every account of this machine can read the password on this command line, so it isn't taken. Give it another one, "
    "and write the DSN into a file that only you can read: `{}`."
)
"""What is said of a DSN with a password among the arguments, by what takes a file instead."""

_LONGEST: Final = 4_000
"""Bytes of a file that holds a DSN."""


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
    listen_dsn: str
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
    """Where the server is.

    Raises ConfigError for a wrong setting, UsageError for a wrong address and for a file of a DSN that isn't yours
    alone, StorageForbidden for such a folder.
    """
    settings = load_settings(environment)
    extension = next(one for one in BUILT_IN if one.name == DATA)
    section: TeamSection = section_of(ExtensionRegistry.of(settings.home), extension, settings)
    home = settings.home
    data = _typed(options.data) or home / Path(section.data or DATA).expanduser()
    refuse_shared(data)
    app: str | Path = _typed(options.dsn_file) or environment.get(DSN_VARIABLE, "").strip() or section.dsn
    owner: str | Path = (
        _typed(options.owner_dsn_file) or environment.get(OWNER_VARIABLE, "").strip() or section.owner_dsn
    )
    worker: str | Path = environment.get(WORKER_VARIABLE, "").strip() or section.worker_dsn
    return TeamPlace(
        home=home, data=data, dsn=given_dsn(app or _kept(data / APP_FILE), home),
        owner_dsn=given_dsn(owner or _kept(data / OWNER_FILE), home),
        worker_dsn=given_dsn(worker or _kept(data / WORKER_FILE), home), listen_dsn=given_dsn(section.listen_dsn, home),
        host=options.host or section.host, port=options.port or section.port,
        url=_typed_url(options.url) or section.url,
        section=section,
    )  # fmt: skip


def _kept(file: Path) -> str | Path:
    """A file of the data folder, if it is there."""
    return file if file.exists() else ""


def is_dsn(text: str) -> bool:
    """Whether a text is a DSN itself, and no path of a file with one."""
    return text.startswith(("postgresql://", "postgres://")) or ("=" in text and not text.startswith(("/", "~", ".")))


def _typed_url(url: str) -> str:
    """The public address that was typed. Raises UsageError where it is none."""
    try:
        return public_url(url)
    except ValueError as error:
        raise UsageError(
            f"--url {url[:200]!r} can't be used: {error}. Type it as https://memory.example.org."
        ) from None


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
    text = (read_own(path, what, _LONGEST) or "").strip()
    if not text or "\n" in text:
        raise UsageError(f"{path}, {what}, holds no single line of text. Write it there, and nothing else.")
    return text
