"""A scratch cluster beside the one of a data folder: for one try, thrown away at its end or by the next one."""

import shutil
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Final

from scrubjay.storage.filesystem import file_lock
from scrubjay_team.engine import postmaster as processes
from scrubjay_team.engine.places import find_place
from scrubjay_team.errors import EngineBusy
from scrubjay_team.private import own_file, own_folder

FOLDER: Final = "drill"
LOCK: Final = "drill.lock"

THROWN_AWAY: Final[Mapping[str, str]] = MappingProxyType(
    {
        "fsync": "off",
        "synchronous_commit": "off",
        "full_page_writes": "off",
        "wal_level": "minimal",
        "max_wal_senders": "0",
    }
)
"""PostgreSQL's settings for data that nobody keeps."""


@contextmanager
def scratch(data: Path) -> Iterator[Path]:
    """A data folder for a cluster that is gone at the end. Raises EngineBusy while another process has it."""
    with file_lock(own_file(own_folder(data) / LOCK)) as ours:
        if not ours:
            raise EngineBusy(
                f"Another process tries a restore in {data / FOLDER}. Wait until it ended, then try again."
            )
        folder = data / FOLDER
        _clear(folder)  # what one that was killed left
        own_folder(folder).chmod(stat.S_IMODE(data.stat().st_mode))  # so that PostgreSQL's account gets in there, too
        try:
            yield folder
        finally:
            _clear(folder)


def _clear(folder: Path) -> None:
    """Stop what still runs over a scratch cluster, and remove it."""
    if not folder.exists():
        return
    place = find_place(folder)
    running = processes.find_running(place.data)
    if running is not None:
        processes.stop(running, place.data)
    shutil.rmtree(place.folder, ignore_errors=True)
    shutil.rmtree(folder)
