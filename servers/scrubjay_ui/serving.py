"""Serving a page until it is left: by Ctrl-C, by its terminal's end, by nobody using it, or by another start."""

import asyncio
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from scrubjay.model.frozen import dataclass
from scrubjay_serving.http import PatientConnection, QuietServer
from scrubjay_ui.admission import MAX_HEAD
from scrubjay_ui.callers import may_write, of_account
from scrubjay_ui.door import Door, RunningPage
from scrubjay_ui.gate import Gate

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send


Close = Callable[[], None]
Opened = tuple["ASGIApp", Close]


class OpeningPage:
    """An ASGI application that is opened in a thread of its own; requests wait for it."""

    def __init__(self, opener: Callable[[], Opened], failed: Callable[[Exception], None]) -> None:
        self._opener = opener
        self._failed = failed
        self._opened: asyncio.Future[ASGIApp] = asyncio.get_running_loop().create_future()
        self._close: Close = lambda: None

    def begin(self) -> None:
        """Begin to open the page. `failed` hears of an error, in the event loop."""
        loop = asyncio.get_running_loop()

        def opening() -> None:
            try:
                page, self._close = self._opener()
            except Exception as error:
                told: Exception = error
                self._tell(loop, lambda: self._failed(told))
            else:
                self._tell(loop, lambda: self._show(page))

        threading.Thread(target=opening, daemon=True).start()

    def close(self, patience_s: float) -> None:
        """Close what was opened; running transactions end first, unless that takes too long."""
        closing = threading.Thread(target=self._close, daemon=True)
        closing.start()
        closing.join(patience_s)

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer a request."""
        page = await asyncio.shield(self._opened)
        await page(scope, receive, send)

    def _show(self, page: "ASGIApp") -> None:
        """Let the requests that wait go on to the page."""
        if not self._opened.done():
            self._opened.set_result(page)

    def _tell(self, loop: asyncio.AbstractEventLoop, call: Callable[[], object]) -> None:
        """Call in the event loop; where that ended meanwhile, what was opened is closed here."""
        try:
            loop.call_soon_threadsafe(call)
        except RuntimeError:
            self._close()


IDLE_S = 30 * 60.0
GRACE_S = 0.4
"""Seconds that running answers have once the page is left."""

HEAD_START_S = 0.1
"""Seconds in which the browser may exchange its token before the home is opened, which takes longer than that."""

CLOSING_S = 5.0
SIGNALS = (signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else []))


@dataclass(frozen=True, slots=True, kw_only=True)
class PageProcess:
    """What a page is served with. `ready` hears the first address, `failed` why the home didn't open."""

    listening: socket.socket
    door: socket.socket
    page: RunningPage
    opener: Callable[[], Opened]
    ready: Callable[[str], object]
    failed: Callable[[Exception], int]
    say: Callable[[str], object] = lambda _: None
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
    server = QuietServer(gate, PatientConnection, max_head=MAX_HEAD)
    for number in SIGNALS:
        loop.add_signal_handler(number, leave, 128 + number)

    def make_place() -> None:
        process.say("Another start of scrubjay ui takes this page's place.")
        leave()

    door = await Door(process.page, lambda writes: gate.address(writes=writes), make_place).serve(process.door)
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


async def _begin(process: PageProcess, server: QuietServer, gate: Gate, behind: OpeningPage) -> None:
    """Tell the address once it answers, and then open what it shows."""
    while not server.started:
        await asyncio.sleep(0.005)
    process.ready(gate.address(writes=process.page.writes))
    await asyncio.sleep(HEAD_START_S)
    behind.begin()


async def _watch_idle(process: PageProcess, gate: Gate, leave: Callable[[], None]) -> None:
    """Leave the page once nobody has used it for a while."""
    while process.clock() - gate.last_used < process.idle_s:
        await asyncio.sleep(process.tick_s)
    process.say(
        f"Nobody used the page for {process.idle_s / 60:.0f} minutes, so it ended. To open it again: scrubjay ui"
    )
    leave()
