"""What a team commits is merged into what it has, shown first, and written once."""

import json
import subprocess
from pathlib import Path

import pytest

from scrubjay.errors import ConfigError
from scrubjay.integrations import team
from scrubjay.integrations.client_files.launch import Launch
from scrubjay.integrations.clients import codex_servers as codex
from scrubjay.integrations.edits import Receipt, apply
from scrubjay.integrations.snippets import server_snippets
from tests.patience import PATIENCE_S

ID = "0123456789abcdef" * 2
LAUNCH = Launch(("/opt/py thon/bin/python3",), "/home/ada/scrubjay")


@pytest.fixture
def receipt(tmp_path: Path) -> Receipt:
    return Receipt(tmp_path / "receipt.json")


@pytest.fixture
def worktree(tmp_path: Path) -> Path:
    folder = tmp_path / "worktree"
    folder.mkdir()
    return folder


def write(worktree: Path, receipt: Receipt) -> list[str]:
    changes = team.plan_team(worktree, ID, ".claude/skills")
    apply(changes, receipt)
    return [change.path.relative_to(worktree).as_posix() for change in changes]


def test_a_team_gets_its_files_and_a_second_run_changes_nothing(worktree: Path, receipt: Receipt) -> None:
    assert write(worktree, receipt) == [
        ".agent/config.yaml",
        ".agent/.gitignore",
        ".mcp.json",
        ".claude/skills/session-init/SKILL.md",
        ".claude/skills/session-init/without-scrubjay.md",
        ".claude/skills/session-save/SKILL.md",
    ]
    assert write(worktree, receipt) == []
    assert f"project:\n  id: {ID}\n" in (worktree / ".agent/config.yaml").read_text()


def test_what_an_earlier_init_wrote_is_committed_as_well(worktree: Path, receipt: Receipt) -> None:
    write(worktree, receipt)
    (worktree / ".mcp.json").unlink()
    assert write(worktree, receipt) == [".mcp.json"]
    every = {file.relative_to(worktree).as_posix() for file in worktree.rglob("*") if file.is_file()}
    assert set(team.committed(".claude/skills")) == every


def test_what_is_there_keeps_every_byte(worktree: Path, receipt: Receipt) -> None:
    (worktree / ".agent").mkdir()
    (worktree / ".agent/config.yaml").write_text("# ours\ningestion:\n  max_file_size_kb: 100\n")
    (worktree / ".mcp.json").write_text('{"mcpServers":{"other":{"command":"x","n":1.0}}}')
    write(worktree, receipt)
    assert (worktree / ".agent/config.yaml").read_text().startswith("# ours\ningestion:\n  max_file_size_kb: 100\n#")
    text = (worktree / ".mcp.json").read_text()
    assert text.startswith('{"mcpServers":{"other":{"command":"x","n":1.0}')
    assert set(json.loads(text)["mcpServers"]) == {"other", "scrubjay-session", "scrubjay-knowledge"}


def test_lines_end_as_they_did(worktree: Path, receipt: Receipt) -> None:
    (worktree / ".agent").mkdir()
    for name, text in ((".agent/config.yaml", b"# ours\r\n"), (".mcp.json", b"{\r\n}\r\n")):
        (worktree / name).write_bytes(text)
    write(worktree, receipt)
    for name in (".agent/config.yaml", ".mcp.json"):
        text = (worktree / name).read_bytes()
        assert text.count(b"\n") == text.count(b"\r\n") > 2
    assert team.plan_team(worktree, ID, ".claude/skills") == ()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (".agent/config.yaml", "project:\n  id: another\n"),
        (".agent/config.yaml", "- a list\n"),
        (".agent/config.yaml", "a: [\n"),
        (".agent/config.yaml", "{a: 1}\n"),
        (".agent/config.yaml", "a: 1\n...\n"),
        (".mcp.json", '{"mcpServers": {}, "mcpServers": {}}'),
        (".mcp.json", "// no JSON"),
        (".mcp.json", "[]"),
    ],
)
def test_a_file_that_can_not_be_merged_is_an_error_and_nothing_is_written(
    worktree: Path, receipt: Receipt, name: str, content: str
) -> None:
    (worktree / name).parent.mkdir(exist_ok=True)
    (worktree / name).write_text(content)
    with pytest.raises(ConfigError):
        write(worktree, receipt)
    assert (worktree / name).read_text() == content


def test_the_diff_names_each_new_line(worktree: Path) -> None:
    lines = list(team.diff(team.plan_team(worktree, ID, ".claude/skills"), worktree))
    assert "+++ b/.mcp.json" in lines
    assert f"+  id: {ID}" in lines


@pytest.mark.parametrize("name", ["session", "knowledge"])
def test_a_colleague_without_scrubjay_gets_a_server_without_tools(name: str) -> None:
    command = team.server_entry(name)
    asked = [
        {"jsonrpc": "2.0", "id": 0, "method": "server/discover", "params": {}},
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"clientInfo": {"name": "c"}}},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": "x-2", "method": "tools/list"},
    ]
    done = subprocess.run(
        ["sh", *command["args"]],  # type: ignore[misc]
        input="".join(json.dumps(line) + "\n" for line in asked).encode(),
        env={"PATH": "/usr/bin:/bin"},
        capture_output=True,
        check=False,
        timeout=PATIENCE_S,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [0, 1, "x-2"]
    assert answers[1]["result"]["capabilities"] == {}
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_program_in_the_worktree_does_not_become_the_server(tmp_path: Path) -> None:
    """An activated `.venv` in the clone stands first on PATH, and a branch may track what lies in it."""
    programs = tmp_path / "clone" / ".venv" / "bin"
    (tmp_path / "clone" / "sub").mkdir(parents=True)
    (tmp_path / "clone" / ".git").mkdir()
    programs.mkdir(parents=True)
    for name in ("scrubjay", "sed", "git"):
        (programs / name).write_text("#!/bin/sh\necho started\n")
        (programs / name).chmod(0o755)
    for folder, started in (("clone", False), ("clone/sub", False), (".", True)):
        done = subprocess.run(
            [team.server_entry("session")["command"], *team.server_entry("session")["args"]],  # type: ignore[misc, list-item]
            cwd=tmp_path / folder, env={"PATH": f"{programs}:/usr/bin:/bin"}, input=b'{"id": 1}\n',
            capture_output=True, check=False, timeout=PATIENCE_S,
        )  # fmt: skip
        assert (b"started" in done.stdout) is started


@pytest.mark.parametrize("before", [None, b"", b'model = "o"\n', b'[mcp_servers.other]\ncommand = "x"', b"# only\r\n"])
def test_codex_gets_a_block_that_goes_byte_for_byte(tmp_path: Path, receipt: Receipt, before: bytes | None) -> None:
    import tomllib

    folder = tmp_path / ".codex"
    file = folder / codex.FILE
    if before is not None:
        folder.mkdir(exist_ok=True)
        file.write_bytes(before)
    codex.register(folder, LAUNCH, receipt)
    said = tomllib.loads(file.read_text())["mcp_servers"]
    assert said["scrubjay-session"]["command"] == "/opt/py thon/bin/python3"
    assert said["scrubjay-knowledge"]["env"] == {"SCRUBJAY_HOME": "/home/ada/scrubjay"}
    assert codex.register(folder, LAUNCH, receipt) == ()
    codex.unregister(folder, LAUNCH.home, receipt)
    assert (file.read_bytes() if file.exists() else None) == before


@pytest.mark.parametrize("content", ["a = [", '[mcp_servers.scrubjay-session]\ncommand = "mine"\n'])
def test_codex_settings_that_are_broken_or_name_the_servers_stay(
    tmp_path: Path, receipt: Receipt, content: str
) -> None:
    (tmp_path / codex.FILE).write_text(content)
    with pytest.raises(ConfigError):
        codex.register(tmp_path, LAUNCH, receipt)
    assert (tmp_path / codex.FILE).read_text() == content


def test_what_is_printed_can_be_pasted() -> None:
    import tomllib

    text = server_snippets(LAUNCH)
    first, second, third = text.split("\n\n")
    assert set(json.loads(first.partition("\n")[2])["mcpServers"]) == {"scrubjay-session", "scrubjay-knowledge"}
    assert set(json.loads(second.partition("\n")[2])["servers"]) == {"scrubjay-session", "scrubjay-knowledge"}
    assert set(tomllib.loads(third)["mcp_servers"]) == {"scrubjay-session", "scrubjay-knowledge"}
