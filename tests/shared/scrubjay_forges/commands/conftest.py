"""The command line of the core's tests, run inside the test's process."""

from tests.shared.cli.conftest import account, magpie, ready, scrubjay, trusted

__all__ = ["account", "magpie", "ready", "scrubjay", "trusted"]
