"""Where the embedded PostgreSQL lies: its cluster, its socket, and the folders that only its account enters."""

import hashlib
import os
import shutil
import stat
import tempfile
from pathlib import Path

from scrubjay.model.frozen import dataclass
from scrubjay_team.engine.account import Account, choose_account, owner_of
from scrubjay_team.errors import EngineUnavailable

ELSEWHERE = Path("/var/lib/scrubjay")
"""Where root keeps what an unprivileged account must reach, since it can't reach below root's own folders."""

LONGEST_SOCKET = 100
"""Bytes of a socket's path: `sockaddr_un` has room for 104 on macOS and 108 on Linux, with the final zero."""

SOCKET = ".s.PGSQL.5432"


@dataclass(frozen=True, slots=True)
class ClusterPlace:
    """The folder of one cluster, owned by the account that runs it (None: this process's own)."""

    folder: Path
    account: Account | None

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def unfinished(self) -> Path:
        return self.folder / "data.new"

    @property
    def exists(self) -> bool:
        return (self.data / "PG_VERSION").is_file()


def find_place(data: Path, *, user: int | None = None, elsewhere: Path = ELSEWHERE) -> ClusterPlace:
    """Where the cluster of a data folder is, or will be: below it where the account can reach that.

    `user` is the effective number of this process. Raises EngineUnavailable where root finds no account.
    """
    user = os.geteuid() if user is None else user
    if user != 0:
        return ClusterPlace(data / "postgres", None)
    digest = hashlib.sha256(str(data.resolve()).encode()).hexdigest()[:16]
    places = (data / "postgres", elsewhere / f"team-{digest}")
    for folder in places:
        if (folder / "data").is_dir():
            owner = (folder / "data").stat()
            if owner.st_uid != 0:  # of whoever made it, so that root's server finds a user's cluster and leaves it his
                return ClusterPlace(folder, owner_of(owner.st_uid, owner.st_gid))
    account = choose_account(user)
    if account is None or barred(account, data) is None:
        return ClusterPlace(places[0], account)
    return ClusterPlace(places[1], account)


@dataclass(frozen=True, slots=True)
class Bar:
    """A folder that lets an account not through, and the bit of its mode that would: u+x, g+x or o+x."""

    folder: Path
    bit: str


def barred(account: Account, folder: Path) -> Bar | None:
    """What of a folder and all above it bars the account's way, by their modes alone: access lists aren't looked at."""
    for path in (folder.resolve(), *folder.resolve().parents):
        info = path.stat()
        if info.st_uid == account.uid:
            bit, allowed = "u+x", info.st_mode & stat.S_IXUSR
        elif info.st_gid == account.gid:
            bit, allowed = "g+x", info.st_mode & stat.S_IXGRP
        else:
            bit, allowed = "o+x", info.st_mode & stat.S_IXOTH
        if not allowed:
            return Bar(path, bit)
    return None


def refuse_barred(place: ClusterPlace) -> None:
    """Raises EngineUnavailable where the account of a cluster that is there can no longer reach it."""
    bar = barred(place.account, place.folder.parent) if place.account is not None and place.exists else None
    if bar is not None and place.account is not None:
        raise EngineUnavailable(
            f"PostgreSQL runs as the account {place.account.name}, and the mode of {bar.folder} keeps it from its data "
            f"in {place.folder}. Nothing was changed, nothing is lost. Let it through: `chmod {bar.bit} {bar.folder}`."
        )


def make_place(place: ClusterPlace, elsewhere: Path = ELSEWHERE) -> None:
    """Make the cluster's folder, 0700 and the account's; nothing else's mode or owner is changed."""
    if place.folder.parent == elsewhere:
        if not elsewhere.exists():
            elsewhere.mkdir(parents=True)
            elsewhere.chmod(0o711)  # whatever this process's umask takes away
        info = elsewhere.lstat()
        if not stat.S_ISDIR(info.st_mode) or info.st_uid != 0 or info.st_mode & 0o022:
            raise EngineUnavailable(
                f"{elsewhere} isn't a folder that root alone writes, so PostgreSQL's data would not be safe there. "
                f"Correct it: `chown root {elsewhere} && chmod 711 {elsewhere}`."
            )
    _own_folder(place.folder, place.account)


def make_socket_folder(place: ClusterPlace, temporary: Path | None = None) -> Path:
    """A 0700 folder for the socket: below the cluster's, or new in the temp folder where that is too long."""
    folder = place.folder / "socket"
    if len(os.fsencode(folder / SOCKET)) <= LONGEST_SOCKET:
        _own_folder(folder, place.account)
        return folder
    short = Path(tempfile.mkdtemp(prefix="scrubjay-", dir=temporary))
    if len(os.fsencode(short / SOCKET)) > LONGEST_SOCKET:
        short.rmdir()
        raise EngineUnavailable(
            f"Neither {folder} nor {short.parent} can hold PostgreSQL's socket: its path may have {LONGEST_SOCKET} "
            "characters. Choose a shorter home (SCRUBJAY_HOME) or a shorter temp folder (TMPDIR)."
        )
    _give(short, place.account)
    return short


def remove_socket_folder(folder: Path) -> None:
    """Remove a socket's folder that was made in the temp folder; the one below the cluster stays."""
    if folder.parent == Path(tempfile.gettempdir()) and folder.name.startswith("scrubjay-"):
        shutil.rmtree(folder, ignore_errors=True)


def _own_folder(folder: Path, account: Account | None) -> None:
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        _give(folder, account)
    except (FileExistsError, NotADirectoryError) as error:
        raise EngineUnavailable(
            f"{folder} is a link or a file, and PostgreSQL's data need a folder of their own there. Look what it is, "
            "then remove it; to keep everything on another disk, name a folder there: `team.data` in config.yaml."
        ) from error


def _give(folder: Path, account: Account | None) -> None:
    """Make a folder the account's alone; never through a symbolic link."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        if account is not None:
            os.fchown(descriptor, account.uid, account.gid)
        os.fchmod(descriptor, 0o700)
    finally:
        os.close(descriptor)
