"""Hooks in files that are ours alone: never over the user's, never left behind, and nothing of the user's deleted."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from scrubjay.integrations.client_files.client import Site
from scrubjay.integrations.clients.cline import HOOKS as CLINE
from scrubjay.integrations.clients.cline import documents
from scrubjay.integrations.clients.goose import HOOKS as GOOSE
from scrubjay.integrations.clients.opencode import PLUGIN as OPENCODE
from scrubjay.integrations.clients.vscode import HOOKS as VSCODE
from scrubjay.integrations.edits import Receipt
from scrubjay.integrations.hook_files.launcher import command, launcher_file
from scrubjay.integrations.hook_files.own_files import OwnFiles

MakeSite = Callable[..., Site]

PLACES = {
    "opencode": (OPENCODE, ".config/opencode/plugins/scrubjay.js"),
    "vscode": (VSCODE, ".copilot/hooks/scrubjay.json"),
    "cline": (CLINE, "Documents/Cline/Hooks/TaskStart"),
    "goose": (GOOSE, ".agents/plugins/scrubjay/hooks/hooks.json"),
}
EVERY = pytest.mark.parametrize(("hooks", "name"), PLACES.values(), ids=PLACES)


@pytest.fixture(autouse=True)
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@EVERY
def test_files_are_written_once_and_deleted_with_every_folder(
    account: Path, site: MakeSite, receipt: Receipt, home: Path, hooks: OwnFiles, name: str
) -> None:
    hooks.apply(site(), receipt)
    assert str(launcher_file(home)) in (account / name).read_text()
    assert hooks.plan(site(), receipt).changes == ()
    hooks.take_back(site(), receipt)
    assert list(account.iterdir()) == []
    assert receipt.names("") == ()
    assert not launcher_file(home).exists()


def test_a_linked_folder_of_the_client_is_left_as_it_was(
    account: Path, site: MakeSite, receipt: Receipt, tmp_path: Path
) -> None:
    kept = tmp_path / "dotfiles"
    kept.mkdir()
    (account / ".config").mkdir()
    (account / ".config/opencode").symlink_to(kept)
    OPENCODE.apply(site(), receipt)
    assert (kept / "plugins/scrubjay.js").is_file()
    OPENCODE.take_back(site(), receipt)
    assert (list(kept.iterdir()), receipt.names("")) == ([], ())


@EVERY
def test_a_file_of_the_users_own_stays_and_is_named(
    account: Path, site: MakeSite, receipt: Receipt, hooks: OwnFiles, name: str
) -> None:
    file = account / name
    file.parent.mkdir(parents=True)
    file.write_text("mine\n")
    note = hooks.plan(site(), receipt).notes[0]
    assert note == f"{file} is your own, so scrubjay leaves it alone"
    hooks.apply(site(), receipt)
    hooks.take_back(site(), receipt)
    assert file.read_text() == "mine\n"
    assert [path for path in file.parent.iterdir() if path != file] == []


@EVERY
def test_an_older_file_of_ours_is_brought_up_to_date_and_an_edited_one_stays(
    account: Path, site: MakeSite, receipt: Receipt, hooks: OwnFiles, name: str
) -> None:
    older = replace(hooks, files=lambda home: dict.fromkeys(hooks.files(home), "of before\n"))
    older.apply(site(), receipt)
    hooks.apply(site(), receipt)
    file = account / name
    assert "of before" not in file.read_text()
    file.write_text(file.read_text() + "mine\n")
    assert [change.path for change in hooks.plan(site(), receipt).changes] == []
    assert hooks.take_back(site(), receipt).notes == (f"{file} has changed since scrubjay wrote it, so it stays",)
    assert file.read_text().endswith("mine\n")
    assert receipt.names("own ") == ()


@EVERY
@pytest.mark.parametrize("first", [0, 1])
def test_the_last_project_deletes_what_another_brought_up_to_date(
    account: Path, site: MakeSite, tmp_path: Path, hooks: OwnFiles, name: str, first: int
) -> None:
    one, two = (Receipt(tmp_path / "home" / "projects" / each / "receipt.json") for each in "ab")
    older = replace(hooks, files=lambda home: dict.fromkeys(hooks.files(home), "of before\n"))
    older.apply(site(two), one)
    hooks.apply(site(one), two)
    leaving, staying = ((one, two), (two, one))[first]
    hooks.take_back(site(staying), leaving)
    assert (account / name).exists()
    assert leaving.names("") == ()
    hooks.take_back(site(leaving), staying)
    assert list(account.iterdir()) == []
    assert staying.names("") == ()


@pytest.mark.parametrize(
    ("hooks", "variable", "name"),
    [
        (OPENCODE, "XDG_CONFIG_HOME", "opencode/plugins/scrubjay.js"),
        (OPENCODE, "OPENCODE_CONFIG_DIR", "plugins/scrubjay.js"),
        (GOOSE, "GOOSE_PATH_ROOT", ".agents/plugins/scrubjay/plugin.json"),
    ],
)
def test_files_go_where_the_clients_variable_says_and_come_back_without_it(
    account: Path, site: MakeSite, receipt: Receipt, tmp_path: Path, hooks: OwnFiles, variable: str, name: str
) -> None:
    hooks.apply(site(**{variable: str(tmp_path / "moved")}), receipt)
    assert (tmp_path / "moved" / name).exists()
    hooks.take_back(site(), receipt)
    assert not (tmp_path / "moved").exists()
    assert list(account.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "folder"),
    [
        ('XDG_DOCUMENTS_DIR="$HOME/Dokumente"\n', "account/Dokumente"),
        ('# x\nXDG_DOCUMENTS_DIR="/srv/docs"\n', "/srv/docs"),
        ('XDG_DOCUMENTS_DIR="$HOME/"\n', "account"),
        ('XDG_MUSIC_DIR="$HOME/Musik"\n', "account/Documents"),
        (None, "account/Documents"),
    ],
)
def test_clines_hooks_are_among_the_documents(
    account: Path, site: MakeSite, tmp_path: Path, text: str | None, folder: str
) -> None:
    if text is not None:
        (account / ".config").mkdir()
        (account / ".config/user-dirs.dirs").write_text(text)
    assert documents(site()) == tmp_path / folder
    assert documents(site(macos=True)) == account / "Documents"


def test_clines_hook_always_answers_and_never_stops_a_task(account: Path, site: MakeSite, receipt: Receipt) -> None:
    CLINE.apply(site(), receipt)
    file = account / PLACES["cline"][1]
    assert os.access(file, os.X_OK)
    done = subprocess.run([str(file)], input=b"{}", capture_output=True, check=True)
    assert json.loads(done.stdout) == {"cancel": False}


def test_a_user_with_a_hook_of_cline_is_told_what_to_run(
    account: Path, site: MakeSite, receipt: Receipt, home: Path
) -> None:
    file = account / PLACES["cline"][1]
    file.parent.mkdir(parents=True)
    file.write_text("#!/bin/sh\n")
    assert any(command(home, "cline") in note for note in CLINE.plan(site(), receipt).notes)


@EVERY
def test_the_launcher_stays_while_any_client_has_hooks(
    site: MakeSite, receipt: Receipt, home: Path, hooks: OwnFiles, name: str
) -> None:
    other = next(each for each, _ in PLACES.values() if each is not hooks)
    hooks.apply(site(), receipt)
    other.apply(site(), receipt)
    hooks.take_back(site(), receipt)
    assert launcher_file(home).exists()
    other.take_back(site(), receipt)
    assert not launcher_file(home).exists()


def test_each_command_names_its_client(home: Path) -> None:
    for hooks in (VSCODE, GOOSE):
        text = json.dumps(command(home, hooks.client))
        assert text in "".join(hooks.files(home).values())
    assert "hook.sh cline;" in command(home, "cline")
    assert sys.executable not in "".join(CLINE.files(home).values())
