"""The membership of a home: the section `joined` of its user's file, and the token and the projects beside it.

All of it is the person's own: no variable and no repository sets any of it.
"""

import shutil
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scrubjay.errors import ConfigError, ScrubjayError, UsageError
from scrubjay.model.clock import Clock, system_clock
from scrubjay.model.frozen import dataclass, field, field_names
from scrubjay.model.later import Later
from scrubjay.settings.layers import USER_FILE, read_file
from scrubjay.settings.rules import flow
from scrubjay.settings.source import parse
from scrubjay.storage.filesystem import file_error, file_lock, private_folder
from scrubjay.storage.own import read_own, write_own
from scrubjay_joined.address import checked_url
from scrubjay_joined.errors import AlreadyJoined, NotJoined

if TYPE_CHECKING:
    from scrubjay.settings import write
    from scrubjay.settings.schema import Settings
    from scrubjay_joined import client, projects
    from scrubjay_joined.client import TeamClient
    from scrubjay_joined.projects import ProjectsThere
else:
    client = Later("scrubjay_joined.client")
    projects = Later("scrubjay_joined.projects")
    write = Later("scrubjay.settings.write")

SECTION: Final = "joined"
FOLDER: Final = "joined"
TOKEN: Final = "token"  # noqa: S105 - the name of a file
PATIENCE_S: Final = 2.0
"""How long leaving waits for a process that writes a file of the membership."""
LONGEST_TOKEN: Final = 1_000
"""Bytes of the token's file."""


@dataclass(frozen=True, slots=True)
class Membership:
    """Which team a home is in: the server's address and id, the team's name, and the member's."""

    url: str
    team: str
    member: str
    server: str

    @property
    def giver(self) -> str:
        """What stands beside vectors that came from there, which stay when the home leaves: a number."""
        return f"a team's server ({self.server[:12]})"


@dataclass(frozen=True, slots=True)
class Joined:
    """A home that is in a team: its membership, the client that asks the server, and its projects there."""

    membership: Membership
    client: "TeamClient" = field(compare=False)
    projects: "ProjectsThere" = field(compare=False)

    @property
    def name(self) -> str:
        """How answers call the other side: `team acme`."""
        return f"team {self.membership.team}"


def membership_of(settings: "Settings") -> Membership | None:
    """The membership that the user's file has; None for none. Raises ConfigError for one that was damaged."""
    tree = settings.sections.get(SECTION)
    if not tree:
        return None
    try:
        return _membership(tree)
    except (UsageError, ValueError) as error:
        raise ConfigError(
            f"The section {SECTION} of {settings.home / USER_FILE} isn't as `scrubjay team join` wrote it "
            f"({error}). `scrubjay team leave` removes it; then join again."
        ) from None


def _membership(tree: Any) -> Membership:
    values = [tree.get(name) if isinstance(tree, Mapping) else None for name in ("url", "team", "member", "server")]
    url, team, member, server = (value if isinstance(value, str) else "" for value in values)
    if not (url and team and member and server):
        raise ValueError("url, team, member and server belong there")
    return Membership(checked_url(url), team, member, server)


def own_place(home: Path) -> Path:
    """The folder of what a membership keeps in a home. Raises UsageError where it is a link, or no folder."""
    folder = home / FOLDER
    try:
        info = folder.lstat()
    except FileNotFoundError:
        return folder
    if not stat.S_ISDIR(info.st_mode):
        raise UsageError(f"{folder} must be a folder of this home's own, and no link. Look what it is, then remove it.")
    return folder


def read_token(home: Path) -> str:
    """The token; empty for none. Raises UsageError where others may read it, or it or its folder is a link."""
    return (read_own(own_place(home) / TOKEN, "the team's token", LONGEST_TOKEN) or "").strip()


def joined_server(settings: "Settings", timeout_s: float = 10.0, clock: Clock = system_clock) -> Joined | None:
    """The team's server that a home is in; None for a home that is in none, which costs a look at its settings.

    It asks the server nothing. Raises ConfigError for a damaged section, NotJoined where the token is gone, UsageError
    where others may read it.
    """
    membership = membership_of(settings)
    if membership is None:
        return None
    token = read_token(settings.home)
    if not token:
        raise NotJoined(
            f"This home is in the team {membership.team}, and its token is gone. `scrubjay team leave`, then "
            "`scrubjay team join` with a new one."
        )
    asking = client.TeamClient(membership.url, token, timeout_s, server=membership.server, clock=clock)
    there = projects.ProjectsThere(own_place(settings.home), membership.server, asking, clock)
    return Joined(membership, asking, there)


def keep(home: Path, membership: Membership, token: str) -> None:
    """Write the token, then the section, which makes the home a member's; after an error nothing of it is left.

    Raises AlreadyJoined where another process joined meanwhile, ConfigError where the user's file can't be changed,
    UsageError where the folder is a link, StorageError.
    """
    folder, file = private_folder(own_place(home)), home / USER_FILE
    try:
        with file_lock(folder / projects.LOCK, wait=True):
            if parse(str(file), read_file(file)).tree.get(SECTION):
                raise AlreadyJoined("This home joined a team meanwhile, and it can be in one. `scrubjay team status` "
                                    "shows it; `scrubjay team leave` takes it out.")  # fmt: skip
            write_own(folder / TOKEN, token)
            values = {name: getattr(membership, name) for name in field_names(Membership)}
            write.set_setting(file, (SECTION,), flow(values))
    except AlreadyJoined:
        raise
    except ScrubjayError:
        _remove(folder)
        raise


def drop(home: Path) -> bool:
    """Remove the token and all that a membership kept, then the section; whether there was any of it.

    It asks no server. Raises as `keep` does; what is left then goes with the next try.
    """
    folder, file = own_place(home), home / USER_FILE
    there = folder.is_dir()
    if there:
        _remove(folder)
    if write.unset_setting(file, (SECTION,)) is None:
        return there
    if not read_file(file):
        file.unlink()  # joining made it
    return True


def _remove(folder: Path) -> None:
    """Remove a folder of the home's own, whatever is in it; a link in it goes, and not what it leads to.

    Whoever keeps a project at this moment is waited for, and finds no folder afterwards.
    """
    try:
        with file_lock(folder / projects.LOCK, patience_s=PATIENCE_S):
            shutil.rmtree(folder)
    except OSError as error:
        raise file_error(folder, error) from error
