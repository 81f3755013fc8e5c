"""The life of a server process: it serves over stdio and ends with its stdin, SIGTERM or Ctrl-C."""

import argparse
import logging
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import anyio
import anyio.to_thread
from anyio.abc import TaskStatus

from scrubjay import __version__
from scrubjay.errors import ConfigError
from scrubjay.integrations.launching.check import watch
from scrubjay.log import home_log, level_of
from scrubjay_serving.backend import Backend, Surroundings
from scrubjay_serving.heap import keep_little
from scrubjay_serving.pending import PendingRequests
from scrubjay_serving.sanitising import VisibleLog
from scrubjay_serving.server import ScrubjayServer
from scrubjay_serving.stdio import ClientGone, Wire, claim_stdio

VARIABLE = "SCRUBJAY_PLUGIN"
"""Set by the plugin's launcher for its servers."""


def other_place(surroundings: Surroundings, program: str, account: Path) -> str:
    """Where the same server is registered, for a plugin's server; empty for any other one, and where it is alone."""
    environment = surroundings.environment
    if not environment.get(VARIABLE):
        return ""
    from scrubjay.errors import ScrubjayError
    from scrubjay.git.process import GitEnvironment
    from scrubjay.git.repository import open_repository
    from scrubjay.integrations.clients.claude_code import claude_places
    from scrubjay.integrations.duplicates import started_without_plugin

    folder = Path(environment.get("CLAUDE_PROJECT_DIR", "") or surroundings.cwd)
    try:
        repository = open_repository(folder, GitEnvironment.of(environment))
        places = claude_places(account, environment)
        return started_without_plugin(places, repository, program.removeprefix("scrubjay-"))
    except (ScrubjayError, OSError):
        return ""


EPILOG = "Speaks MCP over stdin and stdout. SCRUBJAY_LOG=debug|info|warning logs to logs/scrubjay.log in the home."

Build = Callable[[Backend], ScrubjayServer]


def run(build: Build, program: str, about: str, argv: Sequence[str] | None = None) -> int:
    """Serve until the client disconnects; returns the exit code. Reads the environment, for everything below it."""
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
    _check_settings(os.environ)
    backend = Backend(Surroundings(dict(os.environ), Path.cwd(), options.repo, options.client))
    anyio.run(_serve, _built(build, backend, program), backend, wire)
    return 0


def _built(build: Build, backend: Backend, program: str) -> ScrubjayServer:
    """The server; without tools where it stands back."""
    place = other_place(backend.surroundings, program, Path.home())
    if not place:
        return build(backend)
    title = f"stands back: the same server is registered in {place}; `scrubjay init` leaves one"
    return ScrubjayServer(program, title=title, instructions="", backend=backend)


def _diagnose(environment: Mapping[str, str]) -> None:
    """Switch diagnostic logging on where SCRUBJAY_LOG asks for it; a wrong value is told and keeps nobody waiting."""
    try:
        if not level_of(environment):
            return
        from scrubjay.privacy.secrets.masking import masked_text
        from scrubjay.settings.home import home_folder

        home_log(home_folder(environment), environment, lambda: masked_text)
    except ConfigError as error:
        logging.getLogger(__name__).warning("%s", error)


def _check_settings(environment: Mapping[str, str]) -> None:
    """Tell wrong settings when the server starts; it serves nevertheless, so that each call can tell its agent."""
    from scrubjay.settings.layers import load_settings

    try:
        load_settings(environment)
    except ConfigError as error:
        logging.getLogger(__name__).warning("%s", error)


def _recorded(backend: Backend, program: str) -> Callable[[], None]:
    """Record that this server runs, so that hooks can tell of one that was killed; returns what ends the record."""
    from scrubjay.identity.presence.serving import record
    from scrubjay.settings.home import home_folder

    try:
        home = home_folder(backend.surroundings.environment)
    except ConfigError:
        return lambda: None  # reported with the first answer
    return record(home, backend.client, program) if backend.client else lambda: None


async def _serve(server: ScrubjayServer, backend: Backend, wire: Wire) -> None:
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
    with anyio.move_on_after(5, shield=True):
        await anyio.to_thread.run_sync(backend.close, abandon_on_cancel=True)
