"""What is left in Codex' files once our entries are out, after Codex and the user have written there, too."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.integrations.client_files.client import Site
from scrubjay.integrations.clients import codex_hooks as hooks
from scrubjay.integrations.clients import codex_trust as trust
from scrubjay.integrations.clients.codex import CODEX
from scrubjay.integrations.edits import Receipt
from tests.shared.integrations.clients.codex.test_hooks import CONFIG, STATE, THEIRS, file


@pytest.mark.parametrize("end", ["\n", ""])
def test_lines_that_codex_ends_otherwise_than_the_file_keep_nothing_of_ours(
    account: Path, site: Callable[..., Site], receipt: Receipt, tmp_path: Path, end: str
) -> None:
    (tmp_path / "home").mkdir()
    text = (CONFIG + end).replace("\n", "\r\n")
    path = file(account / ".codex", hooks.CONFIG, text)
    for part in CODEX.parts:
        CODEX.apply(site(), receipt, part)
    written = path.read_bytes()
    assert written.count(b"\n") == written.count(b"\r\n")
    path.write_bytes(written + STATE.encode())
    CODEX.take_back(site(), receipt)
    assert path.read_bytes().replace(b"\r", b"").rstrip() == (CONFIG + end + STATE).encode().rstrip()


@pytest.mark.parametrize("config", ["", CONFIG + "\n"])
def test_a_reviewed_hook_that_uninstall_moves_up_is_named(
    account: Path, site: Callable[..., Site], receipt: Receipt, tmp_path: Path, config: str
) -> None:
    (tmp_path / "home").mkdir()
    folder = account / ".codex"
    path = file(folder, hooks.CONFIG, config)
    if not config:
        file(folder, text=json.dumps({"hooks": {"SessionStart": [THEIRS]}}))
    for part in CODEX.parts:
        CODEX.apply(site(), receipt, part)
    place = path if config else file(folder)
    if config:
        added = '[[hooks.SessionStart]]\n[[hooks.SessionStart.hooks]]\ntype = "command"\ncommand = "echo after"\n'
        path.write_text(f"{path.read_text()}\n{added}")
    else:
        said = json.loads(place.read_text())
        said["hooks"]["SessionStart"].append({"hooks": [{"type": "command", "command": "echo after"}]})
        place.write_text(json.dumps(said))
    for number, name in enumerate(("date", "", "echo after")):
        value = trust.trusted_hash("SessionStart", {}, {"type": "command", "command": name})
        key = f"{place}:session_start:{number}:0"
        path.write_text(f'{path.read_text()}\n[hooks.state."{key}"]\ntrusted_hash = "{value}"\n')
    (note,) = CODEX.take_back(site(), receipt).notes
    assert note.startswith(f"`echo after` of SessionStart in {place}, but it has moved up: Codex asks you to review")
