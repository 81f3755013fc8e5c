"""A chain for its reader: pages with filters, rotated files, and all records while others rotate."""

from pathlib import Path

import pytest

from scrubjay.errors import NotFound, UsageError
from scrubjay.identity.audit import AuditEvent, AuditWriter
from scrubjay.identity.audit.chain import AuditChain, AuditFilters
from scrubjay.storage.database import Database

ALL = AuditFilters()


@pytest.fixture
def database(tmp_path: Path) -> Database:
    return Database(tmp_path / "knowledge.db", "knowledge")


def add(database: Database, count: int, *, rotate_at: int = 10_000, actor: str = "ada") -> None:
    logger = AuditWriter(database.path.parent / "audit", rotate_at=rotate_at)

    def work(connection: object) -> None:
        for number in range(count):
            event = AuditEvent.FORGET if number % 2 else AuditEvent.REVIEW
            day = f"2026-03-{number % 28 + 1:02}T10:00:00+00:00"
            logger.add(connection, day, event, actor, f"{number:04}", "act", "done")  # type: ignore[arg-type]

    database.write(work)


def chain(database: Database) -> AuditChain:
    return AuditChain(database.read, database.path.parent / "audit")


def numbers(chain: AuditChain, filters: AuditFilters = ALL, **more: int | str) -> list[int]:
    return [record.sequence for record in chain.page(filters, 50, **more).records]  # type: ignore[arg-type]


def test_the_newest_records_come_first_in_pages(database: Database) -> None:
    add(database, 120)
    read = chain(database)
    assert numbers(read)[:2] == [120, 119]
    assert numbers(read, offset=100) == list(range(20, 0, -1))
    assert (read.page(ALL, 50).found, read.length()) == (120, 120)


def test_records_are_found_by_event_actor_resource_and_day(database: Database) -> None:
    add(database, 10)
    add(database, 3, actor="eve")
    read = chain(database)
    assert numbers(read, AuditFilters(actor="eve")) == [13, 12, 11]
    assert numbers(read, AuditFilters(actor="eve", event="FORGET")) == [12]
    assert numbers(read, AuditFilters(resource="0002")) == [13, 3]
    assert numbers(read, AuditFilters(since="2026-03-03", until="2026-03-04")) == [13, 4, 3]
    assert read.page(ALL, 1).actors == ("ada", "eve")


@pytest.mark.parametrize("filters", [AuditFilters(event="NONE"), AuditFilters(since="March")])
def test_a_filter_that_makes_no_sense_is_refused(database: Database, filters: AuditFilters) -> None:
    with pytest.raises(UsageError):
        chain(database).page(filters, 50)


def test_a_rotated_file_is_read_with_the_same_filters(database: Database) -> None:
    add(database, 37, rotate_at=10)
    read = chain(database)
    first = read.files()[0]
    assert (first.first, first.last) == (1, 5)
    assert numbers(read, file=first.name) == [5, 4, 3, 2, 1]
    assert numbers(read, AuditFilters(event="FORGET"), file=first.name) == [4, 2]
    assert read.files()[-1].last + 1 == min(record.sequence for record in read.page(ALL, 50).records)
    with pytest.raises(NotFound):
        read.page(ALL, 50, file="../../knowledge.db")


def test_all_records_come_once_and_in_order_from_files_and_database(database: Database) -> None:
    add(database, 37, rotate_at=10)
    assert [record.sequence for record in chain(database).records(ALL)] == list(range(1, 38))
    assert len(list(chain(database).records(AuditFilters(event="FORGET")))) == 18


def test_records_that_rotate_while_they_are_read_are_not_lost(database: Database) -> None:
    add(database, 1_500)
    reading = chain(database).records(ALL)
    read = [next(reading).sequence for _ in range(900)]
    add(database, 1, rotate_at=1_500)
    assert [*read, *(record.sequence for record in reading)] == list(range(1, 1_502))
    assert chain(database).files(), "some rotated meanwhile"


def test_a_missing_file_leaves_a_gap_and_the_rest_is_read(database: Database) -> None:
    add(database, 37, rotate_at=10)
    (database.path.parent / "audit" / chain(database).files()[1].name).unlink()
    read = [record.sequence for record in chain(database).records(ALL)]
    assert read == [*range(1, 6), *range(11, 38)]
