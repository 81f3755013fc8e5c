"""May what runs scrubjay be started again? Where its Python lies, what was seen there, and what stands there now."""

from scrubjay.launching.place import Launcher, running
from scrubjay.launching.start import start

__all__ = ["Launcher", "running", "start"]
