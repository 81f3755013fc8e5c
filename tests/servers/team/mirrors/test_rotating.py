"""A key rotated, lost and found: each secret opens at every moment, and what doesn't is said with its repository."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from scrubjay_team.errors import SecretsLocked
from scrubjay_team.mirrors.adding import replace_credential
from scrubjay_team.mirrors.addresses import read_address
from scrubjay_team.mirrors.credentials import read_credential
from scrubjay_team.mirrors.key_sources import EnvironmentKey, FileKey
from scrubjay_team.mirrors.key_state import KeyState, key_state, sampled_state
from scrubjay_team.mirrors.rotating import keep, rotate
from scrubjay_team.mirrors.sealing import CREDENTIAL, WEBHOOK, Sealer, kept_file, key_id, sealed_by
from tests.patience import PATIENCE_S
from tests.project.trees import TOP
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import NOW, make_project, make_team
from tests.servers.team.mirrors.conftest import ADDRESS, Mirrored, add


def state(mirrored: Mirrored, sealer: Sealer | None = None) -> KeyState:
    with mirrored.databases.owner.transaction() as connection:
        return key_state(connection, sealer or Sealer(mirrored.data))


def hook(mirrored: Mirrored, sealer: Sealer | None = None) -> str:
    """The secret of the webhook, opened."""
    (row,) = mirrored.rows("SELECT hook_secret FROM mirror_source")
    assert isinstance(row["hook_secret"], bytes)
    return (sealer or Sealer(mirrored.data)).open(mirrored.project, WEBHOOK, row["hook_secret"])


def test_a_secret_says_which_key_sealed_it_and_older_programs_open_it(mirrored: Mirrored) -> None:
    text = (mirrored.data / "key").read_bytes()
    (row,) = mirrored.rows("SELECT hook_secret FROM mirror_source")
    assert isinstance(row["hook_secret"], bytes)
    assert sealed_by(row["hook_secret"]) == key_id(text) == state(mirrored).id
    assert Fernet(text.strip()).decrypt(row["hook_secret"])  # as a program before this rule does
    assert sealed_by(Fernet(text.strip()).encrypt(b"x")) == ""
    assert [sealed_by(one) for one in (b"", b"x", b"\xff" * 40)] == ["", "", ""]


def test_a_rotation_seals_all_anew_keeps_the_old_key_and_a_running_server_goes_on(
    mirrored: Mirrored, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scrubjay_team.mirrors.sealing.AGAIN_S", 0.0)
    running, before = Sealer(mirrored.data), state(mirrored)
    assert hook(mirrored, running) == mirrored.hook_secret
    done = rotate(mirrored.databases.owner, mirrored.data, FileKey(mirrored.data))
    assert (done.before, done.given_up) == (before.id, ())
    assert done.kept == str(kept_file(mirrored.data, before.id))
    assert done.secrets == sum(before.sealed.values())
    after = state(mirrored)
    assert (after.id, after.sealed, after.locked) == (done.id, {done.id: done.secrets}, 0)
    assert hook(mirrored, running) == mirrored.hook_secret  # it reads the keys again
    assert sealed_by(running.seal(mirrored.project, CREDENTIAL, "x")) == done.id
    assert {file.stat().st_mode & 0o777 for file in mirrored.data.glob("key*")} == {0o600}
    kept_file(mirrored.data, before.id).unlink()
    assert hook(mirrored) == mirrored.hook_secret


@pytest.mark.parametrize("step", ["write_own", "_seal_all", "take_over", "link"])
def test_a_rotation_that_is_killed_loses_nothing_and_is_done_anew(mirrored: Mirrored, step: str) -> None:
    script = (
        "import os, pathlib\nfrom scrubjay_team.mirrors import rotating\n"
        "from scrubjay_team.database.owner import OwnerDatabase\n"
        "from scrubjay_team.mirrors.key_sources import FileKey\n"
        "def after(act):\n    def run(*a, **k):\n        act(*a, **k)\n        at()\n    return run\n"
        "def at(*a, **k):\n    os.kill(os.getpid(), 9)\n"
        f"step = {step!r}\n"
        "if step == 'link': os.link = after(os.link)\n"
        "else: setattr(rotating, step, after(getattr(rotating, step)) if step == 'write_own' else at)\n"
        "data = pathlib.Path(os.environ['DATA'])\n"
        "rotating.rotate(OwnerDatabase(os.environ['OWNER']), data, FileKey(data))\n"
    )
    environment = os.environ | {"OWNER": mirrored.databases.addresses.owner, "DATA": str(mirrored.data)}
    done = subprocess.run([sys.executable, "-c", script], cwd=TOP, env=environment, timeout=PATIENCE_S, check=False)
    assert done.returncode == -9
    assert state(mirrored).locked == 0
    assert hook(mirrored) == mirrored.hook_secret
    rotate(mirrored.databases.owner, mirrored.data, FileKey(mirrored.data))
    assert hook(mirrored) == mirrored.hook_secret


def test_a_lost_key_is_named_with_its_repositories_and_nothing_is_sealed_over_it(mirrored: Mirrored) -> None:
    key = mirrored.data / "key"
    text, id = key.read_text(), key_id(key.read_bytes())
    key.unlink()
    told = state(mirrored)
    assert told.warning.startswith("LOST KEY: ")
    for words in ("of shop can't be opened", f"sealed by the key {id}", "there is no key here", "rotate --lost"):
        assert words in told.warning
    with mirrored.databases.app.plain() as connection:
        assert sampled_state(connection, Sealer(mirrored.data)).locked > 0
    with pytest.raises(SecretsLocked, match=r"LOST KEY: .*Nothing was changed"):
        rotate(mirrored.databases.owner, mirrored.data, FileKey(mirrored.data))
    assert list(mirrored.data.glob("key*")) == []
    sealer = Sealer(mirrored.data)
    with pytest.raises(SecretsLocked, match="is missing"):
        hook(mirrored, sealer)
    keep(mirrored.data, text)  # it comes late, under its id
    assert hook(mirrored, sealer) == mirrored.hook_secret
    assert state(mirrored).locked == 0


def test_a_key_that_is_gone_for_good_is_given_up_and_credentials_are_given_again(mirrored: Mirrored) -> None:
    (mirrored.data / "key").unlink()
    done = rotate(mirrored.databases.owner, mirrored.data, FileKey(mirrored.data), lost=True)
    assert (done.given_up, done.secrets, done.before) == (("shop",), 0, "")
    assert (state(mirrored).locked, mirrored.mirror()["due_at"]) == (0, NOW)
    assert hook(mirrored) != mirrored.hook_secret
    given = read_credential(read_address(ADDRESS), "token-of-test-2")
    with mirrored.databases.owner.transaction() as connection:
        secret = replace_credential(connection, mirrored.project, given, mirrored.data, NOW, webhook=True)
    assert hook(mirrored) == secret
    mirrored.refresher.fetch(mirrored.project)
    assert [credential for *_, credential in mirrored.opened] == [given.text if given else ""]


def test_a_credential_is_replaced_and_mirror_and_webhook_stay(mirrored: Mirrored) -> None:
    mirrored.refresher.fetch(mirrored.project)
    before = mirrored.mirror()
    given = read_credential(read_address(ADDRESS), "token-of-test-2")
    with mirrored.databases.owner.transaction() as connection:
        assert replace_credential(connection, mirrored.project, given, mirrored.data, NOW) == ""
    assert hook(mirrored) == mirrored.hook_secret
    assert mirrored.mirror()["commit"] == before["commit"] != ""


def test_a_key_of_a_variable_takes_over_from_one_that_is_named(mirrored: Mirrored) -> None:
    old = (mirrored.data / "key").read_text()
    (mirrored.data / "key").unlink()
    fresh = EnvironmentKey("TEAM_KEY", {"TEAM_KEY": Fernet.generate_key().decode()})
    assert state(mirrored, Sealer(mirrored.data, fresh)).locked > 0
    keep(mirrored.data, old)
    done = rotate(mirrored.databases.owner, mirrored.data, fresh)
    assert (done.id, done.kept) == (key_id(fresh.key() or b""), "")
    assert hook(mirrored, Sealer(mirrored.data / "elsewhere", fresh)) == mirrored.hook_secret


def test_two_machines_that_add_the_first_repository_at_once_make_no_two_keys(
    databases: Databases, tmp_path: Path
) -> None:
    team = make_team(databases.owner)
    projects = [make_project(databases.owner, team, name) for name in ("one", "two")]
    outcomes: list[str] = []

    def run(number: int) -> None:
        try:
            add(databases, projects[number], tmp_path / f"machine {number}")
            outcomes.append("added")
        except SecretsLocked:
            outcomes.append("refused")

    threads = [threading.Thread(target=run, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["added", "refused"]
    assert len(list(tmp_path.glob("*/key"))) == 1
