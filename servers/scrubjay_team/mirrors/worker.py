"""The worker of a server process: it does what the queue holds for mirrors, in a thread with an event loop."""

import asyncio
import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from types import MappingProxyType
from typing import TYPE_CHECKING, Final
from uuid import UUID

from scrubjay.log import Log
from scrubjay.model.later import Later
from scrubjay_team.mirrors.refreshing import Ends, MirrorRefresher
from scrubjay_team.mirrors.states import WorkerStops

if TYPE_CHECKING:
    import procrastinate
else:
    procrastinate = Later("procrastinate")

QUEUE: Final = "mirrors"
AT_ONCE: Final = 2
"""Jobs at a time: a slow remote holds up no other one."""

POLL_S: Final = 1.0
BEAT_S: Final = 5.0
STALLED_S: Final = 30.0
"""Seconds without a sign of life after which the jobs of a worker are taken up by another."""

CONNECT_S: Final = 5.0
"""Seconds to wait for a connection; a worker that ends without a database needs them once, well below STOP_S."""

STOP_S: Final = 20.0
AGAIN_S: Final = 5.0
NO_CHORES: Final[Mapping[str, Callable[[], object]]] = MappingProxyType({})
_log = Log(__name__)


class MirrorWorker:
    """Fetches and indexes mirrors in the background. Any number of processes may work on one database."""

    def __init__(
        self, dsn: str, refresher: MirrorRefresher, chores: Mapping[str, Callable[[], object]] = NO_CHORES
    ) -> None:
        """`dsn` is that of the worker's role; nothing is connected yet. `chores` are done once a minute, by name."""
        self._dsn, self._refresher, self._chores = dsn, refresher, chores
        self._ending = threading.Event()

    @contextmanager
    def running(self) -> Iterator[None]:
        """Work while the context lasts; at its end a fetch under way is ended, and taken up by the next worker."""
        for name in ("procrastinate", "psycopg.pool"):  # what they say of a database that is away, `_work` says once
            logging.getLogger(name).setLevel(logging.CRITICAL)
        loop = asyncio.new_event_loop()
        task: list[asyncio.Task[None]] = []
        thread = threading.Thread(target=self._run, args=(loop, task), name="mirrors", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._ending.set()
            with suppress(RuntimeError):  # the loop has ended by itself
                loop.call_soon_threadsafe(lambda: [one.cancel() for one in task])
            thread.join(STOP_S)

    def _run(self, loop: asyncio.AbstractEventLoop, task: list["asyncio.Task[None]"]) -> None:
        """The thread: work until the end is told."""
        asyncio.set_event_loop(loop)
        task.append(loop.create_task(self._work()))
        try:
            with suppress(asyncio.CancelledError):
                loop.run_until_complete(task[0])
        finally:
            loop.run_until_complete(_end_all())
            loop.run_until_complete(loop.shutdown_default_executor())
            loop.close()

    async def _work(self) -> None:
        """Run the queue's worker; begin anew after the database was away."""
        while not self._ending.is_set():
            app = self._app()
            try:
                async with app.open_async():
                    await app.run_worker_async(
                        queues=[QUEUE], concurrency=AT_ONCE, listen_notify=False, fetch_job_polling_interval=POLL_S,
                        delete_jobs="always", install_signal_handlers=False, update_heartbeat_interval=BEAT_S,
                        stalled_worker_timeout=STALLED_S, shutdown_graceful_timeout=STOP_S,
                    )  # fmt: skip
            except asyncio.CancelledError:
                raise
            except Exception as error:  # the library raises whatever the driver does
                _log.warning("the worker of mirrors begins anew: %s", type(error).__name__)
            if not self._ending.is_set():
                await asyncio.sleep(AGAIN_S)

    def _do(self, task: str, act: Callable[[UUID, Ends], None], project: UUID) -> None:
        """Do a task of a project; one that the server's end cuts short is asked for anew."""
        try:
            act(project, self._ending.is_set)
        except WorkerStops:
            self._refresher.states.again(task, project)

    def _app(self) -> "procrastinate.App":
        """The queue's tasks: fetch and index of a project, and once a minute what is due."""
        options = {"prepare_threshold": None, "application_name": "scrubjay worker", "connect_timeout": int(CONNECT_S)}
        connector = procrastinate.PsycopgConnector(
            conninfo=self._dsn, min_size=1, max_size=AT_ONCE + 2, timeout=CONNECT_S, kwargs=options
        )
        app = procrastinate.App(connector=connector)

        @app.task(name="fetch", queue=QUEUE)
        def fetch(project: str) -> None:
            self._do("fetch", self._refresher.fetch, UUID(project))

        @app.task(name="index", queue=QUEUE)
        def index(project: str) -> None:
            self._do("index", self._refresher.index, UUID(project))

        @app.periodic(cron="* * * * *")
        @app.task(name="due", queue=QUEUE, queueing_lock="due")
        def due(timestamp: int) -> None:
            self._refresher.states.take_up(STALLED_S)
            self._refresher.states.ask_due()
            self._refresher.sweep()

        for name, chore in self._chores.items():
            self._every_minute(app, name, chore)
        return app

    def _every_minute(self, app: "procrastinate.App", name: str, chore: Callable[[], object]) -> None:
        """Let one worker of all do a chore once a minute."""

        @app.periodic(cron="* * * * *")
        @app.task(name=name, queue=QUEUE, queueing_lock=name)
        def do(timestamp: int) -> None:
            chore()


async def _end_all() -> None:
    """End what the queue's library began and left running: a database that is away interrupts its own end."""
    left = asyncio.all_tasks() - {asyncio.current_task()}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
