"""An audit log of an extension is told of each act before it is done, and what it can't keep isn't done."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import pytest

from scrubjay.errors import NotFound, StorageError
from scrubjay.extensions.kinds.audit import AuditedAct, AuditLogger
from scrubjay.extensions.manifest import Extension, Provide
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.extensions.testing.audit import check_audit_logger
from scrubjay_team.audit.reading import TeamAudit
from scrubjay_team.audit.telling import AuditTelling, audit_telling
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.errors import ActNotKept
from scrubjay_team.people.leaving import Leaving
from scrubjay_team.people.people import TeamPeople
from tests.servers.team.audit.conftest import AuditedTeam


class FileLog:
    """Keeps acts as JSON lines."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def write(self, acts: Sequence[AuditedAct]) -> None:
        with self.file.open("a", encoding="utf-8") as stream:
            stream.writelines(f"{json.dumps(asdict(one))}\n" for one in acts)

    def kept(self) -> list[AuditedAct]:
        lines = self.file.read_text(encoding="utf-8").splitlines() if self.file.exists() else []
        return [AuditedAct(**json.loads(line)) for line in lines]


class FullLog:
    """Keeps nothing; `error` is what it fails with."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def write(self, acts: Sequence[AuditedAct]) -> None:
        raise self.error


class Forgetful(FileLog):
    """Loses all but the first act of a transaction."""

    def write(self, acts: Sequence[AuditedAct]) -> None:
        super().write(acts[:1])


def telling(tmp_path: Path, *loggers: AuditLogger) -> AuditTelling:
    named = tuple((f"log{number}", logger) for number, logger in enumerate(loggers))
    return AuditTelling(ExtensionRegistry.of(tmp_path), named)


def test_a_log_is_told_what_the_database_keeps(audited: AuditedTeam, tmp_path: Path) -> None:
    log, databases = FileLog(tmp_path / "audit.jsonl"), audited.databases
    databases.app.on_audit = telling(tmp_path, log)
    with audited.entered("olga") as entered:
        Leaving.by(entered, databases.clock).remove("will")
        assert log.kept() == []
    with audited.entered("olga") as entered:
        own = [one.entry for one in TeamAudit().page(entered).acts][: len(log.kept())]
    told = [(one.id, one.act, one.kind, one.object, one.member, one.how, dict(one.details)) for one in log.kept()]
    assert told == [
        (one.id, one.act, one.kind, str(one.object), str(one.member or ""), one.how, dict(one.details))
        for one in reversed(own)
    ]
    assert {(one.kind, one.act) for one in log.kept()} == {("member", "remove"), ("session", "end")}


def test_what_is_undone_before_its_end_is_told_to_nobody(audited: AuditedTeam, tmp_path: Path) -> None:
    log = FileLog(tmp_path / "audit.jsonl")
    audited.databases.app.on_audit = telling(tmp_path, log)
    with pytest.raises(NotFound), audited.entered("olga") as entered:  # noqa: PT012
        leaving = Leaving.by(entered, audited.databases.clock)
        leaving.remove("will")
        leaving.remove("will")
    assert log.kept() == []


@pytest.mark.parametrize("error", [StorageError("The log's disk is full."), OSError("no such disk")])
def test_what_a_log_cannot_keep_is_not_done(audited: AuditedTeam, tmp_path: Path, error: Exception) -> None:
    told = telling(tmp_path, FileLog(tmp_path / "audit.jsonl"), FullLog(error))
    owner = OwnerDatabase(audited.databases.addresses.owner, told)
    before = audited.acts()
    with pytest.raises(ActNotKept, match="scrubjay extensions disable log1"), owner.transaction() as connection:
        TeamPeople.found(connection, audited.databases.clock).members.add("zed")
    assert audited.acts() == before
    with owner.transaction() as connection:  # who reads alone isn't held up
        assert len(TeamPeople.found(connection, audited.databases.clock).members.all()) == 3


def test_without_a_log_nobody_is_told(tmp_path: Path) -> None:
    assert audit_telling(tmp_path) is None


def test_a_log_that_keeps_all_passes_the_suite(tmp_path: Path) -> None:
    log = FileLog(tmp_path / "audit.jsonl")
    check_audit_logger(log, log.kept)
    check_audit_logger(log, log.kept)


def test_a_log_that_loses_an_act_fails_the_suite(tmp_path: Path) -> None:
    log = Forgetful(tmp_path / "audit.jsonl")
    with pytest.raises(AssertionError, match="whole, once, and in order"):
        check_audit_logger(log, log.kept)


def test_a_log_that_cannot_be_loaded_lets_nothing_be_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = Extension(
        name="siem", summary="Keeps the audit", provides=(Provide("audit_logger", "no_such_module:Log"),)
    )
    registry = ExtensionRegistry(tmp_path, {}, {})
    monkeypatch.setattr(ExtensionRegistry, "others", (manifest,))
    monkeypatch.setattr(ExtensionRegistry, "of", lambda home: registry)
    with pytest.raises(ActNotKept, match="siem"):
        audit_telling(tmp_path)
