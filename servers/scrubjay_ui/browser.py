"""The person's browser: opened where there is a screen to open it on."""

import sys
import threading
import webbrowser
from collections.abc import Mapping
from contextlib import suppress


def has_screen(environment: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Whether a browser would have a window: a text browser would take over the terminal."""
    if platform == "darwin":
        return not environment.get("SSH_CONNECTION")
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def open_browser(address: str) -> threading.Thread:
    """Open an address in the person's browser; the thread ends once it was asked to."""

    def opening() -> None:
        with suppress(webbrowser.Error, OSError):
            webbrowser.open(address)

    thread = threading.Thread(target=opening, daemon=True)
    thread.start()
    return thread
