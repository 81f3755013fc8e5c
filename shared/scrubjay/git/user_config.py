"""Configuration files outside a repository that git reads for every repository of an account."""

import os
from pathlib import Path

from scrubjay.errors import GitFailed
from scrubjay.git.discovery import MOST, is_plain
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.storage.files import read_linked


class UserConfig:
    """The system's and the user's configuration, as git finds them from the variables of its environment."""

    def __init__(self, git_environment: GitEnvironment) -> None:
        self._environment = git_environment
        self._files: tuple[Path, ...] | None = None

    def state(self) -> tuple[bytes | None, ...] | None:
        """The contents of each file, read anew; None where one includes others or can't be read: ask git."""
        try:
            if self._files is None:
                self._files = (_system(self._environment), *_global(self._environment))
            if not all(file.is_absolute() for file in self._files):
                return None
            contents = tuple(read_linked(file, MOST) for file in self._files)
        except (OSError, ValueError, GitFailed):
            return None
        return contents if all(is_plain(text or b"") for text in contents) else None


def _system(environment: GitEnvironment) -> Path:
    """The system's file, which is compiled into git: git tells it to an editor, also where the file doesn't exist.

    An editor of one plain word is run without a shell.
    """
    variables = {**environment.variables, "GIT_EDITOR": "echo"}
    git = Git(Path(os.sep), GitEnvironment(variables, environment.program))
    return Path(os.fsdecode(git.run("config", "--system", "--edit").removesuffix(b"\n")))


def _global(environment: GitEnvironment) -> tuple[Path, ...]:
    variables = environment.variables
    if "GIT_CONFIG_GLOBAL" in variables:
        return (Path(variables["GIT_CONFIG_GLOBAL"]),) if variables["GIT_CONFIG_GLOBAL"] else ()
    home = variables.get("HOME")
    folder = variables.get("XDG_CONFIG_HOME") or (f"{home}/.config" if home is not None else "")
    files = (Path(folder, "git", "config") if folder else None, Path(home, ".gitconfig") if home is not None else None)
    return tuple(file for file in files if file is not None)
