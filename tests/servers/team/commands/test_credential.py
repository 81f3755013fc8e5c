"""A repository's credential replaced by command: what isn't named stays, and nothing is shown."""

import json
from pathlib import Path

import pytest

from scrubjay_team.mirrors.sealing import sealed_by
from tests.servers.team.commands.conftest import OwnersCommands
from tests.servers.team.commands.test_repository import ADDRESS
from tests.servers.team.commands.test_repository import allowed as allowed
from tests.servers.team.conftest import Databases

WORD = "x" * 8 + "-fresh-word"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A credential's file."""
    place = tmp_path / "credential"
    place.write_text(f"reader:{WORD}\n")
    place.chmod(0o600)
    return place


@pytest.fixture
def shop(allowed: OwnersCommands, file: Path) -> OwnersCommands:
    """A team that mirrors shop with a credential."""
    allowed.ok("repository", "add", "shop", ADDRESS, "--credential-file", str(file))
    return allowed


def kept(databases: Databases) -> tuple[bytes | None, bytes]:
    with databases.owner.transaction() as connection:
        row = connection.execute("SELECT credential, hook_secret FROM mirror_source").fetchone()
    assert row is not None
    return row["credential"], row["hook_secret"]


def test_it_is_sealed_and_shown_nowhere_and_its_act_is_kept(
    shop: OwnersCommands, file: Path, databases: Databases
) -> None:
    before = kept(databases)
    said = shop.ok("repository", "credential", "Shop", "--credential-file", str(file))
    assert said.startswith("replaced: shop has another credential\n")
    assert kept(databases)[0] not in (None, before[0])
    for text in (said, repr(kept(databases)), shop.ok("audit", "--json"), shop.ok("repository", "list", "--json")):
        assert "fresh-word" not in text
    with databases.owner.transaction() as connection:
        acts = connection.execute("SELECT act FROM audit_entry WHERE kind = 'project'").fetchall()
    assert [row["act"] for row in acts].count("source") == 2


def test_a_new_secret_of_the_webhook_leaves_the_credential(
    shop: OwnersCommands, trusted: Path, databases: Databases
) -> None:
    (place,) = (trusted.parent / "team" / "handed-out").iterdir()
    old = place.read_text()
    told = json.loads(shop.ok("repository", "credential", "shop", "--webhook", "--json"))
    assert (told["name"], told["secret"], place.read_text() != old) == ("shop", {"file": str(place)}, True)
    assert kept(databases)[0] is not None
    assert shop.json("key", "show")["sealed"] == {sealed_by(kept(databases)[1]): 2}
    assert "has no credential any more" in shop.ok("repository", "credential", "shop", "--none")
    assert kept(databases)[0] is None


def test_with_a_lost_key_nothing_is_sealed_by_another_one(
    shop: OwnersCommands, file: Path, trusted: Path, databases: Databases
) -> None:
    before, key = kept(databases), trusted.parent / "team" / "key"
    key.unlink()
    done = shop("repository", "credential", "shop", "--credential-file", str(file), "--webhook")
    assert (done.code != 0, "rotate --lost" in done.err, key.exists()) == (True, True, False), done.err
    assert kept(databases) == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("shop",), "--webhook"),
        (("shop", "--none", "--credential-file", "missing"), "Name what is replaced"),
        (("till", "--webhook"), "no repository 'till'"),
        (("shop", "--credential-file", "missing"), "the credential, isn't there"),
    ],
)
def test_what_cannot_be_done_changes_nothing(
    shop: OwnersCommands, databases: Databases, words: tuple[str, ...], said: str
) -> None:
    before = kept(databases)
    done = shop("repository", "credential", *words)
    assert (done.code in (1, 2), said in done.err, kept(databases)) == (True, True, before), done.err
