"""What an earlier version noted is found by this one, so that it can be taken back."""

from pathlib import Path

from scrubjay.integrations.edits import Receipt
from scrubjay.integrations.hook_files.own_files import rename_older


def test_names_without_a_folder_mean_the_accounts(tmp_path: Path) -> None:
    receipt = Receipt(tmp_path / "receipt.json")
    receipt.add("codex", "hooks of codex", "hooks of gemini", "file /x/config.toml")
    rename_older(receipt, tmp_path)
    expected = {"codex", f"servers codex {tmp_path}/.codex", "file /x/config.toml"} | {
        f"hooks of {client} in {tmp_path}/.{client}" for client in ("codex", "gemini")
    }
    assert set(receipt.names("")) == expected
    assert "hooks of codex" in Receipt(tmp_path / "receipt.json"), "reading wrote something"
    receipt.drop("file /x/config.toml")
    assert "hooks of codex" not in Receipt(tmp_path / "receipt.json")


def test_a_set_up_of_today_stays_known_wherever_its_folder_is(tmp_path: Path) -> None:
    receipt = Receipt(tmp_path / "receipt.json")
    receipt.add("codex", "servers codex /elsewhere")
    rename_older(receipt, tmp_path)
    assert receipt.names("") == ("codex", "servers codex /elsewhere")


def test_a_plugin_of_opencode_that_stands_is_ours(tmp_path: Path) -> None:
    receipt = Receipt(tmp_path / "receipt.json")
    receipt.add("hooks of opencode")
    rename_older(receipt, tmp_path)
    assert receipt.names("") == ("hooks of opencode",)
    plugin = tmp_path / ".config/opencode/plugins/scrubjay.js"
    plugin.parent.mkdir(parents=True)
    plugin.write_text("// my own")
    rename_older(receipt, tmp_path)
    assert not receipt.names("own ")
    plugin.write_text("// scrubjay's plugin for opencode 1\n")
    rename_older(receipt, tmp_path)
    assert receipt.names("own ")[0].startswith(f"own opencode {plugin} ")
    assert "hooks of opencode" in receipt
