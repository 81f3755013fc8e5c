"""`scrubjay team key` and `repository credential` as they are typed, and a lost key said before anything else."""

from pathlib import Path

import pytest

from scrubjay_team.mirrors.sealing import CREDENTIAL, WEBHOOK, Sealer
from scrubjay_team.serving.process import say_lost_key
from tests.servers.team.commands.conftest import OwnersCommands
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import make_project


@pytest.fixture
def sealed(team: OwnersCommands, databases: Databases, trusted: Path) -> Path:
    """The data folder of a server with the repository shop, whose credential is sealed."""
    data = trusted.parent / "team"
    team.ok("member", "list")
    with databases.owner.transaction() as connection:
        row = connection.execute("SELECT id FROM team").fetchone()
        assert row is not None
    project = make_project(databases.owner, row["id"])
    sealer = Sealer(data)
    sealer.make_key()
    with databases.owner.transaction() as connection:
        connection.execute("INSERT INTO mirror (project, team, due_at) VALUES (%s, %s, now())", [project, row["id"]])
        connection.execute(
            "INSERT INTO mirror_source (project, team, address, credential, hook_secret) VALUES (%s, %s, %s, %s, %s)",
            [project, row["id"], "https://git.example/shop.git", sealer.seal(project, CREDENTIAL, "heron"),
             sealer.seal(project, WEBHOOK, "egret")],
        )  # fmt: skip
        connection.execute("UPDATE project SET address = 'https://git.example/shop.git'")
    return data


def test_a_key_is_shown_by_its_id_and_rotated(team: OwnersCommands, sealed: Path) -> None:
    shown = team.json("key", "show")
    assert (shown["sealed"], shown["locked"]) == ({shown["id"]: 2}, 0)
    assert (sealed / "key").read_text().strip() not in str(shown)
    done = team.json("key", "rotate")
    assert (done["before"], done["secrets"]) == (shown["id"], 2)
    assert f"key: {done['id']}, " in team.ok("key", "show")
    assert team.json("status")["key"]["id"] == done["id"]


def test_a_lost_key_comes_first_and_its_credential_is_given_again(
    team: OwnersCommands, sealed: Path, databases: Databases, tmp_path: Path
) -> None:
    (sealed / "key").rename(tmp_path / "old")
    said: list[str] = []
    say_lost_key(databases.app, Sealer(sealed), lambda line, _: said.append(line))
    assert [line[:9] for line in said] == ["LOST KEY:"]
    done = team("status")
    assert (done.code, done.err.strip().startswith("LOST KEY: 2 secrets of shop")) == (1, True), done.err
    assert team("key", "show").code == 1
    refused = team("key", "rotate")
    assert (refused.code != 0, "Nothing was changed" in refused.err) == (True, True)
    assert "scrubjay team repository credential shop" in team("key", "rotate", "--lost").err
    given = tmp_path / "given"
    given.write_text("token-of-test\n")
    given.chmod(0o600)
    told = team.json("repository", "credential", "shop", "--credential-file", str(given), "--webhook")
    assert told["secret"]
    assert team.json("key", "show")["locked"] == 0
    assert "is no key" in team("key", "rotate", "--from-file", str(given)).err
