"""Single-key prompts at the terminal; keys typed before the prompt was shown are discarded."""

import os
import select
import sys
from collections.abc import Callable

if sys.platform != "win32":
    import termios
    import tty

Say = Callable[[str], None]

YES_OR_NO = "[y/n]"
"""How each question ends that one key answers with yes or no."""

WAKE_INTERVAL_S = 0.5
"""Seconds after which a wait for a key wakes up: a Ctrl-C right before a read would otherwise wait for the next key."""


def choose(question: str, keys: str, say: Say, descriptor: int = 0) -> str:
    """Show a prompt and wait for one of `keys`; returns it. Empty at the terminal's end and for Ctrl-D and Esc."""
    say(question)
    for pressed in iter(lambda: _key(descriptor), ""):
        if pressed in keys:
            return pressed
        if pressed in ("\x04", "\x1b"):
            break
    return ""


def agreed(question: str, say: Say, descriptor: int = 0) -> bool:
    """Whether the person pressed y."""
    return choose(f"{question} {YES_OR_NO}", "yn", say, descriptor) == "y"


def _key(descriptor: int) -> str:
    """The next key, in lower case, after discarding typed-ahead keys; empty at the terminal's end."""
    if sys.platform == "win32":
        return ""
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor, termios.TCSAFLUSH)  # the flush is what discards typed-ahead input
        while not select.select([descriptor], [], [], WAKE_INTERVAL_S)[0]:
            pass
        return os.read(descriptor, 1).decode("ascii", "replace").lower()
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
