"""A hook never stops a prompt: whatever is gone that it points to, its command ends with 0 and says nothing."""

import json
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from scrubjay.integrations.client_files.launch import Launch
from scrubjay.integrations.clients import codex_hooks as codex
from scrubjay.integrations.clients import codex_hooks as hook_tables
from scrubjay.integrations.clients import cursor_hooks as cursor
from scrubjay.integrations.clients import gemini_hooks as gemini
from scrubjay.integrations.clients.claude_code_hooks import entry
from scrubjay.integrations.edits import Receipt, apply
from scrubjay.integrations.hook_files.launcher import command, commands, launcher_file, plan_launcher

FAILING = "#!/bin/sh\necho 'ModuleNotFoundError: scrubjay' >&2\nexit 2\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home of 'ada' $x"
    folder.mkdir()
    return folder


@pytest.fixture
def python(tmp_path: Path, home: Path, receipt: Receipt) -> Path:
    """A Python of which scrubjay was uninstalled, with its launcher."""
    file = tmp_path / "python"
    file.write_text(FAILING)
    file.chmod(0o700)
    apply(plan_launcher(home, (str(file),)), receipt)
    return file


def claudes(home: Path, python: Path) -> str:
    group: Any = entry(Launch((str(python),), str(home)))
    [hook] = group["hooks"]
    return shlex.join([hook["command"], *hook["args"]])


GONE: dict[str, Callable[[Path, Path], None]] = {
    "package": lambda home, python: None,
    "python": lambda home, python: python.unlink(),
    "script": lambda home, python: launcher_file(home).unlink(),
    "home": lambda home, python: (launcher_file(home).unlink(), home.rmdir())[0],
}


@pytest.mark.parametrize("gone", GONE.values(), ids=GONE)
def test_what_is_gone_stops_nothing_and_says_nothing(home: Path, python: Path, gone: Callable[..., None]) -> None:
    lines = (command(home, "codex"), claudes(home, python))
    gone(home, python)
    for line in lines:
        done = subprocess.run(["/bin/sh", "-c", line], input=b"", capture_output=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_deleted_working_directory_is_not_told(home: Path, python: Path) -> None:
    python.write_text("#!/bin/sh\necho answered\n")
    inside = f"mkdir gone; cd gone; rmdir ../gone; {command(home, 'codex')}"
    done = subprocess.run(["/bin/sh", "-c", inside], cwd=home, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"answered\n", b"")


@pytest.mark.parametrize("client", [codex, gemini, cursor], ids=["codex", "gemini", "cursor"])
def test_an_older_command_is_replaced_where_it_stands_and_taken_out(
    client: ModuleType, account: Path, home: Path, receipt: Receipt
) -> None:
    folder, launch = account / ".client", Launch(("/usr/bin/python3",), str(home))
    client.install(folder, launch, receipt)
    file = folder / client.FILE
    new = file.read_text()
    present, older = (json.dumps(each) for each in commands(home, client.CLIENT))
    file.write_text(new.replace(present, older))
    assert older in file.read_text()
    client.install(folder, launch, receipt)
    assert json.loads(file.read_text()) == json.loads(new)
    file.write_text(new.replace(present, older))
    client.remove(folder, launch.home, receipt)
    assert list(account.iterdir()) == []


def test_an_older_table_in_codex_configuration_is_replaced_and_taken_out(home: Path) -> None:
    hooks = {event: codex.hook(home, event) for event in codex.EVENTS}
    both = commands(home, "codex")
    new = hook_tables.put(b"a = 1\n", both, hooks)
    present, older = (json.dumps(each).encode() for each in both)
    assert hook_tables.put(new.replace(present, older), both, hooks) == new
    assert hook_tables.remove_tables(new.replace(present, older), both) == b"a = 1\n"
