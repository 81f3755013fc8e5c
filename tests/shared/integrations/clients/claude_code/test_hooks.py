"""Our session hooks stand beside the user's own, once, and go without a trace."""

import json
from pathlib import Path

import pytest

from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import Repository, open_repository
from scrubjay.integrations.client_files.launch import Launch
from scrubjay.integrations.clients import claude_code_hooks as session_hooks
from scrubjay.integrations.edits import Receipt
from tests.conftest import Repo

LAUNCH = Launch(("/usr/bin/python3",), "/home of ada/scrubjay")

OWN = """{
  // no comment is allowed in JSON, so this file is left alone
}
"""
HOOKS = (
    '{"model": "opus", "hooks": {"SessionStart": [ {"hooks": [{"type": "command", "command": "date"}]} ],"Stop":[]}}\n'
)


@pytest.fixture
def clone(repo: Repo, environment: dict[str, str]) -> tuple[Git, Repository]:
    repo.commit("one", {"a.md": "# A\n"})
    git = GitEnvironment.of(environment)
    return Git(repo.path, git), open_repository(repo.path, git)


@pytest.fixture
def receipt(tmp_path: Path) -> Receipt:
    return Receipt(tmp_path / "receipt.json")


def groups(repo: Repo, event: str) -> list[object]:
    found = json.loads((repo.path / session_hooks.FILE).read_text())["hooks"][event]
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize(
    "before",
    [
        None,
        "{}\n",
        "{\n}",
        '{"permissions": {"allow": []}}',
        HOOKS,
        '{\n\t"hooks": {\n\t\t"SessionStart": []\n\t}\n}\n',
        '{"hooks": {"CwdChanged": [{"hooks": []}]}}',
    ],
)
def test_hooks_come_beside_what_is_there_and_go_byte_for_byte(
    clone: tuple[Git, Repository], receipt: Receipt, repo: Repo, before: str | None
) -> None:
    git, repository = clone
    file = repo.path / session_hooks.FILE
    if before is not None:
        repo.write(session_hooks.FILE, before)
    assert not session_hooks.is_installed(repository)
    session_hooks.add_hooks(git, repository, LAUNCH, receipt)
    assert session_hooks.is_installed(repository)
    for event in session_hooks.EVENTS:
        assert groups(repo, event)[-1] == session_hooks.entry(LAUNCH)
    assert session_hooks.add_hooks(git, repository, LAUNCH, receipt).changes == ()
    session_hooks.remove_hooks(git, LAUNCH.home, receipt)
    assert (file.read_text() if file.exists() else None) == before
    assert file.parent.exists() is (before is not None)
    assert receipt.names("") == ()


def test_hooks_of_an_older_python_are_brought_up_to_date_in_place(
    clone: tuple[Git, Repository], receipt: Receipt, repo: Repo
) -> None:
    git, repository = clone
    repo.write(session_hooks.FILE, HOOKS)
    session_hooks.add_hooks(git, repository, Launch(("/old/python",), LAUNCH.home), receipt)
    session_hooks.add_hooks(git, repository, LAUNCH, receipt)
    assert len(groups(repo, "SessionStart")) == 2
    session_hooks.remove_hooks(git, LAUNCH.home, receipt)
    assert (repo.path / session_hooks.FILE).read_text() == HOOKS


def test_hooks_that_the_user_added_later_stay(clone: tuple[Git, Repository], receipt: Receipt, repo: Repo) -> None:
    git, repository = clone
    session_hooks.add_hooks(git, repository, LAUNCH, receipt)
    file = repo.path / session_hooks.FILE
    said = json.loads(file.read_text())
    said["hooks"]["SessionStart"].append({"hooks": [{"type": "command", "command": "date"}]})
    file.write_text(json.dumps(said))
    session_hooks.remove_hooks(git, LAUNCH.home, receipt)
    assert json.loads(file.read_text()) == {
        "hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "date"}]}]}
    }


@pytest.mark.parametrize("content", [OWN, "[]", '{"hooks": []}', '{"hooks": {"SessionStart": {}}}', "\xff"])
def test_a_file_that_is_not_what_claude_code_writes_is_left_alone(
    clone: tuple[Git, Repository], receipt: Receipt, repo: Repo, content: str
) -> None:
    git, repository = clone
    repo.write(session_hooks.FILE, content.encode("latin-1"))
    plan = session_hooks.add_hooks(git, repository, LAUNCH, receipt)
    assert plan.changes == ()
    assert "leaves it alone" in plan.problems[0]
    assert (repo.path / session_hooks.FILE).read_bytes() == content.encode("latin-1")


def test_a_file_that_a_team_committed_is_left_alone(
    clone: tuple[Git, Repository], receipt: Receipt, repo: Repo
) -> None:
    git, repository = clone
    repo.commit("settings", {session_hooks.FILE: "{}"})
    assert session_hooks.add_hooks(git, repository, LAUNCH, receipt).notes
    assert not session_hooks.is_installed(repository)


def test_a_new_worktree_gets_the_hooks_once(
    clone: tuple[Git, Repository], receipt: Receipt, repo: Repo, tmp_path: Path, environment: dict[str, str]
) -> None:
    git, repository = clone
    session_hooks.add_hooks(git, repository, LAUNCH, receipt)
    repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    side = open_repository(tmp_path / "side", GitEnvironment.of(environment))
    session_hooks.copy_to_worktree(git, side, LAUNCH, receipt, new=True)
    assert session_hooks.is_installed(side)
    (tmp_path / "side" / session_hooks.FILE).unlink()
    session_hooks.copy_to_worktree(git, side, LAUNCH, receipt, new=False)
    assert not session_hooks.is_installed(side)
