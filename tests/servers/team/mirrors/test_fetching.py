"""Mirrors fetched from real repositories: what they hold, and what a failed fetch leaves."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from scrubjay.errors import DiskFull, LimitExceeded, ScrubjayError
from scrubjay.git.process import Git
from scrubjay.git.repository import open_repository
from scrubjay.model.frozen import replace
from scrubjay.storage.filesystem import file_lock
from scrubjay_team.errors import FetchFailed
from scrubjay_team.mirrors.fetching import fetch
from scrubjay_team.mirrors.mirror import Mirror, bare_of, held
from tests.conftest import Repo
from tests.servers.team.mirrors.routes import LIMITS, file_route, silent, stuck_route


@pytest.fixture
def origin(make_repo: "object") -> Repo:
    """A repository with a commit and two tags."""
    repo: Repo = make_repo("origin")  # type: ignore[operator]
    repo.commit("first", {"README.md": "# Payments\n"})
    repo.git("tag", "v1.0")
    repo.commit("second", {"README.md": "# Payments\n\nBy card.\n"}, date="2026-04-01T12:00:00Z")
    repo.git("tag", "-a", "v2.0", "-m", "two", date="2026-04-02T12:00:00Z")
    return repo


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "mirrors" / "payments"


def bring(origin: Repo, folder: Path) -> Mirror:
    return fetch(folder, file_route(origin.path), LIMITS, silent)


def refs(origin: Repo, mirror: Path) -> dict[str, str]:
    commit, tags = held(Git(bare_of(mirror), file_route(origin.path).environment))
    return {"HEAD": commit} | tags


def head_of(tree: Path, origin: Repo) -> str:
    return Git(tree, file_route(origin.path).environment).run("rev-parse", "HEAD").decode().strip()


def test_a_mirror_holds_the_default_branch_and_the_tags_alone(origin: Repo, folder: Path) -> None:
    origin.git("branch", "feature")
    origin.git("update-ref", "refs/notes/x", "HEAD")
    mirror = bring(origin, folder)
    assert mirror.branch == "main"
    assert mirror.commit == origin.git("rev-parse", "HEAD")
    assert mirror.tags == ("v2.0", "v1.0")
    git = Git(mirror.bare, file_route(origin.path).environment)
    listed = git.run("for-each-ref", "--format=%(refname)").decode().split()
    assert listed == ["refs/heads/main", "refs/tags/v1.0", "refs/tags/v2.0"]


def test_a_mirror_has_a_worktree_without_files_at_its_commit(origin: Repo, folder: Path) -> None:
    mirror = bring(origin, folder)
    assert [file.name for file in mirror.tree.iterdir()] == [".git"]
    assert head_of(mirror.tree, origin) == mirror.commit
    opened = open_repository(mirror.tree, file_route(origin.path).environment)
    assert opened.worktree == mirror.tree
    later = origin.commit("third", {"b.md": "b"})
    assert head_of(bring(origin, folder).tree, origin) == later
    assert [file.name for file in mirror.tree.iterdir()] == [".git"]


def test_a_mirror_without_hooks_runs_none_of_its_remote(origin: Repo, folder: Path) -> None:
    mirror = bring(origin, folder)
    assert not (mirror.bare / "hooks").exists()
    trace = folder.parent / "ran"
    for name in ("post-checkout", "reference-transaction", "post-update", "post-rewrite"):
        hook = mirror.bare / "hooks" / name
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(f"#!/bin/sh\ntouch '{trace}'\n")
        hook.chmod(0o755)
    origin.commit("third", {"c.md": "c"})
    bring(origin, folder)
    assert not trace.exists()


def test_a_forced_push_and_tags_that_moved_or_went_are_followed(origin: Repo, folder: Path) -> None:
    bring(origin, folder)
    origin.git("commit", "-q", "--amend", "-m", "second, again")
    origin.git("tag", "-d", "v1.0")
    origin.git("tag", "-f", "v2.0")
    mirror = bring(origin, folder)
    assert refs(origin, folder) == {"HEAD": mirror.commit, "v2.0": mirror.commit}
    assert mirror.commit == origin.git("rev-parse", "HEAD")


def test_a_renamed_default_branch_is_followed_even_into_a_folder_of_its_old_name(origin: Repo, folder: Path) -> None:
    bring(origin, folder)
    origin.git("branch", "-m", "main", "trunk")
    origin.git("branch", "-m", "trunk", "main/next")
    mirror = bring(origin, folder)
    assert (mirror.branch, mirror.commit) == ("main/next", origin.git("rev-parse", "HEAD"))


def test_a_tag_replaced_by_a_folder_of_tags_is_followed(origin: Repo, folder: Path) -> None:
    bring(origin, folder)
    origin.git("tag", "-d", "v1.0")
    origin.git("tag", "v1.0/final", "HEAD")
    assert set(bring(origin, folder).tags) == {"v1.0/final", "v2.0"}


def test_at_most_twenty_tags_are_told_the_newest_first(origin: Repo, folder: Path) -> None:
    for number in range(25):
        origin.git("tag", "-a", f"n{number}", "-m", "x", date=f"2026-05-{number + 1:02}T00:00:00Z")
    origin.git("tag", "a-blob", f"{origin.git('rev-parse', 'HEAD:README.md')}")
    mirror = bring(origin, folder)
    assert mirror.tags == tuple(f"n{number}" for number in range(24, 4, -1))


def test_nothing_new_fetches_nothing(origin: Repo, folder: Path) -> None:
    first = bring(origin, folder)
    told: list[str] = []
    again = fetch(folder, file_route(origin.path), LIMITS, lambda what, _done, _whole: told.append(what))
    assert again == first
    assert set(told) == {"asking the remote"}


def test_a_fetch_tells_how_far_it_is(origin: Repo, folder: Path) -> None:
    for number in range(50):
        origin.commit("more", {f"{number}.md": os.urandom(2_000).hex()})
    told: list[tuple[str, int, int]] = []
    with pytest.raises(LimitExceeded):
        fetch(folder, stuck_route(origin.path), replace(LIMITS, seconds=1.0), lambda *one: told.append(one))
    assert any(what in ("receiving objects", "resolving deltas") and done and whole for what, done, whole in told)


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        (replace(LIMITS, size=100_000), "larger than 0 MB"),
        (replace(LIMITS, objects=20), "more than 20 objects"),
        (replace(LIMITS, seconds=1.0), "longer than 1 s"),
    ],
)
def test_a_fetch_beyond_a_limit_ends_and_leaves_the_old_refs(
    origin: Repo, folder: Path, limits: "object", told: str
) -> None:
    bring(origin, folder)
    before = refs(origin, folder)
    for number in range(40):
        origin.commit("more", {f"{number}.md": os.urandom(10_000).hex()})
    with pytest.raises(LimitExceeded, match=told):
        fetch(folder, stuck_route(origin.path), limits, silent)  # type: ignore[arg-type]
    assert refs(origin, folder) == before
    assert not list(bare_of(folder).glob("objects/pack/tmp_*"))
    assert bring(origin, folder).commit == origin.git("rev-parse", "HEAD")


def test_an_unreachable_remote_leaves_the_old_mirror(origin: Repo, folder: Path) -> None:
    mirror = bring(origin, folder)
    origin.path.rename(origin.path.parent / "away")
    with pytest.raises(FetchFailed, match=r"could not be fetched: fatal: .*origin"):
        bring(origin, folder)
    assert head_of(mirror.tree, origin) == mirror.commit


def test_what_a_killed_git_left_is_cleared_and_the_fetch_goes_on(origin: Repo, folder: Path) -> None:
    mirror = bring(origin, folder)
    for left in ("packed-refs.lock", "refs/heads/main.lock", "HEAD.lock", "config.lock", "objects/pack/tmp_pack_x"):
        (mirror.bare / left).write_bytes(b"")
    (mirror.bare / "worktrees" / "tree" / "HEAD.lock").write_bytes(b"")
    later = origin.commit("third", {"b.md": "b"})
    assert bring(origin, folder).commit == later
    assert not list(mirror.bare.rglob("*.lock"))


@pytest.mark.parametrize("gone", ["HEAD", "config", "objects"])
def test_a_half_made_mirror_is_begun_anew(origin: Repo, folder: Path, gone: str) -> None:
    mirror = bring(origin, folder)
    (mirror.bare / gone).rename(folder.parent / "taken")
    (folder / "mirror.new").mkdir()
    assert bring(origin, folder) == mirror
    assert head_of(mirror.tree, origin) == mirror.commit


@pytest.mark.parametrize("harm", ["without .git", "empty", "another place", "gone"])
def test_a_half_made_worktree_is_begun_anew(origin: Repo, folder: Path, harm: str) -> None:
    mirror = bring(origin, folder)
    marker = mirror.tree / ".git"
    if harm == "without .git":
        marker.unlink()
    elif harm == "gone":
        marker.unlink()
        mirror.tree.rmdir()
    else:
        marker.write_text("" if harm == "empty" else "gitdir: /nowhere/worktrees/tree\n")
    assert bring(origin, folder) == mirror
    assert head_of(mirror.tree, origin) == mirror.commit


def test_a_mirror_whose_disk_lost_objects_is_begun_anew(origin: Repo, folder: Path) -> None:
    mirror = bring(origin, folder)
    for pack in mirror.bare.glob("objects/pack/*"):
        pack.unlink()
    later = origin.commit("third", {"b.md": "b"})
    assert bring(origin, folder).commit == later
    git = Git(mirror.bare, file_route(origin.path).environment)
    assert git.answer("fsck", "--no-progress")[0] == 0


def test_two_fetches_of_one_mirror_do_not_meet(origin: Repo, folder: Path) -> None:
    bring(origin, folder)
    with file_lock(folder / "lock"), pytest.raises(FetchFailed, match="being fetched at this moment"):
        bring(origin, folder)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a disk of one megabyte."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = ["mount", "-t", "tmpfs", "-o", "size=1m,mode=700", "none", str(disk)]
    if os.name != "posix" or os.geteuid() or subprocess.run(mounted, capture_output=True, check=False).returncode:
        pytest.skip("only root mounts a disk of its own")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=False)


def test_a_full_disk_is_told_and_nothing_old_is_lost(origin: Repo, small_disk: Path) -> None:
    folder = small_disk / "payments"
    mirror = bring(origin, folder)
    before = refs(origin, folder)
    origin.commit("large", {"large.bin": os.urandom(2_000_000)})
    with pytest.raises((FetchFailed, DiskFull), match="No space left on the disk"):
        bring(origin, folder)
    assert refs(origin, folder) == before
    assert head_of(mirror.tree, origin) == mirror.commit
    origin.git("reset", "-q", "--hard", "HEAD~")
    later = origin.commit("small", {"a": "a"})
    assert bring(origin, folder).commit == later


def test_an_empty_repository_and_one_without_default_branch_are_told(make_repo: "object", folder: Path) -> None:
    empty: Repo = make_repo("empty-one")  # type: ignore[operator]
    with pytest.raises(FetchFailed, match="no commit on its default branch"):
        bring(empty, folder)
    empty.commit("first", {"a": "a"})
    empty.git("checkout", "-q", "--detach")
    with pytest.raises(FetchFailed, match="which branch is its default"):
        bring(empty, folder)


def test_a_submodule_and_large_files_elsewhere_are_not_fetched(origin: Repo, folder: Path) -> None:
    origin.git("update-index", "--add", "--cacheinfo", f"160000,{origin.git('rev-parse', 'HEAD')},vendor/other")
    origin.write(".gitmodules", '[submodule "o"]\n\tpath = vendor/other\n\turl = https://127.0.0.1/a\n')
    origin.write(".gitattributes", "*.bin filter=lfs\n")
    origin.git("add", ".gitmodules", ".gitattributes")
    origin.git("commit", "-q", "-m", "with a submodule")
    mirror = bring(origin, folder)
    assert not (mirror.bare / "modules").exists()
    assert not (mirror.bare / "lfs").exists()


def test_an_error_of_git_holds_no_secret(origin: Repo, folder: Path) -> None:
    word = "-".join(["sword", "fish", "17"])
    route = replace(file_route(origin.path.parent / word), secrets=(word,))
    with pytest.raises(ScrubjayError) as failed:
        fetch(folder, replace(route, url=f"file://{origin.path.parent}/{word}"), LIMITS, silent)
    assert "redacted" in str(failed.value)
