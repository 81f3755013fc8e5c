"""The embedded PostgreSQL of one data folder: held by one process, started, kept running and stopped."""

import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from psycopg.conninfo import make_conninfo

from scrubjay.errors import ScrubjayError
from scrubjay.log import Log
from scrubjay.model.frozen import dataclass, field
from scrubjay_team.engine import postmaster as processes
from scrubjay_team.engine.aside import move_aside, put_back, refuse_restoring, refuse_unfinished
from scrubjay_team.engine.binaries import Binaries, find_binaries, usable
from scrubjay_team.engine.holding import hold
from scrubjay_team.engine.initialising import SUPERUSER, initialise, is_unfinished, refuse_other_major
from scrubjay_team.engine.passwords import Passwords, read_passwords
from scrubjay_team.engine.places import (
    ClusterPlace,
    find_place,
    make_place,
    make_socket_folder,
    refuse_barred,
    remove_socket_folder,
)
from scrubjay_team.errors import EngineFailed
from scrubjay_team.private import own_file

DATABASE = "scrubjay"
LOG = "postgres.log"
LARGEST_LOG = 8 << 20
"""Bytes of a log that a start still adds to; a larger one is begun anew."""
LINGERING_S = (0.2, 1.0, 3.0)
"""Seconds for the last statements of a PostgreSQL that was killed to notice; until then no other one starts."""
RESTART_S = (0.1, 0.5, 1.0, 2.0, *[5.0] * 10, *[30.0] * 18)
"""Seconds to wait before each try to start a PostgreSQL that ended by itself; then it is left, after ten minutes."""
TOLD_AT = (1, 5, len(RESTART_S))
"""The failed tries that the server's log tells of."""

_log = Log(__name__)


@dataclass(frozen=True, slots=True)
class Addresses:
    """How each role reaches the database: connection strings with passwords, never to be printed."""

    superuser: str = field(repr=False)
    owner: str = field(repr=False)
    app: str = field(repr=False)
    worker: str = field(repr=False)


def addresses(socket: Path, passwords: Passwords, database: str = DATABASE) -> Addresses:
    """The connection strings of a database behind a socket. The superuser's leads to the database `postgres`."""

    def one(user: str, password: str, name: str) -> str:
        return make_conninfo(host=str(socket), port=5432, user=user, password=password, dbname=name)

    return Addresses(
        one(SUPERUSER, passwords.superuser, "postgres"),
        one("scrubjay_owner", passwords.owner, database),
        one("scrubjay_app", passwords.app, database),
        one("scrubjay_worker", passwords.worker, database),
    )


class EmbeddedPostgres:
    """A running PostgreSQL over a data folder; `stop` ends it. One that ends by itself is started again.

    A killed server leaves its PostgreSQL running: the next one stops it, since its settings may be older than the
    program's, and starts anew. Never two over the same data: the data folder's lock is held from before to after.
    """

    def __init__(
        self, data: Path, *, settings: Mapping[str, str], patience_s: float = 0.0, restoring: bool = False
    ) -> None:
        """`settings` are PostgreSQL's, over those of `postmaster.SETTINGS`; `patience_s` waits for a held lock.

        `restoring`: begin an empty cluster, and move what is there aside first; unless the restore is finished, the end
        puts it back (`aside.py`).

        Raises EngineUnavailable, EngineBusy, EngineFailed, DiskFull.
        """
        self._log = data / LOG
        self._settings = settings
        self._held = ExitStack()
        self._stopping = threading.Event()
        try:
            self._held.enter_context(hold(data, patience_s))
            if restoring:
                self._held.callback(put_back, data)
                move_aside(data)
            else:
                refuse_unfinished(data)
            self._place, self._binaries, self.passwords = _prepared(data, settings)
            self._socket = make_socket_folder(self._place)
            self._held.callback(remove_socket_folder, self._socket)
            crashed = processes.forget_dead(self._place.data, self._socket)
            self._postmaster = self._started(LINGERING_S if crashed else ())
        except BaseException:
            self._held.close()
            raise
        self._keeper = threading.Thread(target=self._keep, name="scrubjay-postgres", daemon=True)
        self._keeper.start()

    @property
    def addresses(self) -> Addresses:
        return addresses(self._socket, self.passwords)

    @property
    def pid(self) -> int:
        """The first process of the PostgreSQL that runs now."""
        return self._postmaster.pid

    @property
    def folder(self) -> Path:
        """The cluster's folder."""
        return self._place.folder

    def stop(self) -> None:
        """Stop PostgreSQL and let go of the data folder; a second call does nothing."""
        if self._stopping.is_set():
            return
        self._stopping.set()
        try:
            processes.stop(self._postmaster, self._place.data)
            self._keeper.join()
            processes.stop(self._postmaster, self._place.data)
        finally:
            self._held.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _started(self, pauses_s: Sequence[float] = ()) -> processes.Postmaster:
        """Start PostgreSQL; one that fails is tried again after each pause."""
        for pause in pauses_s:
            try:
                return self._started()
            except EngineFailed:
                time.sleep(pause)
        return processes.start(self._binaries, self._place.data, self._socket, self._log, self._settings)

    def _keep(self) -> None:
        """Start PostgreSQL again whenever it ends by itself, until it is to stop, or can't be started any more."""
        failed = 0
        while failed < len(RESTART_S):
            child = self._postmaster.child
            if child is not None and not self._stopping.is_set():  # one that began as the end was told is `stop`'s
                child.wait()
            if self._stopping.wait(RESTART_S[failed]):
                return
            try:
                refuse_barred(self._place)
                processes.forget_dead(self._place.data, self._socket)
                self._postmaster = self._started()
                failed = 0
            except (ScrubjayError, OSError) as error:
                failed += 1
                if failed in TOLD_AT:
                    _log.warning("PostgreSQL ended, and can't be started again: %s", error)
        _log.warning(
            "PostgreSQL isn't tried any more. End this server, do what the lines above say, and start it again."
        )


def _prepared(data: Path, settings: Mapping[str, str]) -> tuple[ClusterPlace, Binaries, Passwords]:
    """A place with a cluster of our major that nobody runs, made where there is none yet."""
    place = find_place(data)
    refuse_barred(place)
    make_place(place)
    binaries = usable(find_binaries(), place.account, place.folder.parent)
    passwords = read_passwords(data)
    if place.exists:
        refuse_other_major(place, binaries)
        if passwords is None:
            raise EngineFailed(
                f"{data}/passwords is missing, so the PostgreSQL in {place.folder} can't be entered. Put the file back "
                "from a copy of the data folder, or restore a backup: `scrubjay team restore FILE`."
            )
        orphan = processes.find_running(place.data)
        if orphan is not None:
            processes.stop(orphan, place.data)
            remove_socket_folder(orphan.socket)
    elif passwords is None or is_unfinished(place):
        unsynced = ["--no-sync"] if settings.get("fsync") == "off" else []
        passwords = initialise(binaries, place, data, unsynced)
    else:
        raise EngineFailed(
            f"The data of the embedded PostgreSQL are gone from {place.folder}, and {data}/passwords says there were "
            "some. Put them back, or restore a backup: `scrubjay team restore FILE`."
        )
    log = own_file(data / LOG)
    if log.stat().st_size > LARGEST_LOG:
        log.unlink()
    return place, binaries, passwords


def programs(data: Path) -> Binaries:
    """The programs for a data folder's cluster, as its account runs them. Raises EngineUnavailable."""
    place = find_place(data)
    return usable(find_binaries(), place.account, place.folder.parent)


def reach(data: Path) -> Addresses | None:
    """The addresses of a PostgreSQL that another process runs over the data folder; None where none runs.

    Raises EngineFailed where a restore was cut off, EngineBusy while one runs.
    """
    refuse_restoring(data)
    passwords = read_passwords(data)
    place = find_place(data)
    refuse_barred(place)  # one that runs would end at its next checkpoint
    running = processes.find_running(place.data)
    if passwords is None or running is None:
        return None
    return addresses(running.socket, passwords)
