"""The day on which a file was first committed, whatever it was called then."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.git.process import Git
from scrubjay.git.renames import first_days
from tests.conftest import Repo

TEXT = "# Keep nests in SQLite\n\nNests have twigs, and twigs are many.\n\nSo they are kept in one file.\n"


@pytest.fixture
def git(repo: Repo, git_in: Callable[[Path], Git]) -> Git:
    repo.commit("Decide", {"notes/first.txt": TEXT, "b.md": "# B\n"}, "2024-01-05T12:00:00Z")
    repo.git("mv", "notes/first.txt", "nests.md")
    repo.commit("Name it", date="2024-02-05T12:00:00Z")
    (repo.path / "adr").mkdir()
    repo.git("mv", "nests.md", "adr/0001-nests.md")
    repo.commit("Number it", date="2024-03-05T12:00:00Z")
    repo.commit("Word it", {"adr/0001-nests.md": TEXT + "\nAccepted.\n"}, "2024-04-05T12:00:00Z")
    return git_in(repo.path)


def test_a_file_that_was_renamed_twice_has_the_day_of_its_first_name(git: Git) -> None:
    assert first_days(git, {"adr/0001-nests.md", "b.md"}, "HEAD") == {
        "adr/0001-nests.md": "2024-01-05",
        "b.md": "2024-01-05",
    }


def test_a_file_of_a_merged_branch_has_the_day_of_its_own_commit(repo: Repo, git: Git) -> None:
    repo.git("switch", "-q", "-c", "side")
    repo.commit("Aside", {"c.md": "# C\n"}, "2024-05-05T12:00:00Z")
    repo.git("switch", "-q", "main")
    repo.git("merge", "-q", "--no-ff", "-m", "Merge", "side", date="2024-06-05T12:00:00Z")
    assert first_days(git, {"c.md"}, "HEAD") == {"c.md": "2024-05-05"}


def test_a_file_that_was_removed_and_added_again_has_the_day_of_the_file_that_is_there(repo: Repo, git: Git) -> None:
    (repo.path / "b.md").unlink()
    repo.commit("Remove it", date="2024-05-05T12:00:00Z")
    repo.commit("Add it again", {"b.md": "# Quite another\n"}, "2024-06-05T12:00:00Z")
    assert first_days(git, {"b.md"}, "HEAD") == {"b.md": "2024-06-05"}


def test_what_no_commit_within_reach_added_has_no_day(git: Git) -> None:
    assert first_days(git, {"gone.md", "b\n.md", "--all"}, "HEAD") == {}
    assert first_days(git, {"b.md"}, "HEAD", budget_s=0) == {}
    assert first_days(git, set(), "HEAD") == {}


def test_the_border_of_a_shallow_clone_says_no_day(
    git: Git, repo: Repo, git_in: Callable[[Path], Git], tmp_path: Path
) -> None:
    repo.commit("Later", {"late.md": "# Late\n"}, "2024-05-05T12:00:00Z")
    repo.git("clone", "-q", "--depth", "2", f"file://{repo.path}", str(tmp_path / "cut"))
    days = first_days(git_in(tmp_path / "cut"), {"adr/0001-nests.md", "b.md", "late.md"}, "HEAD")
    assert days == {"late.md": "2024-05-05"}


def test_a_file_that_came_in_with_the_merge_itself_has_its_day(repo: Repo, git: Git) -> None:
    repo.git("switch", "-q", "-c", "side")
    repo.commit("Aside", {"c.md": "# C\n"}, "2024-05-05T12:00:00Z")
    repo.git("switch", "-q", "main")
    repo.git("merge", "-q", "--no-ff", "--no-commit", "side")
    repo.commit("Merge", {"in-merge.md": "# In the merge\n"}, "2024-06-05T12:00:00Z")
    assert first_days(git, {"c.md", "in-merge.md"}, "HEAD") == {"c.md": "2024-05-05", "in-merge.md": "2024-06-05"}
