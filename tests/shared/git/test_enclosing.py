"""Whether a checkout could write over a path, and which program is found outside."""

from pathlib import Path

from scrubjay.git.enclosing import enclosing_worktrees, find_program, path_components
from scrubjay.git.process import GitEnvironment
from tests.conftest import Repo


def test_every_worktree_around_a_path_is_seen_the_outermost_first(repo: Repo, tmp_path: Path) -> None:
    inner = repo.path / "a" / "inner"
    (inner / "x").mkdir(parents=True)
    (inner / ".git").write_text("gitdir: elsewhere\n")
    assert enclosing_worktrees(inner / "x" / "not there") == (repo.path, inner)
    assert enclosing_worktrees(tmp_path) == ()


def test_links_are_followed_one_by_one(repo: Repo, tmp_path: Path) -> None:
    (repo.path / "bin").mkdir()
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to(repo.path / "a" / ".." / "bin")
    passed = path_components(tmp_path / "one" / "tool")
    assert [tmp_path / "one", tmp_path / "two"] == [one for one in passed if one.name in ("one", "two")]
    assert passed[-1] == repo.path / "bin" / "tool"
    assert enclosing_worktrees(tmp_path / "one" / "tool") == (repo.path,)


def test_a_link_to_itself_ends(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    assert enclosing_worktrees(tmp_path / "loop" / "x") == ()


def test_git_itself_is_not_taken_from_a_worktree(repo: Repo, tmp_path: Path) -> None:
    for folder in (repo.path / ".venv" / "bin", tmp_path / "bin"):
        folder.mkdir(parents=True)
        (folder / "git").touch(0o755)
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / "git").symlink_to(repo.path / ".venv" / "bin" / "git")
    path = f"relative::{repo.path}/.venv/bin:{tmp_path}/linked:{tmp_path}/bin"
    assert find_program("git", path) == f"{tmp_path}/bin/git"
    assert GitEnvironment.of({"PATH": path}).program == f"{tmp_path}/bin/git"
    assert find_program("git", f"{repo.path}/.venv/bin") == ""
