"""What does the person at the terminal press? What was typed ahead, before the question stood there, doesn't count."""

import os
import sys
from collections.abc import Callable

Say = Callable[[str], None]

LOOKS_UP_S = 0.5
"""Seconds after which a wait for a key looks up: a Ctrl-C right before a read would else wait for the next key."""


def choose(question: str, keys: str, say: Say, descriptor: int = 0) -> str:
    """Show a question and wait for one of `keys`; returns it. Empty at the terminal's end and for Ctrl-D and Esc."""
    say(question)
    for pressed in iter(lambda: _key(descriptor), ""):
        if pressed in keys:
            return pressed
        if pressed in ("\x04", "\x1b"):
            break
    return ""


def agreed(question: str, say: Say, descriptor: int = 0) -> bool:
    """Whether the person pressed y."""
    return choose(f"{question} Press y or n.", "yn", say, descriptor) == "y"


def drop_typed_ahead(descriptor: int = 0) -> None:
    """Throw away what was typed before a question stood there."""
    if sys.platform != "win32":
        import termios

        termios.tcflush(descriptor, termios.TCIFLUSH)


def _key(descriptor: int) -> str:
    """The next key, in lower case, after throwing away what was typed ahead; empty at the terminal's end."""
    if sys.platform == "win32":
        return ""
    import select
    import termios
    import tty

    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor, termios.TCSAFLUSH)  # the flush is what drops typed-ahead input
        while not select.select([descriptor], [], [], LOOKS_UP_S)[0]:
            pass
        return os.read(descriptor, 1).decode("ascii", "replace").lower()
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
