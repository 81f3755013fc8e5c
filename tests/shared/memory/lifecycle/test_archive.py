"""All memories at once: out and back, rolled back, and the record of it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.errors import NotFound, UsageError
from scrubjay.identity.audit import AuditEvent, AuditWriter, ChainReport, verify_chain
from scrubjay.memory.lifecycle.archive import MemoryArchive
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus, Verdict
from scrubjay.model.memory import MemoryStatus
from scrubjay.storage.database import Database
from scrubjay_exchange.importing.formats import format_of_export
from scrubjay_exchange.importing.importer import Importer
from tests.shared.memory.conftest import Grounding, Hands, said, stored


def lived(memories: Memories, grounding: Grounding, hands: Hands) -> None:
    """A life with everything in it."""
    grounding.citations = (
        CitationResult(
            kind=CitationKind.PLACE,
            text="a.md:3",
            target="a.md",
            status=CitationStatus.RESOLVED,
            path="a.md",
            words="Ten.",
        ),
    )
    old = stored(memories, "The limit is 10 requests.", key="k", author="ada")
    gone = stored(memories, "A word that goes.")
    hands.pass_by(days=1)
    stored(memories, "The limit is 20 requests.", supersedes=old)
    grounding.verdict = Verdict.HELD
    stored(memories, "It waits.")
    memories.forget(gone, "ada")
    grounding.verdict = Verdict.STORED


def test_an_export_comes_back_exactly_with_its_history(
    make_memories: Callable[..., Memories], grounding: Grounding, hands: Hands, tmp_path: Path
) -> None:
    first, second = make_memories("p1"), make_memories("p2")
    lived(first, grounding, hands)
    lines = MemoryArchive(first, tmp_path).export("project", "ada")
    other = MemoryArchive(second, tmp_path)
    scope, found, sealed, *_ = other.read(lines)
    assert (scope, len(found), sealed) == ("project", 4, True)
    assert other.take_back(scope, found, "ada", sealed=True).new == 4
    assert other.export("project", "ada")[1:-1] == lines[1:-1], "only the head names another project"
    assert other.take_back(scope, found, "ada", sealed=True).new == 0, "what is there stays"
    assert second.believed() == tuple(second.get(m.id) for m in second.believed())
    assert second.near("The limit is 20 requests.", "project")


def test_a_changed_or_foreign_file_is_not_sealed_and_its_claims_are_checked(
    make_memories: Callable[..., Memories], grounding: Grounding, hands: Hands, tmp_path: Path
) -> None:
    first, second = make_memories("p1"), make_memories("p2")
    stored(first, "The limit is 10 requests.")
    lines = MemoryArchive(first, tmp_path).export("project", "ada")
    changed = [line.replace("10 requests", "99 requests") for line in lines]
    assert not MemoryArchive(second, tmp_path).read(changed)[2]
    (tmp_path / "elsewhere").mkdir()
    other = MemoryArchive(second, tmp_path / "elsewhere")
    scope, found, sealed, *_ = other.read(lines)
    assert not sealed
    grounding.verdict = Verdict.HELD
    format = format_of_export(scope, found, {})
    for _ in range(2):
        base = RememberRequest(content="", author="ada")
        list(Importer(second, hands).bring(format, list(format.read(tmp_path)), base))
    assert said(second) == []
    assert len(second.waiting()) == 1


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["x"],
        ['{"a": 1}'],
        ['{"scrubjay": "memories", "version": 4}'],
        ['{"scrubjay": "memories", "version": 3}', '{"memory": {}}'],
    ],
)
def test_what_is_no_export_is_refused(memories: Memories, tmp_path: Path, lines: list[str]) -> None:
    with pytest.raises(UsageError):
        MemoryArchive(memories, tmp_path).read(lines)


def test_a_restored_checkpoint_brings_back_what_was_believed(memories: Memories, hands: Hands, tmp_path: Path) -> None:
    archive = MemoryArchive(memories, tmp_path)
    old = stored(memories, "The limit is 10 requests.")
    archive.create_checkpoint("project", "before", "ada")
    hands.pass_by(days=1)
    new = stored(memories, "The limit is 20 requests.", supersedes=old)
    archive.create_checkpoint("project", "after", "ada")
    hands.pass_by(days=1)
    assert archive.restore("project", "before", "ada") == (1, 1)
    assert said(memories) == ["The limit is 10 requests."]
    assert memories.get(new).status is MemoryStatus.RETRACTED
    assert "restored" in memories.get(new).belief.reason
    archive.restore("project", "after", "ada")
    assert said(memories) == ["The limit is 20 requests."]
    with pytest.raises(NotFound, match="checkpoint list"):
        archive.restore("project", "never", "ada")
    with pytest.raises(UsageError, match="already"):
        archive.create_checkpoint("project", "after", "ada")


def test_the_chain_survives_rotation_and_shows_every_damage(
    databases: Callable[[str], Database], tmp_path: Path
) -> None:
    database, folder = databases("p1"), tmp_path / "audit"
    logger = AuditWriter(folder, rotate_at=10)
    for number in range(37):
        database.write(lambda c, n=number: logger.add(c, "2026", AuditEvent.REVIEW, "ada", str(n), "approve", "active"))  # type: ignore[misc]
    report = database.read(lambda c: verify_chain(c, folder))
    assert (report.ok, report.records) == (True, 37)
    assert report.files > 3
    for damage in ("UPDATE audit SET actor = 'eve' WHERE sequence = 35", "DELETE FROM audit WHERE sequence = 37"):
        with pytest.raises(ZeroDivisionError):
            database.write(lambda c, sql=damage: (c.execute(sql), found.append(verify_chain(c, folder)), 1 / 0))  # type: ignore[misc]
        assert not found.pop().ok
    first = sorted(folder.iterdir())[0]
    kept = first.read_bytes()
    first.write_bytes(kept.replace(b"ada", b"eve", 1))
    assert not database.read(lambda c: verify_chain(c, folder)).ok
    first.unlink()
    assert not database.read(lambda c: verify_chain(c, folder)).ok


found: list[ChainReport] = []


def test_what_a_configuration_was_refused_is_recorded_once(memories: Memories, tmp_path: Path) -> None:
    archive = MemoryArchive(memories, tmp_path)
    assert not archive.note_refused((), "/shop")
    assert archive.note_refused(("config.yaml:3: trust belongs in the user's config",), "/shop")
    assert not archive.note_refused(("config.yaml:3: trust belongs in the user's config",), "/shop")
    assert archive.note_refused(("config.yaml:4: endpoint.url belongs in the user's config",), "/shop")
    records = [one for one in archive.audit("project", 10) if one.event == AuditEvent.CONFIG_REFUSED]
    assert [one.metadata["refused"][:13] for one in records] == ["config.yaml:4", "config.yaml:3"]
    assert archive.verify_audit("project").ok
