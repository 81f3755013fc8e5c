"""Our servers are known by their names and command where Codex has dropped the comment that began our block."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.errors import ConfigError
from scrubjay.integrations.client_files.client import Site
from scrubjay.integrations.client_files.launch import Launch
from scrubjay.integrations.clients import codex_server_tables as server_tables
from scrubjay.integrations.clients import codex_servers as servers
from scrubjay.integrations.clients.codex import CODEX
from scrubjay.integrations.edits import Receipt

MakeSite = Callable[..., Site]

OLD, NEW = Launch(("/old/python",), "/a/home"), Launch(("/new/python",), "/a/home")
THEIRS = '# mine\nmodel = "m"\n\n[mcp_servers.theirs]\ncommand = "x"\n'
OTHER = '[mcp_servers.other]\ncommand = "echo"\nargs = ["hi"]\n'


def as_codex_writes_it(text: str) -> str:
    """After `codex mcp add other -- echo hi` (0.169.0)."""
    text = text.replace(f"{servers.BEGIN}\n", "\n")
    for name in ("session", "knowledge"):
        text = text.replace(
            'env = { SCRUBJAY_HOME = "/a/home" }\n',
            f'\n[mcp_servers.scrubjay-{name}.env]\nSCRUBJAY_HOME = "/a/home"\n\n',
            1,
        )
    return text.replace(servers.END, OTHER + servers.END)


@pytest.fixture
def file(folder: Path, receipt: Receipt) -> Path:
    folder.mkdir(parents=True)
    path = folder / servers.FILE
    path.write_text(THEIRS)
    servers.register(folder, OLD, receipt)
    path.write_text(as_codex_writes_it(path.read_text()))
    assert servers.BEGIN not in path.read_text()
    return path


def said(path: Path) -> dict[str, object]:
    return dict(tomllib.loads(path.read_text())["mcp_servers"])


def test_they_are_taken_out_and_all_else_stays(folder: Path, file: Path, receipt: Receipt) -> None:
    servers.unregister(folder, OLD.home, receipt)
    text = file.read_text()
    assert set(said(file)) == {"theirs", "other"}
    assert text.startswith(THEIRS)
    assert "scrubjay" not in text
    assert receipt.names("") == ()


def test_they_are_brought_up_to_date_in_one_block(folder: Path, file: Path, receipt: Receipt) -> None:
    servers.register(folder, NEW, receipt)
    assert (file.read_text().count(servers.BEGIN), file.read_text().count(servers.END)) == (1, 1)
    assert set(said(file)) == {"theirs", "other", "scrubjay-session", "scrubjay-knowledge"}
    assert "/old/python" not in file.read_text()
    assert servers.plan_register(folder, NEW) == ()


def test_what_a_user_set_in_our_tables_outlives_an_upgrade(folder: Path, receipt: Receipt) -> None:
    servers.register(folder, OLD, receipt)
    path = folder / servers.FILE
    more = 'startup_timeout_sec = 20 # slow here\nenv = { SCRUBJAY_HOME = "/a/home", MINE = "1" }'
    path.write_text(path.read_text().replace('env = { SCRUBJAY_HOME = "/a/home" }', more, 1))
    assert servers.plan_register(folder, OLD) == ()
    servers.register(folder, NEW, receipt)
    entry = said(path)["scrubjay-session"]
    assert isinstance(entry, dict)
    assert (entry["command"], entry["startup_timeout_sec"], entry["env"]["MINE"]) == ("/new/python", 20, "1")
    servers.unregister(folder, NEW.home, receipt)
    assert not path.exists()


def test_servers_of_another_home_or_of_the_user_stay(folder: Path, file: Path, receipt: Receipt) -> None:
    before = file.read_text()
    assert servers.plan_unregister(folder, "/another/home", receipt) == ()
    assert servers.foreign(folder, "/another/home") == ("scrubjay-session", "scrubjay-knowledge")
    with pytest.raises(ConfigError, match="leaves it alone"):
        servers.register(folder, Launch(("/new/python",), "/another/home"), receipt)
    assert file.read_text() == before


def test_servers_that_a_user_pasted_stay_the_users(account: Path, site: MakeSite, receipt: Receipt) -> None:
    config = account / ".codex" / "config.toml"
    config.parent.mkdir()
    pasted = server_tables.tables(site().launch) + "\n"
    config.write_text(pasted)
    done = CODEX.apply(site(), receipt, CODEX.parts[0])
    assert "has its own scrubjay-session" in done.notes[0]
    CODEX.take_back(site(), receipt)
    assert config.read_text() == pasted


def test_a_server_of_the_users_own_stays_and_hooks_are_written(
    account: Path, site: MakeSite, receipt: Receipt, tmp_path: Path
) -> None:
    (tmp_path / "home").mkdir()
    config = account / ".codex" / "config.toml"
    config.parent.mkdir()
    config.write_text('[mcp_servers.scrubjay-session]\ncommand = "mine"\n')
    before = config.read_bytes()
    done = [CODEX.apply(site(), receipt, part) for part in CODEX.parts]
    assert done[0].notes == (f"{config} has its own scrubjay-session, so scrubjay leaves it alone",)
    assert (config.read_bytes(), config.with_name("hooks.json").is_file()) == (before, True)
    CODEX.take_back(site(), receipt)
    assert [path.read_bytes() for path in config.parent.iterdir()] == [before]
    assert receipt.names("") == ()


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('a = 1\n[mcp_servers.one]\ncommand = "x"\n# theirs\n[b]\nc = 1\n', "a = 1\n# theirs\n[b]\nc = 1\n"),
        ('[mcp_servers."one"]\ncommand = "x"\n\n[mcp_servers."one".env]\nE = "[y]"\n', ""),
        ('[mcp_servers.one]\nargs = [\n  "[z]",\n]\n[mcp_servers.one_more]\n', "[mcp_servers.one_more]\n"),
        ("# >>> scrubjay: x\na = 1\n# <<< scrubjay <<<\n", "a = 1\n"),
    ],
)
def test_a_table_is_known_by_its_name_alone(text: str, left: str) -> None:
    assert server_tables.without_tables(text.encode(), ["one"]).decode() == left


@pytest.mark.parametrize("text", ['[mcp_servers]\none = { command = "x" }\n', 'mcp_servers.one.command = "x"\n'])
def test_a_server_in_another_form_is_told_apart_by_a_person(text: str) -> None:
    with pytest.raises(ValueError, match="told apart"):
        server_tables.without_tables(text.encode(), ["one"])


def test_both_parts_follow_codex_home_and_come_back_without_it(
    account: Path, site: MakeSite, receipt: Receipt, tmp_path: Path
) -> None:
    (tmp_path / "home").mkdir()
    moved = tmp_path / "moved" / "codex"
    for part in CODEX.parts:
        CODEX.apply(site(CODEX_HOME=str(moved)), receipt, part)
    assert {path.name for path in moved.iterdir()} == {"config.toml", "hooks.json"}
    CODEX.take_back(site(), receipt)
    assert not moved.parent.exists()
    assert list(account.iterdir()) == []
    assert receipt.names("") == ()
