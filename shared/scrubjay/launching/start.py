"""With which words is this Python started again? By itself, or through the guard that the home keeps for it."""

from pathlib import Path

from scrubjay.launching.place import Launcher

SHELL = "/bin/sh"
FOLDER = "launchers"


def start(home: Path, launcher: Launcher) -> tuple[str, ...]:
    """The words that stand before `-I -m MODULE`.

    Outside every worktree it is the Python. Inside one a checkout may have written over it, so a guard in the home
    looks first; where `init` has written none, nothing starts.
    """
    return (SHELL, str(guard_file(home, launcher))) if launcher.worktrees else (str(launcher.python),)


def guard_file(home: Path, launcher: Launcher) -> Path:
    """Where the home keeps the guard of an environment."""
    from hashlib import sha256  # late: hooks start without it

    name = sha256(str(launcher.environment).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return home / FOLDER / f"{name}.sh"


def bytecode(guard: Path) -> Path:
    """Where a guarded Python keeps its bytecode: a checkout can write into each `__pycache__` of the environment."""
    return guard.with_suffix(".bytecode")
