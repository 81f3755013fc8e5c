"""Where does git look for hooks here, and is that folder ours to write in?"""

from dataclasses import dataclass
from pathlib import Path

from scrubjay.git.process import Git
from scrubjay.git.repository import Repository

EVENTS = ("post-commit", "post-merge", "post-rewrite", "post-checkout", "post-applypatch")


@dataclass(frozen=True, slots=True)
class HooksFolder:
    """The folder that git runs hooks from. `foreign` says why it isn't ours, empty when it is."""

    path: Path
    foreign: str


def hooks_folder(git: Git, repository: Repository) -> HooksFolder:
    """Read `core.hooksPath` of every scope, the worktree's own included; without one it is `hooks` in the clone.

    Ours is only a folder inside the clone's common directory: a global folder serves other repositories too, and a
    tracked one (husky, .githooks) is committed or made anew by its tool.
    """
    configured = _configured(git)
    path = repository.common_dir / "hooks" if configured is None else repository.worktree / configured
    resolved = path.resolve()
    if repository.common_dir in resolved.parents:
        return HooksFolder(resolved, "")
    if configured is None:
        return HooksFolder(resolved, f"{path} is a link to {resolved}")
    return HooksFolder(resolved, f"core.hooksPath is set to {configured}, a folder outside this clone's .git")


def _configured(git: Git) -> str | None:
    """The value in force. Our own git calls override it on the command line, so that scope is left out."""
    code, out = git.answer("config", "--show-scope", "-z", "--type=path", "--get-all", "core.hooksPath")
    fields = out.decode("utf-8", "surrogateescape").split("\0")
    values = [value for scope, value in zip(fields[::2], fields[1::2], strict=False) if scope != "command"]
    return values[-1] if code == 0 and values and values[-1] else None
