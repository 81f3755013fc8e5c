"""Command line that starts this Python again: directly, or through the guard in the home."""

from pathlib import Path

from scrubjay.integrations.launching.launcher import Launcher

SHELL = "/bin/sh"
FOLDER = "launchers"
REFUSED = ".refused"
"""The suffix of the file beside a guard where it leaves what it started nothing for."""


def start(home: Path, launcher: Launcher) -> tuple[str, ...]:
    """The words before `-I -m MODULE`.

    Outside every worktree this is the Python. Inside one a checkout may have overwritten it, so a guard in the home
    checks first; where `init` has written none, the start fails.
    """
    return (SHELL, str(guard_file(home, launcher))) if launcher.worktrees else (str(launcher.python),)


def guard_file(home: Path, launcher: Launcher) -> Path:
    """The path of an environment's guard in the home."""
    from hashlib import sha256  # lazy: hooks start without it

    name = sha256(str(launcher.environment).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return home / FOLDER / f"{name}.sh"


def bytecode(guard: Path) -> Path:
    """The bytecode folder of a guarded Python: a checkout can write into each `__pycache__` of the environment."""
    return guard.with_suffix(".bytecode")
