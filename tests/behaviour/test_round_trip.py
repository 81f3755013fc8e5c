"""Set up, used and taken out again where others have been before: no byte differs."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from mcp import Client

from tests.behaviour.processes import ask, hook_heard, quiet, registered, scrubjay
from tests.conftest import Repo
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.anyio

THEIRS: dict[str, str | bytes] = {
    "docs/adr/0001-files.md": "# 1. Cache in files\n\n## Status\n\nAccepted\n\nWe cache in files.\n",
    ".mcp.json": '{"mcpServers":{"theirs":{"command":"true","args":[],"n":1.0}}}',
    ".claude/settings.json": '{\n\t"permissions": {"allow": []},\n\t"hooks": {"SessionStart": []}\n}',
    ".claude/skills/deploy/SKILL.md": "---\nname: deploy\ndescription: Deploys.\n---\nDeploy.\n",
    ".agent/config.yaml": "# ours\ningestion:\n  max_file_size_kb: 100\n",
    ".gitignore": "*.tmp\n/.claude/settings.local.json\n",
}
LOCAL = '{"hooks" : {"SessionStart":[{"hooks":[{"type":"command","command":"true"}]}]},"env":{"A":"\\u00e4"}}'
"""Somebody's local settings, as no program would write them."""

ACCOUNT = {
    ".claude.json": '{"numStartups":7,"n":1.10,"mcpServers":{},"projects":{"/else":{"mcpServers":{}}},"x":"\\u00e4"}',
    ".codex/config.toml": "model = 'x' # mine\n[mcp_servers.mine]\ncommand = 'true'",
    ".claude/settings.json": '{"enabledPlugins":{}}',
}
GITS_OWN = {"objects", "logs", "refs", "index", "COMMIT_EDITMSG", "ORIG_HEAD", "packed-refs", "worktrees", "gc.pid"}


@pytest.fixture
def lived_in(make_repo: Callable[..., Repo], environment: dict[str, str], tmp_path: Path) -> Repo:
    """A repository and an account where other tools have been."""
    account = tmp_path / "account"
    account.mkdir()
    shutil.copy(Path(environment["HOME"]) / ".gitconfig", account)
    for name, text in ACCOUNT.items():
        (account / name).parent.mkdir(exist_ok=True)
        (account / name).write_text(text, encoding="utf-8")
    repo = make_repo()
    repo.environment = environment | {"HOME": str(account), "SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    repo.commit("theirs", THEIRS)
    repo.write(".claude/settings.local.json", LOCAL)
    repo.write(".git/info/exclude", "# mine\r\nnotes/")
    repo.write("notes/own.txt", "ignored")
    repo.write(".git/hooks/post-commit", "#!/bin/sh\ncat >/dev/null\nexit 0").chmod(0o755)
    repo.write(".git/hooks/pre-push", "#!/usr/bin/env python3\n").chmod(0o755)
    return repo


def bytes_of(*folders: Path) -> dict[str, tuple[int, bytes]]:
    """Every file and folder, with its mode and bytes; what git itself writes when somebody commits is left out."""
    found = {}
    for folder in folders:
        for path in folder.rglob("*"):
            if not GITS_OWN & {*path.relative_to(folder).parts}:
                found[str(path)] = (path.lstat().st_mode, path.read_bytes() if path.is_file() else b"")
    return found


def differences(before: dict[str, tuple[int, bytes]], after: dict[str, tuple[int, bytes]]) -> list[str]:
    return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))


def clean(*trees: Repo) -> None:
    for tree in trees:
        assert tree.git("status", "--porcelain", "--untracked-files=all") == "", tree.path


def session_starts(tree: Repo, session: str) -> str:
    """Fire the session hook as Claude Code reads it from the local settings; returns what the session is told."""
    said = json.loads((tree.path / ".claude/settings.local.json").read_text(encoding="utf-8"))
    (hook,) = [
        hook for group in said["hooks"]["SessionStart"] for hook in group["hooks"] if "client_hooks" in str(hook)
    ]
    message = {
        "hook_event_name": "SessionStart", "session_id": session, "cwd": str(tree.path), "source": "startup",
    }  # fmt: skip
    done = subprocess.run(
        [hook["command"], *hook["args"]], input=json.dumps(message), cwd="/", env=tree.environment,
        capture_output=True, text=True, timeout=PATIENCE_S, check=True,
    )  # fmt: skip
    return str(json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]) if done.stdout else ""


async def test_init_use_and_uninstall_leave_no_byte_of_difference(lived_in: Repo) -> None:
    repo, account = lived_in, Path(lived_in.environment["HOME"])
    before, ignored = bytes_of(repo.path, account), repo.git("status", "--porcelain", "--ignored")

    scrubjay(repo, "init", "--yes")
    scrubjay(repo, "init", "--yes", "--client", "codex")
    clean(repo)
    assert "scrubjay" in (account / ".codex/config.toml").read_text(encoding="utf-8")

    assert "cache in files" in scrubjay(repo, "search", "where do we cache").lower()
    scrubjay(repo, "remember", "The staging cache is emptied on Mondays.")
    repo.commit("why", {"docs/queue.md": "# Queue\n\nThe queue is bounded.\n"})
    hook_heard(repo)
    quiet(repo)
    assert "main" in session_starts(repo, "one")
    assert session_starts(repo, "one") == "", "told once"

    repo.git("worktree", "add", "-q", "-b", "gone", "../gone")
    repo.git("worktree", "add", "-q", "-b", "stays", "../stays")
    gone, stays = (Repo(repo.path.parent / name, repo.environment) for name in ("gone", "stays"))
    for tree in (gone, stays):
        assert "bounded" in scrubjay(tree, "search", "queue")
    quiet(repo)
    assert "stays" in session_starts(stays, "two")
    stays.commit("more", {"docs/more.md": "# More\n\nMore.\n"})
    async with Client(registered(repo, "scrubjay-session")) as session:
        await ask(session, "session_init", session="one")
        await ask(session, "session_save", summary="Measured.", next_steps=["measure again"])
    scrubjay(repo, "status")
    scrubjay(repo, "doctor", "--quick")
    clean(repo, gone, stays)
    repo.git("worktree", "remove", "../gone")
    quiet(repo)
    clean(repo, stays)

    touched = {Path(name).name for name in differences(before, bytes_of(repo.path, account))}
    assert {"exclude", "post-commit", ".claude.json", "config.toml", "settings.local.json"} <= touched
    scrubjay(repo, "uninstall", "--yes")
    quiet(repo)
    clean(repo, stays)
    assert repo.git("status", "--porcelain", "--ignored") == ignored
    assert stays.git("status", "--porcelain", "--ignored") == ""
    new = {str(repo.path / "docs/queue.md")}
    assert set(differences(before, bytes_of(repo.path, account))) == new
