"""Fetching a mirror: default branch and tags, all of them or nothing, within limits."""

import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final

from scrubjay.errors import GitFailed, GitUnavailable, LimitExceeded
from scrubjay.git.process import Git, version
from scrubjay.storage.filesystem import file_lock, private_folder, write_error
from scrubjay_team.errors import FetchFailed
from scrubjay_team.mirrors.mirror import HEAD, Mirror, held, is_whole, move_tree, newest_tags, prepare
from scrubjay_team.mirrors.remote_refs import RemoteRefs, is_plain, read_remote_refs, tags_in_the_way
from scrubjay_team.mirrors.route import OLDEST_GIT, Route
from scrubjay_team.mirrors.watching import FetchLimits, Progress, run_watched

GC_S: Final = 600.0


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
    if commit == refs.commit and {tag: oid for tag, oid in tags.items() if is_plain(tag)} == refs.tags:
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
