"""Files and folders of this account alone: nobody else's link, file or bit of a mode decides what is read or written.

A server's data folder has one account. Another one's, be this process root's, would leave files behind that its server
can't read; and whoever may write into the folder could put a link where root is about to write.
"""

import os
import stat
from pathlib import Path
from typing import Final

from scrubjay.errors import StorageForbidden
from scrubjay.storage.filesystem import file_error
from scrubjay.storage.own import PLAIN, bits, is_ours, why

OTHERS_WRITE: Final = 0o022
ENGINE: Final = "postgres"
"""How what the embedded PostgreSQL has in a data folder begins; root's runs as another account."""


def own_folder(folder: Path) -> Path:
    """A data folder, made where it is missing (0700); the mode of one that is there stays. Raises StorageForbidden."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StorageForbidden(
            f"The data folder {folder} can't be written: {error.strerror}. Give its owner the right, or choose another "
            "folder: `team.data` in config.yaml."
        ) from None
    refuse_shared(folder)
    return folder


def refuse_shared(folder: Path) -> None:
    """Raise StorageForbidden where a data folder that is there, or a thing in it, isn't this account's alone."""
    try:
        info = folder.stat()
    except FileNotFoundError:
        return
    except OSError as error:
        raise file_error(folder, error) from error
    if not is_ours(info):
        owner = _owner(folder, info)
        raise StorageForbidden(
            f"The data folder {folder} belongs to the account {owner}, and scrubjay runs as another one: neither could "
            f"use what the other writes. Run it as {owner}, or choose another folder: `team.data` in config.yaml."
        )
    if bits(info) & OTHERS_WRITE:
        raise StorageForbidden(
            f"Other accounts may write into the data folder {folder}, so a file in it could be theirs. Look what is in "
            f"it, then close it: `chmod go-w {folder}`."
        )
    stranger = next((one for one in folder.iterdir() if not (one.name.startswith(ENGINE) or _trusted(one))), None)
    if stranger is not None:
        raise StorageForbidden(
            f"{stranger}, in the data folder, belongs to another account. Look what it is, then remove it: a file "
            "of the server's would be written there."
        )


def own_file(file: Path) -> Path:
    """A file of the data folder, made empty (0600) where it is missing. Raises StorageForbidden."""
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | PLAIN, 0o600)
    except OSError as error:
        raise StorageForbidden(_no_plain(file, why(error))) from None
    info = os.fstat(descriptor)
    os.close(descriptor)
    if not stat.S_ISREG(info.st_mode) or not is_ours(info) or bits(info) & OTHERS_WRITE:
        raise StorageForbidden(_no_plain(file, "others may write it"))
    return file


def _trusted(path: Path) -> bool:
    """Whether a thing is this account's or root's, such as a disk's `lost+found`; what went meanwhile is."""
    try:
        info = path.lstat()
    except FileNotFoundError:
        return True
    return info.st_uid == 0 or is_ours(info)


def _owner(path: Path, info: os.stat_result) -> str:
    """The name of the account that has a folder, or its number where it has none."""
    try:
        return path.owner()
    except KeyError:
        return f"number {info.st_uid}"


def _no_plain(file: Path, why: str) -> str:
    return f"{file} must be a plain file that this account alone writes: {why}. Look what it is, then remove it."
