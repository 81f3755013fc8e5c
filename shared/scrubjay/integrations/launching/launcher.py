"""Location of the Python that runs scrubjay: outside every worktree, or where a checkout can overwrite it."""

import os
import sys
from pathlib import Path

import scrubjay
from scrubjay.git.enclosing import enclosing_worktrees
from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Launcher:
    """What starts scrubjay: a Python, the folders of its environment and of its base Python (the
    same without a virtual environment), and the folder that the package is imported from.
    """

    python: Path
    environment: Path
    base: Path
    code: Path
    imports: tuple[Path, ...] = ()
    """The folders that `site` added to the path: the environment's packages and the targets of its `.pth` files."""

    @property
    def worktrees(self) -> tuple[Path, ...]:
        """The worktrees, outermost first, that could overwrite the environment or the code; usually none.

        Excludes scrubjay's own clone, installed with `pip install -e`: its tracked code is what the user wants to run.
        The base Python isn't checked: tools that install Pythons keep them in clones of their own.
        """
        around = dict.fromkeys((*enclosing_worktrees(self.environment), *enclosing_worktrees(self.code)))
        return tuple(top for top in around if top != self.own_clone)

    @property
    def own_clone(self) -> Path | None:
        """The clone of scrubjay that `pip install -e` installed as this code; None for other installs."""
        top = self.code.parent
        return top if self.code.name == "shared" and os.path.lexists(top / ".git") else None

    @property
    def outside(self) -> Path | None:
        """The base Python's program, where no checkout of the worktrees can write over it."""
        program = self.python.resolve()
        inside = any(program.is_relative_to(top) or program.is_relative_to(top.resolve()) for top in self.worktrees)
        return None if inside else program


def running_launcher() -> Launcher:
    """The launcher of this process."""
    code = Path(scrubjay.__file__ or "").parent.parent
    return Launcher(Path(sys.executable), Path(sys.prefix), Path(sys.base_prefix), code, _added())


def _added() -> tuple[Path, ...]:
    """The path entries behind the standard library; before it are a script's folder and PYTHONPATH."""
    library = os.path.dirname(os.__file__)  # noqa: PTH120 - as written in the path
    ends = [n for n, entry in enumerate(sys.path, 1) if entry in (library, os.path.join(library, "lib-dynload"))]  # noqa: PTH118
    return tuple(Path(entry) for entry in sys.path[max(ends, default=len(sys.path)) :])
