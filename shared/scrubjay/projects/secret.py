"""What binds a clone to a project? `<git common dir>/scrubjay/<home id>`: the project's id and 32 random bytes."""

import os
import stat
from contextlib import suppress
from pathlib import Path

from scrubjay.errors import BindingRefused
from scrubjay.projects.digest import sha256_hex
from scrubjay.projects.file import (
    FOLDER,
    NO_LINK,
    SECRET_BYTES,
    Disbelieved,
    at_fault,
    numbers_of,
    one_account,
    opened,
    read_file,
)  # fmt: skip
from scrubjay.projects.identity import Absent, Binding, Folder, Held, Unusable


def folder_of(common_dir: Path) -> Folder:
    """Which directory a git common directory is."""
    return Folder(str(common_dir), *numbers_of(common_dir))


def lies_there(folder: Folder) -> bool:
    """Whether this very directory is still reached by its path."""
    try:
        return folder_of(Path(folder.common_dir)) == folder
    except OSError:
        return False


def read(common_dir: Path, home_id: str) -> Binding:
    """This home's binding in a clone. Never raises: what can't be believed is named."""
    try:
        said = read_file(common_dir, home_id)
    except Disbelieved as error:
        return Unusable(*error.args)
    return Held(*said) if said else Absent()


class Prepared:
    """A binding that is written beside its place and waits for `put`: first the home knows it, then it is there."""

    def __init__(self, common_dir: Path, home_id: str, project: str) -> None:
        """Write it aside. Raises BindingRefused where nothing can be written, or what is there can't be believed."""
        there = read(common_dir, home_id)
        if isinstance(there, Unusable):
            raise BindingRefused(f"{there.path} {there.why}, so scrubjay binds nothing there. Remove it and run again.")
        secret = os.urandom(SECRET_BYTES)
        self.secret_sha256 = sha256_hex(secret)
        self._common_dir, self._home_id = common_dir, home_id
        self._aside = f".{home_id}.{os.urandom(8).hex()}"
        try:
            _make_folder(common_dir)
            with opened(common_dir) as folder:
                descriptor = os.open(self._aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINK, 0o600, dir_fd=folder)
                with os.fdopen(descriptor, "w", encoding="ascii") as stream:
                    stream.write(f"project {project}\nsecret {secret.hex()}\n")
                    stream.flush()
                    os.fsync(stream.fileno())
        except OSError as error:
            raise _refused(common_dir, error) from error

    def put(self) -> None:
        """Move it to its place. Raises BindingRefused."""
        try:
            with opened(self._common_dir) as folder:
                os.rename(self._aside, self._home_id, src_dir_fd=folder, dst_dir_fd=folder)
        except OSError as error:
            self.drop()
            raise _refused(self._common_dir, error) from error

    def drop(self) -> None:
        """Forget it."""
        with suppress(OSError), opened(self._common_dir) as folder:
            os.unlink(self._aside, dir_fd=folder)


def remove(common_dir: Path, home_id: str) -> None:
    """Take this home's binding out of a clone, and the folder where no other home has one. Links are left alone."""
    with suppress(OSError), opened(common_dir) as folder:
        os.unlink(home_id, dir_fd=folder)
    with suppress(OSError):
        (common_dir / FOLDER).rmdir()


def _make_folder(common_dir: Path) -> None:
    """Make the folder, ours alone; where others may write into the clone, open to them: their homes bind it there."""
    folder = common_dir / FOLDER
    with suppress(FileExistsError):
        folder.mkdir()
        folder.chmod(0o700 if one_account(common_dir) else stat.S_IMODE(common_dir.stat().st_mode))


def _refused(common_dir: Path, error: OSError) -> BindingRefused:
    path, why = at_fault(common_dir / FOLDER / "binding", error)
    named = path if why in ("is a link", "is not a folder") else f"{common_dir / FOLDER}"
    return BindingRefused(
        f"{named}: {why}. scrubjay keeps what binds this clone there; make it writable, and run `scrubjay init` again."
    )
