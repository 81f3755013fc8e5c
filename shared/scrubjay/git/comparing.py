"""git for calls that compare the working tree: it runs no filter, and refreshes an index of ours alone."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from scrubjay.errors import GitFailed
from scrubjay.git.own_index import index_copy
from scrubjay.git.process import Git, index_of
from scrubjay.model.counted import counted
from scrubjay.model.frozen import replace

T = TypeVar("T")

_ALONE = (("core.splitIndex", "false"), ("index.sparse", "false"), ("core.untrackedCache", "keep"))
"""With these git writes nothing but the index: no half of it beside the repository's, no trees for folders."""


MOST = 200
"""Filters that are switched off; each takes six variables of the environment, which the system limits."""

_OFF = (("clean", ""), ("process", ""), ("required", "false"))
_FILTER = r"filter\..*\.(clean|process)"
_IGNORED = "core.excludesfile"
_USER = ("system", "global")


def compared(git: Git, ask: Callable[[Git], T]) -> T:
    """The answer of `ask`, given a git without filters and with a copy of the index. Raises GitFailed.

    Where it has a folder of copies, it compares by one of them, and writes down there which files it read.
    """
    copy = index_copy(git.indexes, index_of(git.folder)) if git.indexes else None
    if copy is None:
        return ask(git)
    with suppress(GitFailed):  # a damaged copy, or a disk that is full
        answer = ask(_with_index_copy(git, copy))
        if copy.exists():  # git takes a file that is gone for an index without entries
            return answer
    with suppress(OSError):
        copy.unlink()
    return ask(git)


def _with_index_copy(git: Git, copy: Path) -> Git:
    """The git with a copy of the index in place of its own."""
    variables = {**git.environment.variables, "GIT_INDEX_FILE": str(copy), "GIT_OPTIONAL_LOCKS": "1"}
    return _configured(replace(git, environment=replace(git.environment, variables=variables)), _ALONE)


def _configured(git: Git, settings: Iterable[tuple[str, str]]) -> Git:
    """The git with further configuration settings in its environment, after those already there."""
    variables = dict(git.environment.variables)
    number = int(variables.get("GIT_CONFIG_COUNT", "0"))
    for key, value in settings:
        variables |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
        number += 1
    variables["GIT_CONFIG_COUNT"] = str(number)
    return replace(git, environment=replace(git.environment, variables=variables))


def without_filters(git: Git) -> Git:
    """A git for comparing the working tree, which runs no configured `filter.NAME.clean` or `.process`.

    `.git/config` and `.gitattributes` belong to the repository. A user's own filter may read them too (Git LFS runs
    what `lfs.extension` says), so the filters of every scope are switched off. A file that a filter stores differently,
    and that was touched since git's index was refreshed, then counts as changed. The names go through the environment,
    because `-c` can't name one that contains `=`. `core.excludesFile` may be any file, so only the user's own
    counts. Raises GitFailed for more than 200 filters.
    """
    worktree = git.worktree
    settings = worktree.answer("filters", worktree.config_state, lambda: _switches(git)) if worktree else _switches(git)
    return _configured(git, settings) if settings else git


def _switches(git: Git) -> tuple[tuple[str, str], ...]:
    """The settings that switch off the configured filters and the repository's own ignore file, as key and value."""
    code, out = git.answer("config", "-z", "--show-scope", "--get-regexp", rf"^({_FILTER}|{_IGNORED})$")
    fields = out.decode("utf-8", "surrogateescape").split("\0") if code == 0 else []
    config = [(scope, *line.partition("\n")[::2]) for scope, line in zip(fields[::2], fields[1::2], strict=False)]
    names = sorted({key.partition(".")[2].rpartition(".")[0] for _, key, _ in config if key != _IGNORED})
    if len(names) > MOST:
        raise GitFailed(
            f"{git.folder}: git has {counted(len(names), 'filter')} configured, more than {MOST}. "
            "Take those that aren't needed out of .git/config."
        )
    settings = [(f"filter.{name}.{option}", value) for name in names for option, value in _OFF]
    ignoring = [(scope, value) for scope, key, value in config if key == _IGNORED]
    if any(scope not in _USER for scope, _ in ignoring):
        user_excludes = [value for scope, value in ignoring if scope in _USER]
        settings.append(
            (
                "core.excludesFile",
                user_excludes[-1] if user_excludes else _default_ignore_file(git.environment.variables),
            )
        )
    return tuple(settings)


def _default_ignore_file(variables: Mapping[str, str]) -> str:
    """The default path of a user's ignore rules, used where none is configured."""
    folder = variables.get("XDG_CONFIG_HOME", "")
    usual = Path(folder) if folder else Path(variables.get("HOME", "/")) / ".config"
    return str(usual / "git" / "ignore")
