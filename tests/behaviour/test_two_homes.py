"""Two homes on one clone: each follows its commits, and each takes away only its own; by the real programs."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.behaviour.processes import command, hook_heard, quiet, scrubjay
from tests.conftest import Repo


@pytest.fixture
def homes(repo: Repo, tmp_path: Path) -> tuple[Repo, Repo]:
    """One clone in the environments of two homes of one account."""
    repo.commit("barn", {"docs/barn.md": "# Barn\n\nMagpies live in the old barn.\n"})
    account = tmp_path / "account"
    account.mkdir()
    plain = repo.environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none", "HOME": str(account)}
    (account / ".gitconfig").write_bytes((Path(repo.environment["HOME"]) / ".gitconfig").read_bytes())
    one, two = (Repo(repo.path, plain | {"SCRUBJAY_HOME": str(tmp_path / f"home {n}")}) for n in (1, 2))
    return one, two


def snapshot(repo: Repo) -> dict[str, bytes]:
    """Every file of the clone that set-up may write: hooks, exclude lines, what binds it, and the worktree's."""
    folders = (repo.path / ".git/hooks", repo.path / ".git/info", repo.path / ".git/scrubjay", repo.path / ".claude")
    return {
        str(file): file.read_bytes() if file.is_file() else b""
        for folder in folders
        for file in (folder, *folder.rglob("*"))
        if file.exists()
    }


def commit(repo: Repo, name: str, **variables: str) -> None:
    """Commit a document as somebody whose environment names no home, or another one."""
    repo.write(f"docs/{name}.md", f"# {name}\n\nMagpies and {name}.\n")
    environment = {key: value for key, value in repo.environment.items() if key != "SCRUBJAY_HOME"} | variables
    for line in (("add", "-A"), ("commit", "-q", "-m", name)):
        subprocess.run(["git", *line], cwd=repo.path, env=environment, check=True)


def verdicts(repo: Repo) -> dict[str, dict[str, object]]:
    checks = json.loads(command(repo, "doctor", "--quick", "--json").stdout)["checks"]
    return {check["name"]: check for check in checks}


def test_two_homes_follow_one_clone_and_the_last_leaves_it_as_it_was(homes: tuple[Repo, Repo]) -> None:
    one, two = homes
    before = snapshot(one)
    for home in homes:
        scrubjay(home, "init", "--yes")
    commit(one, "oats")
    for home in homes:
        hook_heard(home)
        scrubjay(home, "hooks", "status")
        found = verdicts(home)
        assert all(found[name]["ok"] for name in ("git hooks", "launcher", "claude code")), found
    for home in homes:
        quiet(home)
    commit(one, "rye", SCRUBJAY_HOME=one.environment["SCRUBJAY_HOME"])
    for home in homes:
        hook_heard(home)
    scrubjay(one, "uninstall", "--yes")
    scrubjay(two, "hooks", "status")
    assert (one.path / ".claude/settings.local.json").is_file()
    assert one.git("status", "--porcelain") == ""
    commit(two, "wheat")
    hook_heard(two)
    quiet(two)
    scrubjay(two, "uninstall", "--yes")
    assert snapshot(one) == before


def test_a_second_init_changes_nothing_of_the_first_homes(homes: tuple[Repo, Repo]) -> None:
    one, two = homes
    scrubjay(one, "init", "--yes")
    hooks = one.path / ".git/hooks"
    own = {file: file.read_bytes().split(b"#!/bin/sh\n")[1] for file in hooks.glob("post-*") if file.suffix == ""}
    scrubjay(two, "init", "--yes")
    assert own
    assert all(text in file.read_bytes() for file, text in own.items())
    scrubjay(two, "uninstall", "--yes")
    assert all(file.read_bytes() == b"#!/bin/sh\n" + text for file, text in own.items())
    scrubjay(one, "hooks", "status")
    for home in homes:
        quiet(home)
