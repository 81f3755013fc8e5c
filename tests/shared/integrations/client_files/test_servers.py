"""The servers in each client's file: the form that it reads, put in and taken back byte for byte."""

import json
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from scrubjay.errors import ConfigError
from scrubjay.git.process import GitEnvironment
from scrubjay.git.repository import open_repository
from scrubjay.integrations.client_files.client import Site
from scrubjay.integrations.clients.table import CLIENTS
from scrubjay.integrations.edits import Receipt
from scrubjay.integrations.edits.jsonc import Jsonc
from tests.conftest import Repo

MakeSite = Callable[..., Site]

PLACES = {
    "claude": ("account", ".claude.json"),
    "codex": ("account", ".codex/config.toml"),
    "gemini": ("account", ".gemini/settings.json"),
    "opencode": ("account", ".config/opencode/opencode.json"),
    "cursor": ("repo", ".cursor/mcp.json"),
    "vscode": ("repo", ".vscode/mcp.json"),
    "cline": (
        "account",
        ".config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
    ),
    "zed": ("repo", ".zed/settings.json"),
    "goose": ("account", ".config/goose/config.yaml"),
}
JSONC = sorted(set(PLACES) - {"claude", "codex", "goose"})


def apply(site: Site, receipt: Receipt, name: str) -> tuple[str, ...]:
    client = CLIENTS[name]
    done = [client.apply(site, receipt, part) for part in client.parts if part.name == "servers"]
    return tuple(note for plan in done for note in plan.notes)


def take_back(site: Site, receipt: Receipt, name: str) -> None:
    CLIENTS[name].take_back(site, receipt)


def place(name: str, repo: Repo, account: Path) -> Path:
    where, file = PLACES[name]
    return (repo.path if where == "repo" else account) / file


def said(file: Path) -> Any:
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".toml":
        return tomllib.loads(text)
    return yaml.safe_load(text) if file.suffix == ".yaml" else Jsonc.of(text).value()


def test_every_client_has_its_row_here() -> None:
    assert set(PLACES) == set(CLIENTS)


def test_each_client_gets_the_form_that_it_reads(repo: Repo, account: Path, site: MakeSite, receipt: Receipt) -> None:
    for name in PLACES:
        assert apply(site(), receipt, name) == ()
    top = str(repo.path.resolve())
    home = {"SCRUBJAY_HOME": "/a/home"}
    plain = ["-I", "-m", "scrubjay_session", "--client"]
    start = {"command": "/opt/py thon"}
    expected: dict[str, Any] = {
        "codex": start | {"args": [*plain, "codex"], "env": home},
        "gemini": start | {"args": [*plain, "gemini"], "env": home},
        "opencode": {
            "type": "local", "command": ["/opt/py thon", *plain, "opencode"], "environment": home, "enabled": True,
        },
        "cursor": start | {"args": [*plain, "cursor", "--repo", top], "env": home},
        "vscode": {"type": "stdio"} | start | {"args": [*plain, "vscode", "--repo", top], "env": home},
        "cline": start | {"args": [*plain, "cline"], "env": home},
        "zed": start | {"args": [*plain, "zed", "--repo", top], "env": home},
        "goose": {
            "enabled": True, "type": "stdio", "name": "scrubjay-session", "cmd": "/opt/py thon",
            "args": [*plain, "goose"], "envs": home, "timeout": 300,
        },
    }  # fmt: skip
    keys = {"codex": "mcp_servers", "opencode": "mcp", "vscode": "servers", "zed": "context_servers"}
    keys |= {"goose": "extensions"}
    for name, entry in expected.items():
        entries = said(place(name, repo, account))[keys.get(name, "mcpServers")]
        assert (set(entries), entries["scrubjay-session"]) == ({"scrubjay-session", "scrubjay-knowledge"}, entry), name


BEFORE = [
    None,
    b"",
    b"\n",
    b"{}",
    b'{"mcpServers": {}, "servers": {}, "context_servers": {}, "mcp": {}}\n',
    b'\xef\xbb\xbf{\r\n\t// mine\r\n\t/* y */\r\n\t"mcp": {\r\n\t\t"theirs": {"type": "local"}, // z\r\n\t},\r\n}',
    b'{"mcpServers": {"theirs": {"n": 1.0}}, "servers": {"a": {}}, "context_servers": {\n  // none\n}}',
    b'{"mcp": {"servers": {"theirs": {"type": "local"}}}}',
]


@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("name", JSONC)
def test_a_file_with_comments_is_byte_for_byte_what_it_was(
    repo: Repo, account: Path, site: MakeSite, receipt: Receipt, name: str, before: bytes | None
) -> None:
    file = place(name, repo, account)
    if before is not None:
        file.parent.mkdir(parents=True)
        file.write_bytes(before)
    assert apply(site(), receipt, name) == ()
    registered = file.read_bytes()
    assert registered != before
    assert apply(site(), receipt, name) == ()
    assert file.read_bytes() == registered
    take_back(site(), receipt, name)
    assert (file.read_bytes() if file.exists() else None) == before
    assert before is not None or not file.parent.exists()
    assert receipt.names("") == ()


@pytest.mark.parametrize(
    "before", [None, b"", b"GOOSE_MODEL: x # mine", b"extensions:\n  developer:\n    enabled: true\n"]
)
def test_gooses_file_is_byte_for_byte_what_it_was(
    repo: Repo, account: Path, site: MakeSite, receipt: Receipt, before: bytes | None
) -> None:
    file = place("goose", repo, account)
    if before is not None:
        file.parent.mkdir(parents=True)
        file.write_bytes(before)
    apply(site(), receipt, "goose")
    take_back(site(), receipt, "goose")
    assert (file.read_bytes() if file.exists() else None) == before
    assert receipt.names("") == ()


def test_opencode_2_gets_its_own_form(repo: Repo, account: Path, site: MakeSite, receipt: Receipt) -> None:
    file = place("opencode", repo, account).with_name("opencode.jsonc")
    file.parent.mkdir(parents=True)
    file.write_text('{"mcp": {"servers": {}}} // mine')
    apply(site(), receipt, "opencode")
    entry = said(file)["mcp"]["servers"]["scrubjay-session"]
    assert (entry["type"], "enabled" in entry) == ("local", False)
    assert not file.with_suffix(".json").exists()


def test_a_link_to_a_file_elsewhere_stays_a_link(
    repo: Repo, account: Path, site: MakeSite, receipt: Receipt, tmp_path: Path
) -> None:
    kept = tmp_path / "dotfiles" / "gemini.json"
    kept.parent.mkdir()
    kept.write_bytes(b'{"a": 1}')
    file = place("gemini", repo, account)
    file.parent.mkdir()
    file.symlink_to(kept)
    apply(site(), receipt, "gemini")
    assert (file.is_symlink(), "mcpServers" in said(kept)) == (True, True)
    take_back(site(), receipt, "gemini")
    assert (file.is_symlink(), kept.read_bytes()) == (True, b'{"a": 1}')


@pytest.mark.parametrize("name", ["gemini", "opencode", "cline", "goose", "codex"])
@pytest.mark.parametrize("first", [0, 1])
def test_the_last_project_takes_the_entries_out_and_what_was_made_for_them(
    repo: Repo, account: Path, site: MakeSite, tmp_path: Path, name: str, first: int
) -> None:
    receipts = [Receipt(tmp_path / "home" / "projects" / each / "receipt.json") for each in "ab"]
    apply(site(), receipts[0], name)
    apply(site(receipts[0]), receipts[1], name)
    leaving, staying = receipts[first], receipts[1 - first]
    file = place(name, repo, account)
    registered = file.read_bytes()
    assert CLIENTS[name].keepers(site(staying), leaving) == (staying,)
    take_back(site(staying), leaving, name)
    assert (file.read_bytes(), leaving.names("")) == (registered, ())
    take_back(site(leaving), staying, name)
    assert (file.exists(), file.parent.exists(), staying.names("")) == (False, False, ())


@pytest.mark.parametrize("name", JSONC)
def test_entries_that_no_set_up_asked_for_are_somebodys_own(
    repo: Repo, account: Path, site: MakeSite, receipt: Receipt, tmp_path: Path, name: str
) -> None:
    apply(site(home="/another"), Receipt(tmp_path / "other.json"), name)
    file = place(name, repo, account)
    theirs = file.read_bytes()
    (note,) = apply(site(), receipt, name)
    assert "has its own scrubjay-session and scrubjay-knowledge" in note
    take_back(site(), receipt, name)
    assert file.read_bytes() == theirs


def test_an_older_entry_of_ours_is_brought_up_to_date(
    repo: Repo, account: Path, site: MakeSite, receipt: Receipt
) -> None:
    apply(site(), receipt, "gemini")
    file = place("gemini", repo, account)
    current = file.read_text()
    file.write_text(current.replace("/opt/py thon", "/opt/old"))
    assert CLIENTS["gemini"].plan(site(), receipt)[0][1].changes != ()
    apply(site(), receipt, "gemini")
    assert file.read_text() == current


@pytest.mark.parametrize("name", ["cursor", "vscode", "zed"])
def test_a_file_of_the_worktree_is_left_alone_where_git_would_show_it(
    repo: Repo, account: Path, site: MakeSite, receipt: Receipt, tmp_path: Path, name: str
) -> None:
    file = place(name, repo, account)
    assert "would show" in apply(site(unwritable="a link"), receipt, name)[0]
    assert not file.parent.exists()
    (tmp_path / "elsewhere").mkdir()
    file.parent.symlink_to(tmp_path / "elsewhere")
    assert "is a link" in apply(site(), receipt, name)[0]
    file.parent.unlink()
    repo.commit("theirs", {PLACES[name][1]: "{}"})
    assert "tracked by git" in apply(site(), receipt, name)[0]
    assert file.read_text() == "{}"


@pytest.mark.parametrize(
    ("name", "text"), [("gemini", "{"), ("gemini", "[]"), ("goose", "extensions: [a]"), ("goose", "a: [")]
)
def test_a_file_that_is_not_what_its_client_writes_is_named_and_left(
    repo: Repo, account: Path, site: MakeSite, receipt: Receipt, name: str, text: str
) -> None:
    file = place(name, repo, account)
    file.parent.mkdir(parents=True)
    file.write_text(text)
    with pytest.raises(ConfigError, match=CLIENTS[name].title):
        apply(site(), receipt, name)
    assert file.read_text() == text


def test_a_client_is_found_by_its_folder(repo: Repo, account: Path, site: MakeSite) -> None:
    found = {name for name, client in CLIENTS.items() if client.detect(site())}
    assert found == set()
    for folder in (".codex", ".config/goose", ".config/Code"):
        (account / folder).mkdir(parents=True)
    assert {name for name, client in CLIENTS.items() if client.detect(site())} == {"codex", "goose", "vscode"}
    (account / "Library/Application Support/Zed").mkdir(parents=True)
    assert CLIENTS["zed"].detect(site(macos=True))


def test_an_entry_is_json_that_can_be_printed(repo: Repo, account: Path, site: MakeSite, receipt: Receipt) -> None:
    apply(site(home=""), receipt, "gemini")
    assert "env" not in json.loads(place("gemini", repo, account).read_text())["mcpServers"]["scrubjay-session"]


def test_files_of_every_worktree_are_taken_back_from_any(
    repo: Repo, account: Path, site: MakeSite, receipt: Receipt, tmp_path: Path
) -> None:
    repo.commit("start", {"a.md": "# A\n"})
    repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    main = site()
    side = replace(main, repository=open_repository(tmp_path / "side", GitEnvironment.of(repo.environment)))
    for place_of in (main, side):
        apply(place_of, receipt, "zed")
    files = [top / ".zed/settings.json" for top in (repo.path, tmp_path / "side")]
    assert [said(file)["context_servers"]["scrubjay-session"]["args"][-1] for file in files] == [
        str(file.parents[1].resolve()) for file in files
    ]
    take_back(main, receipt, "zed")
    assert ([file.parent.exists() for file in files], receipt.names("")) == ([False, False], ())
