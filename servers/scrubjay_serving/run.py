"""The life of a server process: it serves over stdio and ends with its stdin, SIGTERM or Ctrl-C."""

import argparse
import ctypes
import gc
import logging
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread
from anyio.abc import TaskStatus

from scrubjay import __version__
from scrubjay.errors import ConfigError
from scrubjay.extensions.loading import load
from scrubjay.identity.person.serving import record
from scrubjay.integrations.launching.check import watch
from scrubjay.log import home_log, level_of
from scrubjay.model.frozen import replace
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay.settings.home import home_folder
from scrubjay_serving.backend import Backend, Surroundings
from scrubjay_serving.pending import PendingRequests
from scrubjay_serving.sanitising import VisibleLog
from scrubjay_serving.server import ScrubjayServer
from scrubjay_serving.stdio import ClientGone, Wire, claim_stdio

_TRIM_THRESHOLD: Final = -1
_MMAP_THRESHOLD: Final = -3
_ARENA_MAX: Final = -8
"""Parameters of glibc's `mallopt` (malloc.h)."""

KEPT: Final = 8 << 20
"""Free bytes at the end of the heap that are kept. The model frees 33 MB after a question of 256 tokens, little after a
usual one. Measured on 10,958 passages: resident 222 MB before and 190 with it, at 3 of 60 ms of CPU for such a
question, and at none for a usual one.
"""

IN_HEAP: Final = 32 << 20
"""Up to so many bytes are taken from the heap. A piece that is mapped alone costs a page fault for every 4 KB."""

VARIABLE = "SCRUBJAY_PLUGIN"
"""Set by the plugin's launcher for its servers."""

EPILOG = "Speaks MCP over stdin and stdout. SCRUBJAY_LOG=debug|info|warning logs to logs/scrubjay.log in the home."

Build = Callable[[Backend], ScrubjayServer]


def keep_little() -> bool:
    """Let this process use one heap and return what is free at its end; False where the C library isn't glibc.

    To be called before the first thread starts: a thread keeps the heap that it began with.
    """
    if not sys.platform.startswith("linux"):
        return False
    library = ctypes.CDLL(None)
    if not hasattr(library, "gnu_get_libc_version"):
        return False
    values = {_ARENA_MAX: 1, _MMAP_THRESHOLD: IN_HEAP, _TRIM_THRESHOLD: KEPT}
    return all(library.mallopt(parameter, value) for parameter, value in values.items())


def run(build: Build, program: str, about: str, argv: Sequence[str] | None = None, *, keeps_model: bool = True) -> int:
    """Serve until the client disconnects; returns the exit code. Reads the environment, for everything below it.

    Unless it `keeps_model`, that goes while nobody asks it.
    """
    parser = argparse.ArgumentParser(prog=program, description=about, epilog=EPILOG)
    parser.add_argument("--repo", default="", metavar="PATH", help="the repository, when a call names none")
    parser.add_argument("--client", default="", metavar="NAME", help="the client that starts it, as `init` writes it")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    options = parser.parse_args(argv)
    if sys.stdin is None or sys.stdout is None:
        return 0  # started without one of them: there is no client
    keep_little()
    watch(os.environ)
    wire = claim_stdio()
    log = logging.StreamHandler()
    log.setLevel(logging.WARNING)  # what SCRUBJAY_LOG asks for below it goes to the home's log
    log.setFormatter(VisibleLog("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[log])
    _diagnose(os.environ)
    surroundings = Surroundings(dict(os.environ), Path.cwd(), options.repo, options.client)
    backend = Backend(surroundings, keeps_model=keeps_model)
    server = _built(build, backend, program)
    if not server.is_stored():
        _check_settings(os.environ)
    gc.freeze()  # what was loaded stays: no search for cycles walks over it again
    gc.enable()
    anyio.run(_serve, server, backend, wire)
    return 0


def _built(build: Build, backend: Backend, program: str) -> ScrubjayServer:
    """Build the server; one without tools where the client registers the same server elsewhere too."""
    place = ""
    if backend.surroundings.environment.get(VARIABLE):
        place = load("scrubjay_serving.client_files:other_place")(backend.surroundings, program, Path.home())
    if not place:
        return build(backend)
    title = f"stands back: the same server is registered in {place}; `scrubjay init` leaves one"
    return ScrubjayServer(program, title=title, instructions="", backend=backend)


def _diagnose(environment: Mapping[str, str]) -> None:
    """Switch diagnostic logging on where SCRUBJAY_LOG asks for it; a wrong value is told and keeps nobody waiting."""
    try:
        if not level_of(environment):
            return

        home_log(home_folder(environment), environment, lambda: masked_text)
    except ConfigError as error:
        logging.getLogger(__name__).warning("%s", error)


def _check_settings(environment: Mapping[str, str]) -> None:
    """Tell wrong settings when the server starts; it serves nevertheless, so that each call can tell its agent."""
    try:
        load("scrubjay.settings.layers:load_settings")(environment)
    except ConfigError as error:
        logging.getLogger(__name__).warning("%s", error)


def _recorded(backend: Backend, program: str) -> Callable[[], None]:
    """Record that this server runs, so that hooks notice a killed one; returns the function that ends the record."""
    try:
        home = home_folder(backend.surroundings.environment)
    except ConfigError:
        return lambda: None  # reported with the first answer
    return record(home, backend.client, program) if backend.client else lambda: None


async def _serve(server: ScrubjayServer, backend: Backend, wire: Wire) -> None:
    """Serve over the wire until the client has gone, or a signal ends the process."""
    leaving = ExitStack()
    async with anyio.create_task_group() as group:
        if sys.platform != "win32":
            await group.start(_leave_on_signal, backend, leaving)
        leaving.callback(_recorded(backend, server.name))
        try:
            await server.serve_stdio(replace(wire, ended=leaving.close), PendingRequests())
        except* ClientGone:
            leaving.close()
            await _close(backend)
            os._exit(0)  # the thread that waits for stdin can't be cancelled
        group.cancel_scope.cancel()


async def _leave_on_signal(backend: Backend, leaving: ExitStack, *, task_status: TaskStatus[None]) -> None:
    """Close the databases and exit. The thread that waits for stdin can't be cancelled, so the process exits here."""
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        task_status.started()
        async for number in signals:
            leaving.close()
            await _close(backend)
            os._exit(128 + number)


async def _close(backend: Backend) -> None:
    """Close the backend, within five seconds."""
    with anyio.move_on_after(5, shield=True):
        await anyio.to_thread.run_sync(backend.close, abandon_on_cancel=True)
