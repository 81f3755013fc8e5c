"""Safe start of scrubjay's own Python: where it lies, its fingerprint, and whether a checkout has changed it."""

from scrubjay.integrations.launching.launcher import Launcher, running_launcher, start

__all__ = ["Launcher", "running_launcher", "start"]
