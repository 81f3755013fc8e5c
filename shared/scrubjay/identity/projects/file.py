"""Fast path for hooks: the project that a clone opens, by the file that binds it; nothing is written but its mode.

The reader follows no links, and trusts only files of our own account, in a folder that git's back link confirms.
"""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path

from scrubjay.git.process import MAX_POINTER, Git
from scrubjay.git.repository import Repository
from scrubjay.model.pattern import OWN_ID, pattern
from scrubjay.storage.database import Database
from scrubjay.storage.driver import load
from scrubjay.storage.filesystem import file_error, private_folder

Q = load(__package__)

DECISION = "scrubjay.identity.projects.binding"
"""The module with the full decision, which reads what stands here."""


def opened_project(git: Git, repository: Repository, home: Path, database: Database) -> str:
    """The project that a clone opens; empty where it opens none. Nothing is written."""
    id = home_id(home)
    return _where_it_was(git, repository, id, database) or _decided(git, repository, id, database)


def _where_it_was(git: Git, repository: Repository, id: str, database: Database) -> str:
    """Fast path: the project of a clone that wasn't moved, by one row."""
    try:
        binding = read_file(repository.common_dir, id)
    except UntrustedFile:
        return ""
    if binding is None or not owns_common_dir(git, repository):
        return ""
    params = {"id": binding[0], "secret": binding[1]}
    row = database.read(lambda c: c.execute(Q.clone_with_secret, params).fetchone())
    location = (str(repository.common_dir), *device_and_inode(repository.common_dir))
    return binding[0] if row and (row["common_dir"], row["device"], row["inode"]) == location else ""


def _decided(git: Git, repository: Repository, id: str, database: Database) -> str:
    """Fallback: the project by the full decision, whose classes are imported only here."""
    return str(import_module(DECISION).decided_project(git, repository, id, database))


def owns_common_dir(git: Git, repository: Repository) -> bool:
    """Whether git itself confirms that the common directory belongs to this worktree.

    It does where `.git` is the directory, where `worktrees/<n>/gitdir` names this worktree's `.git`, and where
    the configuration there has `core.worktree`, as in a submodule: git then takes the worktree from it.
    """
    marker = repository.worktree / ".git"
    try:
        mode = marker.lstat().st_mode
    except OSError:
        mode = 0
    if stat.S_ISDIR(mode):
        return repository.git_dir == repository.common_dir
    if repository.git_dir.parent == repository.common_dir / "worktrees":
        return not stat.S_ISLNK(mode) and _back_link_names(repository.git_dir, marker)
    if repository.git_dir != repository.common_dir or stat.S_ISLNK(mode):
        return False
    code, output = git.answer("config", "--local", "--get", "core.worktree")
    return code == 0 and bool(output.strip())


def is_linked_worktree(repository: Repository) -> bool:
    """Whether this is a linked worktree, made by `git worktree`."""
    return repository.git_dir.parent == repository.common_dir / "worktrees"


def belongs_elsewhere(repository: Repository) -> bool:
    """Whether the common directory is the `.git` of another folder, and so belongs to that one first."""
    return repository.common_dir.name == ".git" and repository.common_dir.parent != repository.worktree


def _back_link_names(git_dir: Path, marker: Path) -> bool:
    """Whether a linked worktree's back link leads to its `.git` file; git may write it relative to its own folder."""
    try:
        with (git_dir / "gitdir").open("rb") as stream:
            pointer = stream.read(MAX_POINTER).decode("utf-8", "surrogateescape").rstrip("\n")
        named = git_dir / pointer
        return bool(pointer) and named.name == ".git" and named.parent.samefile(marker.parent)
    except (OSError, ValueError):
        return False


HOME_FILE = "id"
_ID = pattern(OWN_ID)


def valid_id(text: str) -> bool:
    """Whether a text has the form of a project's or a home's id."""
    return _ID.fullmatch(text) is not None


def home_id(home: Path) -> str:
    """This home's id, which names its file in each clone; empty where it has none yet."""
    try:
        with (home / HOME_FILE).open("rb") as stream:
            text = stream.read(100).decode("ascii", "replace").strip()
    except OSError:
        return ""
    return text if valid_id(text) else ""


def made_home_id(home: Path) -> str:
    """This home's id, generated if there is none. Raises StorageForbidden, DiskFull."""
    id = home_id(home)
    if id:
        return id
    fresh = private_folder(home) / f".{HOME_FILE}.{os.urandom(8).hex()}"
    try:
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as stream:
            stream.write(f"{os.urandom(16).hex()}\n")
            stream.flush()
            os.fsync(stream.fileno())
        if (home / HOME_FILE).exists() and not home_id(home):
            fresh.replace(home / HOME_FILE)  # damaged: no file of any clone has this name
        else:
            with suppress(FileExistsError):  # another process was first
                os.link(fresh, home / HOME_FILE)
    except OSError as error:
        raise file_error(home / HOME_FILE, error) from error
    finally:
        with suppress(OSError):
            fresh.unlink()
    return home_id(home)


def sha256_hex(data: bytes) -> str:
    """The digest in hexadecimal."""
    try:
        module = import_module("_sha2" if sys.version_info >= (3, 12) else "_sha256")
    except ImportError:  # other implementations of Python lack the module
        module = import_module("hashlib")
    return str(module.sha256(data).hexdigest())


FOLDER = "scrubjay"
SECRET_BYTES = 32
MAX_BYTES = 1024

NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_PLAIN = os.O_RDONLY | NO_LINK | getattr(os, "O_NONBLOCK", 0)
_DIRECTORY = os.O_RDONLY | NO_LINK | getattr(os, "O_DIRECTORY", 0)


class UntrustedFile(Exception):
    """The untrusted path, and what is wrong with it."""


def read_file(common_dir: Path, home_id: str) -> tuple[str, str] | None:
    """The project and the hash of the secret; None without a file of this home. Raises Disbelieved.

    For hooks: it imports none of the decision's classes, which cost milliseconds to build.
    """
    file = common_dir / FOLDER / home_id
    if not home_id:
        return None
    try:
        with open_folder(common_dir) as folder:
            descriptor = os.open(home_id, _PLAIN, dir_fd=folder)
            try:
                status = os.fstat(descriptor)
                why = _distrust_reason(status)
                if not why:
                    _tighten(descriptor, status, 0o600)
                    _tighten(folder, os.fstat(folder), 0o700 if is_single_account(common_dir) else 0o7777)
                raw = b"" if why else os.read(descriptor, MAX_BYTES)
            finally:
                os.close(descriptor)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UntrustedFile(*untrusted_path(file, error)) from error
    if why:
        raise UntrustedFile(str(file), why)
    words = raw.decode("ascii", "replace").split()
    if len(words) == 4 and words[0] == "project" and words[2] == "secret" and valid_id(words[1]):
        try:
            secret = bytes.fromhex(words[3])
        except ValueError:
            secret = b""
        if len(secret) == SECRET_BYTES:
            return words[1], sha256_hex(secret)
    raise UntrustedFile(str(file), "doesn't hold a project and a secret")


def binding_places(common_dir: Path, home: Path) -> list[str]:
    """The files that decide whether a clone at its recorded path opens its project."""
    return [str(home / HOME_FILE), str(common_dir / FOLDER / home_id(home))]


def index_copies(common_dir: Path, home_id: str) -> Path:
    """The folder of this home's copies of a clone's indexes: in the clone, as names of files may hold secrets."""
    return common_dir / FOLDER / f"{home_id}.indexes"


def is_single_account(common_dir: Path) -> bool:
    """Whether a clone belongs to our account alone: git's folder is ours, and others can't write into it."""
    status = common_dir.stat()
    return not stat.S_IMODE(status.st_mode) & 0o022 and (not hasattr(os, "geteuid") or status.st_uid == os.geteuid())


def exposed_paths(common_dir: Path, home_id: str) -> tuple[str, ...]:
    """Paths that are still open to other accounts: this home's file, or the folder in a clone of our account alone."""
    folder = common_dir / FOLDER
    most = {folder / home_id: 0o600} | ({folder: 0o700} if is_single_account(common_dir) else {})
    return tuple(str(path) for path, mode in most.items() if path.exists() and path.lstat().st_mode & 0o777 & ~mode)


def _tighten(descriptor: int, status: os.stat_result, most: int) -> None:
    """Remove other accounts' permissions: what they could read was a copy, so no new secret is needed."""
    mode = stat.S_IMODE(status.st_mode)
    if mode & ~most and (not hasattr(os, "geteuid") or status.st_uid == os.geteuid()):
        with suppress(OSError):  # a disk that can't be written: `doctor` reports it
            os.fchmod(descriptor, mode & most)


def device_and_inode(common_dir: Path) -> tuple[int, int]:
    """Device and inode of a directory. SQLite integers are signed 64-bit, so larger numbers wrap."""
    status = common_dir.stat()
    return _signed(status.st_dev), _signed(status.st_ino)


def _signed(number: int) -> int:
    """A number of 64 bits as SQLite holds it, with a sign."""
    return number - (1 << 64) if number >= 1 << 63 else number


def untrusted_path(file: Path, error: OSError) -> tuple[str, str]:
    """The path at fault, and what is wrong with it."""
    for path in (file.parent, file):
        if path.is_symlink():
            return str(path), "is a link"
    if error.errno == errno.ENOTDIR:
        return str(file.parent), "is not a folder"
    return str(file), os.strerror(error.errno or 0)


def _distrust_reason(status: os.stat_result) -> str:
    """Why a file can't be trusted, in words that follow its path; empty where it can."""
    if not stat.S_ISREG(status.st_mode):
        return "is not a regular file"
    if hasattr(os, "geteuid") and status.st_uid != os.geteuid():
        return f"belongs to another user (uid {status.st_uid})"
    return ""


@contextmanager
def open_folder(common_dir: Path) -> Iterator[int]:
    """File descriptor of the folder with the bindings; never opened through a link."""
    descriptor = os.open(common_dir / FOLDER, _DIRECTORY)
    try:
        yield descriptor
    finally:
        os.close(descriptor)
