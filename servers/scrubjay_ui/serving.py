"""Serving a page until it is left: by Ctrl-C, by its terminal's end, by nobody using it, or by another start."""

import asyncio
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from scrubjay.model.frozen import dataclass
from scrubjay_ui.callers import may_write, of_account
from scrubjay_ui.connections import PageServer
from scrubjay_ui.door import Door, RunningPage
from scrubjay_ui.gate import Gate
from scrubjay_ui.opening import Opened, OpeningPage

IDLE_S = 30 * 60.0
GRACE_S = 0.4
"""Seconds that running answers have once the page is left."""

HEAD_START_S = 0.1
"""Seconds in which the browser may exchange its token before the home is opened, which takes longer than that."""

CLOSING_S = 5.0
SIGNALS = (signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else []))


@dataclass(frozen=True, slots=True, kw_only=True)
class PageProcess:
    """What a page is served with. `ready` hears the first address; `failed` why the home didn't open."""

    listening: socket.socket
    door: socket.socket
    page: RunningPage
    opener: Callable[[], Opened]
    ready: Callable[[str], object]
    failed: Callable[[Exception], int]
    idle_s: float = IDLE_S
    tick_s: float = 1.0
    clock: Callable[[], float] = time.monotonic


def serve(process: PageProcess) -> int:
    """Serve until the page is left; returns the exit code: 0, that of a failure, or 128 and the signal's number."""
    return asyncio.run(_serve(process))


async def _serve(process: PageProcess) -> int:
    loop = asyncio.get_running_loop()
    code = 0

    def leave(with_code: int = 0) -> None:
        nonlocal code
        if server.should_exit and with_code:
            os._exit(with_code)  # a second Ctrl-C: what is stored is safe
        code, server.should_exit = with_code, True
        loop.call_later(GRACE_S, partial(setattr, server, "force_exit", True))

    port = int(process.listening.getsockname()[1])
    behind = OpeningPage(process.opener, lambda error: leave(process.failed(error)))
    check = may_write if process.page.writes else of_account
    gate = Gate(behind, f"127.0.0.1:{port}", known=lambda client: check(client, port), clock=process.clock)
    server = PageServer(gate)
    for number in SIGNALS:
        loop.add_signal_handler(number, leave, 128 + number)
    door = await Door(process.page, lambda writes: gate.address(writes=writes), leave).serve(process.door)
    idle = asyncio.create_task(_watch_idle(process, gate, leave))
    begun = asyncio.create_task(_begin(process, server, gate, behind))
    try:
        await server.serve(sockets=[process.listening])
    finally:
        door.close()
        for task in (idle, begun):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        behind.close(CLOSING_S)
    if server.server_state.tasks:
        sys.stdout.flush()
        os._exit(code)  # an answer that nobody waits for any more; the event loop would wait for its thread
    return code


async def _begin(process: PageProcess, server: PageServer, gate: Gate, behind: OpeningPage) -> None:
    """Tell the address once it answers, and then open what it shows."""
    while not server.started:
        await asyncio.sleep(0.005)
    process.ready(gate.address(writes=process.page.writes))
    await asyncio.sleep(HEAD_START_S)
    behind.begin()


async def _watch_idle(process: PageProcess, gate: Gate, leave: Callable[[], None]) -> None:
    while process.clock() - gate.last_used < process.idle_s:
        await asyncio.sleep(process.tick_s)
    leave()
