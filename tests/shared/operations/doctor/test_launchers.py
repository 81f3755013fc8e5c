"""What starts scrubjay here, and whether it is still there."""

import sys
from pathlib import Path

import pytest

from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import Repository, open_repository
from scrubjay.integrations.client_files.launch import Launch
from scrubjay.integrations.clients import claude_code_hooks as session_hooks
from scrubjay.integrations.clients import claude_code_servers as claude_code
from scrubjay.integrations.edits import Receipt
from scrubjay.integrations.git_hooks import install as githooks
from scrubjay.integrations.git_hooks.stub import HookCommand, HookOwner
from scrubjay.integrations.launching.launcher import Launcher, running_launcher
from scrubjay.integrations.launching.record import receipt_entry
from scrubjay.model.check import Check
from scrubjay.operations.doctor import background
from scrubjay.operations.doctor.check import run_check
from tests.conftest import Repo

OLD = "/opt/old env/bin/python"


@pytest.fixture
def repository(repo: Repo) -> Repository:
    repo.commit("first")
    return open_repository(repo.path, GitEnvironment.of(repo.environment))


@pytest.fixture
def git(repo: Repo) -> Git:
    return Git(repo.path, GitEnvironment.of(repo.environment))


def set_up(python: str, git: Git, repository: Repository, tmp_path: Path) -> None:
    receipt = Receipt.of(tmp_path / "project")
    githooks.install(git, repository, HookCommand((python,), tmp_path / "home"), receipt)
    claude_code.register(tmp_path, repository, Launch((python,), ""), receipt)


def asked(git: Git, repository: Repository, tmp_path: Path) -> Check:
    return background.launcher(
        tmp_path, git, repository, background.KnownLaunchers(tmp_path / "home", running_launcher())
    )


def this_home_wrote(tmp_path: Path, *words: str) -> None:
    Receipt.of(tmp_path / "home" / "projects" / "p").add(receipt_entry(words))


def test_what_is_registered_and_hooked_is_read_back(git: Git, repository: Repository, tmp_path: Path) -> None:
    set_up(OLD, git, repository, tmp_path)
    found = background.launchers(tmp_path, git, repository, HookOwner("", tmp_path / "home"))
    assert set(found) == {(OLD,)}
    assert {"scrubjay-session", "scrubjay-knowledge", "post-commit"} <= set(found[(OLD,)])


def test_a_python_of_this_home_that_is_gone_is_named_with_what_it_starts(
    git: Git, repository: Repository, tmp_path: Path
) -> None:
    set_up(OLD, git, repository, tmp_path)
    this_home_wrote(tmp_path, OLD)
    check = asked(git, repository, tmp_path)
    assert not check.ok
    assert f"'{OLD}' doesn't exist" in str(check.found)
    assert "post-commit" in str(check.found)
    assert "scrubjay init" in check.do


def test_the_session_hooks_of_the_local_settings_are_looked_at_too(
    git: Git, repository: Repository, tmp_path: Path
) -> None:
    launch = Launch((OLD,), str(tmp_path / "home"))
    session_hooks.add_hooks(git, repository, launch, Receipt.of(tmp_path / "project"))
    events = ", ".join(session_hooks.EVENTS)
    found = str(asked(git, repository, tmp_path).found)
    assert found == f"'{OLD}' was not written by this home, or for another Python ({events})"


def test_another_python_that_this_home_set_up_is_no_fault(git: Git, repository: Repository, tmp_path: Path) -> None:
    set_up("/bin/sh", git, repository, tmp_path)
    assert not asked(git, repository, tmp_path).ok
    this_home_wrote(tmp_path, "/bin/sh")
    assert asked(git, repository, tmp_path).ok


@pytest.mark.parametrize("place", ["hook", "servers", "settings"])
def test_what_a_file_says_to_start_is_compared_and_never_run(
    git: Git, repository: Repository, repo: Repo, tmp_path: Path, place: str
) -> None:
    trap = repo.write("tools/python", f"#!/bin/sh\n: > '{tmp_path}/sprung'\necho 0.1.0\n")
    trap.chmod(0o755)
    guard = tmp_path / "home" / "launchers" / "x.sh"
    receipt = Receipt.of(tmp_path / "project")
    for words in ((str(trap),), ("/bin/sh", str(trap)), ("/bin/sh", str(guard)), ("/usr/bin/env", str(trap))):
        launch = Launch(words, str(tmp_path / "home"))
        if place == "hook":
            githooks.install(git, repository, HookCommand(words, tmp_path / "home"), receipt)
        elif place == "servers":
            claude_code.register(tmp_path, repository, launch, receipt)
        else:
            session_hooks.add_hooks(git, repository, launch, receipt)
        check = asked(git, repository, tmp_path)
        assert not check.ok
        assert "not written by this home" in str(check.found)
    assert not (tmp_path / "sprung").exists()


def test_this_python_fits(git: Git, repository: Repository, tmp_path: Path) -> None:
    set_up(sys.executable, git, repository, tmp_path)
    check = asked(git, repository, tmp_path)
    assert check.ok
    assert "as `scrubjay init` saw it" in str(check.found)


def test_scrubjays_own_clone_is_said_to_run_its_tracked_code(
    git: Git, repository: Repository, repo: Repo, tmp_path: Path
) -> None:
    editable = Launcher(Path(sys.executable), Path("/usr"), Path("/usr"), repo.path / "shared")
    check = background.launcher(tmp_path, git, repository, background.KnownLaunchers(tmp_path / "home", editable))
    assert check.ok
    assert f"an editable install: the tracked code of {repo.path} runs" in str(check.found)


def test_where_nothing_is_set_up_nothing_is_stale(git: Git, repository: Repository, tmp_path: Path) -> None:
    assert asked(git, repository, tmp_path).ok


def test_local_settings_that_are_broken_are_told(git: Git, repository: Repository, repo: Repo, tmp_path: Path) -> None:
    repo.write(session_hooks.FILE, '{"hooks": ')
    check = run_check("launcher", lambda: asked(git, repository, tmp_path))
    assert not check.ok
    assert session_hooks.FILE in str(check.found)
    assert "scrubjay init" in str(check.found)


def test_a_hook_that_a_manager_wrote_over_ours_is_called_so(
    git: Git, repository: Repository, repo: Repo, tmp_path: Path
) -> None:
    set_up(sys.executable, git, repository, tmp_path)
    hook = repo.write(".git/hooks/post-commit", "#!/bin/sh\n# File generated by pre-commit\nexit 0\n")
    hook.chmod(0o755)
    check = background.hooks(git, repository, HookCommand((sys.executable,), tmp_path / "home"))
    assert not check.ok
    assert "post-commit overwritten by pre-commit" in str(check.found)
    assert "scrubjay hooks install" in check.do
