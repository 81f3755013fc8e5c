"""How does a server process start and end? Over stdio; it ends with its stdin, SIGTERM or Ctrl-C."""

import argparse
import logging
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import anyio
import anyio.to_thread

from scrubjay import __version__
from scrubjay_serving.backend import Backend, Surroundings
from scrubjay_serving.server import ScrubjayServer

Build = Callable[[Backend], ScrubjayServer]


def run(build: Build, program: str, about: str, argv: Sequence[str] | None = None) -> int:
    """Serve until the client goes; returns the exit code. Reads the environment, for everything below it."""
    parser = argparse.ArgumentParser(prog=program, description=about, epilog="Speaks MCP over stdin and stdout.")
    parser.add_argument("--repo", default="", metavar="PATH", help="the repository, when a call names none")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    options = parser.parse_args(argv)
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    backend = Backend(Surroundings(dict(os.environ), Path.cwd(), options.repo))
    anyio.run(_serve, build(backend), backend)
    return 0


async def _serve(server: ScrubjayServer, backend: Backend) -> None:
    async with anyio.create_task_group() as group:
        if sys.platform != "win32":
            group.start_soon(_leave_on_signal, backend)
        await server.run_stdio_async()
        group.cancel_scope.cancel()


async def _leave_on_signal(backend: Backend) -> None:
    """Close the databases and go. The thread that waits for stdin can't be cancelled, so the process exits here."""
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async for number in signals:
            with anyio.move_on_after(5):
                await anyio.to_thread.run_sync(backend.close, abandon_on_cancel=True)
            os._exit(128 + number)
