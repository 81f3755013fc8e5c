"""Which sessions were told a memory: by an answer, or in a briefing; and when it was last used."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scrubjay.briefing.hearers import MemoryHearer, hearers, last_had
from scrubjay.briefing.told import BriefingLedger
from scrubjay.storage import Database
from tests.fakes import MovingClock

ID, OTHER = "0123456789ab" + "c" * 20, "ffff56789abc" + "c" * 20


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "session.db", "session") as opened:
        yield opened


@pytest.fixture
def watch() -> MovingClock:
    return MovingClock()


@pytest.fixture
def ledger(database: Database, watch: MovingClock) -> BriefingLedger:
    return BriefingLedger(database, watch)


def test_an_answer_and_a_briefing_are_told_apart(ledger: BriefingLedger, database: Database) -> None:
    ledger.record_answer("s1", f"- {ID[:12]} fact: it rains")
    ledger.claim("s2", "/w", "a", f"- it rains ({ID[:12]})", "startup")
    ledger.claim("s3", "/w", "a", f"- it snows ({OTHER[:12]})", "startup")
    ledger.record_keys("/w", [ID[:12]])
    heard = database.read(lambda c: hearers(c, ID))
    assert {(one.session, one.how) for one in heard} == {("s1", "answer"), ("s2", "briefing")}
    assert all(isinstance(one, MemoryHearer) and one.at for one in heard)


def test_nobody_is_named_who_is_in_quarantine(ledger: BriefingLedger, database: Database) -> None:
    ledger.record_answer("s1", f"- {ID[:12]} fact: it rains")
    database.write(lambda c: c.execute("INSERT INTO quarantine (session, who) VALUES ('s1', 's1')"))
    assert database.read(lambda c: hearers(c, ID)) == ()


def test_the_last_use_is_that_of_the_last_session(
    ledger: BriefingLedger, database: Database, watch: MovingClock
) -> None:
    from datetime import timedelta

    ledger.record_answer("s1", f"{ID[:12]} {OTHER[:12]}")
    first = database.read(lambda c: last_had(c))[OTHER[:12]]
    watch.now += timedelta(hours=1)
    ledger.record_answer("s2", ID[:12])
    used = database.read(lambda c: last_had(c, [ID]))
    assert list(used) == [ID[:12]]
    assert used[ID[:12]] > first == database.read(lambda c: last_had(c))[OTHER[:12]]
