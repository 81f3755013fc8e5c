"""The files of a worktree as they were when the session began, and which of them differ from the base branch."""

from dataclasses import replace
from pathlib import Path

import pytest

from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import open_repository
from scrubjay.memory.transcript.here import LARGEST, WorktreeFiles
from scrubjay.memory.transcript.session import Call, Does
from tests.conftest import Repo

LINE = "The queue holds 200 parcels."


@pytest.fixture
def project(repo: Repo) -> Repo:
    repo.commit("first", {"README.md": f"# Queue\n\n{LINE}\n", "src/a.py": "A = 1\n"})
    return repo


def files(repo: Repo, began: str = "HEAD") -> WorktreeFiles:
    environment = GitEnvironment.of(repo.environment)
    start = repo.git("rev-parse", began) if began else ""
    return WorktreeFiles(Git(repo.path, environment), open_repository(repo.path, environment), start)


def reads(path: Path) -> Call:
    return Call(id="1", tool="Read", does=Does.READS, inputs="", file=str(path))


def test_a_line_stood_in_the_tracked_file_that_was_read(project: Repo) -> None:
    seen = files(project)
    assert seen.stood(reads(project.path / "README.md"), LINE)
    assert seen.stood(reads(Path("README.md")), LINE), "some clients name it from where they work"
    assert seen.stood(replace(reads(Path("../README.md")), folder=str(project.path / "src")), LINE)
    assert not seen.stood(reads(Path("../README.md")), LINE)
    assert not seen.stood(reads(project.path / "src/a.py"), LINE)
    assert not seen.stood(reads(project.path), LINE)
    assert not seen.stood(reads(project.path.parent / "elsewhere.md"), LINE)
    assert not files(project, "").stood(reads(project.path / "README.md"), LINE)
    (project.path / "README.md").write_text("other\n")
    assert files(project).stood(reads(project.path / "README.md"), LINE), "it is read as it was"


@pytest.mark.parametrize("how", ["unstaged", "staged", "untracked", "committed", "too large"])
def test_a_line_in_a_file_that_differs_from_the_base_branch_is_named(project: Repo, how: str) -> None:
    seen = files(project)
    path = project.path / ("new.md" if how == "untracked" else "src/a.py")
    path.write_text("x" * (LARGEST + 1) if how == "too large" else f"# why: {LINE}\n")
    if how in ("staged", "committed"):
        project.git("add", "-A")
    if how == "committed":
        project.git("commit", "-q", "-m", "more")
    name = path.relative_to(project.path).as_posix()
    assert seen.differing(LINE) == f"{name} differs from the base branch and holds this line"
    assert files(project).differing("nothing of it") == "" or how == "too large"


def test_what_the_remote_has_differs_from_nothing(project: Repo) -> None:
    assert files(project).differing(LINE) == ""
    project.git("update-ref", "refs/remotes/origin/main", "HEAD")
    project.commit("later", {"src/a.py": f"# {LINE}\n"})
    assert "src/a.py differs" in files(project).differing(LINE)
    project.git("update-ref", "refs/remotes/origin/main", "HEAD")
    assert files(project).differing(LINE) == ""
