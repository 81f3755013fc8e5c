"""Binding of a clone to a project, by its id and 32 random bytes in the git common directory; facts of a clone."""

import os
import shutil
import stat
from contextlib import suppress
from pathlib import Path

from scrubjay.errors import BindingRefused
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.identity.projects.file import (
    FOLDER,
    NO_LINK,
    SECRET_BYTES,
    UntrustedFile,
    device_and_inode,
    index_copies,
    is_single_account,
    open_folder,
    owns_common_dir,
    read_file,
    sha256_hex,
    untrusted_path,
)
from scrubjay.identity.projects.identity import (
    Absent,
    Binding,
    BoundFile,
    CloneFacts,
    Folder,
    Opens,
    Unusable,
    identify,
    same_folder,
)
from scrubjay.identity.projects.roots import root_commits, unborn
from scrubjay.model.disk import REFUSED
from scrubjay.model.frozen import dataclass, replace
from scrubjay.storage.database import Database
from scrubjay.storage.driver import load


def folder_of(common_dir: Path) -> Folder:
    """Path, device and inode of a git common directory."""
    return Folder(str(common_dir), *device_and_inode(common_dir))


def still_exists(folder: Folder) -> bool:
    """Whether the path still leads to this very directory."""
    try:
        return folder_of(Path(folder.common_dir)) == folder
    except OSError:
        return False


def read(common_dir: Path, home_id: str) -> Binding:
    """This home's binding in a clone. Never raises: an untrusted file is an Unusable."""
    try:
        contents = read_file(common_dir, home_id)
    except UntrustedFile as error:
        return Unusable(*error.args)
    return BoundFile(*contents) if contents else Absent()


@dataclass(frozen=True, slots=True)
class PreparedBinding:
    """A binding written beside its final path, waiting for `put`: the home's row comes first, then the file.

    `project` and `secret_sha256` are empty where the file can't be trusted.
    """

    common_dir: Path
    home_id: str
    temporary_name: str
    project: str
    secret_sha256: str

    def put(self) -> None:
        """Move it to its final path. Raises BindingRefused."""
        try:
            with open_folder(self.common_dir) as folder:
                os.rename(self.temporary_name, self.home_id, src_dir_fd=folder, dst_dir_fd=folder)
        except OSError as error:
            self.drop()
            raise _refused_error(self.common_dir, error) from error

    def drop(self) -> None:
        """Delete it."""
        with suppress(OSError), open_folder(self.common_dir) as folder:
            os.unlink(self.temporary_name, dir_fd=folder)


def prepare(common_dir: Path, home_id: str, project: str) -> PreparedBinding:
    """Write a new binding beside its final path. Raises BindingRefused if that fails or an untrusted file exists."""
    existing = read(common_dir, home_id)
    if isinstance(existing, Unusable):
        raise BindingRefused(
            f"{existing.path} {existing.why}, so scrubjay binds nothing there. Remove it and run again."
        )
    secret = os.urandom(SECRET_BYTES)
    aside = f".{home_id}.{os.urandom(8).hex()}"
    try:
        _make_folder(common_dir)
        with open_folder(common_dir) as folder:
            descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINK, 0o600, dir_fd=folder)
            with os.fdopen(descriptor, "w", encoding="ascii") as stream:
                stream.write(f"project {project}\nsecret {secret.hex()}\n")
                stream.flush()
                os.fsync(stream.fileno())
    except OSError as error:
        raise _refused_error(common_dir, error) from error
    return PreparedBinding(common_dir, home_id, aside, project, sha256_hex(secret))


def leftovers(common_dir: Path, home_id: str) -> tuple[PreparedBinding, ...]:
    """Prepared bindings that a killed process left behind; call it while holding the binding lock."""
    try:
        with open_folder(common_dir) as folder:
            entries = os.listdir(folder)  # noqa: PTH208 - lists the open folder, whatever its path leads to
    except OSError:
        return ()
    names = sorted(name for name in entries if home_id and name.startswith(f".{home_id}."))
    return tuple(
        PreparedBinding(common_dir, home_id, name, bound.project, bound.secret_sha256)
        if isinstance(bound := read(common_dir, name), BoundFile)
        else PreparedBinding(common_dir, home_id, name, "", "")
        for name in names
    )


_GONE = ".gone"
"""The end of a name of copies that are being removed."""


def keep_copies(common_dir: Path, home_id: str) -> None:
    """Make the folder of this home's copies of indexes. Nothing else does, so that none is there after `remove`."""
    with suppress(OSError):
        index_copies(common_dir, home_id).mkdir(mode=0o700)


def remove(common_dir: Path, home_id: str) -> None:
    """Remove this home's binding and copies of indexes from a clone, and the folder when no other home has one.

    Links are left alone.
    """
    with suppress(OSError), open_folder(common_dir) as folder:
        os.unlink(home_id, dir_fd=folder)
    copies = index_copies(common_dir, home_id)
    with suppress(OSError):  # a git that still runs by them finds no place to write to
        copies.rename(copies.with_suffix(f".{os.urandom(4).hex()}{_GONE}"))
    for gone in copies.parent.glob(f"{copies.stem}.*{_GONE}"):  # one may be left of a removal that was killed
        shutil.rmtree(gone, ignore_errors=True)  # which follows no link
    with suppress(OSError):
        (common_dir / FOLDER).rmdir()


def _make_folder(common_dir: Path) -> None:
    """Make the folder private to us; where others may write into the clone, open to them, for their homes' bindings."""
    folder = common_dir / FOLDER
    with suppress(FileExistsError):
        folder.mkdir()
        folder.chmod(0o700 if is_single_account(common_dir) else stat.S_IMODE(common_dir.stat().st_mode))


def _refused_error(common_dir: Path, error: OSError) -> BindingRefused:
    if error.errno in REFUSED:
        return BindingRefused(f"{common_dir / FOLDER}: {REFUSED[error.errno]}")
    path, why = untrusted_path(common_dir / FOLDER / "binding", error)
    named = path if why in ("is a link", "is not a folder") else f"{common_dir / FOLDER}"
    return BindingRefused(
        f"{named}: {why}. scrubjay keeps what binds this clone there; make it writable, and run `scrubjay init` again."
    )


Q = load(__package__)


def collect_facts(
    git: Git, repository: Repository, home_id: str, database: Database, *, trusted: bool = False
) -> CloneFacts:
    """Collect the facts. For a clone that wasn't moved, that takes two files and one row.

    `trusted`: take the common directory for this worktree's own; only the binder sets it.
    """
    folder, binding = folder_of(repository.common_dir), read(repository.common_dir, home_id)
    if isinstance(binding, Unusable):
        return CloneFacts(folder=folder, binding=binding)
    if not (trusted or owns_common_dir(git, repository) or paired(database, repository)):
        return CloneFacts(folder=folder, binding=binding, owns_common_dir=False)
    if isinstance(binding, Absent):
        return CloneFacts(folder=folder, binding=binding)
    clone = recorded_folder(database, binding)
    if clone is None:
        project = database.read(lambda c: c.execute(Q.find_project, {"id": binding.project}).fetchone())
        return CloneFacts(folder=folder, binding=binding, project_known=project is not None)
    facts = CloneFacts(folder=folder, binding=binding, clone=clone, project_known=True)
    if same_folder(folder, clone):
        return facts
    return replace(
        facts,
        original_exists=clone.common_dir != folder.common_dir and read(Path(clone.common_dir), home_id) == binding,
        continues=_continues_project(git, repository, binding.project, database),
    )


def recorded_folder(database: Database, binding: BoundFile) -> Folder | None:
    """Where the home last saw the clone with this secret."""
    params = {"id": binding.project, "secret": binding.secret_sha256}
    key = ("clone", *params.values())
    row = database.read(lambda c: c.once(key, lambda: c.execute(Q.clone_with_secret, params).fetchone()))
    return row and Folder(row["common_dir"], row["device"], row["inode"])


def decided_project(git: Git, repository: Repository, home_id: str, database: Database) -> str:
    """The project that a clone opens, by the full decision; empty where it opens none."""
    binding = identify(collect_facts(git, repository, home_id, database))
    return binding.project if isinstance(binding, Opens) else ""


def paired(database: Database, repository: Repository) -> bool:
    """Whether the home has on record that this worktree reaches its common directory by a file or link of its own."""
    params = {"common_dir": str(repository.common_dir), "worktree": str(repository.worktree)}
    return database.read(lambda c: c.execute(Q.is_paired, params).fetchone()) is not None


def _continues_project(git: Git, repository: Repository, project: str, database: Database) -> bool:
    """Whether a clone shares a root commit with a project; also where its roots can't be told."""
    roots = database.read(lambda c: frozenset(row["oid"] for row in c.execute(Q.roots, {"id": project})))
    return repository.shallow or not roots or unborn(git) or bool(roots & root_commits(git, repository))
