"""Home of a hook's process: the environment's, else the one on the command line, else the platform's."""

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
