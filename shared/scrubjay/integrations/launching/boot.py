"""Bootstrap code of a guarded Python: it imports only from folders that no checkout can write.

`site` would add the folders that a `.pth` names, such as the clone's `src`, and run a `sitecustomize.py` there.
"""

from pathlib import Path

from scrubjay.git.enclosing import enclosing_worktrees
from scrubjay.integrations.launching.launcher import Launcher
from scrubjay.integrations.launching.modified import watched_folders

BOOT = (
    "import sys; sys.prefix = sys.exec_prefix = {environment}; sys.path += {folders}; del sys.argv[0]; "
    "from runpy import run_module; run_module(sys.argv[0], run_name='__main__', alter_sys=True)"
)
"""Code for `python -I -S -c`, followed by a module and its arguments: it runs the module as `-m` does."""


def boot(launcher: Launcher) -> str:
    """The code, in ASCII and on one line."""
    looked_at = watched_folders(launcher)
    folders = [str(folder) for folder in launcher.imports if _safe(folder, looked_at, launcher.own_clone)]
    return BOOT.format(environment=ascii(str(launcher.environment)), folders=ascii(folders))


def _safe(folder: Path, looked_at: tuple[Path, ...], own_clone: Path | None) -> bool:
    """Whether the guard checks a folder, or no checkout except one of scrubjay's own clone can write there."""
    if any(folder.resolve().is_relative_to(checked) for checked in looked_at):
        return True
    return all(top == own_clone for top in enclosing_worktrees(folder))
