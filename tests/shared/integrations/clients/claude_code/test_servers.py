"""Registering in Claude Code's local scope, and leaving it as it was."""

import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.errors import ChangedMeanwhile, ConfigError
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.integrations.client_files.launch import Launch
from scrubjay.integrations.clients.claude_code_servers import (
    local_scope,
    plan_register,
    plan_unregister,
    register,
    unregister,
)
from scrubjay.integrations.edits import Receipt, apply
from tests.conftest import Repo
from tests.patience import PATIENCE_S

Opened = Callable[[Path], tuple[Git, Repository]]
LAUNCH = Launch(("/opt/py thon",), "/a/home")


def servers(account: Path, scope: str) -> dict[str, dict[str, object]]:
    found = json.loads((account / ".claude.json").read_text(encoding="utf-8"))["projects"][scope]["mcpServers"]
    assert isinstance(found, dict)
    return found


def test_both_servers_are_registered_for_the_clone_in_a_private_file(
    repo: Repo, opened: Opened, account: Path, receipt: Receipt
) -> None:
    _, repository = opened(repo.path)
    register(account, repository, LAUNCH, receipt)
    assert servers(account, str(repo.path.resolve())) == {
        "scrubjay-session": {
            "type": "stdio",
            "command": "/opt/py thon",
            "args": ["-I", "-m", "scrubjay_session", "--client", "claude_code"],
            "env": {"SCRUBJAY_HOME": "/a/home"},
        },
        "scrubjay-knowledge": {
            "type": "stdio",
            "command": "/opt/py thon",
            "args": ["-I", "-m", "scrubjay_knowledge", "--client", "claude_code"],
            "env": {"SCRUBJAY_HOME": "/a/home"},
        },
    }
    assert stat.S_IMODE((account / ".claude.json").stat().st_mode) == 0o600
    assert register(account, repository, LAUNCH, receipt) == ()


def test_the_default_home_is_not_written_down(repo: Repo, opened: Opened, account: Path, receipt: Receipt) -> None:
    _, repository = opened(repo.path)
    register(account, repository, Launch(("/p",), ""), receipt)
    assert servers(account, str(repo.path.resolve()))["scrubjay-session"]["env"] == {}


@pytest.mark.parametrize(
    "before",
    [
        None,
        "{}",
        '{\n  "userID": "é",\n  "projects": {}\n}',
        '{\n\t"projects": {\n\t\t"@": {\n\t\t\t"mcpServers": {}\n\t\t}\n\t}\n}\n',
        '{"projects": {"@": {"mcpServers": {"theirs": {"command": "x"}}, "allowedTools": []}}, "n": 1.50}',
        '{"projects": {"/elsewhere": {}}}',
    ],
)
def test_unregistering_restores_every_byte(
    repo: Repo, opened: Opened, account: Path, receipt: Receipt, before: str | None
) -> None:
    _, repository = opened(repo.path)
    file = account / ".claude.json"
    if before is not None:
        before = before.replace("@", local_scope(repository))
        file.write_text(before, encoding="utf-8")
        file.chmod(0o640)
    register(account, repository, LAUNCH, receipt)
    unregister(account, repository, LAUNCH.home, receipt)
    assert (file.read_text(encoding="utf-8") if file.exists() else None) == before
    assert before is None or stat.S_IMODE(file.stat().st_mode) == 0o640
    assert not list(account.glob(".claude.json*")) or before is not None


def test_what_others_wrote_meanwhile_stays(repo: Repo, opened: Opened, account: Path, receipt: Receipt) -> None:
    _, repository = opened(repo.path)
    register(account, repository, LAUNCH, receipt)
    file = account / ".claude.json"
    whole = json.loads(file.read_text(encoding="utf-8"))
    whole["userID"] = "x"
    whole["projects"][local_scope(repository)]["mcpServers"]["theirs"] = {"command": "y"}
    file.write_text(json.dumps(whole), encoding="utf-8")
    unregister(account, repository, LAUNCH.home, receipt)
    scope = local_scope(repository)
    assert json.loads(file.read_text(encoding="utf-8")) == {
        "projects": {scope: {"mcpServers": {"theirs": {"command": "y"}}}},
        "userID": "x",
    }


def test_a_link_is_kept_and_its_target_written(
    repo: Repo, opened: Opened, account: Path, receipt: Receipt, tmp_path: Path
) -> None:
    _, repository = opened(repo.path)
    (tmp_path / "dotfiles.json").write_text("{}", encoding="utf-8")
    (account / ".claude.json").symlink_to(tmp_path / "dotfiles.json")
    register(account, repository, LAUNCH, receipt)
    assert (account / ".claude.json").is_symlink()
    assert "scrubjay-session" in (tmp_path / "dotfiles.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("broken", [b"{", b"[]", b'{"projects": 3}', b"\xff\xfe", b"[" * 100_000])
def test_a_file_that_is_not_claudes_is_left_alone(
    repo: Repo, opened: Opened, account: Path, receipt: Receipt, broken: bytes
) -> None:
    _, repository = opened(repo.path)
    (account / ".claude.json").write_bytes(broken)
    with pytest.raises(ConfigError, match=r"\.claude\.json"):
        register(account, repository, LAUNCH, receipt)
    assert (account / ".claude.json").read_bytes() == broken


def test_a_plan_that_was_overtaken_is_not_carried_out(
    repo: Repo, opened: Opened, account: Path, receipt: Receipt
) -> None:
    _, repository = opened(repo.path)
    plan = plan_register(account, repository, LAUNCH)
    (account / ".claude.json").write_text('{"new": 1}', encoding="utf-8")
    with pytest.raises(ChangedMeanwhile):
        apply(plan, receipt)
    assert plan_unregister(account, repository, LAUNCH.home, receipt) == ()


def test_a_lock_that_was_left_behind_is_taken_over(repo: Repo, opened: Opened, account: Path, receipt: Receipt) -> None:
    _, repository = opened(repo.path)
    lock = account / ".claude.json.lock"
    lock.mkdir()
    os.utime(lock, (1, 1))
    register(account, repository, LAUNCH, receipt)
    assert not lock.exists()


def test_all_worktrees_have_the_main_ones_scope(make_repo: Callable[..., Repo], opened: Opened, tmp_path: Path) -> None:
    """As the client itself keys them, tried with 2.1.329."""
    main = make_repo("main")
    main.commit("one", {"a.md": "a"})
    main.git("worktree", "add", "-q", "../linked")
    main.git("clone", "-q", "--bare", ".", "../bare.git")
    main.git("-C", "../bare.git", "worktree", "add", "-q", "../from-bare")
    separate = make_repo("separate", f"--separate-git-dir={tmp_path / 'kept'}")
    expected = {
        main.path: main.path,
        tmp_path / "linked": main.path,
        tmp_path / "from-bare": tmp_path / "bare.git",
        separate.path: separate.path,
    }
    assert {p: Path(local_scope(opened(p)[1])) for p in expected} == {p: e.resolve() for p, e in expected.items()}


@pytest.mark.optin
def test_the_real_client_connects_to_what_was_registered(
    repo: Repo, opened: Opened, environment: dict[str, str], receipt: Receipt, tmp_path: Path
) -> None:
    """Needs `claude` on the PATH."""
    repo.commit("one", {"a.md": "a"})
    _, repository = opened(repo.path)
    account = Path(environment["HOME"])
    register(account, repository, Launch((sys.executable,), str(tmp_path / "home")), receipt)
    done = subprocess.run(
        ["claude", "mcp", "list"],
        cwd=repo.path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE_S,
    )
    assert done.stdout.count("✔ Connected") == 2, done.stdout
