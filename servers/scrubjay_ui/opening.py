"""The page's services, opened while the browser starts: the start itself waits for none of them."""

import asyncio
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from scrubjay.identity.person.permit import Permit
    from scrubjay_ui.endpoints import ViewRoute

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
        """Open it. `failed` hears of an error, in the event loop."""
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
        if not self._opened.done():
            self._opened.set_result(page)

    def _tell(self, loop: asyncio.AbstractEventLoop, call: Callable[[], object]) -> None:
        """Call in the event loop; where that ended meanwhile, what was opened is closed here."""
        try:
            loop.call_soon_threadsafe(call)
        except RuntimeError:
            self._close()


def open_page(
    environment: Mapping[str, str],
    folder: Path,
    permit: "Permit",
    *,
    writes: bool,
    views: "Sequence[ViewRoute] | None" = None,
) -> Opened:
    """Open the home and the page about it, with the `views` of the product. The model waits for a search."""
    from scrubjay.app import open_app
    from scrubjay.git.process import GitEnvironment
    from scrubjay.identity.audit.trusted import with_trust
    from scrubjay.integrations.launching.check import watch
    from scrubjay.log import home_log, level_of
    from scrubjay.privacy.secrets.masking import masked_text
    from scrubjay.settings.layers import load_settings
    from scrubjay_ui.application import application
    from scrubjay_ui.surface import Surface

    watch(environment)
    settings = with_trust(load_settings(environment))
    if level_of(environment):
        home_log(settings.home, environment, lambda: masked_text)
    context = open_app(settings, git_environment=GitEnvironment.of(environment))
    home = context.__enter__()
    surface = Surface(home=home, permit=permit, writes=writes, folder=folder)

    def close() -> None:
        context.__exit__(None, None, None)

    return application(surface) if views is None else application(surface, views), close
