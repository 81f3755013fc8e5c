"""`scrubjay init` for any client: which it sets up, which it offers, and what `uninstall` leaves."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from scrubjay.cli.setup.choices import ALL, PRINT
from scrubjay.integrations.client_files.client import Site
from scrubjay.integrations.clients.table import CLIENTS
from tests import persons
from tests.shared.cli.test_init import folders, snapshot

pytestmark = pytest.mark.story

USED_CLINE = ".config/Code/User/globalStorage/saoudrizwan.claude-dev"

THEIRS = {
    ".codex/config.toml": b"model = 'x' # mine\r\n[mcp_servers.mine]\r\ncommand = 'true'",
    ".codex/hooks.json": b'{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}\n',
    ".gemini/settings.json": b'\xef\xbb\xbf{\r\n\t// mine\r\n\t"mcpServers": {"a": {"n": 1.0}}, /* b */\r\n}',
    ".config/opencode/opencode.jsonc": b'{"mcp": {}, // mine\n}',
    ".config/goose/config.yaml": b"extensions: # all\n    developer:\n        enabled: true\nlast: 'x'",
    ".cursor/hooks.json": b'{"version": 1, "hooks": {}}',
    f"{USED_CLINE}/settings/cline_mcp_settings.json": b"\n",
}
IN_REPOSITORY = {
    ".vscode/mcp.json": b'{"servers": {"mine": {"command": "true"}} // mine\n}',
    ".agents/skills/deploy/SKILL.md": b"---\nname: deploy\ndescription: Deploys.\n---\n",
}


def used(account: Path) -> None:
    """One folder of each client but Claude Code is there."""
    nothing: Any = None
    at = Site(
        account=account, config=account / ".config", git=nothing, repository=nothing, launch=nothing, hooks=nothing
    )
    for client in [client for client in CLIENTS.values() if client.name != "claude"]:
        client.signs(at)[0].mkdir(parents=True)


@pytest.mark.parametrize("lived_in", [False, True])
def test_all_clients_in_and_out_leave_no_byte_of_difference(
    scrubjay: Any, magpie: Any, account: Path, tmp_path: Path, lived_in: bool
) -> None:
    used(account)
    if lived_in:
        for top, files in ((account, THEIRS), (magpie.path, IN_REPOSITORY)):
            for name, text in files.items():
                (top / name).parent.mkdir(parents=True, exist_ok=True)
                (top / name).write_bytes(text)
        (tmp_path / "dotfiles").mkdir()
        kept = tmp_path / "dotfiles" / "config.toml"
        (account / ".codex/config.toml").rename(kept)
        (account / ".codex/config.toml").symlink_to(kept)
    places = (magpie.path, account, tmp_path / "dotfiles")
    before, there = snapshot(*places), (folders(account), folders(magpie.path))
    status = magpie.git("status", "--porcelain", "--untracked-files=all")

    done = scrubjay("init", "--yes", "--client", ALL, "--client", "claude")
    assert done.code == 0, done.err
    assert magpie.git("status", "--porcelain", "--untracked-files=all") == status
    registered = snapshot(*places)
    touched = {Path(name).name for name in registered if registered[name] != before.get(name)}
    assert {
        ".claude.json", "config.toml", "settings.json", "hooks.json", "mcp.json", "config.yaml", "SKILL.md",
        "cline_mcp_settings.json", "opencode.jsonc" if lived_in else "opencode.json",
    } <= touched  # fmt: skip
    assert (account / ".codex/config.toml").is_symlink() is lived_in

    again = scrubjay("init", "--yes", "--client", ALL, "--client", "claude")
    assert (again.code, snapshot(*places)) == (0, registered)

    assert scrubjay("uninstall", "--yes").code == 0
    assert snapshot(*places) == before
    assert (folders(account), folders(magpie.path)) == there


def test_files_that_can_not_be_edited_are_all_named_and_stop_nobody_else(
    scrubjay: Any, magpie: Any, account: Path
) -> None:
    used(account)
    odd = {
        ".codex/config.toml": "mcp_servers = {}\n", ".gemini/settings.json": '{"a": 1, "a": 2}', ".claude.json": "{",
        ".config/goose/config.yaml": "extensions: [",
    }  # fmt: skip
    for name, text in odd.items():
        (account / name).write_text(text)
    (account / ".config/opencode").rmdir()
    (account / ".config/opencode").write_text("no folder")
    before = snapshot(account, magpie.path)
    names = [word for name in CLIENTS for word in ("--client", name)]
    assert scrubjay("init", "--yes", "--dry-run", *names).code == 1
    assert snapshot(account, magpie.path) == before
    done = scrubjay("init", "--yes", *names)
    assert done.code == 1
    for name in (*odd, ".config/opencode/opencode.json", ".config/opencode/plugins/scrubjay.js"):
        assert f"note: {account / name} " in done.err
        assert f"{account / name} " in done.out
    for name in (".codex/hooks.json", ".cursor/hooks.json", ".copilot/hooks/scrubjay.json"):
        assert (account / name).is_file()
    assert {name: (account / name).read_text() for name in odd} == odd
    assert scrubjay("uninstall", "--yes").code == 0
    assert snapshot(account, magpie.path) == before


def test_what_uninstall_can_not_take_back_is_there_for_the_next_one(scrubjay: Any, magpie: Any, account: Path) -> None:
    before = snapshot(account, magpie.path)
    scrubjay("init", "--yes", "--client", "gemini", "--client", "cursor", "--client", "codex")
    settings = account / ".gemini/settings.json"
    good = settings.read_bytes()
    settings.write_text("{")
    done = scrubjay("uninstall", "--yes")
    assert (done.code, done.err.count(str(settings))) == (1, 2)
    assert not (account / ".codex").exists()
    settings.write_bytes(good)
    assert scrubjay("uninstall", "--yes").code == 0
    assert snapshot(account, magpie.path) == before


def test_yes_alone_sets_up_claude_code_and_names_the_others(scrubjay: Any, magpie: Any, account: Path) -> None:
    used(account)
    before = snapshot(account)
    done = scrubjay("init", "--yes")
    named = re.findall(r"`scrubjay init --client (\w+)` sets it up", done.out)
    assert named == [name for name in CLIENTS if name != "claude"]
    after = snapshot(account)
    assert {Path(name).name for name in after if after[name] != before.get(name)} == {".claude.json"}
    scrubjay("init", "--yes", "--client", "zed", "--client", "goose")
    assert "--client zed`" not in scrubjay("init", "--yes").out


def test_a_person_is_asked_about_each_client_that_is_used_here(magpie: Any, account: Path, environment: Any) -> None:
    for folder in (".gemini", ".config/goose"):
        (account / folder).mkdir(parents=True)
    surroundings = environment | {"HOME": str(account), "SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    keys = [("Gemini CLI is used here as well", "y"), ("Goose is used here as well", "n"), ("Continue?", "y")]
    ended = persons.scrubjay(magpie.path, surroundings, "init", keys=keys)
    assert ended.code == 0, ended.said
    assert set(json.loads((account / ".gemini/settings.json").read_text())) == {"mcpServers", "hooks"}
    assert not (account / ".config/goose/config.yaml").exists()


def test_skills_stand_once_for_the_clients_that_share_a_folder(scrubjay: Any, magpie: Any, account: Path) -> None:
    scrubjay("init", "--yes", "--client", "codex")
    assert (magpie.path / ".agents/skills/session-init/SKILL.md").is_file()
    assert not (magpie.path / ".claude/skills").exists()
    scrubjay("init", "--yes", "--client", "claude")
    assert (magpie.path / ".claude/skills/session-init/SKILL.md").is_file()
    assert magpie.git("status", "--porcelain", "--untracked-files=all") == ""


def test_one_client_is_taken_back_and_the_others_stay_as_they_were(scrubjay: Any, magpie: Any, account: Path) -> None:
    places = (account, magpie.path / ".agents", magpie.path / ".claude", magpie.path / ".git/info")
    empty = snapshot(*places)
    scrubjay("init", "--yes", "--client", "claude", "--client", "gemini")
    before = snapshot(*places)
    scrubjay("init", "--yes", "--client", "claude", "--client", "gemini", "--client", "codex", "--client", "zed")
    done = scrubjay("uninstall", "--client", "codex", "--client", "zed", "--yes")
    assert (done.code, done.out.splitlines()[-1]) == (
        0, "scrubjay was removed from Codex, Zed in this repository.",
    )  # fmt: skip
    assert snapshot(*places) == before
    assert scrubjay("uninstall", "--client", "gemini", "--yes").code == 0
    assert not (magpie.path / ".agents").exists()
    assert scrubjay("uninstall", "--client", "claude", "--yes").code == 0
    assert snapshot(*places) == empty
    assert magpie.git("status", "--porcelain", "--untracked-files=all") == ""
    assert scrubjay("status").code == 0
    assert scrubjay("uninstall", "--client", "emacs").code == 2


def test_init_alone_brings_every_client_that_is_set_up_up_to_date(scrubjay: Any, magpie: Any, account: Path) -> None:
    (account / ".cursor").mkdir()
    scrubjay("init", "--yes", "--client", "codex", "--client", "zed")
    current = snapshot(account, magpie.path)
    for file in (account / ".codex/config.toml", magpie.path / ".zed/settings.json"):
        file.write_text(file.read_text().replace(sys.executable, "/gone/python3"))
    stale = snapshot(account, magpie.path)
    done = scrubjay("init", "--yes")
    assert "Codex servers: register scrubjay's two servers" in done.out
    assert "Cursor is used here as well" in done.out
    assert snapshot(account, magpie.path) == current != stale


def test_whoever_does_not_use_claude_code_is_healthy_without_it(scrubjay: Any, magpie: Any, account: Path) -> None:
    scrubjay("init", "--yes", "--client", "codex", "--client", "zed")
    checks = {check["name"]: check for check in json.loads(scrubjay("doctor", "--quick", "--json").out)["checks"]}
    assert (checks["claude code"]["ok"], checks["claude code"]["found"]) == (
        True, "not set up here; set up: Codex, Zed",
    )  # fmt: skip
    assert re.search(r"^clients +Codex, Zed$", scrubjay("status").out, re.MULTILINE)


def test_doctor_says_whose_entries_are_not_current(scrubjay: Any, magpie: Any, account: Path) -> None:
    def told() -> dict[str, Any]:
        checks = json.loads(scrubjay("doctor", "--quick", "--json").out)["checks"]
        return next(check for check in checks if check["name"] == "clients")

    scrubjay("init", "--yes")
    assert told()["found"] == "none is set up beside Claude Code"
    scrubjay("init", "--yes", "--client", "gemini", "--client", "goose")
    assert (told()["ok"], told()["found"]) == (True, "current: Gemini CLI, Goose")
    (account / ".config/goose/config.yaml").write_text("a: 1\n", encoding="utf-8")
    check = told()
    assert (check["ok"], check["found"], check["do"]) == (
        False,
        "not current: Goose",
        "run `scrubjay init`",
    )


def test_an_unknown_client_is_named_with_the_known_ones(scrubjay: Any) -> None:
    done = scrubjay("init", "--client", "emacs")
    assert done.code == 2
    assert all(name in done.err for name in (*CLIENTS, ALL, PRINT))


def test_each_init_and_doctor_say_that_codex_waits_for_a_review(scrubjay: Any, account: Path) -> None:
    (account / ".codex").mkdir()
    for _ in range(2):
        assert "open Codex and review scrubjay's hooks" in scrubjay("init", "--yes", "--client", "codex").out
    assert "open Codex and review scrubjay's hooks" in scrubjay("doctor", "--quick", "--all").out
