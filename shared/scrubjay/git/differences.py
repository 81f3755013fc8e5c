"""What differs in a worktree from its commit, file by file: changed, deleted, renamed and new ones, and submodules."""

from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import islice

from scrubjay.errors import GitFailed
from scrubjay.git.filters import without_filters
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.model.frozen import dataclass, replace

MAX_RECORDS = 10_000
"""Differences that are counted at most."""

MAX_SUBMODULES = 20
"""Submodules in whose own folder is looked; each costs a process of git."""

_BEFORE_PATH = {b"1": 7, b"2": 8, b"u": 9}
"""Words of a record of porcelain v2 behind its kind and before its path."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A path as git has it, in bytes. `renamed_to` is where the file went; `nested`: a submodule, or another clone."""

    path: bytes
    renamed_to: bytes = b""
    nested: bool = False


def differences(git: Git, repository: Repository, most: int) -> tuple[tuple[Difference, ...], int]:
    """The first differences, and how many more there are (of 10,000). Raises GitFailed."""
    listed: dict[bytes, Difference] = {}
    with closing(_records(git)) as records:
        for one in islice(records, MAX_RECORDS):
            listed.setdefault(one.path, one)
    for path in _changed_submodules(git, repository):
        listed.setdefault(path, Difference(path, nested=True))
    return tuple(islice(listed.values(), most)), max(0, len(listed) - most)


def _records(git: Git) -> Generator[Difference, None, None]:
    """What git's status lists; never of a submodule more than that it stands at another commit.

    git would start itself in the submodule, with whatever the configuration there has it execute.
    """
    fields = without_filters(git).fields(
        "status", "--porcelain=v2", "-z", "--find-renames", "--untracked-files=all", "--ignore-submodules=dirty"
    )
    with closing(fields):
        for record in fields:
            kind, _, rest = record.partition(b" ")
            if kind == b"?":
                yield Difference(rest.rstrip(b"/"), nested=rest.endswith(b"/"))
            elif kind in _BEFORE_PATH:
                words = rest.split(b" ", _BEFORE_PATH[kind])
                yield Difference(words[-1], nested=words[1].startswith(b"S"))
                if kind == b"2":
                    yield Difference(next(fields), renamed_to=words[-1])


def _changed_submodules(git: Git, repository: Repository) -> Iterator[bytes]:
    """The submodules with changes of their own."""
    if not (repository.worktree / ".gitmodules").is_file():
        return
    code, out = git.answer("config", "-z", "--file", ".gitmodules", "--get-regexp", r"^submodule\..*\.path$")
    paths = [field.partition(b"\n")[2] for field in out.split(b"\0") if field] if code == 0 else []
    for path in paths[:MAX_SUBMODULES]:
        folder = repository.worktree / path.decode("utf-8", "surrogateescape")
        inside = folder.resolve().is_relative_to(repository.worktree)
        if inside and (folder / ".git").exists() and _is_changed(replace(git, folder=folder, worktree=None)):
            yield path


def _is_changed(git: Git) -> bool:
    try:
        with closing(without_filters(git).fields("status", "--porcelain", "-z", "--ignore-submodules=all")) as fields:
            return next(fields, None) is not None
    except GitFailed:
        return False
