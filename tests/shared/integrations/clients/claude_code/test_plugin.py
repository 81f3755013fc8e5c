"""Where the plugin is on, everything exists once."""

import json
import sys
from pathlib import Path

import pytest

from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import Repository, open_repository
from scrubjay.integrations.client_files.launch import Launch
from scrubjay.integrations.clients import claude_code as plugin
from scrubjay.integrations.clients import claude_code_hooks as session_hooks
from scrubjay.integrations.clients import claude_code_servers as claude_code
from scrubjay.integrations.clients.claude_code import claude_places
from scrubjay.integrations.duplicates import find_duplicates, started_without_plugin
from scrubjay.integrations.edits import Receipt
from tests.conftest import Repo

LAUNCH = Launch(("/usr/bin/python3",), "/home/ada/scrubjay")


def write(file: Path, said: object) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(said))


def install(account: Path, *, on: bool = True) -> None:
    write(account / ".claude/plugins/installed_plugins.json", {"version": 2, "plugins": {"scrubjay@scrubjay": [{}]}})
    write(account / ".claude/settings.json", {"enabledPlugins": {"scrubjay@scrubjay": on, "other@x": True}})


@pytest.fixture
def account(tmp_path: Path) -> Path:
    folder = tmp_path / "account-of-ada"
    folder.mkdir()
    return folder


@pytest.fixture
def clone(repo: Repo, environment: dict[str, str]) -> tuple[Git, Repository]:
    repo.commit("one", {"a.md": "# A\n"})
    git = GitEnvironment.of(environment)
    return Git(repo.path, git), open_repository(repo.path, git)


def test_the_plugin_counts_where_it_is_installed_and_on(account: Path, tmp_path: Path) -> None:
    assert not plugin.is_enabled(account / ".claude", tmp_path)
    install(account, on=False)
    assert not plugin.is_enabled(account / ".claude", tmp_path)
    install(account)
    assert plugin.is_enabled(account / ".claude", tmp_path)


def test_the_nearest_settings_decide(account: Path, tmp_path: Path) -> None:
    install(account)
    write(tmp_path / ".claude/settings.local.json", {"enabledPlugins": {"scrubjay@scrubjay": False}})
    assert not plugin.is_enabled(account / ".claude", tmp_path)


@pytest.mark.parametrize("said", ["[]", "{", '{"plugins": []}', '{"plugins": null}'])
def test_files_that_can_not_be_read_mean_no_plugin(account: Path, tmp_path: Path, said: str) -> None:
    install(account)
    (account / ".claude/plugins/installed_plugins.json").write_text(said)
    assert not plugin.is_enabled(account / ".claude", tmp_path)


def test_plugin_and_init_together_are_doubles(account: Path, clone: tuple[Git, Repository], tmp_path: Path) -> None:
    git, repository = clone
    receipt = Receipt(tmp_path / "receipt.json")
    claude_code.register(account, repository, LAUNCH, receipt)
    session_hooks.add_hooks(git, repository, LAUNCH, receipt)
    assert find_duplicates(claude_places(account, {}), repository) == ()
    install(account)
    assert [line.split(":")[0] for line in find_duplicates(claude_places(account, {}), repository)] == [
        "scrubjay-session", "scrubjay-knowledge", "session hooks",
    ]  # fmt: skip


def test_one_name_in_two_scopes_is_one_server_and_two_names_are_two(
    account: Path, clone: tuple[Git, Repository], tmp_path: Path
) -> None:
    _, repository = clone
    claude_code.register(account, repository, LAUNCH, Receipt(tmp_path / "receipt.json"))
    team = {"command": "sh", "args": ["-c", "exec scrubjay serve session"]}
    write(repository.worktree / ".mcp.json", {"mcpServers": {"scrubjay-session": team}})
    assert find_duplicates(claude_places(account, {}), repository) == ()
    write(repository.worktree / ".mcp.json", {"mcpServers": {"memory": team}})
    assert find_duplicates(claude_places(account, {}), repository) == (
        "scrubjay-session: scrubjay-session in the local scope, memory in .mcp.json",
    )


def test_the_plugins_server_stands_back_while_init_registered_the_same(
    account: Path, clone: tuple[Git, Repository], tmp_path: Path
) -> None:
    _, repository = clone
    assert started_without_plugin(claude_places(account, {}), repository, "session") == ""
    launch = Launch((sys.executable,), "/home/ada/scrubjay")
    receipt = Receipt(tmp_path / "receipt.json")
    claude_code.register(account, repository, launch, receipt)
    assert started_without_plugin(claude_places(account, {}), repository, "session") == "the local scope"
    assert started_without_plugin(claude_places(account, {}), repository, "knowledge") == "the local scope"
    claude_code.unregister(account, repository, launch.home, receipt)
    assert started_without_plugin(claude_places(account, {}), repository, "session") == ""


def test_a_server_that_is_off_or_whose_program_is_gone_leaves_the_work_to_the_plugin(
    account: Path, clone: tuple[Git, Repository], tmp_path: Path
) -> None:
    _, repository = clone
    gone = Launch((str(tmp_path / "gone/python"),), "")
    claude_code.register(account, repository, gone, Receipt(tmp_path / "receipt.json"))
    assert started_without_plugin(claude_places(account, {}), repository, "session") == ""
    claude_code.register(account, repository, Launch((sys.executable,), ""), Receipt(tmp_path / "receipt.json"))
    config = json.loads((account / ".claude.json").read_text())
    config["projects"][str(repository.worktree)]["disabledMcpServers"] = ["scrubjay-session"]
    write(account / ".claude.json", config)
    assert started_without_plugin(claude_places(account, {}), repository, "session") == ""
    assert started_without_plugin(claude_places(account, {}), repository, "knowledge") == "the local scope"


def test_a_teams_server_counts_once_it_is_approved(account: Path, clone: tuple[Git, Repository]) -> None:
    _, repository = clone
    team = {"command": "/bin/sh", "args": ["-c", "exec scrubjay serve session"]}
    write(repository.worktree / ".mcp.json", {"mcpServers": {"scrubjay-session": team}})
    assert started_without_plugin(claude_places(account, {}), repository, "session") == ""
    local = repository.worktree / ".claude/settings.local.json"
    write(local, {"enabledMcpjsonServers": ["scrubjay-session"]})
    assert started_without_plugin(claude_places(account, {}), repository, "session") == ".mcp.json"
    write(local, {"enableAllProjectMcpServers": True, "disabledMcpjsonServers": ["scrubjay-session"]})
    assert started_without_plugin(claude_places(account, {}), repository, "session") == ""


@pytest.mark.parametrize(
    "said", ["[]", "{", '{"projects": []}', '{"mcpServers": {"a": 1, "scrubjay": "serve session"}}']
)
def test_a_file_in_another_form_hides_no_tools(account: Path, clone: tuple[Git, Repository], said: str) -> None:
    (account / ".claude.json").write_text(said)
    assert started_without_plugin(claude_places(account, {}), clone[1], "session") == ""
