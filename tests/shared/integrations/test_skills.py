"""Skills are copied where nobody else's stand, and git never sees them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.errors import GitFailed, UnsafePath
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.integrations.edits import Receipt
from scrubjay.integrations.exclude import add_block, plan_exclude, remove_block
from scrubjay.integrations.skills import SKILLS, copy_to_worktree, install, remove
from tests.conftest import Repo

Opened = Callable[[Path], tuple[Git, Repository]]
FOLDER = ".claude/skills"


def set_up(git: Git, repository: Repository, receipt: Receipt, folder: str = FOLDER) -> tuple[str, ...]:
    plan = install(git, repository, folder, receipt)
    add_block(repository, [f"{folder}/{name}/" for name in plan.managed], receipt)
    return plan.notes


def tear_down(git: Git, repository: Repository, receipt: Receipt) -> None:
    remove(git, receipt)
    remove_block(repository, receipt)


def everything(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() if p.is_file() else b"" for p in folder.rglob("*")}


@pytest.mark.parametrize("folder", [FOLDER, "odd #[name]/!skills"])
def test_skills_are_there_and_git_status_is_empty(repo: Repo, opened: Opened, receipt: Receipt, folder: str) -> None:
    assert set_up(*opened(repo.path), receipt, folder) == ()
    assert all((repo.path / folder / name / "SKILL.md").is_file() for name in SKILLS)
    assert repo.git("status", "--porcelain") == ""
    assert install(*opened(repo.path), folder, receipt).changes == ()


def test_everything_is_taken_back(repo: Repo, opened: Opened, receipt: Receipt) -> None:
    git, repository = opened(repo.path)
    before = everything(repo.path)
    set_up(git, repository, receipt)
    tear_down(git, repository, receipt)
    assert everything(repo.path) == before


def test_an_exclude_file_without_last_newline_comes_back(repo: Repo, opened: Opened, receipt: Receipt) -> None:
    file = repo.path / ".git" / "info" / "exclude"
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(b"*.o\n# mine")
    git, repository = opened(repo.path)
    (repo.path / ".claude").mkdir()
    set_up(git, repository, receipt)
    tear_down(git, repository, receipt)
    assert file.read_bytes() == b"*.o\n# mine"
    assert list((repo.path / ".claude").iterdir()) == []


def test_a_users_own_skill_stays_and_stays_visible(repo: Repo, opened: Opened, receipt: Receipt) -> None:
    repo.write(f"{FOLDER}/session-init/SKILL.md", "mine")
    git, repository = opened(repo.path)
    (note,) = set_up(git, repository, receipt)
    assert "your own" in note
    assert repo.git("status", "--porcelain", "-uall") == f"?? {FOLDER}/session-init/SKILL.md"
    tear_down(git, repository, receipt)
    assert (repo.path / FOLDER / "session-init/SKILL.md").read_text(encoding="utf-8") == "mine"


def test_a_tracked_skill_stays(repo: Repo, opened: Opened, receipt: Receipt) -> None:
    repo.commit("team", {f"{FOLDER}/session-save/SKILL.md": "team"})
    (note,) = set_up(*opened(repo.path), receipt)
    assert "tracked" in note
    assert repo.git("status", "--porcelain") == ""


def test_a_copy_that_the_user_changed_is_theirs(repo: Repo, opened: Opened, receipt: Receipt) -> None:
    git, repository = opened(repo.path)
    set_up(git, repository, receipt)
    (repo.path / FOLDER / "session-init/SKILL.md").write_text("changed", encoding="utf-8")
    assert "your own" in install(git, repository, FOLDER, receipt).notes[0]
    tear_down(git, repository, receipt)
    assert (repo.path / FOLDER / "session-init/SKILL.md").exists()
    assert not (repo.path / FOLDER / "session-save").exists()


def test_a_committed_link_leads_nowhere(repo: Repo, opened: Opened, receipt: Receipt, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (repo.path / ".claude").symlink_to(tmp_path / "outside")
    repo.commit("hostile")
    notes = set_up(*opened(repo.path), receipt)
    assert len(notes) == 2
    assert list((tmp_path / "outside").iterdir()) == []


def test_a_new_worktree_gets_the_skills_and_uninstalling_reaches_it(
    repo: Repo, opened: Opened, receipt: Receipt
) -> None:
    git, repository = opened(repo.path)
    repo.commit("one", {"a.md": "a"})
    repo.git("worktree", "add", "-q", "../linked")
    linked = Repo(repo.path.parent / "linked", repo.environment)
    before = everything(linked.path)
    assert copy_to_worktree(*opened(linked.path), FOLDER, receipt, new=True).changes == ()
    set_up(git, repository, receipt)
    assert copy_to_worktree(git, repository, FOLDER, receipt, new=True).changes == ()
    copy = linked.path / FOLDER / "session-init/SKILL.md"
    copy_to_worktree(*opened(linked.path), FOLDER, receipt, new=False)
    copy.unlink()
    assert copy_to_worktree(*opened(linked.path), FOLDER, receipt, new=False).changes == ()
    assert not copy.exists()
    copy_to_worktree(*opened(linked.path), FOLDER, receipt, new=True)
    assert copy.is_file()
    assert linked.git("status", "--porcelain") == ""
    tear_down(git, repository, receipt)
    assert everything(linked.path) == before


@pytest.mark.parametrize("folder", ["../x", "/etc", ".git/skills", ""])
def test_a_folder_outside_the_worktree_is_refused(repo: Repo, opened: Opened, receipt: Receipt, folder: str) -> None:
    with pytest.raises(UnsafePath):
        set_up(*opened(repo.path), receipt, folder)


def test_a_damaged_block_is_left_alone(repo: Repo, opened: Opened) -> None:
    (repo.path / ".git/info/exclude").write_text("# >>> scrubjay: half\n", encoding="utf-8")
    with pytest.raises(GitFailed, match="damaged"):
        plan_exclude(opened(repo.path)[1], [f"{FOLDER}/{name}/" for name in SKILLS])
