"""Secrets at rest: what opens them, and what is said when nothing does."""

from pathlib import Path
from uuid import UUID, uuid4

import pytest

from scrubjay.storage.own import write_own
from scrubjay_team.errors import SecretsLocked
from scrubjay_team.mirrors.sealing import CREDENTIAL, WEBHOOK, Sealer
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import make_project, make_team
from tests.servers.team.mirrors.conftest import Mirrored, add

PROJECT = UUID(int=7)


@pytest.fixture
def sealer(tmp_path: Path) -> Sealer:
    made = Sealer(tmp_path / "data")
    made.make_key()
    return made


def test_a_secret_opens_for_the_use_and_project_it_was_sealed_for(sealer: Sealer) -> None:
    sealed = sealer.seal(PROJECT, CREDENTIAL, "wörd")
    assert b"w" not in sealed[:1]
    assert sealer.open(PROJECT, CREDENTIAL, sealed) == "wörd"
    for project, use in ((uuid4(), CREDENTIAL), (PROJECT, WEBHOOK)):
        with pytest.raises(SecretsLocked, match="another one's"):
            sealer.open(project, use, sealed)


def test_the_key_is_for_this_account_alone_and_made_once(sealer: Sealer, tmp_path: Path) -> None:
    key = tmp_path / "data" / "key"
    before = key.read_bytes()
    assert key.stat().st_mode & 0o777 == 0o600
    sealer.make_key()
    assert key.read_bytes() == before
    assert [file.name for file in key.parent.iterdir()] == ["key"]


def test_a_missing_another_and_a_damaged_key_are_told_and_left(sealer: Sealer, tmp_path: Path) -> None:
    sealed = sealer.seal(PROJECT, CREDENTIAL, "word")
    key = tmp_path / "data" / "key"
    kept = key.read_bytes()
    key.unlink()
    with pytest.raises(SecretsLocked, match="is missing"):
        Sealer(tmp_path / "data").open(PROJECT, CREDENTIAL, sealed)
    assert not key.exists()
    write_own(key, "not a key")
    with pytest.raises(SecretsLocked, match="was damaged"):
        Sealer(tmp_path / "data").open(PROJECT, CREDENTIAL, sealed)
    key.unlink()
    Sealer(tmp_path / "data").make_key()
    with pytest.raises(SecretsLocked, match=f"credential of project {PROJECT} can't be opened"):
        Sealer(tmp_path / "data").open(PROJECT, CREDENTIAL, sealed)
    write_own(key, kept.decode())
    assert Sealer(tmp_path / "data").open(PROJECT, CREDENTIAL, sealed) == "word"


@pytest.mark.parametrize("harm", ["missing", "another"])
def test_nothing_is_sealed_with_a_key_that_does_not_open_the_rest(mirrored: Mirrored, harm: str) -> None:
    key = mirrored.data / "key"
    key.unlink()
    if harm == "another":
        Sealer(mirrored.data).make_key()
    other = make_project(mirrored.databases.owner, mirrored.team, "other")
    with pytest.raises(SecretsLocked, match=r"It sealed: shop \(credential and webhook\). Nothing was changed"):
        add(mirrored.databases, other, mirrored.data)
    assert key.exists() == (harm == "another")
    assert mirrored.rows("SELECT 1 AS one FROM mirror WHERE project = %s", other) == []


def test_no_secret_stands_in_the_database_as_it_is(mirrored: Mirrored) -> None:
    (row,) = mirrored.rows("SELECT credential, hook_secret FROM mirror_source")
    for sealed in row.values():
        assert isinstance(sealed, bytes)
        assert b"token-of-test" not in sealed
        assert mirrored.hook_secret.encode() not in sealed


def test_a_first_mirror_makes_the_key(databases: Databases, tmp_path: Path) -> None:
    project = make_project(databases.owner, make_team(databases.owner))
    assert len(add(databases, project, tmp_path / "fresh")) > 40
    assert (tmp_path / "fresh" / "key").is_file()


@pytest.mark.parametrize("mode", [0o644, 0o660])
def test_a_key_that_others_may_read_is_not_used_and_not_called_missing(
    sealer: Sealer, tmp_path: Path, mode: int
) -> None:
    sealed = sealer.seal(PROJECT, CREDENTIAL, "word")
    (tmp_path / "data/key").chmod(mode)
    with pytest.raises(SecretsLocked, match="chmod 600"):
        Sealer(tmp_path / "data").open(PROJECT, CREDENTIAL, sealed)
