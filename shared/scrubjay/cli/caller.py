"""Who answers the git hooks that this command installs or checks."""

from pathlib import Path

from scrubjay.identity.projects.ids import home_id
from scrubjay.integrations.git_hooks.stub import HookCommand
from scrubjay.integrations.launching import running_launcher, start


def caller(home: Path) -> HookCommand:
    """This Python, with this home."""
    return HookCommand(start(home, running_launcher()), home, home_id(home))
