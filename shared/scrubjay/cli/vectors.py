"""How do the vectors come: in the background, or now, with rate and time left?"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrubjay.app import App, Workspace


def embed(home: "App", at: "Workspace", *, wait: bool) -> str:
    """Leave the vectors to the worker, or wait for them; returns a line that says how they stand."""
    return ""
