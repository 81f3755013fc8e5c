"""opencode gets one file of ours, which starts the launcher of this home, and loses it again."""

import json
import sys
from pathlib import Path

import pytest

from scrubjay.errors import ConfigError
from scrubjay.integrations.client_files.launch import Launch
from scrubjay.integrations.edits import Receipt
from scrubjay.integrations.hook_files.launcher import launcher_file
from scrubjay.integrations.opencode import plugin


@pytest.fixture
def launch(tmp_path: Path) -> Launch:
    (tmp_path / 'home "of" ada').mkdir()
    return Launch((sys.executable,), str(tmp_path / 'home "of" ada'))


def test_the_plugin_is_written_once_and_deleted(account: Path, launch: Launch, receipt: Receipt) -> None:
    plugin.install(account, launch, receipt)
    text = (account / plugin.FILE).read_text()
    assert f"const LAUNCHER = {json.dumps(str(launcher_file(Path(launch.home))))}\n" in text
    assert plugin.install(account, launch, receipt) == ()
    assert plugin.plan_install(account, Launch(("/new/python",), launch.home))[0].path.name == "hook.sh"
    plugin.remove(account, launch.home, receipt)
    assert list(account.iterdir()) == []
    assert receipt.names("") == ()


def test_an_older_plugin_is_brought_up_to_date(account: Path, launch: Launch, receipt: Receipt) -> None:
    plugin.install(account, launch, receipt)
    file = account / plugin.FILE
    file.write_text(file.read_text() + "// of before\n")
    assert [change.path for change in plugin.install(account, launch, receipt)] == [file]
    assert plugin.plan_install(account, launch) == ()


def test_a_file_of_the_users_own_is_left_alone(account: Path, launch: Launch, receipt: Receipt) -> None:
    file = account / plugin.FILE
    file.parent.mkdir(parents=True)
    file.write_text("export const Mine = async () => ({})\n")
    with pytest.raises(ConfigError, match="your own"):
        plugin.install(account, launch, receipt)
    receipt.add(plugin.NAME)
    assert plugin.plan_remove(account, launch.home, receipt) == ()


def test_another_home_and_another_project_keep_it(
    account: Path, launch: Launch, receipt: Receipt, tmp_path: Path
) -> None:
    other = Receipt(tmp_path / "other.json")
    plugin.install(account, launch, receipt)
    assert plugin.plan_remove(account, str(tmp_path / "second"), receipt) == ()
    plugin.install(account, launch, other)
    assert plugin.remove(account, launch.home, receipt, (other,)) == ()
    plugin.remove(account, launch.home, other)
    assert list(account.iterdir()) == []
