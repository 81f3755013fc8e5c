"""What a hook's command line names: the home, which the environment may name instead, and whose entry it is."""

from collections.abc import Mapping, Sequence
from pathlib import Path


def home_of(arguments: Sequence[str], environment: Mapping[str, str]) -> Path:
    """The home of a hook's process; SCRUBJAY_HOME wins, as everywhere. It need not exist."""
    chosen = environment.get("SCRUBJAY_HOME", "")
    if not chosen and len(arguments) >= 2 and arguments[0] == "--home":
        chosen = arguments[1]
    if chosen:
        return Path(chosen).expanduser()
    import platformdirs  # late: 15 ms of CPU, and hooks that `init` installs name their home

    return Path(platformdirs.user_data_dir("scrubjay", appauthor=False))


def entry_of(arguments: Sequence[str]) -> str:
    """The client whose entry of ours was run; empty where it names none, as Claude Code's does."""
    return arguments[arguments.index("--client") + 1 :][0] if "--client" in arguments[:-1] else ""
