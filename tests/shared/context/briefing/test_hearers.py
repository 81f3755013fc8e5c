"""Which sessions were told a memory: by an answer, or in a text; and when it was last used."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from scrubjay.context.briefing.hearers import MemoryHearer, hearers, last_had
from scrubjay.context.briefing.told import BriefingLedger
from scrubjay.model.clock import iso
from scrubjay.session.tasks.sent import SentTexts, Telling
from scrubjay.storage.database import Database
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


def tell(database: Database, watch: MovingClock, session: str, text: str, channel: str = "start") -> None:
    texts = SentTexts(database, watch, 90)
    texts.keep(Telling(session=session, worktree="/w", channel=channel, text=text), texts.mark())


def test_an_answer_and_a_briefing_are_told_apart(
    ledger: BriefingLedger, database: Database, watch: MovingClock
) -> None:
    ledger.record_answer("s1", f"- {ID[:12]} fact: it rains")
    tell(database, watch, "s2", f"- it rains ({ID[:8]})")
    tell(database, watch, "s3", f"- it snows ({OTHER[:8]})")
    ledger.claim("s4", "/w", "a", f"- it rains ({ID[:8]})", "startup")
    ledger.record_keys("/w", [ID[:12]])
    heard = database.read(lambda c: hearers(c, ID))
    assert {(one.session, one.how) for one in heard} == {("s1", "answer"), ("s2", "start"), ("s4", "briefing")}
    assert [one.session for one in heard if one.kept] == ["s2"]
    assert all(isinstance(one, MemoryHearer) and one.at for one in heard)


def test_a_session_that_was_told_it_often_is_named_once_for_each_way_with_the_last_moment(
    database: Database, watch: MovingClock
) -> None:
    for channel in ("start", "hint", "hint"):
        watch.now += timedelta(minutes=1)
        tell(database, watch, "s1", f"- it rains ({ID[:8]})", channel)
    first, second = database.read(lambda c: hearers(c, ID))
    assert (first.how, first.at, second.how) == ("hint", iso(watch()), "start")


def test_nobody_is_named_who_is_in_quarantine(ledger: BriefingLedger, database: Database, watch: MovingClock) -> None:
    ledger.record_answer("s1", f"- {ID[:12]} fact: it rains")
    tell(database, watch, "s1", f"- it rains ({ID[:8]})")
    database.write(lambda c: c.execute("INSERT INTO quarantine (session, who) VALUES ('s1', 's1')"))
    assert database.read(lambda c: hearers(c, ID)) == ()
    assert database.read(lambda c: last_had(c, [ID])) == {}


def test_the_last_use_is_that_of_the_last_session(
    ledger: BriefingLedger, database: Database, watch: MovingClock
) -> None:
    ledger.record_answer("s1", f"{ID[:12]} {OTHER[:12]}")
    first = iso(watch())
    watch.now += timedelta(hours=1)
    tell(database, watch, "s2", f"- it rains ({ID[:8]})")
    used = database.read(lambda c: last_had(c, [ID, OTHER, "a" * 32]))
    assert used == {ID: iso(watch()), OTHER: first}
