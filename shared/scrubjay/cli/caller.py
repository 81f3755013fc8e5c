"""Who answers the git hooks that this command installs or checks."""

from pathlib import Path

from scrubjay.integrations.git_hooks.stub import HookCommand
from scrubjay.launching import running_launcher, start
from scrubjay.projects.ids import home_id


def caller(home: Path) -> HookCommand:
    """This Python, with this home."""
    return HookCommand(start(home, running_launcher()), home, home_id(home))
