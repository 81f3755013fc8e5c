"""Lines for the terminal, without characters that drive it."""

import sys

from scrubjay.model.visible import visible


def say(text: str) -> None:
    """Print a line, at once."""
    sys.stdout.write(f"{visible(text)}\n")
    sys.stdout.flush()


def complain(text: str) -> None:
    """Print a line to stderr."""
    sys.stderr.write(f"{visible(text)}\n")
    sys.stderr.flush()
