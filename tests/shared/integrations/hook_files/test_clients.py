"""Our hooks stand beside the user's own in each client's file, once, and go without a trace."""

import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from scrubjay.errors import ConfigError
from scrubjay.integrations.client_files.launch import Launch
from scrubjay.integrations.clients import cursor_hooks as cursor
from scrubjay.integrations.clients import gemini_hooks as gemini
from scrubjay.integrations.edits import Receipt

CLIENTS = pytest.mark.parametrize("client", [gemini, cursor], ids=["gemini", "cursor"])
GEMINI = '{\n\t"theme": "x",\n\t"hooks": {"SessionStart": [ {"hooks": [{"type": "command", "command": "date"}]} ]}\n}\n'
CURSOR = '{"version": 1, "hooks": {"stop": [{"command": "date"}], "sessionStart": []}}'


@pytest.fixture
def folder(account: Path) -> Path:
    """A client's own."""
    return account / ".client"


@pytest.fixture
def launch(tmp_path: Path) -> Launch:
    (tmp_path / "home").mkdir()
    return Launch(("/usr/bin/python3",), str(tmp_path / "home"))


@CLIENTS
@pytest.mark.parametrize("before", [None, "{}", "{\r\n}\r\n", '{"hooks": {}}', '{"version": 1}', GEMINI, CURSOR])
def test_hooks_come_last_and_go_byte_for_byte(
    client: ModuleType, folder: Path, launch: Launch, receipt: Receipt, before: str | None
) -> None:
    file = folder / client.FILE
    if before is not None:
        file.parent.mkdir()
        file.write_bytes(before.encode())
    assert [change.path.name for change in client.plan_install(folder, launch)] == ["hook.sh", file.name]
    client.install(folder, launch, receipt)
    assert client.plan_install(folder, launch) == ()
    made = json.loads(file.read_text())["hooks"]
    for event in client.EVENTS:
        assert [client.is_ours(entry, Path(launch.home)) for entry in made[event]][-1:] == [True]
    assert client.plan_remove(folder, launch.home, receipt)
    client.remove(folder, launch.home, receipt)
    assert (file.read_bytes() if file.exists() else None) == (None if before is None else before.encode())
    assert file.parent.exists() is (before is not None)
    assert receipt.names("") == ()


@CLIENTS
def test_a_file_that_is_no_json_is_left_alone(
    client: ModuleType, folder: Path, launch: Launch, receipt: Receipt
) -> None:
    file = folder / client.FILE
    file.parent.mkdir()
    file.write_text('{"hooks": [')
    with pytest.raises(ConfigError, match="leaves it alone"):
        client.install(folder, launch, receipt)
    assert file.read_text() == '{"hooks": ['


@CLIENTS
def test_what_was_not_asked_for_is_not_taken(
    client: ModuleType, folder: Path, launch: Launch, receipt: Receipt, tmp_path: Path
) -> None:
    client.install(folder, launch, receipt)
    assert client.plan_remove(folder, launch.home, Receipt(tmp_path / "another.json")) == ()


def entry(event: str, folder: Path, of: Callable[[Path], Path]) -> object:
    return json.loads(of(folder).read_text())["hooks"][event][-1]


def test_gemini_counts_milliseconds_and_shows_a_name(folder: Path, launch: Launch, receipt: Receipt) -> None:
    gemini.install(folder, launch, receipt)
    [hook] = entry("BeforeAgent", folder, lambda f: f / gemini.FILE)["hooks"]  # type: ignore[index]
    assert (hook["timeout"], hook["name"], hook["type"]) == (10_000, "scrubjay", "command")


def test_cursors_file_names_its_version(folder: Path, launch: Launch, receipt: Receipt) -> None:
    cursor.install(folder, launch, receipt)
    assert json.loads((folder / cursor.FILE).read_text())["version"] == 1
