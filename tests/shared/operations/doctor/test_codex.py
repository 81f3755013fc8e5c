"""Doctor shows which of our hooks Codex doesn't run."""

from pathlib import Path

from scrubjay.integrations.client_files.launch import Launch
from scrubjay.integrations.clients import codex_hooks as hooks
from scrubjay.integrations.clients import codex_trust as trust
from scrubjay.integrations.edits import Receipt
from scrubjay.operations.doctor.examine import codex_hooks


def test_hooks_that_nobody_reviewed_are_named_with_what_to_do(tmp_path: Path) -> None:
    folder, home = tmp_path / "codex", tmp_path / "home"
    folder.mkdir()
    home.mkdir()
    hooks.install(folder, Launch(("/usr/bin/python3",), str(home)), Receipt(tmp_path / "receipt.json"))
    check = codex_hooks(folder, home)
    assert check.ok
    assert str(check.found).endswith(": " + ", ".join(hooks.EVENTS))
    assert check.do == hooks.REVIEW
    config = folder / hooks.CONFIG
    for event in hooks.EVENTS:
        digest = trust.trusted_hash(event, {}, hooks.hook(home, event))
        key = f"{folder / hooks.FILE}:{trust.label(event)}:0:0"
        with config.open("a") as stream:
            stream.write(f'[hooks.state."{key}"]\ntrusted_hash = "{digest}"\n')
    assert codex_hooks(folder, home).found == "all trusted"
