"""Fetching a mirror: default branch and tags, all of them or nothing, within limits."""

import shutil
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Final

from scrubjay.errors import GitFailed, GitUnavailable, LimitExceeded
from scrubjay.git.process import Git, version
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import OBJECT_ID, pattern
from scrubjay.storage.filesystem import file_lock, private_folder, write_error
from scrubjay_team.errors import FetchFailed
from scrubjay_team.mirrors.mirror import HEAD, Mirror, held, is_whole, move_tree, newest_tags, prepare
from scrubjay_team.mirrors.route import OLDEST_GIT, Route
from scrubjay_team.mirrors.watching import FetchLimits, Progress, run_watched

GC_S: Final = 600.0
MOST_TAGS: Final = 50_000
_LINE: Final = pattern(rf"({OBJECT_ID})\t(\S+)")
_BRANCH: Final = pattern(r"ref: refs/heads/(\S+)\tHEAD")
_NAME: Final = pattern(r"(?!.*(\.\.|//|@\{|\.lock(/|$)|/\.))(?![./-])[^\x00-\x20\x7f~^:?*\[\\]{1,250}(?<![./])")
"""A name of a branch or tag, as `git check-ref-format` has it, without what could be read as an option."""


@dataclass(frozen=True, slots=True)
class RemoteRefs:
    """The default branch's name and commit, and the object of each tag."""

    branch: str
    commit: str
    tags: dict[str, str]


def fetch(folder: Path, route: Route, limits: FetchLimits, progress: Progress) -> Mirror:
    """Bring a mirror to what its remote shows, and its worktree to the default branch's commit.

    A fetch that fails leaves every ref as it was. Raises FetchFailed with the reason, also where another fetch of this
    mirror is under way; LimitExceeded; DiskFull; GitUnavailable for a git before 2.37.
    """
    try:
        private_folder(folder)
        with file_lock(folder / "lock") as mine:
            if not mine:
                raise FetchFailed(f"{route.url} is being fetched at this moment.")
            return _fetch_locked(folder, route, limits, progress)
    except OSError as error:
        raise write_error(folder, error.errno or 0, error.strerror or "") from error


def _fetch_locked(folder: Path, route: Route, limits: FetchLimits, progress: Progress) -> Mirror:
    """Fetch, holding the mirror's lock; a mirror whose objects are damaged is begun anew, once."""
    git = prepare(folder, route.environment)
    if (found := version(git)) < OLDEST_GIT:
        raise GitUnavailable(
            f"git {'.'.join(map(str, found))} is too old for mirrors: it can't be told the one IP address to use. "
            f"Install git {'.'.join(map(str, OLDEST_GIT))} or newer."
        )
    refs = _ask(git, route, limits, progress)
    try:
        _bring(git, refs, route, limits, progress)
    except LimitExceeded:
        prepare(folder, route.environment)  # half a pack would count against the limit of the next fetch
        raise
    except (FetchFailed, GitFailed):
        if is_whole(git, limits.seconds):
            raise
        shutil.rmtree(git.folder)
        git = prepare(folder, route.environment)
        _bring(git, refs, route, limits, progress)
    mirror = Mirror(folder, refs.branch, held(git)[0], newest_tags(git))
    move_tree(git, mirror)
    return mirror


def _ask(git: Git, route: Route, limits: FetchLimits, progress: Progress) -> RemoteRefs:
    """Ask the remote for its default branch and tags."""
    asked = ("ls-remote", "--symref", "--end-of-options", route.url, "HEAD", "refs/tags/*")
    listed = run_watched(git, asked, limits, progress, route.url, route.secrets)
    return read_remote_refs(listed.decode("utf-8", "replace"), route.url)


def _bring(git: Git, refs: RemoteRefs, route: Route, limits: FetchLimits, progress: Progress) -> None:
    """Fetch what the remote shows, where the mirror holds anything else; refs move together or not at all."""
    commit, tags = held(git)
    if commit == refs.commit and tags == refs.tags:
        return
    for tag in tags_in_the_way(tags, refs.tags):
        git.run("update-ref", "-d", f"refs/tags/{tag}")
    asked = (
        "fetch", "--atomic", "--prune", "--force", "--no-tags", "--no-write-fetch-head", "--no-auto-gc",
        "--no-recurse-submodules", "--progress", "--end-of-options", route.url,
        f"+refs/heads/{refs.branch}:{HEAD}", "+refs/tags/*:refs/tags/*",
    )  # fmt: skip
    run_watched(git, asked, limits, progress, route.url, route.secrets)
    with suppress(GitFailed):  # tidying up may wait for the next fetch
        git.run("gc", "--auto", "--quiet", timeout=GC_S)


def read_remote_refs(listed: str, name: str) -> RemoteRefs:
    """The refs of `git ls-remote --symref URL HEAD refs/tags/*`. Raises FetchFailed, LimitExceeded with the reason."""
    branch = commit = ""
    tags: dict[str, str] = {}
    for line in listed.split("\n"):
        if found := _BRANCH.fullmatch(line):
            branch = found[1]
        elif (found := _LINE.fullmatch(line)) and found[2] == "HEAD":
            commit = found[1]
        elif found and _NAME.fullmatch(tag := found[2].removeprefix("refs/tags/")) and tag != found[2]:
            tags[tag] = found[1]
    if len(tags) > MOST_TAGS:
        raise LimitExceeded(f"{name} has more than {MOST_TAGS:,} tags, so it isn't fetched.")
    if not commit:
        raise FetchFailed(f"{name} has no commit on its default branch yet. Push one, then it is fetched by itself.")
    if not _NAME.fullmatch(branch):
        raise FetchFailed(f"{name} doesn't say which branch is its default. Choose one at its host.")
    return RemoteRefs(branch, commit, tags)


def tags_in_the_way(held: Collection[str], shown: Collection[str]) -> tuple[str, ...]:
    """Tags held that must go before new ones fit: git keeps no `v1` beside a `v1/a`, in neither direction."""
    there = set(shown)
    above = {folder for tag in there for folder in _folders(tag)}
    gone = set(held) - there
    return tuple(sorted(tag for tag in gone if tag in above or not there.isdisjoint(_folders(tag))))


def _folders(tag: str) -> tuple[str, ...]:
    """The folders that a tag's name stands in: `a` and `a/b` for `a/b/c`."""
    return tuple(tag[:end] for end, letter in enumerate(tag) if letter == "/")
